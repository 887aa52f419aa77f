"""What a browser makes of the expressions in a chart: they are evaluated here, with fractions in the place of floats."""

import math
import re
from fractions import Fraction
from types import SimpleNamespace


def written(number, form):
    """As d3 writes a number: with a proper minus, and never before a zero."""
    text = f"{float(number):{form}}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


FUNCTIONS = {"F": Fraction, "abs": abs, "floor": math.floor, "format": written, "max": max, "pow": pow, "round": round}
FUNCTIONS["when"] = lambda test, then, other: then if test else other


def vega(expression, datum=None, **signals):
    """What a Vega expression is for a row of data, and where these signals stand."""
    tokens = re.split(r"('[^']*')", re.sub(r"\s+", " ", expression.replace("if(", "when(")))
    python = "".join(t if t.startswith("'") else re.sub(r"(?<![\w.])\d+(\.\d+)?", r"F('\g<0>')", t) for t in tokens)
    return eval(python, FUNCTIONS | signals, {"datum": SimpleNamespace(**(datum or {}))})


def computed(row, layer, **signals):
    """A row with all that its layer calculates, one step after the other."""
    row = dict(row)
    for step in layer["transform"]:
        if "calculate" in step:
            row[step["as"]] = vega(step["calculate"], row, **signals)
    return row
