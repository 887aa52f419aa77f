"""How all figures look, and how a chart is written into a notebook so that running it again changes nothing."""

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any

import altair as alt
import matplotlib as mpl
from altair.utils.mimebundle import spec_to_mimebundle
from cycler import cycler

from kuhncfr._support import arguments
from kuhncfr._support.palette import PALETTE

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
            "figure.dpi": 144,
            "figure.constrained_layout.use": True,
            "font.size": 11,
            "axes.prop_cycle": cycler(color=PALETTE),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "legend.frameon": False,
        }
    )


def tooltips(titles: Mapping[str, str]) -> list[alt.Tooltip]:
    """Return what a chart tells where one points: fields, such as ``"chips:Q"``, and their titles with units.

    The same fields are the columns of the table that a page of the book offers below the chart.

    Examples
    --------
    >>> [tooltip.to_dict()["title"] for tooltip in tooltips({"T:Q": "iteration T", "value:Q": "value (chips a game)"})]
    ['iteration T', 'value (chips a game)']
    """
    titles = {field: arguments.text("each of titles", title) for field, title in arguments.mapping("titles", titles).items()}
    return [alt.Tooltip(field, title=title) for field, title in titles.items()]


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
    arguments.mapping("spec", spec)
    size = {"width": _LAB_WIDTH} if spec.get("width") == "container" else {}
    usermeta = {"embedOptions": {"renderer": "svg", "actions": _ACTIONS}}
    drawn = {**spec, **size, "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "usermeta": usermeta}
    return {"application/vnd.vegalite.v5+json": drawn, "text/plain": _words(spec)}


def _words(spec: Mapping[str, Any]) -> str:
    return f"<chart: {spec.get('description', 'no description')}>"


def _render(spec: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Write a chart as HTML whose element id is a hash of the chart, so that the same chart gives the same bytes."""
    if os.environ.get("KUHNCFR_CHARTS") == "jupyterlab":
        return lab_chart(spec)
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:12]
    bundle = spec_to_mimebundle(
        spec,
        format="html",
        mode="vega-lite",
        output_div=f"altair-viz-{digest}",
        template="universal",
        vega_version=alt.VEGA_VERSION,
        vegaembed_version=alt.VEGAEMBED_VERSION,
        vegalite_version=alt.VEGALITE_VERSION,
        embed_options={"renderer": "svg", "actions": _ACTIONS},
        **options,
    )
    return {"text/html": bundle["text/html"], "text/plain": _words(spec)}
