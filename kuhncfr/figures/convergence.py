"""Figures of how runs come closer: bands of probabilities and of distances, and what CFR finds for any ante."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhncfr._support import arguments, arrays, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

PERCENTILES = {"lowest": 0, "lower": 25, "median": 50, "upper": 75, "highest": 100}


def over_time(iterations: ArrayLike, series: Mapping[str, ArrayLike], bins: int = 25) -> pd.DataFrame:
    """Summarise series by percentiles within bins of equally many consecutive records.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
        The iteration of each record.
    series : mapping of str to array_like, shape (records,)
        By name.
    bins : int
        How many; at most one per record.

    Returns
    -------
    DataFrame
        A row per series and bin: ``series``, ``iteration`` (the middle of the bin) and the columns of ``PERCENTILES``.

    Raises
    ------
    ValueError
        If there are more bins than records, or none.

    Examples
    --------
    >>> over_time([10, 20, 30, 40], {"Q": [0.0, 1.0, 0.25, 0.75]}, bins=2)
      series  iteration  lowest  lower  median  upper  highest
    0      Q       15.0    0.00  0.250     0.5  0.750     1.00
    1      Q       35.0    0.25  0.375     0.5  0.625     0.75
    """
    steps = arguments.steps("iterations", iterations)
    bins = arguments.count("bins", bins)
    if not 1 <= bins <= len(steps):
        raise ValueError(f"bins must lie between 1 and the number of records, {len(steps)}; got {bins!r}")
    parts = []
    for name, values in arguments.series("series", series, len(steps)).items():
        pieces = zip(np.array_split(steps, bins), np.array_split(values, bins), strict=True)
        rows = [{"series": name, "iteration": float(some.mean()), **_percentiles(piece)} for some, piece in pieces]
        parts.append(pd.DataFrame(rows))
    return pd.concat(parts, ignore_index=True)


def over_runs(iterations: ArrayLike, values: ArrayLike, name: str) -> pd.DataFrame:
    """Summarise many runs by percentiles over the runs at each record.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    values : array_like, shape (records, runs)
    name : str
        What the values are called.

    Returns
    -------
    DataFrame
        A row per record, with the columns of :func:`over_time`.

    Examples
    --------
    >>> over_runs([100], [[0.5, 0.25, 1.0]], "NashConv")
         series  iteration  lowest  lower  median  upper  highest
    0  NashConv        100    0.25  0.375     0.5   0.75      1.0
    """
    steps = arguments.steps("iterations", iterations)
    rows = zip(steps, arrays.array("values", values, (len(steps), "runs")), strict=True)
    arguments.text("name", name)
    return pd.DataFrame([{"series": name, "iteration": step, **_percentiles(row)} for step, row in rows])


def _percentiles(values: Any) -> dict[str, float]:
    return dict(zip(PERCENTILES, np.percentile(values, list(PERCENTILES.values())).tolist(), strict=True))


def _percentile_titles(unit: str) -> dict[str, str]:
    return {f"{name}:Q": f"{name} ({unit})" for name in PERCENTILES}


def bands(table: pd.DataFrame, *, y: str, description: str, level: float | None = None) -> alt.LayerChart:
    """Draw medians inside bands from the lower to the upper quartile and from the lowest to the highest value.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_time`.
    y : str
        What the vertical axis shows: probabilities.
    description : str
        For readers who cannot see the chart.
    level : float, optional
        Where to draw a dashed horizontal line: the equilibrium.

    Returns
    -------
    altair.LayerChart
        As wide as the page; one colour for each series.
    """
    arguments.text("description", description)
    arguments.text("y", y)
    tables.table("table", table, numbers=("iteration", *PERCENTILES), columns=("series",))
    level = None if level is None else float(arguments.rational("level", level))
    data = rounded(table)
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1)
    colour = alt.Color("series:N", sort=list(dict.fromkeys(data["series"])), legend=legend)
    base = alt.Chart(data).encode(x=alt.X("iteration:Q", title="iteration T"), color=colour)
    probability = alt.Scale(domain=[0, 1])
    layers: list[Any] = [
        base.mark_area(opacity=0.15).encode(y=alt.Y("lowest:Q", title=y, scale=probability), y2="highest:Q"),
        base.mark_area(opacity=0.35).encode(y="lower:Q", y2="upper:Q"),
        base.mark_line(strokeWidth=2).encode(
            y="median:Q",
            tooltip=tooltips({"series:N": "series", "iteration:Q": "iteration, middle of the stretch"} | _percentile_titles("probability")),
        ),
    ]
    if level is not None:
        rule = rounded(pd.DataFrame({"level": [float(level)]}))
        layers.append(
            alt.Chart(rule)
            .mark_rule(color="black", strokeDash=[5, 4])
            .encode(y="level:Q", tooltip=tooltips({"level:Q": "equilibrium (probability)"}))
        )
    return alt.LayerChart(layer=layers, width="container", height=260, description=description)


def distance_bands(table: pd.DataFrame, factor: float, *, description: str) -> alt.LayerChart:
    r"""Draw the distances of many runs on two logarithmic axes, with the line :math:`\text{factor} / \sqrt T`.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_runs`.
    factor : float
        Height of the dashed line at T = 1.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    altair.LayerChart
        As wide as the page.
    """
    arguments.text("description", description)
    tables.table("table", table, numbers=("iteration", *PERCENTILES))
    factor = float(arguments.positive("factor", factor))
    data = rounded(table)
    line = rounded(pd.DataFrame({"iteration": data["iteration"], "expected": factor / np.sqrt(data["iteration"])}))
    iterations = alt.X("iteration:Q", title="iterations T", scale=alt.Scale(type="log", nice=False), axis=alt.Axis(labelSeparation=8))
    base = alt.Chart(data).encode(x=iterations)
    logarithmic = alt.Scale(type="log", nice=False)
    tooltip = tooltips({"iteration:Q": "iterations T"} | _percentile_titles("chips a game"))
    expected = tooltips({"iteration:Q": "iterations T", "expected:Q": f"{factor:g} / √T (chips a game)"})
    wide = base.mark_area(opacity=0.15, color=PALETTE[0])
    narrow = base.mark_area(opacity=0.35, color=PALETTE[0])
    return alt.LayerChart(
        layer=[
            wide.encode(y=alt.Y("lowest:Q", title="NashConv (chips a game)", scale=logarithmic), y2="highest:Q"),
            narrow.encode(y="lower:Q", y2="upper:Q"),
            base.mark_line(color=PALETTE[0]).encode(y="median:Q", tooltip=tooltip),
            alt.Chart(line)
            .mark_line(color=PALETTE[1], strokeDash=[6, 4], strokeWidth=2)
            .encode(x="iteration:Q", y="expected:Q", tooltip=expected),
        ],
        width="container",
        height=300,
        description=description,
    )


def over_antes(exact: pd.DataFrame, found: pd.DataFrame, *, y: str, description: str) -> alt.LayerChart:
    """Draw exact curves over the ante and, on them, what CFR found.

    Parameters
    ----------
    exact, found : DataFrame
        Columns ``ante``, ``series`` and ``value``; curves are drawn in the order of the rows.
    y : str
        Title of the vertical axis.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    altair.LayerChart
        As wide as the page; with a legend if there are several series.
    """
    arguments.text("description", description)
    arguments.text("y", y)
    for name, table in (("exact", exact), ("found", found)):
        tables.table(name, table, numbers=("ante", "value"), columns=("series",))
    names = list(dict.fromkeys(exact["series"]))
    colour = alt.Color("series:N", sort=names, legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None)
    axes = {"x": alt.X("ante:Q", title="ante S (chips)"), "y": alt.Y("value:Q", title=y), "color": colour}
    curves = rounded(exact).assign(order=range(len(exact)))

    def tooltip(whose: str) -> list[alt.Tooltip]:
        return tooltips({"series:N": "series", "ante:Q": "ante S (chips)", "value:Q": f"{whose}: {y}"})

    return alt.LayerChart(
        layer=[
            alt.Chart(curves).mark_line(strokeWidth=2).encode(**axes, order="order:Q", tooltip=tooltip("exact")),
            alt.Chart(rounded(found)).mark_point(size=70, filled=False, strokeWidth=2).encode(**axes, tooltip=tooltip("CFR")),
        ],
        width="container",
        height=280,
        description=description,
    )
