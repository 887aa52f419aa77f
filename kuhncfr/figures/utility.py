"""What one-bet Kuhn poker pays: as a field of arrows, as what each player can be sure of, and for every ante."""

from fractions import Fraction
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from kuhncfr._support import arguments, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.dynamics.reduced_game import ReducedGame
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.square import axis
from kuhncfr.figures.style import tooltips
from kuhncfr.figures.utility_map import FIRST, SECOND

MOST = 100  # arrows along a side: more are not told apart

_TENT = (
    "Two bent lines over a probability from 0 to 1. The least that player 1 can win, dashed, rises to a peak and falls again; the most "
    "that player 2 can lose falls to a lowest point and rises again. The peak of the one is as high as the lowest point of the other: "
    "the value of the game."
)


def gradient_field(ante: Fraction | float = 1, points: int = 13, *, description: str) -> alt.LayerChart:
    r"""Draw where each player wants to go from every pair of strategies.

    An arrow is the pair of gradients, each of a player's own winnings,
    :math:`(\partial U_1 / \partial p_1,\ \partial U_2 / \partial p_2)`. All are shortened by one factor, so that none reaches the next.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 1/2.
    points : int
        Arrows along each side.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    LayerChart
        A square.

    Examples
    --------
    >>> chart = gradient_field(ante=2, points=9, description="Arrows.")
    >>> len(chart.layer[2].data)
    81
    """
    arguments.text("description", description)
    points = arguments.count("points", points, minimum=2, maximum=MOST)
    game = ReducedGame(ante)  # type: ignore[arg-type]  # takes any real number and makes it exact
    places = np.stack(np.meshgrid(np.linspace(0, 1, points), np.linspace(0, 1, points)), axis=-1).reshape(-1, 2)
    pulls = game.gradient(places)
    lengths = np.linalg.norm(pulls, axis=1)
    halves = pulls * 0.45 / (points - 1) / lengths.max()
    arrows = pd.DataFrame(np.hstack([places, pulls]), columns=["p1", "p2", "g1", "g2"])
    arrows = arrows.assign(
        **dict(zip(["x", "y"], (places - halves).T, strict=True)), **dict(zip(["to x", "to y"], (places + halves).T, strict=True))
    )
    arrows = arrows.assign(turn=np.degrees(np.arctan2(pulls[:, 0], pulls[:, 1])), length=lengths).round(4)
    gradients = {"g1:Q": "player 1's gradient (chips for all of p1)", "g2:Q": "player 2's gradient (chips for all of p2)"}
    tooltip = tooltips({"p1:Q": "p1 (probability)", "p2:Q": "p2 (probability)"} | gradients)
    domain = (-0.06, 1.06)
    axes = {"y": axis("y", "p2: calls with the King (probability)", domain)}
    axes["x"] = axis("x", "p1: bluffs with the Queen (probability)", domain)
    size = alt.Size("length:Q", scale=alt.Scale(range=[0, 70]), legend=None)
    heads = alt.Chart(arrows).mark_point(shape="triangle-up", filled=True, opacity=1, color=FIRST)
    centre = rounded(pd.DataFrame([game.equilibrium], columns=["x", "y"]))
    ring = alt.Chart(centre).mark_circle(size=130, opacity=1, color=SECOND)
    layers: list[Any] = [
        alt.Chart(centre).mark_rule(color="gray", strokeDash=[5, 4]).encode(x="x:Q"),
        alt.Chart(centre).mark_rule(color="gray", strokeDash=[5, 4]).encode(y="y:Q"),
        alt.Chart(arrows).mark_rule(color=FIRST, strokeWidth=2).encode(**axes, x2="to x:Q", y2="to y:Q", tooltip=tooltip),
        heads.encode(x="to x:Q", y="to y:Q", angle=alt.Angle("turn:Q", scale=None), size=size, tooltip=tooltip),
        ring.encode(x="x:Q", y="y:Q", tooltip=tooltips({"x:Q": "equilibrium p1 (probability)", "y:Q": "equilibrium p2 (probability)"})),
    ]
    return alt.LayerChart(layer=layers, width=440, height=440, description=description)


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
    tables.table("sure", sure, numbers=("probability", "least", "most"))
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
        tooltip=tooltips(
            {"line:N": "what", "probability:Q": "own bluffs or calls (probability)", "chips:Q": "player 1 wins (chips a game)"}
        ),
    )
    return encoded


def regimes(solved: pd.DataFrame, *, description: str) -> alt.VConcatChart:
    r"""Draw the equilibrium and the value of one-bet Kuhn poker over the ante, beside the formula where it does not hold.

    Parameters
    ----------
    solved : DataFrame
        Columns ``ante``, ``p1``, ``p2`` and ``value``, one row per ante, in ascending order. At the ante 1/2, where
        :math:`p_1` may be anything from 0 to 1/2, the figure shows that whole range.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    VConcatChart

    Examples
    --------
    >>> solved = pd.DataFrame({"ante": [0.25, 1], "p1": [0, 1 / 3], "p2": [0, 1 / 3], "value": [0, 1 / 18]})
    >>> [view.height for view in regimes(solved, description="Two panels.").vconcat]
    [240, 150]
    """
    arguments.text("description", description)
    tables.table("solved", solved, numbers=("ante", "p1", "p2", "value"))
    names = {"p1": "p1: player 1 bluffs", "p2": "p2: player 2 calls", "value": "value to player 1"}
    k = 1 + 2 * (low := np.linspace(solved["ante"].min(), 0.5, 10))
    blind = pd.DataFrame({"ante": low, "p1": 1 / k, "p2": (2 * low - 1) / k, "value": (2 * low - 1) / (6 * k)})
    parts = {
        "below 1/2": solved[solved["ante"] < 0.5],
        "above 1/2": solved[solved["ante"] > 0.5],
        "formula, where it does not hold": blind,
    }
    table = pd.concat([part.assign(part=name) for name, part in parts.items()])
    long = rounded(
        table.melt(["ante", "part"], list(names), var_name="name", value_name="number").assign(what=lambda t: t["name"].map(names))
    )
    colours = alt.Scale(domain=list(names.values()), range=[FIRST, SECOND, PALETTE[2]])
    return alt.VConcatChart(
        vconcat=[_over_ante(long, ("p1", "p2"), colours, 240), _over_ante(long, ("value",), colours, 150)],
        description=description,
    )


def _over_ante(long: pd.DataFrame, shown: tuple[str, ...], colours: alt.Scale, height: int) -> alt.LayerChart:
    title = "probability" if "p1" in shown else "chips a game"
    last = "value" in shown
    x = alt.X(
        "ante:Q", title="ante S (chips)" if last else None, scale=alt.Scale(nice=False, zero=True), axis=alt.Axis(labels=last, tickCount=6)
    )
    y = alt.Y("number:Q", title=title, axis=alt.Axis(tickCount=5, minExtent=30))
    colour = alt.Color("what:N", scale=colours, legend=alt.Legend(title=None, orient="top", columns=1))
    tooltip = tooltips({"what:N": "what", "part:N": "where", "ante:Q": "ante S (chips)", "number:Q": title})
    rows = long[long["name"].isin(shown)]
    formula = rows["part"].str.startswith("formula")
    lines = alt.Chart(rows[~formula]).mark_line().encode(x, y, colour, detail="part:N", tooltip=tooltip)
    widths = alt.condition(alt.datum.name == "p1", alt.value(5), alt.value(2))  # p2 lies upon p1 where both are 0
    layers: list[Any] = [
        alt.Chart(pd.DataFrame({"number": [0]})).mark_rule(color="gray").encode(y="number:Q"),
        lines.encode(strokeWidth=widths),
        alt.Chart(rows[formula]).mark_line(strokeDash=[5, 4], strokeWidth=1.5).encode(x, y, colour, tooltip=tooltip),
    ]
    if "p1" in shown:
        jump = pd.DataFrame({"ante": [0.5], "number": [0.0], "to": [0.5]})
        told_jump = tooltips({"ante:Q": "ante S (chips)", "number:Q": "p1: from (probability)", "to:Q": "p1: to (probability)"})
        layers.append(alt.Chart(jump).mark_rule(color=FIRST, strokeWidth=5).encode(x, y, y2="to:Q", tooltip=told_jump))
    return alt.LayerChart(layer=layers, width=460, height=height)
