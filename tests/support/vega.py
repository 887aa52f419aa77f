"""What an expression of a chart is, in exact fractions where the chart's operations allow them."""

import math
import re
from fractions import Fraction
from types import SimpleNamespace


def vega(expression, datum=None, **signals):
    """Evaluate a Vega expression for a row of data and the values of the sliders."""
    parts = re.split(r"('[^']*')", re.sub(r"\s+", " ", expression.replace("if(", "when(")))
    python = "".join(part if part.startswith("'") else re.sub(r"(?<![\w.])\d+(\.\d+)?", r"F('\g<0>')", part) for part in parts)
    return eval(python, FUNCTIONS | signals, {"datum": SimpleNamespace(**(datum or {}))})


def computed(layer, row, **signals):
    """Return a row with all that its layer calculates, one step after the other."""
    row = dict(row)
    for step in layer.get("transform", []):
        if "calculate" in step:
            row[step["as"]] = vega(step["calculate"], row, **signals)
    return row


def _written(number, form):
    """As d3 writes a number: with a proper minus, and never before a zero."""
    text = f"{float(number):{form}}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def _when(test, then, other):
    return then if test else other


FUNCTIONS = {"F": Fraction, "floor": math.floor, "max": max, "abs": abs, "pow": pow, "round": round, "when": _when, "format": _written}
