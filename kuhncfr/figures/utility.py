"""What one-bet Kuhn poker pays: as a map, as a field of arrows, as what each player can be sure of, and for every ante."""

from fractions import Fraction
from typing import Any

import altair as alt
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from kuhncfr.dynamics import ReducedGame
from kuhncfr.figures.style import PALETTE

FIRST, SECOND = PALETTE[:2]  # blue: good for player 1; vermilion: good for player 2
_NEUTRAL = "#f7f7f7"
_INK = "#222222"
_STEPS = 20  # of the map, from 0 to 1
_LEAST, _MOST = 0.05, 3  # the slider's ends, in chips

# Vega expressions: the browser computes them again whenever the slider moves S.
_CELL = {"p1": f"(datum.cell % {_STEPS + 1}) / {_STEPS}", "p2": f"floor(datum.cell / {_STEPS + 1}) / {_STEPS}"}
_UTILITY = "(datum.p2 - datum.p1 + 2*S*datum.p1 - (1 + 2*S)*datum.p1*datum.p2) / 6"
_VALUE = "max(0, 2*S - 1) / (6*(1 + 2*S))"
_EQUILIBRIUM = {"least": "if(S > 0.5, 1/(1 + 2*S), 0)", "most": "if(S < 0.5, 0, 1/(1 + 2*S))", "p2": "max(0, 2*S - 1) / (1 + 2*S)"}
_FARTHEST = f"max(abs((2*S - 1)/6 - {_VALUE}), 1/6 + {_VALUE})"  # from the value to the farthest corner of the map
_TITLE = """[
  'Equilibrium: p1 = ' + if(S == 0.5, '0 to 0.5', format({most}, '.3f')) + ', p2 = ' + format({p2}, '.3f'),
  'Value: ' + format({value}, '.4f') + ' chips a game'
]""".format(value=_VALUE, **_EQUILIBRIUM)

_HALF = 1 / (2 * _STEPS)
_SQUARE = {"left": f"datum.p1 - {_HALF}", "right": f"datum.p1 + {_HALF}", "low": f"datum.p2 - {_HALF}", "high": f"datum.p2 + {_HALF}"}
_MAP = (
    "Heat map of player 1's winnings over the bluffs p1 and the calls p2, with a slider for the ante S. For antes above one half two "
    "straight lines through the equilibrium, one across and one up, have the neutral colour of the game's value and cut the square into "
    "four fields. Player 1 wins more than the value at the upper left and the lower right, and less at the lower left and the upper right."
)
_TENT = (
    "Two bent lines over a probability from 0 to 1. The least that player 1 can win, dashed, rises to a peak and falls again; the most "
    "that player 2 can lose falls to a lowest point and rises again. The peak of the one is as high as the lowest point of the other: "
    "the value of the game."
)


def utility_heatmap(ante: Fraction | float = 1) -> alt.LayerChart:
    r"""Draw what player 1 wins over all bluffs and calls, with a slider for the ante.

    .. math:: U_1 = \tfrac16 \big[ p_2 - p_1 + 2 S p_1 - (1 + 2S)\, p_1 p_2 \big]

    Nothing is computed here: the chart holds the formula, and the reader's browser evaluates it for the ante on the
    slider. The neutral colour is the value of the game; a ring marks the equilibrium, at S = 1/2 a line.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips, at which the slider starts: from 0.05 to 3.

    Returns
    -------
    LayerChart

    Raises
    ------
    ValueError
        If the ante is not on the slider.

    Examples
    --------
    >>> utility_heatmap().to_dict()["layer"][0]["data"]["sequence"]["stop"]  # squares of the map, 21 by 21
    441
    """
    if not _LEAST <= ante <= _MOST:
        raise ValueError(f"ante must be on the slider, from {_LEAST} to {_MOST}, got {ante!r}")
    dial = alt.binding_range(min=_LEAST, max=_MOST, step=_LEAST, name="ante S (chips) ")
    slider = alt.param(name="S", value=float(ante), bind=dial)
    squares = alt.Chart(alt.sequence(0, (_STEPS + 1) ** 2, as_="cell")).transform_calculate(**_CELL, U1=_UTILITY)
    squares = squares.transform_calculate(**_SQUARE).mark_rect(aria=False).encode(**_square_channels())
    solution = alt.Chart(alt.sequence(0, 1, as_="cell")).transform_calculate(**_EQUILIBRIUM)
    line = solution.mark_rule(color=_INK, size=4).encode(x="least:Q", x2="most:Q", y="p2:Q")
    ring = solution.mark_point(color=_INK, size=180, strokeWidth=3, filled=False, opacity=1).encode(x="most:Q", y="p2:Q")
    chart = alt.LayerChart(layer=[squares, line, ring]).properties(width="container", height=360, title=alt.Title(alt.expr(_TITLE)))
    return chart.properties(description=_MAP).add_params(slider)


def _square_channels() -> dict[str, Any]:
    span = alt.Scale(domain=[-_HALF, 1 + _HALF], nice=False)
    axis = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)
    colours = alt.Scale(
        domainMin=alt.expr(f"{_VALUE} - {_FARTHEST}"),
        domainMid=alt.expr(_VALUE),
        domainMax=alt.expr(f"{_VALUE} + {_FARTHEST}"),
        range=[SECOND, _NEUTRAL, FIRST],
    )
    legend = alt.Legend(orient="bottom", titleOrient="top", format=".2f", tickCount=4, gradientLength=240)
    return {
        "x": alt.X("left:Q", title="p1: bluffs with the Queen (probability)", scale=span, axis=axis),
        "x2": "right:Q",
        "y": alt.Y("low:Q", title="p2: calls with the King (probability)", scale=span, axis=axis),
        "y2": "high:Q",
        "color": alt.Color("U1:Q", title="U1 (chips a game)", scale=colours, legend=legend),
        "tooltip": [
            alt.Tooltip("p1:Q", title="p1", format=".2f"),
            alt.Tooltip("p2:Q", title="p2", format=".2f"),
            alt.Tooltip("U1:Q", title="U1 (chips)", format=".4f"),
        ],
    }


def gradient_field(ante: Fraction | float = 1, points: int = 13) -> Figure:
    r"""Draw where each player wants to go from every pair of strategies.

    An arrow is the pair of gradients, each of a player's own winnings,
    :math:`(\partial U_1 / \partial p_1,\ \partial U_2 / \partial p_2)`.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 1/2.
    points : int
        Arrows along each side.

    Returns
    -------
    Figure

    Examples
    --------
    >>> figure = gradient_field(ante=2, points=9)
    >>> len(figure.axes[0].collections[0].U)
    81
    >>> plt.close(figure)
    """
    game = ReducedGame(ante)  # type: ignore[arg-type]  # takes any real number and makes it exact
    places = np.stack(np.meshgrid(np.linspace(0, 1, points), np.linspace(0, 1, points)), axis=-1)
    arrows = game.gradient(places)
    figure, axes = plt.subplots(figsize=(5.2, 5.0))
    axes.quiver(*np.moveaxis(places, -1, 0), *np.moveaxis(arrows, -1, 0), angles="xy", pivot="mid", width=0.005, color=FIRST)
    axes.axvline(game.equilibrium[0], color="0.6", linewidth=1, linestyle="--", zorder=0)
    axes.axhline(game.equilibrium[1], color="0.6", linewidth=1, linestyle="--", zorder=0)
    axes.plot(*game.equilibrium, "o", color=SECOND, markersize=8)
    axes.set(xlabel="$p_1$: player 1 bluffs with the Queen", ylabel="$p_2$: player 2 calls with the King", aspect="equal")
    return figure


def guarantees(sure: pd.DataFrame) -> alt.Chart:
    """Draw the least that player 1 can win and the most that player 2 can lose, over their own probabilities.

    Parameters
    ----------
    sure : DataFrame
        Columns ``probability``; ``least``, what player 1 wins who bets the Queen with that probability, if player 2
        answers as well as possible; and ``most``, what player 1 then wins from a player 2 who calls with the King with that
        probability. In chips a game.

    Returns
    -------
    Chart

    Examples
    --------
    >>> chart = guarantees(pd.DataFrame({"probability": [0, 1], "least": [0, -1], "most": [1, 0]}))
    >>> sorted(set(chart.data["line"]))
    ['the least player 1 can win', 'the most player 2 can lose']
    """
    names = {"most": "the most player 2 can lose", "least": "the least player 1 can win"}
    long = sure.rename(columns=names).melt("probability", list(names.values()), var_name="line", value_name="chips").round(6)
    legend = alt.Legend(orient="top", title=None, columns=1, labelLimit=0, symbolSize=400)
    domain = list(names.values())
    chart = alt.Chart(long, width="container", height=300, description=_TENT).mark_line(strokeWidth=3)
    encoded: alt.Chart = chart.encode(
        alt.X("probability:Q", title="own bluffs or calls (probability)", axis=alt.Axis(tickCount=5)),
        alt.Y("chips:Q", title="player 1 wins (chips a game)", axis=alt.Axis(tickCount=8)),
        alt.Color("line:N", scale=alt.Scale(domain=domain, range=[SECOND, FIRST]), legend=legend),
        alt.StrokeDash("line:N", scale=alt.Scale(domain=domain, range=[[1, 0], [7, 3]]), legend=legend),
        tooltip=["line", "probability", "chips"],
    )
    return encoded


def regimes(solved: pd.DataFrame) -> Figure:
    r"""Draw the equilibrium and the value of one-bet Kuhn poker over the ante, beside the formula where it does not hold.

    Parameters
    ----------
    solved : DataFrame
        Columns ``ante``, ``p1``, ``p2`` and ``value``, one row per ante, in ascending order. At the ante 1/2, where
        :math:`p_1` may be anything from 0 to 1/2, the figure shows that whole range.

    Returns
    -------
    Figure

    Examples
    --------
    >>> figure = regimes(pd.DataFrame({"ante": [0.25, 1], "p1": [0, 1 / 3], "p2": [0, 1 / 3], "value": [0, 1 / 18]}))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['probability', 'chips a game']
    >>> plt.close(figure)
    """
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(5.6, 5.6), height_ratios=(3, 2))
    low = np.linspace(solved["ante"].min(), 0.5, 50)
    k = 1 + 2 * low
    for axes, name, formula, colour, width, label in (
        (above, "p1", 1 / k, FIRST, 4.0, "$p_1$: player 1 bluffs"),  # wide: p2 lies upon it where both are 0
        (above, "p2", (2 * low - 1) / k, SECOND, 2.0, "$p_2$: player 2 calls"),
        (below, "value", (2 * low - 1) / (6 * k), PALETTE[2], 2.0, "value to player 1"),
    ):
        for part in (solved[solved["ante"] < 0.5], solved[solved["ante"] > 0.5]):
            axes.plot(part["ante"], part[name], color=colour, linewidth=width, label=label)
        axes.plot(low, formula, color=colour, linewidth=1.2, linestyle="--")
    above.plot([0.5, 0.5], [0, 0.5], color=FIRST, linewidth=4)
    above.set(ylabel="probability", ylim=(-1, 1))
    below.set(xlabel="ante S (chips)", ylabel="chips a game")
    for axes in (above, below):
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
        axes.legend(*_once(axes), loc="lower right")
    return figure


def _once(axes: Any) -> tuple[list[Any], list[str]]:
    """The legend of the two halves of a curve, once."""
    handles, labels = axes.get_legend_handles_labels()
    return handles[::2], labels[::2]
