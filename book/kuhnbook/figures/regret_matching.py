"""The chapter on regret matching: current strategies against averages, regret against its bound, and why regret stays small.

A step is orthogonal to the positive regrets, and Pythagoras bounds what it adds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhnbook.figures.colours import BLUE, GREY, INK, LEVEL, VERMILION
from kuhnbook.figures.style import AVERAGE, CURRENT, cross, told_apart
from kuhncfr.plot import rounded, significant, tooltips

_LEGEND = {"labelLimit": 280, "direction": "vertical"}
_STRATEGIES = told_apart("strategy", [CURRENT, AVERAGE], _LEGEND)
_SQUARE_ROOT_OF_3 = 3**0.5
_AT_CORNERS: list[dict[str, Any]] = [{"align": "left", "dy": 16}, {"dy": -10}, {"align": "right", "dy": 16}]
_PLANE_SIDE = 400  # pixels; the book's pages draw a square smaller where there is less room
_PANEL_WIDTH, _PANEL_HEIGHT = 460, 90  # pixels; the book's pages draw panels wider
# A point of the triangle as three probabilities, for the browser: those of the corners at the left, the top and the right.
_CORNERS = ("1 - datum.x - datum.y / sqrt(3)", "2 * datum.y / sqrt(3)", "datum.x - datum.y / sqrt(3)")
_SHARES = {str(k): f"round(100000 * ({share})) / 100000" for k, share in enumerate(_CORNERS)}


def current_and_average(
    rounds: ArrayLike,
    current: Mapping[str, ArrayLike],
    average: Mapping[str, ArrayLike],
    *,
    targets: Sequence[float] = (),
    x_title: str = "round",
) -> alt.VConcatChart:
    """Draw a panel for each probability over time: the current one as a thin line, the average as a thick one.

    Parameters
    ----------
    rounds : array_like of int, shape (records,)
        When the probabilities were recorded.
    current, average : mapping of str to array_like, shape (records,)
        The probabilities, by the name of what they are the probability of; both have the same names.
    targets : sequence of float, optional
        Probabilities to mark by dashed lines.
    x_title : str
        What is counted along the axis.

    Returns
    -------
    altair.VConcatChart
        The lines have their names above the first panel.

    Examples
    --------
    >>> chart = current_and_average([1, 2], {"Rock": [1, 0]}, {"Rock": [1, 0.5]}, targets=[1 / 3])
    >>> chart.data["value"].tolist()
    [1.0, 0.0, 1.0, 0.5]
    """
    table = pd.concat([_long(rounds, current, CURRENT), _long(rounds, average, AVERAGE)], ignore_index=True)
    names = list(current)
    told = tooltips({"round:Q": x_title, "what:N": "probability of", "strategy:N": "strategy", "value:Q": "probability"})
    level = alt.Chart(pd.DataFrame({"target": significant(targets)})).mark_rule(**LEVEL)
    y = alt.Y("value:Q", title="probability", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=[0, 0.5, 1]))
    width = alt.condition(alt.datum.strategy == CURRENT, alt.value(1.2), alt.value(3.5))
    panels = []
    for name in names:
        x = alt.X("round:Q", title=x_title if name == names[-1] else None, axis=alt.Axis(labels=name == names[-1], tickCount=5))
        lines = alt.Chart().transform_filter(alt.FieldEqualPredicate(field="what", equal=name)).mark_line()
        layers: list[Any] = [lines.encode(x, y, strokeWidth=width, tooltip=told, **_STRATEGIES)]
        if targets:
            layers.append(level.encode(alt.Y("target:Q"), tooltip=tooltips({"target:Q": "equilibrium (probability)"})))
        panels.append(alt.LayerChart(layer=layers, title=name, width=_PANEL_WIDTH, height=_PANEL_HEIGHT))
    return alt.VConcatChart(vconcat=panels, data=table, spacing=10)


def triangle(current: ArrayLike, average: ArrayLike, corners: Sequence[str], equilibrium: Sequence[float]) -> alt.LayerChart:
    """Draw the path of a strategy with three actions in a triangle whose corners are the pure strategies.

    Parameters
    ----------
    current, average : array_like, shape (rounds, 3)
        The strategy of each round, and the average up to it.
    corners : sequence of str
        The names of the three actions: bottom left, top, bottom right.
    equilibrium : sequence of float
        The three probabilities, where a cross marks it.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> chart = triangle([[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0.5, 0.5, 0]], ["Rock", "Paper", "Scissors"], [1 / 3] * 3)
    >>> chart.data.query("strategy == 'current strategy'")[["x", "y"]].to_numpy().tolist()
    [[0.0, 0.0], [0.5, 0.866025]]
    """
    path = pd.concat([_path(current, CURRENT), _path(average, AVERAGE)], ignore_index=True)
    edge = _path(np.eye(3)[[0, 1, 2, 0]], "edge")
    names = _path(np.eye(3), "corner").assign(name=corners)
    middle = _path([equilibrium], "equilibrium")[["x", "y"]].iloc[0]
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-0.04, 1.04]))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-0.1, 0.98]))  # as long as x: no side is squeezed
    shares = {f"{k}:Q": f"{name} (probability)" for k, name in enumerate(corners)}
    shared = {**_STRATEGIES, "tooltip": tooltips({"strategy:N": "strategy", "round:Q": "round"} | shares)}
    now, so_far = (alt.Chart(path[path["strategy"] == strategy]).transform_calculate(**_SHARES) for strategy in (CURRENT, AVERAGE))
    layers = [
        alt.Chart(edge).mark_line(color=GREY).encode(x, y, order="round:Q"),
        *(alt.Chart(names[k : k + 1]).mark_text(**look, fontSize=14).encode(x, y, text="name") for k, look in enumerate(_AT_CORNERS)),
        now.mark_point(filled=True, size=22, opacity=0.8).encode(x, y, **shared),
        so_far.mark_line(strokeWidth=2).encode(x, y, order="round:Q", **shared),
        cross(middle, {}),
    ]
    return alt.LayerChart(layer=layers, data=path, width=_PLANE_SIDE, height=_PLANE_SIDE, config={"view": {"stroke": None}})


def shrinking(rounds: ArrayLike, series: Mapping[str, ArrayLike], *, y_title: str) -> alt.Chart:
    """Draw positive quantities that shrink with time, on two logarithmic axes, where a power of time is a straight line.

    Parameters
    ----------
    rounds : array_like of int, shape (records,)
        At least 1.
    series : mapping of str to array_like, shape (records,)
        What shrinks, by name.
    y_title : str
        What is measured, with its unit.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> chart = shrinking([1, 100], {"bound": [2, 0.2]}, y_title="regret a round (chips)")
    >>> chart.data["value"].tolist()
    [2.0, 0.2]
    """
    lines = alt.Chart(_long(rounds, series), width="container", height=280).mark_line(strokeWidth=2.5)
    return lines.encode(
        alt.X("round:Q", title="round T", scale=alt.Scale(type="log"), axis=alt.Axis(format="~s", tickCount=5)),
        alt.Y("value:Q", title=y_title, scale=alt.Scale(type="log"), axis=alt.Axis(format="~g", tickCount=5)),
        tooltip=tooltips({"round:Q": "round T", "what:N": "what", "value:Q": y_title}),
        **told_apart("what", list(series), {**_LEGEND, "orient": "bottom"}, strokeDash=[]),
    )


def _long(rounds: ArrayLike, series: Mapping[str, ArrayLike], strategy: str = "") -> pd.DataFrame:
    """Return one row per record and name."""
    table = pd.DataFrame(series, dtype=float).assign(round=rounds).melt("round", var_name="what")
    return rounded(table).assign(strategy=strategy)


def _path(strategies: ArrayLike, strategy: str) -> pd.DataFrame:
    """Return where strategies lie in the triangle with side 1."""
    points = np.asarray(strategies, dtype=float)
    x, y = points[:, 2] + points[:, 1] / 2, points[:, 1] * _SQUARE_ROOT_OF_3 / 2
    return pd.DataFrame({"round": np.arange(1, len(points) + 1), "strategy": strategy, "x": significant(x), "y": significant(y)})


# --- Orthogonal steps ----

Plane = NDArray[np.float64]

_SMALL = 0.035  # of the side: an arrow's head, and the sign for a right angle
_MARGIN, _ROOM = 0.4, 1.4  # of the plane around the regrets, in their unit; at the right stand words
_ARC = 24  # pieces of a quarter of a circle
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_POSITIVE, _STEP, _CUT, _CIRCLE, _SIGN = "positive part R⁺", "step r", "negative part, cut off", "same distance as before", "right angle"
_LOOKS: dict[str, dict[str, Any]] = {  # drawn in this order
    _CIRCLE: {"color": GREY, "strokeWidth": 1},
    _CUT: {"color": GREY, "strokeWidth": 1.5, "strokeDash": [4, 3]},
    _SIGN: {"color": GREY, "strokeWidth": 1},
    _POSITIVE: {"color": BLUE, "strokeWidth": 2.5},
    _STEP: {"color": VERMILION, "strokeWidth": 2.5},
}
_STEP_TITLES = {
    "step": "round",
    "R1": "R before, {0} (chips)",
    "R2": "R before, {1} (chips)",
    "r1": "r, {0} (chips)",
    "r2": "r, {1} (chips)",
}
_STEP_TITLES |= {"before": "|R⁺|² before (squared chips)", "added": "|r|² (squared chips)", "after": "|R⁺|² after (squared chips)"}


def right_angle(regrets: ArrayLike, actions: tuple[str, str]) -> alt.LayerChart:
    r"""Draw cumulative regrets for two actions, and how each step stands at a right angle to their positive part.

    .. math:: R^+ \cdot r = 0 \quad\Rightarrow\quad |(R + r)^+|^2 \le |R^+|^2 + |r|^2

    One arrow is :math:`R^+`, the other the step :math:`r`, which begins at :math:`R`. Where :math:`R` has a negative part, a dashed
    line leads from it to :math:`R^+`. A quarter of a circle is as far out as :math:`R^+` was before the step.

    Parameters
    ----------
    regrets : array_like, shape (steps + 1, 2)
        The cumulative regrets before the first step, and after each, in chips; a step is what one round adds.
    actions : tuple of str
        The names of the two actions.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> chart = right_angle([[3, -1], [3, 1]], ("Heads", "Tails"))
    >>> chart.data.query("what == 'step r'")[["before", "added", "after"]].drop_duplicates().to_numpy().tolist()
    [[9.0, 4.0, 10.0]]
    """
    path = np.asarray(regrets, dtype=float)
    positive, steps = np.maximum(path, 0), np.diff(path, axis=0)
    lowest = np.minimum(path.min(axis=0), 0) - _MARGIN
    side = float((path.max(axis=0) + np.array([_ROOM, _MARGIN]) - lowest).max())  # the same for both axes: right angles look right
    table = rounded(_lines(path, positive, steps, side * _SMALL))
    scales = [alt.Scale(domain=[float(low), float(low) + side], nice=False) for low in lowest]
    bare = alt.Axis(grid=False, tickCount=5)
    place = {
        axis: channel(f"{axis}:Q", title=f"regret of {name} (chips)", scale=scale, axis=bare)
        for axis, channel, name, scale in zip("xy", (alt.X, alt.Y), actions, scales, strict=True)
    }
    told = tooltips({f"{name}:Q": title.format(*actions) for name, title in _STEP_TITLES.items()})
    lines = [
        alt.Chart().transform_filter(f"datum.what == '{what}'").mark_line(**look).encode(**place, detail="line:N", order="order:Q")
        for what, look in _LOOKS.items()
    ]
    lines[-1] = lines[-1].encode(tooltip=told)  # of the steps
    layers: list[Any] = [*lines, *_words(place, path, positive, steps, side * _SMALL)]
    return alt.LayerChart(layer=layers, data=table, width=_PLANE_SIDE, height=_PLANE_SIDE)


def _lines(path: Plane, positive: Plane, steps: Plane, small: float) -> pd.DataFrame:
    """Return the points of all lines; those of a step with what it does to the regrets."""
    lines: list[tuple[str, Plane, dict[str, float]]] = [(_POSITIVE, _arrow(np.zeros(2), tip, small), {}) for tip in positive if tip.any()]
    lines += [(_CUT, np.array([point, tip]), {}) for point, tip in zip(path, positive, strict=True) if (point != tip).any()]
    for number, (point, tip, step) in enumerate(zip(path, positive, steps, strict=False), 1):
        if not step.any():
            continue
        after = positive[number] @ positive[number]
        told = [number, *point, *step, tip @ tip, step @ step, after]
        lines.append((_STEP, _arrow(point, point + step, small), dict(zip(_STEP_TITLES, told, strict=True))))
        if not tip.any():  # nothing to stand at a right angle to
            continue
        inwards, along = -tip / np.linalg.norm(tip) * small, step / np.linalg.norm(step) * small
        lines.append((_SIGN, np.array([tip + inwards, tip + inwards + along, tip + along]), {}))
        angles = np.linspace(0, np.pi / 2, _ARC + 1)
        lines.append((_CIRCLE, np.linalg.norm(tip) * np.stack([np.cos(angles), np.sin(angles)], axis=1), {}))
    parts = [
        pd.DataFrame({"what": what, "line": k, "order": range(len(points)), "x": points[:, 0], "y": points[:, 1], **told})
        for k, (what, points, told) in enumerate(lines)
    ]
    return pd.concat(parts, ignore_index=True)


def _arrow(start: Plane, tip: Plane, small: float) -> Plane:
    """Return the points of an arrow in one stroke, its head included."""
    along = (tip - start) / np.linalg.norm(tip - start) * small
    aside = np.array([-along[1], along[0]]) / 2
    return np.array([start, tip, tip - along + aside, tip, tip - along - aside])


def _words(place: dict[str, Any], path: Plane, positive: Plane, steps: Plane, small: float) -> list[alt.Chart]:
    """Write beside each arrow the square of its length, and R at its points. From 0 arrows spread: there the words turn with them."""
    along = [-np.degrees(np.arctan2(tip[1], tip[0])) for tip in positive]
    arrows = [(0.3 * tip, -tip if tip[1] else tip, turn, f"|R⁺|² = {tip @ tip:g}") for tip, turn in zip(positive, along, strict=True)]
    arrows += [(point + 0.3 * step, step, 0.0, f"|r|² = {step @ step:g}") for point, step in zip(path, steps, strict=False)]
    beside = [
        (*(start + 1.2 * small * np.array([way[1], -way[0]]) / np.linalg.norm(way)), turn, words)
        for start, way, turn, words in arrows
        if way.any()
    ]
    words = rounded(pd.DataFrame(beside, columns=["x", "y", "turn", "words"]))
    names = [f"R{str(k).translate(_RAISED)}" for k in range(len(path))]
    points = alt.Chart(rounded(pd.DataFrame({"x": path[:, 0], "y": path[:, 1], "words": names}))).encode(**place)
    look: dict[str, Any] = {"align": "left", "fontSize": 13, "color": INK, "aria": False}
    return [
        alt.Chart(words).mark_text(**look, baseline="middle").encode(**place, text="words:N", angle=alt.Angle("turn:Q", scale=None)),
        points.mark_circle(size=60, color=INK, opacity=1, aria=False),
        points.mark_text(**look, dx=8, dy=-4).encode(text="words:N"),
    ]
