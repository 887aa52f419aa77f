"""How learners move: the current strategy against the average, and regret against its bound."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr.figures.rounding import significant
from kuhncfr.figures.style import tooltips

CURRENT, AVERAGE = "current strategy", "average strategy"

_ABOVE = alt.Legend(orient="top", title=None, labelLimit=280, direction="vertical")
_BELOW = alt.Legend(orient="bottom", title=None, labelLimit=280, direction="vertical")
_SQUARE_ROOT_OF_3 = 3**0.5
# A point of the triangle as three probabilities, for the browser: those of the corners at the left, the top and the right.
_SHARES = {
    name: f"round(100000 * ({share})) / 100000"
    for name, share in {
        "0": "1 - datum.x - datum.y / sqrt(3)",
        "1": "2 * datum.y / sqrt(3)",
        "2": "datum.x - datum.y / sqrt(3)",
    }.items()
}


def current_and_average(
    rounds: ArrayLike,
    current: Mapping[str, ArrayLike],
    average: Mapping[str, ArrayLike],
    *,
    description: str,
    targets: Sequence[float] = (),
    x_title: str = "round",
) -> alt.LayerChart:
    """Draw probabilities over time: the current ones as thin lines, their averages as thick ones.

    Parameters
    ----------
    rounds : array_like of int, shape (records,)
        When the probabilities were recorded.
    current, average : mapping of str to array_like, shape (records,)
        The probabilities, by the name of what they are the probability of; both have the same names.
    description : str
        What the chart shows, for a reader who cannot see it.
    targets : sequence of float, optional
        Probabilities to mark by dashed lines.
    x_title : str
        What is counted along the axis.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If the names differ, or a series has not one entry per record.

    Examples
    --------
    >>> chart = current_and_average([1, 2], {"Rock": [1, 0]}, {"Rock": [1, 0.5]}, description="Rock falls.", targets=[1 / 3])
    >>> chart.data["value"].tolist()
    [1.0, 0.0, 1.0, 0.5]
    """
    arguments.text("description", description)
    arguments.text("x_title", x_title)
    targets = arrays.array("targets", targets, ("targets",)).tolist()
    current, average = arguments.mapping("current", current), arguments.mapping("average", average)
    if list(current) != list(average):
        raise ValueError(f"current and average must have the same names, got {list(current)} and {list(average)}")
    times = arguments.steps("rounds", rounds)
    parts = [_long(times, "current", current, CURRENT), _long(times, "average", average, AVERAGE)]
    table = pd.concat(parts, ignore_index=True)
    layers = [
        alt.Chart(table)
        .mark_line()
        .encode(
            alt.X("round:Q", title=x_title),
            alt.Y("value:Q", title="probability", scale=alt.Scale(domain=[0, 1])),
            alt.Color("what:N", sort=list(current), legend=_ABOVE),
            alt.StrokeWidth("strategy:N", sort=[CURRENT, AVERAGE], scale=alt.Scale(range=[1.2, 3.5]), legend=_BELOW),
            alt.Opacity("strategy:N", sort=[CURRENT, AVERAGE], scale=alt.Scale(range=[0.7, 1]), legend=None),
            tooltip=tooltips({"round:Q": x_title, "what:N": "probability of", "strategy:N": "strategy", "value:Q": "probability"}),
        )
    ]
    if targets:
        target = tooltips({"target:Q": "equilibrium (probability)"})
        layers.append(
            alt.Chart(pd.DataFrame({"target": significant(targets)})).mark_rule(strokeDash=[6, 4]).encode(alt.Y("target:Q"), tooltip=target)
        )
    return alt.LayerChart(layer=layers, data=table, width="container", height=280, description=description)


def triangle(current: ArrayLike, average: ArrayLike, corners: Sequence[str], *, description: str) -> alt.LayerChart:
    """Draw the path of a strategy with three actions in a triangle whose corners are the pure strategies.

    Parameters
    ----------
    current, average : array_like, shape (rounds, 3)
        The strategy of each round, and the average up to it.
    corners : sequence of str
        The names of the three actions: bottom left, top, bottom right.
    description : str
        What the chart shows, for a reader who cannot see it.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If the strategies do not have three actions.

    Examples
    --------
    >>> chart = triangle([[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0.5, 0.5, 0]], ["Rock", "Paper", "Scissors"], description="Two points.")
    >>> chart.data.query("strategy == 'current strategy'")[["x", "y"]].to_numpy().tolist()
    [[0.0, 0.0], [0.5, 0.866025]]
    """
    arguments.text("description", description)
    corners = arguments.names("corners", corners, size=3)
    path = pd.concat([_path("current", current, CURRENT), _path("average", average, AVERAGE)], ignore_index=True)
    edge = _path("edge", np.eye(3)[[0, 1, 2, 0]], "edge")
    names = _path("corner", np.eye(3), "corner").assign(name=corners, shift=[16, -10, 16])
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-0.12, 1.12]))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-0.12, 0.98]))
    colour = alt.Color("strategy:N", sort=[CURRENT, AVERAGE], legend=_ABOVE)
    tooltip = tooltips(
        {"strategy:N": "strategy", "round:Q": "round"} | {f"{k}:Q": f"{name} (probability)" for k, name in enumerate(corners)}
    )
    now, so_far = (alt.Chart(path[path["strategy"] == strategy]).transform_calculate(**_SHARES) for strategy in (CURRENT, AVERAGE))
    layers = [
        alt.Chart(edge).mark_line(color="#888888").encode(x, y, order="round:Q"),
        alt.Chart(names[names["shift"] > 0]).mark_text(dy=16, fontSize=14).encode(x, y, text="name"),
        alt.Chart(names[names["shift"] < 0]).mark_text(dy=-10, fontSize=14).encode(x, y, text="name"),
        now.mark_point(filled=True, size=22, opacity=0.8).encode(x, y, colour, tooltip=tooltip),
        so_far.mark_line(strokeWidth=2).encode(x, y, colour, order="round:Q", tooltip=tooltip),
    ]
    view = alt.Config(view=alt.ViewConfig(stroke=None))
    return alt.LayerChart(layer=layers, data=path, width="container", height=340, description=description, config=view)


def shrinking(rounds: ArrayLike, series: Mapping[str, ArrayLike], *, description: str, y_title: str) -> alt.Chart:
    """Draw positive quantities that shrink with time, on two logarithmic axes, where a power of time is a straight line.

    Parameters
    ----------
    rounds : array_like of int, shape (records,)
        At least 1.
    series : mapping of str to array_like, shape (records,)
        What shrinks, by name.
    description : str
        What the chart shows, for a reader who cannot see it.
    y_title : str
        What is measured, with its unit.

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a number is not positive: it has no logarithm.

    Examples
    --------
    >>> chart = shrinking([1, 100], {"bound": [2, 0.2]}, description="It falls.", y_title="regret a round (chips)")
    >>> chart.data["value"].tolist()
    [2.0, 0.2]
    """
    arguments.text("description", description)
    arguments.text("y_title", y_title)
    table = _long(arguments.steps("rounds", rounds), "series", series)
    if (table[["round", "value"]] <= 0).to_numpy().any():
        raise ValueError("rounds and series must be positive to have a logarithm")
    chart: alt.Chart = (
        alt.Chart(table, width="container", height=280, description=description)
        .mark_line(strokeWidth=2.5)
        .encode(
            alt.X("round:Q", title="round T", scale=alt.Scale(type="log"), axis=alt.Axis(format="~s", tickCount=5)),
            alt.Y("value:Q", title=y_title, scale=alt.Scale(type="log"), axis=alt.Axis(format="~g", tickCount=5)),
            alt.Color("what:N", scale=alt.Scale(domain=list(series)), legend=_BELOW),
            alt.StrokeDash("what:N", scale=alt.Scale(domain=list(series)), legend=_BELOW),
            tooltip=tooltips({"round:Q": "round T", "what:N": "what", "value:Q": y_title}),
        )
    )
    return chart


def _long(times: NDArray[Any], argument: str, series: Mapping[str, ArrayLike], strategy: str = "") -> pd.DataFrame:
    """Return one row per record and name."""
    parts = [
        pd.DataFrame({"round": times, "what": name, "strategy": strategy, "value": significant(values)})
        for name, values in arguments.series(argument, series, len(times)).items()
    ]
    return pd.concat(parts, ignore_index=True)


def _path(argument: str, strategies: ArrayLike, strategy: str) -> pd.DataFrame:
    """Return where strategies lie in the triangle with side 1."""
    points = arrays.array(argument, strategies, ("rounds", 3))
    if not len(points):
        raise ValueError(f"{argument} must have a round at least, got none")
    x, y = points[:, 2] + points[:, 1] / 2, points[:, 1] * _SQUARE_ROOT_OF_3 / 2
    return pd.DataFrame({"round": np.arange(1, len(points) + 1), "strategy": strategy, "x": significant(x), "y": significant(y)})
