"""Percentiles over many runs, and medians inside bands from the lowest to the highest run."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhncfr.plot import colour_and_dash, decades, rounded, tooltips

PERCENTILES = {"lowest": 0, "lower": 25, "median": 50, "upper": 75, "highest": 100}


def percentiles(iterations: ArrayLike, values: ArrayLike, name: str) -> pd.DataFrame:
    """Summarise many runs by percentiles over the runs at each record: what :func:`convergence_bands` draws.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    values : array_like, shape (records, runs)
    name : str
        Name of the series.

    Returns
    -------
    DataFrame
        A row per record: ``series``, ``iteration``, and the percentiles 0, 25, 50, 75 and 100 as ``lowest``, ``lower``,
        ``median``, ``upper`` and ``highest``.

    Examples
    --------
    >>> percentiles([100], [[0.5, 0.25, 1.0]], "NashConv")
         series  iteration  lowest  lower  median  upper  highest
    0  NashConv        100    0.25  0.375     0.5   0.75      1.0
    """
    rows = zip(np.asarray(iterations), np.asarray(values, dtype=float), strict=True)
    return pd.DataFrame([{"series": name, "iteration": step, **percentiles_of(row)} for step, row in rows])


def percentiles_of(values: ArrayLike) -> dict[str, float]:
    return dict(zip(PERCENTILES, np.percentile(np.asarray(values), list(PERCENTILES.values())).tolist(), strict=True))


def convergence_bands(
    table: pd.DataFrame,
    *,
    x: str = "iterations T",
    description: str = "Medians of several runs inside bands from the lowest to the highest run, logarithmic axes.",
) -> alt.LayerChart:
    """Draw medians inside bands from the lowest to the highest run, on two logarithmic axes.

    Parameters
    ----------
    table : DataFrame
        From :func:`percentiles`, for one series or for several concatenated; ``iteration`` may hold another measure of work.
        The band of a single run has no width.
    x : str
        Title of the horizontal axis.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If there are more than six series.

    Examples
    --------
    >>> chart = convergence_bands(percentiles([10, 100], [[0.5, 0.25], [0.05, 0.025]], "CFR"))
    >>> chart.data["highest"].tolist()
    [0.5, 0.05]
    """
    data = rounded(table, digits=3)
    colours = colour_and_dash("series", list(dict.fromkeys(data["series"])))
    axis = alt.X("iteration:Q", title=x, **decades(data["iteration"], "~s"))
    base = alt.Chart(data).encode(x=axis, color=colours["color"])
    titles = {f"{name}:Q": f"{name} (chips a game)" for name in ("lowest", "median", "highest")}
    tooltip = tooltips({"series:N": "series", "iteration:Q": x} | titles)
    height: dict[str, Any] = {"title": "exploitability (chips a game)", **decades(pd.concat([data["lowest"], data["highest"]]), "~e")}
    layers: list[Any] = [
        base.mark_area(opacity=0.2).encode(y=alt.Y("lowest:Q", **height), y2="highest:Q"),
        base.mark_line(strokeWidth=2).encode(y="median:Q", strokeDash=colours["strokeDash"], tooltip=tooltip),
    ]
    return alt.LayerChart(layer=layers, width="container", height=320, description=description)
