"""Figures that compare variants of CFR: sums of regrets, races on logarithmic axes, and bands over sampled runs."""

import math
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from kuhncfr._support import arguments, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

# Significant digits of charted numbers: fewer than elsewhere, because long runs magnify the last digit's rounding.
_DIGITS = 3
_DASHES = ([1, 0], [8, 3], [4, 3], [10, 3, 3, 3], [16, 4], [2, 2])


def running_sums(table: pd.DataFrame, *, x: str, y: str, description: str) -> alt.LayerChart:
    """Draw sums that change round by round, with a line at 0.

    Parameters
    ----------
    table : DataFrame
        A column per sum, indexed by round.
    x, y : str
        Titles of the axes.
    description : str
        For readers who cannot see the chart.
    """
    arguments.text("description", description)
    arguments.text("x", x)
    arguments.text("y", y)
    tables.table("table", table, every=True)
    data = rounded(table.rename_axis("round").reset_index().melt("round", var_name="series", value_name="sum"), _DIGITS)
    names = list(table.columns)
    lines = alt.Chart(data).mark_line(strokeWidth=2)
    tooltip = tooltips({"series:N": "series", "round:Q": x, "sum:Q": y})
    zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color="gray")
    layers: list[Any] = [
        zero.encode(y="zero:Q"),
        lines.encode(
            x=alt.X("round:Q", title=x, scale=alt.Scale(nice=False)),
            y=alt.Y("sum:Q", title=y),
            tooltip=tooltip,
            **_colour_and_dash("series", names),
        ),
    ]
    return alt.LayerChart(layer=layers, width="container", height=260, description=description)


def race(table: pd.DataFrame, *, description: str, y: str = "exploitability (chips a game)", root: float | None = None) -> alt.LayerChart:
    r"""Draw how several algorithms come closer, on two logarithmic axes.

    Parameters
    ----------
    table : DataFrame
        A column per algorithm with numbers above 0, indexed by iteration; numbers that are not are left out.
    description : str
        For readers who cannot see the chart.
    y : str
        Title of the vertical axis.
    root : float, optional
        Draw the dotted line :math:`\text{root} / \sqrt T`.
    """
    arguments.text("description", description)
    arguments.text("y", y)
    tables.table("table", table, every=True)
    tables.series("the index of table", table.index.to_series())
    root = None if root is None else float(arguments.positive("root", root))
    data = rounded(table.rename_axis("iterations").reset_index().melt("iterations", var_name="algorithm", value_name="distance"), _DIGITS)
    data = data[data["distance"] > 0]
    names = [str(name) for name in table.columns]
    steps = table.index.to_numpy(dtype=float)
    line = pd.DataFrame({"iterations": steps, "distance": root / np.sqrt(steps)}) if root is not None else data[:0]
    reference = rounded(line, _DIGITS)
    heights = pd.concat([data["distance"], reference["distance"]])
    axes = {
        "x": alt.X("iterations:Q", title="iterations T", scale=_logarithmic(), axis=_powers(data["iterations"], "~s")),
        "y": alt.Y("distance:Q", title=y, scale=_logarithmic(), axis=_powers(heights, "~e")),
    }
    tooltip = tooltips({"algorithm:N": "algorithm", "iterations:Q": "iterations T", "distance:Q": y})
    lines = alt.Chart(data).mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=25))
    layers: list[Any] = [lines.encode(**axes, **_colour_and_dash("algorithm", names), tooltip=tooltip)]
    if root is not None:
        layers.append(
            alt.Chart(reference)
            .mark_line(color="gray", strokeDash=[2, 4], strokeWidth=2)
            .encode(**axes, tooltip=tooltips({"iterations:Q": "iterations T", "distance:Q": f"{root:.4g} / √T (chips a game)"}))
        )
    return alt.LayerChart(layer=layers, width="container", height=340, description=description)


def race_bands(table: pd.DataFrame, *, x: str, description: str) -> alt.LayerChart:
    """Draw medians inside bands from the lowest to the highest run, on two logarithmic axes.

    Parameters
    ----------
    table : DataFrame
        From :func:`~kuhncfr.figures.convergence.over_runs`, one or several below each other; ``iteration`` may hold another
        measure of work. A series of a single run has a band without width.
    x : str
        What ``iteration`` holds.
    description : str
        For readers who cannot see the chart.
    """
    arguments.text("description", description)
    arguments.text("x", x)
    tables.table("table", table, numbers=("iteration", "lowest", "median", "highest"), columns=("series",))
    data = rounded(table, _DIGITS)
    colours = _colour_and_dash("series", list(dict.fromkeys(data["series"])))
    axis = alt.X("iteration:Q", title=x, scale=_logarithmic(), axis=_powers(data["iteration"], "~s"))
    base = alt.Chart(data).encode(x=axis, color=colours["color"])
    percentiles = {f"{name}:Q": f"{name} (chips a game)" for name in ("lowest", "median", "highest")}
    tooltip = tooltips({"series:N": "series", "iteration:Q": x} | percentiles)
    powers = _powers(pd.concat([data["lowest"], data["highest"]]), "~e")
    height: dict[str, Any] = {"title": "exploitability (chips a game)", "scale": _logarithmic(), "axis": powers}
    layers: list[Any] = [
        base.mark_area(opacity=0.2).encode(y=alt.Y("lowest:Q", **height), y2="highest:Q"),
        base.mark_line(strokeWidth=2).encode(y="median:Q", strokeDash=colours["strokeDash"], tooltip=tooltip),
    ]
    return alt.LayerChart(layer=layers, width="container", height=320, description=description)


def _colour_and_dash(field: str, names: list[str]) -> dict[str, Any]:
    """Tell series apart twice, by colour and by dashes, in one legend."""
    if len(names) > len(PALETTE):
        raise ValueError(f"at most {len(PALETTE)} series can be told apart, got {len(names)}")
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1, symbolType="stroke", symbolSize=300)
    colours = alt.Scale(domain=names, range=list(PALETTE[: len(names)]))
    dashes = alt.Scale(domain=names, range=list(_DASHES[: len(names)]))
    return {
        "color": alt.Color(f"{field}:N", scale=colours, legend=legend),
        "strokeDash": alt.StrokeDash(f"{field}:N", scale=dashes, legend=legend),
    }


def _logarithmic() -> alt.Scale:
    return alt.Scale(type="log", nice=False)


def _powers(values: "pd.Series[float]", form: str) -> alt.Axis:
    """Mark the powers of ten among these values, and no others: there is no room for more on a phone."""
    low, high = math.ceil(math.log10(values.min()) - 1e-9), math.floor(math.log10(values.max()) + 1e-9)
    if high < low:  # there is none
        return alt.Axis(tickCount=3, format=form)
    step = 2 if high - low > 6 else 1
    return alt.Axis(values=[float(f"1e{k}") for k in range(high, low - 1, -step)], format=form)
