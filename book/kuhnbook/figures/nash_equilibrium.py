"""The chapter on the equilibrium of one-bet Kuhn poker: what each player can be sure of, a map of the winnings, gradients, all antes."""

from fractions import Fraction
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from kuhnbook.dynamics.reduced_game import ReducedGame
from kuhnbook.figures.colours import COLOURS, CROSS, GREY, INK, LEVEL, PAPER, WINNINGS
from kuhnbook.figures.style import cross, slider, square, told_apart
from kuhncfr.plot import rounded, tooltips


def gradient_field(ante: Fraction | float = 1, points: int = 13) -> alt.LayerChart:
    r"""Draw where each player wants to go from every pair of strategies.

    An arrow is the pair of gradients, each of a player's own winnings,
    :math:`(\partial U_1 / \partial p_1,\ \partial U_2 / \partial p_2)`. All are shortened by one factor, so that none reaches the next.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 1/2.
    points : int
        Arrows along each side.

    Returns
    -------
    LayerChart
        A square.

    Examples
    --------
    >>> chart = gradient_field(ante=2, points=9)
    >>> len(chart.layer[2].data)
    81
    """
    game = ReducedGame(ante)  # type: ignore[arg-type]  # takes any real number and makes it exact
    places = np.stack(np.meshgrid(np.linspace(0, 1, points), np.linspace(0, 1, points)), axis=-1).reshape(-1, 2)
    pulls = game.gradient(places)
    lengths = np.linalg.norm(pulls, axis=1)
    halves = pulls * 0.45 / (points - 1) / lengths.max()
    columns = ["p1", "p2", "g1", "g2", "x", "y", "to x", "to y"]
    arrows = pd.DataFrame(np.hstack([places, pulls, places - halves, places + halves]), columns=columns)
    arrows = arrows.assign(turn=np.degrees(np.arctan2(pulls[:, 0], pulls[:, 1])), length=lengths).round(4)
    gradients = {"g1:Q": "player 1's gradient (chips for all of p1)", "g2:Q": "player 2's gradient (chips for all of p2)"}
    tooltip = tooltips({"p1:Q": "p1 (probability)", "p2:Q": "p2 (probability)"} | gradients)
    axes = square("p1: bluffs with the Queen (probability)", "p2: calls with the King (probability)", [(-0.06, 1.06)] * 2)
    size = alt.Size("length:Q", scale=alt.Scale(range=[0, 70]), legend=None)
    heads = alt.Chart(arrows).mark_point(shape="triangle-up", filled=True, opacity=1, color=COLOURS["current"])
    centre = rounded(pd.DataFrame([game.equilibrium], columns=["x", "y"]))
    layers: list[Any] = [
        alt.Chart(centre).mark_rule(**LEVEL).encode(x="x:Q"),
        alt.Chart(centre).mark_rule(**LEVEL).encode(y="y:Q"),
        alt.Chart(arrows).mark_rule(color=COLOURS["current"], strokeWidth=2).encode(**axes, x2="to x:Q", y2="to y:Q", tooltip=tooltip),
        heads.encode(x="to x:Q", y="to y:Q", angle=alt.Angle("turn:Q", scale=None), size=size, tooltip=tooltip),
        cross(game.equilibrium, {"x:Q": "equilibrium p1 (probability)", "y:Q": "equilibrium p2 (probability)"}),
    ]
    return alt.LayerChart(layer=layers, width=440, height=440)


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
    own, wins = "own probability of bluffing or calling", "player 1 wins (chips a game)"
    legend = {"columns": 1, "labelLimit": 0, "symbolSize": 400}
    lines = alt.Chart(long, width="container", height=300).mark_line(strokeWidth=3)
    return lines.encode(
        alt.X("probability:Q", title=own, axis=alt.Axis(tickCount=5)),
        alt.Y("chips:Q", title=wins, axis=alt.Axis(tickCount=8)),
        tooltip=tooltips({"line:N": "what", "probability:Q": own, "chips:Q": wins}),
        **told_apart("line", list(names.values()), legend, strokeDash=[[1, 0], [7, 3]]),
    )


def regimes(solved: pd.DataFrame, found: pd.DataFrame) -> alt.VConcatChart:
    r"""Draw the equilibrium and the value of one-bet Kuhn poker over the ante, what CFR found, and the formula outside its range.

    Parameters
    ----------
    solved : DataFrame
        Columns ``ante``, ``p1``, ``p2`` and ``value``, one row per ante, in ascending order. At the ante 1/2, where
        :math:`p_1` may be anything from 0 to 1/2, the figure shows that whole range.
    found : DataFrame
        The same columns, at the antes at which CFR ran; drawn as circles.

    Returns
    -------
    VConcatChart

    Examples
    --------
    >>> solved = pd.DataFrame({"ante": [0.25, 1], "p1": [0, 1 / 3], "p2": [0, 1 / 3], "value": [0, 1 / 18]})
    >>> [view.height for view in regimes(solved, found=solved).vconcat]
    [240, 150]
    """
    names = {"p1": "p1: player 1 bluffs", "p2": "p2: player 2 calls", "value": "value to player 1"}
    k = 1 + 2 * (low := np.linspace(solved["ante"].min(), 0.5, 10))
    blind = pd.DataFrame({"ante": low, "p1": 1 / k, "p2": (2 * low - 1) / k, "value": (2 * low - 1) / (6 * k)})
    parts = {
        "below 1/2": solved[solved["ante"] < 0.5],
        "above 1/2": solved[solved["ante"] > 0.5],
        "formula, outside its range": blind,
        "found by CFR": found,
    }
    table = pd.concat([part.assign(part=name) for name, part in parts.items()])
    long = table.melt(["ante", "part"], list(names), var_name="name", value_name="number")
    long = rounded(long.assign(what=long["name"].map(names)))
    colours = told_apart("what", list(names.values()), {"columns": 1})
    return alt.VConcatChart(vconcat=[_over_ante(long, ("p1", "p2"), colours, 240), _over_ante(long, ("value",), colours, 150)])


def _over_ante(long: pd.DataFrame, shown: tuple[str, ...], colours: dict[str, Any], height: int) -> alt.LayerChart:
    last = "value" in shown
    title = "chips a game" if last else "probability"
    scale, axis = alt.Scale(nice=False, zero=True), alt.Axis(labels=last, tickCount=6)
    x = alt.X("ante:Q", title="ante S (chips)" if last else None, scale=scale, axis=axis)
    y = alt.Y("number:Q", title=title, axis=alt.Axis(tickCount=5, minExtent=30))
    tooltip = tooltips({"what:N": "what", "part:N": "where", "ante:Q": "ante S (chips)", "number:Q": title})
    rows = long[long["name"].isin(shown)]
    formula, found = (rows["part"].str.startswith(start) for start in ("formula", "found"))
    lines = alt.Chart(rows[~formula & ~found]).mark_line().encode(x, y, **colours, detail="part:N", tooltip=tooltip)
    widths = alt.condition(alt.datum.name == "p1", alt.value(5), alt.value(2))  # p2 lies upon p1 where both are 0
    layers: list[Any] = [
        alt.Chart(pd.DataFrame({"number": [0]})).mark_rule(color=GREY).encode(y="number:Q"),
        lines.encode(strokeWidth=widths),
        alt.Chart(rows[formula]).mark_line(strokeDash=[5, 4], strokeWidth=1.5).encode(x, y, **colours, tooltip=tooltip),
        alt.Chart(rows[found]).mark_point(size=70, filled=False, strokeWidth=2).encode(x, y, **colours, tooltip=tooltip),
    ]
    if not last:
        jump = pd.DataFrame({"ante": [0.5], "number": [0.0], "to": [0.5]})
        told_jump = tooltips({"ante:Q": "ante S (chips)", "number:Q": "lowest p1 (probability)", "to:Q": "highest p1 (probability)"})
        layers.append(alt.Chart(jump).mark_rule(color=COLOURS["player 1"], strokeWidth=5).encode(x, y, y2="to:Q", tooltip=told_jump))
    return alt.LayerChart(layer=layers, width=460, height=height)


# --- A map with sliders, which the reader's browser computes ----

_STEPS = 20  # of the map, from 0 to 1
_LEAST, _MOST = 0.05, 3  # the slider's ends, in chips
_CHOICES = 60  # steps of the two other sliders: fine enough for thirds, quarters, fifths and sixths

# Vega expressions: the browser computes them again whenever a slider moves S, p1 or p2.
_CELL = {"p1": f"(datum.cell % {_STEPS + 1}) / {_STEPS}", "p2": f"floor(datum.cell / {_STEPS + 1}) / {_STEPS}"}
_UTILITY = "({p2} - {p1} + 2*S*{p1} - (1 + 2*S)*{p1}*{p2}) / 6"
_VALUE = "max(0, 2*S - 1) / (6*(1 + 2*S))"
_EQUILIBRIUM = {"least": "if(S > 0.5, 1/(1 + 2*S), 0)", "most": "if(S < 0.5, 0, 1/(1 + 2*S))", "p2": "max(0, 2*S - 1) / (1 + 2*S)"}
_FARTHEST = f"max(abs((2*S - 1)/6 - {_VALUE}), 1/6 + {_VALUE})"  # from the value to the farthest corner of the map

# What stands beside each player's own probability in 6 U1. Its sign decides; sliders stop at rounded numbers, so 0 is nearly 0.
_BRACKETS = {"bracket1": "2*S - 1 - (1 + 2*S)*p2", "bracket2": "1 - (1 + 2*S)*p1"}
_TIE = "0.000001"
_SMALLEST, _LARGEST = f"bracket2 > {_TIE}", f"bracket2 < -{_TIE}"  # player 2 wants U1 to be small
_BEST = {  # the best response of each player to the other; at a tie, where it is
    "best1": f"if(bracket1 > {_TIE}, 1, if(bracket1 < -{_TIE}, 0, p1))",
    "best2": f"if({_SMALLEST}, 0, if({_LARGEST}, 1, p2))",
}
_EARNED = {"U1": _UTILITY.format(p1="p1", p2="p2"), "reply1": _UTILITY.format(p1="best1", p2="p2")}
_EARNED["reply2"] = _UTILITY.format(p1="p1", p2="best2")
_WORDS = """[
  'U1 = ' + format(U1, '.4f') + ' chips a game',
  'Best for player 1: ' + if(abs(bracket1) < {tie}, 'any p1 earns the same',
    if(best1 == 1, 'always', 'never') + ' bluff, U1 = ' + format(reply1, '.4f')),
  'Best for player 2: ' + if(abs(bracket2) < {tie}, 'any p2 costs the same',
    if(best2 == 1, 'always', 'never') + ' call, U1 = ' + format(reply2, '.4f')),
  if(S < 0.5, 'Equilibrium: never bluff, never call, U1 = 0', 'Equilibrium: p1 = '
    + if(S == 0.5, '0 to 0.5', format({most}, '.3f')) + ', p2 = ' + format({p2}, '.3f')),
  if(S < 0.5, '(formula: p2 = ' + format((2*S - 1) / (1 + 2*S), '.3f') + ', outside the square)',
    'Value: ' + format({value}, '.4f') + ' chips a game')
]""".format(value=_VALUE, tie=_TIE, **_EQUILIBRIUM)

_HALF = 1 / (2 * _STEPS)
_SQUARE = {"left": f"datum.p1 - {_HALF}", "right": f"datum.p1 + {_HALF}", "low": f"datum.p2 - {_HALF}", "high": f"datum.p2 + {_HALF}"}


def utility_heatmap() -> alt.LayerChart:
    r"""Draw what player 1 wins over all bluffs and calls, with sliders for the ante and for a pair of strategies.

    .. math:: U_1 = \tfrac16 \big[ p_2 - p_1 + 2 S p_1 - (1 + 2S)\, p_1 p_2 \big]

    Nothing is computed here: the chart holds the formula, and the reader's browser evaluates it for what the sliders say. The
    title shows U1 and the best response of each player, to which arrows lead. The neutral colour is the value of the game; a cross
    marks the equilibrium, at S = 1/2 a line. The four easy decisions are made as in the chapter: below S = 1/2 there are more
    equilibria, which differ from the one that is marked only in how the Ace is played.

    Returns
    -------
    LayerChart

    Examples
    --------
    >>> utility_heatmap().to_dict()["layer"][0]["data"]["sequence"]["stop"]  # squares of the map, 21 by 21
    441
    """
    squares = alt.Chart(alt.sequence(0, (_STEPS + 1) ** 2, as_="cell"))
    squares = squares.transform_calculate(**_CELL, U1=_UTILITY.format(p1="datum.p1", p2="datum.p2"))
    squares = squares.transform_calculate(**_SQUARE).mark_rect(aria=False).encode(**_square_channels())
    layers: list[Any] = [squares, *_solution(), *_replies()]
    title = alt.Title(alt.expr(_WORDS), frame="bounds", offset=10)
    sliders = [
        slider("S", 1.0, "S: ante (chips)", _LEAST, _MOST, _LEAST),
        # Where there is something to gain for both:
        slider("p1", 0.6, "p1: bluffs with the Queen", 0, 1, 1 / _CHOICES),
        slider("p2", 0.1, "p2: calls with the King", 0, 1, 1 / _CHOICES),
    ]
    computed = [alt.param(name=name, expr=expression) for name, expression in (_BRACKETS | _BEST | _EARNED).items()]
    return alt.LayerChart(layer=layers, width="container", height=360, title=title).add_params(*sliders, *computed)


def _solution() -> list[alt.Chart]:
    """The equilibrium: a cross, and where player 1 has a choice, a line."""
    told = {"least": "least p1", "most": "largest p1", "p2": "p2"}
    told = {name: f"equilibrium: {words} (probability)" for name, words in told.items()} | {"value": "value (chips a game)"}
    solution = alt.Chart(alt.sequence(0, 1, as_="cell")).transform_calculate(**_EQUILIBRIUM, value=_VALUE)
    line = solution.mark_rule(color=INK, size=4).encode(x="least:Q", x2="most:Q", y="p2:Q")
    return [line, solution.mark_point(**CROSS).encode(x="most:Q", y="p2:Q", tooltip=_told(told))]


def _replies() -> list[alt.Chart]:
    """The reader's own point, and an arrow to the best response of each player; none at a tie, or where it is best already."""
    told = {
        "p1": "p1 (probability)",
        "p2": "p2 (probability)",
        "U1": "U1 (chips a game)",
        "best1": "best response of player 1: p1",
        "reply1": "U1 after player 1's reply (chips a game)",
        "best2": "best response of player 2: p2",
        "reply2": "U1 after player 2's reply (chips a game)",
    }
    here = alt.Chart(alt.sequence(0, 1, as_="cell")).transform_calculate(**{name: name for name in told})
    across = here.mark_rule(color=INK, size=2).encode(x="p1:Q", x2="best1:Q", y="p2:Q")
    up = here.mark_rule(color=INK, size=2).encode(x="p1:Q", y="p2:Q", y2="best2:Q")
    right = here.mark_point(**_head("best1", "p1", 90)).encode(x="best1:Q", y="p2:Q")
    above = here.mark_point(**_head("best2", "p2", 0)).encode(x="p1:Q", y="best2:Q")
    dot = here.mark_circle(size=140, color=INK, opacity=1, stroke=PAPER, strokeWidth=2).encode(x="p1:Q", y="p2:Q", tooltip=_told(told))
    return [across, up, right, above, dot]


def _told(titles: dict[str, str], digits: int = 4) -> list[alt.Tooltip]:
    return [alt.Tooltip(f"{name}:Q", title=title, format=f".{digits}f") for name, title in titles.items()]


def _head(end: str, start: str, angle: int) -> Any:
    """The head of an arrow, which turns round when it ends below its start, and is not seen when it has no length."""
    turned, seen = (alt.expr(f"if({test})") for test in (f"{end} < {start}, {angle + 180}, {angle}", f"{end} == {start}, 0, 1"))
    return {"shape": "triangle-up", "filled": True, "size": 140, "color": INK, "angle": turned, "opacity": seen}


def _square_channels() -> dict[str, Any]:
    span = alt.Scale(domain=[-_HALF, 1 + _HALF], nice=False)
    axis = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f", grid=False)
    least, value, most = map(alt.expr, (f"{_VALUE} - {_FARTHEST}", _VALUE, f"{_VALUE} + {_FARTHEST}"))
    colours = alt.Scale(domainMin=least, domainMid=value, domainMax=most, range=WINNINGS)
    legend = alt.Legend(orient="bottom", titleOrient="top", format=".2f", tickCount=4, gradientLength=240)
    return {
        "x": alt.X("left:Q", title="p1: bluffs with the Queen (probability)", scale=span, axis=axis),
        "x2": "right:Q",
        "y": alt.Y("low:Q", title="p2: calls with the King (probability)", scale=span, axis=axis),
        "y2": "high:Q",
        "color": alt.Color("U1:Q", title="U1 (chips a game)", scale=colours, legend=legend),
        "tooltip": [*_told({"p1": "p1 (probability)", "p2": "p2 (probability)"}, 2), *_told({"U1": "U1 (chips a game)"})],
    }
