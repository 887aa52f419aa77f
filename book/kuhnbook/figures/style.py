"""How all figures look, and how a chart is written into a notebook so that running it again changes nothing."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import vl_convert
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import CROSS, coloured
from kuhncfr.plot import PALETTE, rounded, tooltips

CURRENT, AVERAGE = "current strategy", "average strategy"

ABOVE_AXIS: dict[str, Any] = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8}  # costs no width

CHART = "application/vnd.vegalite.v5+json"  # JupyterLab draws it by itself, without a network

_FONT_SIZE = 13
_WIDTH = 620  # of a chart that follows its page, where nothing does
_OPTIONS = {"renderer": "svg", "actions": {"export": True, "source": False, "compiled": False, "editor": False}}

# Invisible in Vega's SVG: empty paths, descriptions of single marks for screen readers, and attributes with their default values.
_UNSEEN = re.compile(
    r'<path [^>]*(?:display="none"|d="M0,0h0v0h0Z")[^>]*/>'
    r'| (?:class|role|aria-[\w-]+|pointer-events|font-family)="[^"]*"'
    r'| (?:opacity="1"|stroke-width="1"|x2="0"(?! y1)|y2="0"|text-anchor="start"|font-weight="normal"|transform="translate\(0,0\)")'
)
_PLACES = re.compile(r'(?<= d=")[^"]+|(?<= [xy]2=")[^"]+|(?<= transform=")[^"]+')
_DECIMALS = re.compile(r"\d+\.\d+")


def setup() -> None:
    """Prepare a notebook: reproducible charts in one look.

    Examples
    --------
    >>> setup()
    >>> alt.renderers.active
    'kuhncfr'
    """
    alt.theme.register("kuhncfr", enable=True)(_altair_theme)
    alt.renderers.register("kuhncfr", _render)
    alt.renderers.enable("kuhncfr")


def _altair_theme() -> alt.theme.ThemeConfig:
    text: Any = {"labelFontSize": _FONT_SIZE, "titleFontSize": _FONT_SIZE, "titleFontWeight": "normal"}
    return {
        "config": {
            "background": "transparent",
            "view": {"continuousWidth": 480, "continuousHeight": 300},
            "axis": text,
            "legend": text,
            "header": text,
            "title": {"fontSize": _FONT_SIZE + 1, "anchor": "start", "fontWeight": "normal"},
            "range": {"category": list(PALETTE)},
        }
    }


def _render(spec: dict[str, Any]) -> dict[str, Any]:
    """Write a chart, in the colours of what it shows, as its specification and as a picture of it.

    In a notebook a chart cannot follow the width of the page: it gets a fixed one, and `usermeta` keeps the wish for ``charts.js``.
    There is no picture if the environment says so.
    """
    usermeta: dict[str, Any] = {"embedOptions": _OPTIONS}
    if spec.get("width") == "container":
        usermeta["width"], spec["width"] = spec["width"], _WIDTH
    spec = {**coloured(spec), "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "usermeta": usermeta}
    picture = {"image/svg+xml": _picture(spec)} if os.environ.get("KUHNBOOK_PICTURES") != "no" else {}
    return {CHART: spec, **picture, "text/plain": "<chart>"}


def _picture(spec: Mapping[str, Any]) -> str:
    """Draw a chart on white, to a tenth of a pixel."""
    svg = _UNSEEN.sub("", vl_convert.vegalite_to_svg({**spec, "background": "white"}))
    svg = _PLACES.sub(lambda places: _DECIMALS.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), places[0]), svg)
    return svg.replace("<svg ", '<svg font-family="sans-serif" ', 1)


def slider(name: str, value: float, label: str, low: float, high: float, step: float) -> alt.Parameter:
    """A number that the reader chooses; the parameter `name` has it."""
    return alt.param(name=name, value=value, bind=alt.binding_range(min=low, max=high, step=step, name=label))


def square(x: str, y: str, domains: Sequence[tuple[float, float]], fields: Sequence[str] = ("x", "y")) -> dict[str, Any]:
    """The axes of a square, by their titles; that of the vertical one stands above it."""
    across, up = (alt.Scale(domain=list(domain), nice=False) for domain in domains)
    return {
        "x": alt.X(f"{fields[0]}:Q", title=x, scale=across, axis=alt.Axis(tickCount=5)),
        "y": alt.Y(f"{fields[1]}:Q", title=y, scale=up, axis=alt.Axis(tickCount=5, **ABOVE_AXIS)),
    }


def told_apart(field: str, names: Sequence[str], legend: Mapping[str, Any], **looks: Sequence[Any]) -> dict[str, Any]:
    """Encode the names in a field by colour and by further channels, with one legend, which stands above the chart.

    Parameters
    ----------
    field : str
    names : sequence of str
        In the order of the legend.
    legend : mapping
        How it differs from other legends.
    **looks : sequence
        By channel, ``shape`` or ``strokeDash``, what it draws for the first name, the second, and so on; by default Vega's own.

    Examples
    --------
    >>> told_apart("run", ["a"], {"columns": 2}, shape=["circle", "square"])["shape"].to_dict()["scale"]
    {'domain': ['a'], 'range': ['circle']}
    """
    shown = alt.Legend(**{"title": None, "orient": "top", **legend})
    encoded: dict[str, Any] = {"color": alt.Color(f"{field}:N", scale=alt.Scale(domain=list(names)), legend=shown)}
    for channel, some in looks.items():
        scale = alt.Scale(domain=list(names), range=list(some[: len(names)]) or alt.Undefined)
        encoded[channel] = {"shape": alt.Shape, "strokeDash": alt.StrokeDash}[channel](f"{field}:N", scale=scale, legend=shown)
    return encoded


def signed(numbers: ArrayLike, **fields: Sequence[str]) -> pd.DataFrame:
    """Return a row for each number of a table that is not 0: the names of its row and its column, the number, and who wins."""
    table = np.asarray(numbers)
    places = np.nonzero(table)
    named = {field: np.asarray(names)[where] for (field, names), where in zip(fields.items(), places, strict=True)}
    return pd.DataFrame({**named, "number": table[places], "sign": np.where(table[places] > 0, "wins", "loses")})


def cross(equilibrium: ArrayLike, titles: Mapping[str, str]) -> alt.Chart:
    """The mark of the equilibrium, ``x`` and ``y``, in every square."""
    place = rounded(pd.DataFrame([equilibrium], columns=["x", "y"]).astype(float))
    return alt.Chart(place).mark_point(**CROSS).encode(x="x:Q", y="y:Q", tooltip=tooltips(titles))
