"""Figures of games on [0, 1]: strategies with a slider for the ante, curves over all hands, and the convergence of n cards."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import COLOURS, GREY, PAPER
from kuhnbook.figures.style import slider, told_apart
from kuhncfr.plot import rounded, tooltips

_ACTIONS = ["bluffs", "passes or folds", "bets for value", "calls"]
_QUIET = "passes or folds"
_HANDS = {"low:Q": "from hand (share of hands below)", "high:Q": "to hand (share of hands below)"}
_DIGITS = 3  # of a share in the chart, after the point
_ROW, _NAME, _BAR, _FREE_ROOM, _AVERAGE = 108, 22, 26, 9, 34  # pixels: of a decision; its name, the bar, dashes and the average


_Stretches = tuple[tuple[str, int, int], ...]  # hands with the same action: what it is, and between which of the ends, counted from 0


class _Decision(NamedTuple):
    """A row of a chart."""

    name: str
    stretches: _Stretches
    free: _Stretches = ()  # where other hands may take the action


class _Drawn(NamedTuple):
    """The chart of a game."""

    decisions: dict[str, _Decision]  # by history
    ends: str  # a Vega expression: the ends of the stretches as functions of the slider's S
    words: str  # the title


_GAMES = (
    _Drawn(
        decisions={
            "": _Decision("Player 1", (("bluffs", 0, 1), (_QUIET, 1, 3), ("bets for value", 3, 4))),
            "b": _Decision("Player 2, after a bet", ((_QUIET, 0, 2), ("calls", 2, 4)), (("calls may be spread", 1, 3),)),
        },
        ends="[0, S / ((4*S + 1) * (S + 1)), (3*S + 1) / ((4*S + 1) * (S + 1)), (2*S*S + 4*S + 1) / ((4*S + 1) * (S + 1)), 1]",
        words="""[
  'Ante ' + format(S, '.1f') + ', value ' + format(S*S / ((4*S + 1) * (S + 1)), '.4f') + ' chips a game',
  'bluffs below ' + format(S / ((4*S + 1) * (S + 1)), '.3f')
    + ', bets above ' + format((2*S*S + 4*S + 1) / ((4*S + 1) * (S + 1)), '.3f'),
  'calls above ' + format((3*S + 1) / ((4*S + 1) * (S + 1)), '.3f'),
  'bluffs : value bets = 1 : ' + format(1 + 2*S, '.1f')
]""",
    ),
    _Drawn(
        decisions={
            "": _Decision(
                "Player 1 opens",
                (("bluffs", 0, 1), (_QUIET, 1, 5), ("bets for value", 5, 6)),
                (("bluffs may be spread", 0, 2), ("value bets may be spread", 4, 6)),
            ),
            "p": _Decision("Player 2, after a pass", (("bluffs", 0, 2), (_QUIET, 2, 4), ("bets for value", 4, 6))),
            "pb": _Decision("Player 1, after pass and bet", ((_QUIET, 0, 3), ("calls", 3, 6)), (("calls may be spread", 2, 4),)),
            "b": _Decision("Player 2, after a bet", ((_QUIET, 0, 3), ("calls", 3, 6)), (("calls may be spread", 2, 4),)),
        },
        ends="[0, 2*S*S / ((S + 1) * pow(2*S + 1, 2)), S / ((S + 1) * (2*S + 1)), 1 / (2*S + 1), 1 / (S + 1), "
        "1 - 2*S*S / ((S + 1) * (2*S + 1)), 1]",
        words="""[
  'Ante ' + format(S, '.1f') + ', value −' + format(S*S / ((S + 1) * pow(2*S + 1, 2)), '.4f') + ' chips a game',
  'player 1 opens below ' + format(2*S*S / ((S + 1) * pow(2*S + 1, 2)), '.3f')
    + ', above ' + format(1 - 2*S*S / ((S + 1) * (2*S + 1)), '.3f'),
  'player 2 bets below ' + format(S / ((S + 1) * (2*S + 1)), '.3f') + ', above ' + format(1 / (S + 1), '.3f'),
  'both call above ' + format(1 / (2*S + 1), '.3f')
]""",
    ),
)


def hand_bars(averages: Mapping[Fraction | float, Mapping[str, ArrayLike]]) -> alt.LayerChart:
    """Draw a strategy for a game on [0, 1] as coloured stretches that follow a slider for the ante, above CFR's average.

    Parameters
    ----------
    averages : mapping of number to mapping of str to array_like, shape (cells, 2)
        For each ante on the slider the average strategy of the game cut into cells: tables like those of
        :meth:`~kuhncfr.nash.ContinuumEquilibrium.table`. The antes are equally far apart. Histories "" and "b" make it the one-bet
        game; with "p" and "pb" it is Kuhn poker.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> from kuhncfr.nash import continuum_one_bet
    >>> tables = {ante: continuum_one_bet(ante).table(10) for ante in (0.5, 1, 1.5)}
    >>> hand_bars(tables).to_dict()["params"][0]["bind"]["max"]
    1.5
    """
    antes = [Fraction(str(one)) for one in averages]
    game, found = _found(dict(zip(map(float, antes), averages.values(), strict=True)))
    ante = slider("S", 1.0, "S: ante (chips)", *map(float, (antes[0], antes[-1], antes[1] - antes[0])))
    layers: list[Any] = [*_bars(game), *_averages(game, found), _names(game)]
    look: Any = {"title": alt.Title(alt.expr(game.words), frame="bounds", offset=10), "config": {"view": {"stroke": None}}}
    return alt.LayerChart(layer=layers, width="container", height=_ROW * len(game.decisions), **look).add_params(ante)


def over_hands(curves: Mapping[str, ArrayLike], *, y: str) -> alt.LayerChart:
    """Draw curves over all hands from 0 to 1.

    Parameters
    ----------
    curves : mapping of str to array_like, shape (points,)
        By name, values at equally distant hands, the first at 0 and the last at 1.
    y : str
        What is drawn, with its unit.

    Examples
    --------
    >>> over_hands({"a line": [0, 0.5, 1]}, y="share").data["hand"].tolist()
    [0.0, 0.5, 1.0]
    """
    table = pd.DataFrame(curves, dtype=float)
    data = table.assign(hand=np.linspace(0, 1, len(table)).round(6)).melt("hand", var_name="curve")
    legend = {"columns": 1, "symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 3, "labelLimit": 400}
    lines = alt.Chart().mark_line(strokeWidth=2.5)
    lines = lines.encode(
        x=alt.X("hand:Q", title="hand", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="~g", tickCount=6)),
        y=alt.Y("value:Q", title=y),
        tooltip=tooltips({"curve:N": "curve", "hand:Q": "hand (share of hands below)", "value:Q": y}),
        **told_apart("curve", list(curves), legend, strokeDash=[]),
    )
    ground = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=GREY, aria=False).encode(y="zero:Q")
    return alt.LayerChart(layer=[ground, lines], data=rounded(data), width="container", height=280)


def approach(table: pd.DataFrame, *, y: str) -> alt.Chart:
    """Draw the distance of games with n cards from the game on [0, 1] on logarithmic axes, where a power of n is a straight line.

    Parameters
    ----------
    table : DataFrame
        Distances above 0, a column per game, indexed by the number of cards.
    y : str
        What the distance is, with its unit.
    """
    names = list(table.columns)
    data = table.astype(float).assign(cards=table.index.to_numpy(dtype=float)).melt("cards", names, "game", "distance")
    scale, numbers = alt.Scale(type="log", nice=False), alt.Axis(format=",d", values=[20, 50, 100, 200, 500, 1000])
    lines = alt.Chart(rounded(data, digits=4), width="container", height=300)
    return lines.mark_line(point=alt.OverlayMarkDef(size=60), strokeWidth=2).encode(
        x=alt.X("cards:Q", title="cards in the deck, n", scale=scale, axis=numbers),
        y=alt.Y("distance:Q", title=y, scale=alt.Scale(type="log"), axis=alt.Axis(format="~e", tickCount=5)),
        tooltip=tooltips({"game:N": "game", "cards:Q": "cards in the deck, n", "distance:Q": y}),
        **told_apart("game", names, {"columns": 1, "labelLimit": 400}),
    )


def _found(averages: Mapping[float, Mapping[str, ArrayLike]]) -> tuple[_Drawn, pd.DataFrame]:
    """Return the game, and the probability that each cell bets or calls: a row per ante and cell, a column per decision."""
    game = next(one for one in _GAMES if set(one.decisions) == set(next(iter(averages.values()))))
    rows: list[pd.DataFrame] = []
    for ante, tables in averages.items():
        shares = {f"b{row}": np.asarray(tables[history])[:, 1].round(_DIGITS) + 0.0 for row, history in enumerate(game.decisions)}
        edges = np.linspace(0, 1, len(shares["b0"]) + 1)
        rows.append(pd.DataFrame({"ante": round(ante, 6), "low": edges[:-1], "high": edges[1:], **shares}))
    return game, rounded(pd.concat(rows))


def _place(game: _Drawn, top: str, bottom: str, low: str = "low", high: str = "high") -> dict[str, Any]:
    across = alt.Scale(domain=[0, 1], nice=False)
    down = alt.Scale(domain=[0, _ROW * len(game.decisions)], range=[0, _ROW * len(game.decisions)], nice=False)
    axis = alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], format="~g", grid=False)
    return {
        "x": alt.X(f"{low}:Q", title="hand", scale=across, axis=axis),
        "x2": f"{high}:Q",
        "y": alt.Y(f"{top}:Q", axis=None, scale=down),
        "y2": f"{bottom}:Q",
    }


def _stretches(game: _Drawn, which: str) -> alt.Chart:
    rows = [
        {"decision": decision.name, "row": row, "does": does, "first": low, "last": high}
        for row, decision in enumerate(game.decisions.values())
        for does, low, high in getattr(decision, which)
    ]
    ends = {"low": f"({game.ends})[datum.first]", "high": f"({game.ends})[datum.last]"}
    return alt.Chart(pd.DataFrame(rows)).transform_calculate(
        **ends, top=f"datum.row * {_ROW} + {_NAME}", bottom=f"datum.row * {_ROW} + {_NAME + _BAR}", under="datum.bottom + 5"
    )


def _bars(game: _Drawn) -> list[alt.Chart]:
    told = tooltips({"decision:N": "decision", "does:N": "action"} | _HANDS)
    bars = _stretches(game, "stretches").mark_rect(stroke=PAPER, strokeWidth=1)
    done = [name for name in _ACTIONS if name in set(bars.data["does"])]
    colour = told_apart("does", done, {"orient": "bottom", "columns": 2})
    free = _stretches(game, "free").mark_rule(color=GREY, strokeWidth=3, strokeDash=[4, 3])
    place = _place(game, "under", "under")
    del place["y2"]
    return [bars.encode(**_place(game, "top", "bottom"), **colour, tooltip=told), free.encode(**place, tooltip=told)]


def _averages(game: _Drawn, found: pd.DataFrame) -> list[alt.Chart]:
    """Draw below each bar the probability that the hands bet or call in CFR's average."""
    layers = []
    for row, decision in enumerate(game.decisions.values()):
        ground = row * _ROW + _NAME + _BAR + _FREE_ROOM + _AVERAGE
        told = _HANDS | {f"b{row}:Q": f"{decision.name}: bets or calls, on CFR's average (share)"}
        shown = alt.Chart(found).transform_filter("abs(datum.ante - S) < 0.001")
        shown = shown.transform_calculate(top=f"{ground} - {_AVERAGE} * datum.b{row}", ground=f"{ground}")
        layers.append(shown.mark_rect(color=COLOURS["CFR"], x2Offset=1).encode(**_place(game, "top", "ground"), tooltip=tooltips(told)))
    return layers


def _names(game: _Drawn) -> alt.Chart:
    rows = [{"name": one.name, "low": 0, "y": row * _ROW + _NAME - 10} for row, one in enumerate(game.decisions.values())]
    place = _place(game, "y", "y")
    return alt.Chart(pd.DataFrame(rows)).mark_text(align="left", fontSize=13, aria=False).encode(x=place["x"], y=place["y"], text="name:N")
