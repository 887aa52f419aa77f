"""How all figures look, and how a chart is written into a notebook so that running it again changes nothing."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import matplotlib as mpl
import pandas as pd
from altair.utils.html import spec_to_html
from cycler import cycler
from matplotlib_inline.backend_inline import set_matplotlib_formats
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import CROSS, coloured
from kuhncfr.plot import PALETTE, rounded, tooltips

CURRENT, AVERAGE = "current strategy", "average strategy"

ABOVE_AXIS: dict[str, Any] = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8}  # costs no width

_FONT_SIZE = 13
_LAB_WIDTH = 620
_ACTIONS = {"export": True, "source": False, "compiled": False, "editor": False}


def setup() -> None:
    """Prepare a notebook: reproducible charts, and one look for Altair and Matplotlib.

    Examples
    --------
    >>> setup()
    >>> alt.renderers.active
    'kuhncfr'
    """
    alt.theme.register("kuhncfr", enable=True)(_altair_theme)
    alt.renderers.register("kuhncfr", _render)
    alt.renderers.enable("kuhncfr")
    mpl.rcParams.update(
        {
            "figure.constrained_layout.use": True,
            "font.size": 11,
            "axes.prop_cycle": cycler(color=PALETTE),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "legend.frameon": False,
            "figure.facecolor": "none",
            "axes.facecolor": "none",
            "svg.fonttype": "none",  # words stay words: a page sets them in its own typeface
            "svg.hashsalt": "kuhncfr",
        }
    )
    set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]


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


def lab_chart(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a chart as JupyterLab draws it by itself, without a network: it knows Vega-Lite 5, and no width that follows the page.

    Examples
    --------
    >>> lab_chart({"width": "container", "description": "A line."})["text/plain"]
    '<chart: A line.>'
    """
    size = {"width": _LAB_WIDTH} if spec.get("width") == "container" else {}
    usermeta = {"embedOptions": {"renderer": "svg", "actions": _ACTIONS}}
    drawn = {**spec, **size, "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "usermeta": usermeta}
    return {"application/vnd.vegalite.v5+json": drawn, "text/plain": _words(spec)}


def _words(spec: Mapping[str, Any]) -> str:
    return f"<chart: {spec['description']}>" if "description" in spec else "<chart>"


def _render(spec: dict[str, Any]) -> dict[str, Any]:
    """Write a chart, in the colours of what it shows, as HTML; the element's id is a hash, so that the same chart gives the same bytes."""
    spec = coloured(spec)
    if os.environ.get("KUHNCFR_CHARTS") == "jupyterlab":
        return lab_chart(spec)
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:12]
    versions: Any = {"vega_version": alt.VEGA_VERSION, "vegaembed_version": alt.VEGAEMBED_VERSION, "vegalite_version": alt.VEGALITE_VERSION}
    box: Any = {"output_div": f"altair-viz-{digest}", "template": "universal", "embed_options": {"renderer": "svg", "actions": _ACTIONS}}
    return {"text/html": spec_to_html(spec, mode="vega-lite", **versions, **box), "text/plain": _words(spec)}


def square_axis(channel: str, title: str, domain: tuple[float, float]) -> Any:
    """One axis of a square, ``"y"``, or of another field, ``"y:K"``; the title of the vertical one stands above it."""
    channel, _, field = channel.partition(":")
    encoding, look = {"x": (alt.X, {}), "y": (alt.Y, ABOVE_AXIS)}[channel]
    scale = alt.Scale(domain=list(domain), nice=False)
    return encoding(f"{field or channel}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=5, **look))


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


def cross(equilibrium: ArrayLike, titles: Mapping[str, str]) -> alt.Chart:
    """The mark of the equilibrium, ``x`` and ``y``, in every square."""
    place = rounded(pd.DataFrame([equilibrium], columns=["x", "y"]).astype(float))
    return alt.Chart(place).mark_point(**CROSS).encode(x="x:Q", y="y:Q", tooltip=tooltips(titles))
