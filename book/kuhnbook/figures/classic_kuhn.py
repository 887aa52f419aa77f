"""Figures of classic Kuhn poker: its family of equilibria, and how CFR comes to a member of it."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import COLOURS, INK
from kuhnbook.figures.style import told_apart
from kuhncfr.plot import rounded, tooltips

_STEP = 0.025  # the side of a square of the map, in the probability of betting the Jack
_MOST_JACKS = 0.4  # the right edge of the map
_DASHES = ([1, 0], [7, 3], [2, 2], [7, 3, 2, 3], [1, 0], [4, 2])  # lines that lie upon each other stay apart
_SHAPES = ("circle", "square", "diamond", "triangle-up", "cross")


def strategy_convergence(iterations: ArrayLike, series: Mapping[str, ArrayLike], targets: Mapping[str, float]) -> alt.LayerChart:
    """Draw probabilities of an average strategy over the iterations, and beside each where it is expected to end.

    A click on a name in the legend brings out its line.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
        At least 1: the axis is logarithmic.
    series : mapping of str to array_like, shape (records,)
        Up to six probabilities, by name.
    targets : mapping of str to float
        The equilibrium's probabilities, by the same names; drawn as pale horizontal lines.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> chart = strategy_convergence([1, 10], {"J": [0.5, 0.25]}, {"J": 0.2})
    >>> chart.layer[1].data["probability"].tolist()
    [0.5, 0.25]
    """
    names = list(series)
    parts = [pd.DataFrame({"iteration": iterations, "at": name, "probability": p}) for name, p in series.items()]
    ends = pd.DataFrame({"at": names, "probability": [float(targets[name]) for name in names]})
    legend = {"labelLimit": 0, "columns": 3, "symbolSize": 300, "symbolStrokeWidth": 2.5, "symbolOpacity": 1}
    looks = told_apart("at", names, legend, strokeDash=_DASHES)
    y = alt.Y("probability:Q", title="P(b), average strategy", scale=alt.Scale(domain=[0, 1]))
    picked = alt.selection_point(name="picked", fields=["at"], bind="legend")  # all, until a name is clicked
    where = {"at:N": "information set"}
    tooltip = tooltips(where | {"iteration:Q": "iteration T", "probability:Q": "average P(b)"})
    target = tooltips(where | {"probability:Q": "equilibrium P(b)"})
    levels = alt.Chart(rounded(ends)).mark_rule(strokeWidth=5, opacity=0.3).encode(y=y, color=looks["color"], tooltip=target)
    lines = alt.Chart(rounded(pd.concat(parts, ignore_index=True))).mark_line(strokeWidth=2, clip=True).add_params(picked)
    opacity = alt.when(picked).then(alt.value(1)).otherwise(alt.value(0.15))
    lines = lines.encode(x=_iterations(), y=y, **looks, tooltip=tooltip, opacity=opacity)
    return alt.LayerChart(layer=[levels, lines], width="container", height=300)


def _iterations() -> alt.X:
    scale = alt.Scale(type="log", nice=False)
    return alt.X("iteration:Q", title="iteration T", scale=scale, axis=alt.Axis(format="~s", tickCount=4))


def family_distances(table: pd.DataFrame) -> alt.Chart:
    """Draw how far runs are from an equilibrium, on two logarithmic axes.

    Parameters
    ----------
    table : DataFrame
        Columns ``iteration``, ``run``, ``to`` (from what the distance is measured) and ``distance``, all numbers positive.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> table = pd.DataFrame({"iteration": [1, 10], "run": "a", "to": "a point", "distance": [1.0, 0.1]})
    >>> family_distances(table).data["distance"].tolist()
    [1.0, 0.1]
    """
    runs, ends = (list(dict.fromkeys(table[name])) for name in ("run", "to"))
    legend: dict[str, Any] = {"orient": "top", "title": None, "labelLimit": 0, "direction": "vertical", "symbolSize": 400}
    dashes, dash_legend = alt.Scale(domain=ends, range=[[1, 0], [7, 4]]), alt.Legend(**legend, symbolStrokeColor=INK)
    lines = alt.Chart(rounded(table), width="container", height=300).mark_line(strokeWidth=2.5)
    return lines.encode(
        _iterations(),
        alt.Y("distance:Q", title="distance (probability)", scale=alt.Scale(type="log"), axis=alt.Axis(format="~g", tickCount=5)),
        alt.Color("run:N", scale=alt.Scale(domain=runs), legend=alt.Legend(**legend)),
        alt.StrokeDash("to:N", sort=ends, scale=dashes, legend=dash_legend),
        tooltip=tooltips({"run:N": "run", "to:N": "distance to", "iteration:Q": "iteration T", "distance:Q": "distance (probability)"}),
    )


def family_map(runs: pd.DataFrame) -> alt.LayerChart:
    r"""Draw what player 1 can be sure of at the ante 1, over bets with the Jack and the King, and where runs ended.

    With :math:`X = 3 b_J - b_K` and the best use of the Queen, player 1 is sure of

    .. math:: \max_{d_Q} \min_{c_Q,\, e_J} U_1 = -\tfrac{1}{18} - \tfrac16 \max\!\big(\tfrac23 X,\, -\tfrac13 X\big)

    so that the family :math:`b_K = 3 b_J` is a ridge: the uncoloured line of the map.

    Parameters
    ----------
    runs : DataFrame
        Columns ``J`` and ``K``, the probabilities of betting, and ``run``, a name: a row per dot. Up to five names; the dots
        of the first are drawn small.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> chart = family_map(pd.DataFrame({"J": [0.2], "K": [0.6], "run": ["a"]}))
    >>> squares = chart.layer[0].data
    >>> float(squares["missing"].max())    # J = 0.4, K = 0, in units of 1/18 of a chip
    2.4
    """
    jacks, kings = np.meshgrid(np.arange(0, _MOST_JACKS + _STEP / 2, _STEP), np.arange(0, 1 + _STEP, 2 * _STEP))
    excess = 3 * jacks - kings
    squares = pd.DataFrame({"J": jacks.ravel(), "K": kings.ravel(), "missing": np.maximum(2 * excess, -excess).ravel()})
    squares = squares.assign(x=squares["J"] - _STEP / 2, x2=squares["J"] + _STEP / 2, y=squares["K"] - _STEP, y2=squares["K"] + _STEP)
    names = list(dict.fromkeys(runs["run"]))
    x = alt.Scale(domain=[-_STEP / 2, _MOST_JACKS + _STEP / 2], nice=False)
    y = alt.Scale(domain=[-_STEP, 1 + _STEP], nice=False)
    missing = alt.Opacity("missing:Q", scale=alt.Scale(domain=[0, 6 * _MOST_JACKS], range=[0, 0.85]), legend=None)
    place: dict[str, Any] = {"x": alt.X("J:Q", scale=x), "y": alt.Y("K:Q", scale=y)}
    marks = told_apart("run", names, {"labelLimit": 0, "direction": "vertical", "symbolOpacity": 1}, shape=_SHAPES)
    size = alt.condition(alt.datum.run == names[0], alt.value(40), alt.value(170))  # the first are many
    bets = {"J:Q": "b_J (probability)", "K:Q": "b_K (probability)"}
    shades = alt.Chart(rounded(squares.round(6))).mark_rect(color=COLOURS["loses"], aria=False)
    bare = alt.Axis(tickCount=5, grid=False)
    dots = alt.Chart(rounded(runs)).mark_point(filled=False, strokeWidth=2, opacity=0.8)
    layers: list[Any] = [
        shades.encode(
            alt.X("x:Q", title="player 1 bets the Jack (probability)", scale=x, axis=bare),
            alt.Y("y:Q", title="player 1 bets the King (probability)", scale=y, axis=bare),
            x2="x2:Q",
            y2="y2:Q",
            opacity=missing,
            tooltip=tooltips(bets | {"missing:Q": "shortfall (1/18 chip a game)"}),
        ),
        alt.Chart(pd.DataFrame({"J": [0, 0.333333], "K": [0, 1]})).mark_line(color=INK, strokeWidth=2).encode(**place),
        dots.encode(**place, **marks, size=size, tooltip=tooltips({"run:N": "run"} | bets)),
    ]
    return alt.LayerChart(layer=layers, width="container", height=360)
