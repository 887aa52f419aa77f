"""The chapter on the game: the six deals, what a bet can gain, and the best replies that chase one another."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import INK
from kuhnbook.figures.style import told_apart
from kuhncfr.games.game import Game, successors
from kuhncfr.plot import rounded, tooltips

_SHORT, _AROUND = 0.27, 0.3  # of the square's side: arrows leave room for the numbers in the corners; the words at the rim need some, too
_MENU = 30  # pixels: above what would lie below the button of the menu
_BESIDE_ARROWS: dict[str, Any] = {  # inside the square, but outside where the arrow is level
    "left": {"align": "left", "dx": 10},
    "right": {"align": "right", "dx": -10},
    "top": {"dy": -26},
    "bottom": {"dy": 20},
}


def deals(game: Game) -> alt.LayerChart:
    """Draw all deals of one card each to two players from a deck of three: a column for each deal.

    Parameters
    ----------
    game : Game

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> deals(OneBetKuhn()).data.query("deal == 'QK'")[["whose", "card"]].to_numpy().tolist()
    [['player 1', 'Q'], ['player 2', 'K'], ['out of play', 'A']]
    """
    deck = game.chance("")
    whose = ["player 1", "player 2", "out of play"]
    rows = []
    for deal in (one + other for one in successors(game, "") for other in successors(game, one)):
        share = str(deck[deal[0]] * game.chance(deal[0])[deal[1]])
        cards = [*deal, *(card for card in deck if card not in deal)]
        rows += [{"deal": deal, "whose": who, "card": card, "probability": share} for who, card in zip(whose, cards, strict=True)]
    base = alt.Chart().encode(
        x=alt.X("deal:N", sort=None, title="deal", axis=alt.Axis(labelAngle=0, domain=False, ticks=False)),
        y=alt.Y("whose:N", sort=whose, title=None, axis=alt.Axis(domain=False, ticks=False)),
        tooltip=tooltips({"deal:N": "deal", "whose:N": "whose card", "card:N": "card", "probability:N": "probability of the deal"}),
    )
    card = base.mark_rect(filled=False, strokeWidth=2.5, cornerRadius=6, width={"band": 0.7}, height={"band": 0.86})
    layers: list[Any] = [
        card.encode(color=alt.Color("whose:N", scale=alt.Scale(domain=whose), legend=None)),
        base.mark_text(fontSize=22, fontWeight="bold", color=INK).encode(text="card:N"),
    ]
    look: dict[str, Any] = {"view": alt.ViewBackground(stroke=None), "padding": {"top": _MENU, "right": 5, "bottom": 5, "left": 5}}
    return alt.LayerChart(layer=layers, data=pd.DataFrame(rows), **look, width="container", height=180)


def gain_ranges(gains: Mapping[str, Sequence[Fraction]], movers: Mapping[str, int]) -> alt.LayerChart:
    """Draw a bar for each information set, from the least to the most that one action gains over the other.

    Parameters
    ----------
    gains : mapping of str to sequence of Fraction
        By information set, the gain against each strategy of the other player, in chips a game.
    movers : mapping of str to int
        The player who moves there, counted from 0.

    Examples
    --------
    >>> chart = gain_ranges({"Qb": [Fraction(0), Fraction(-1, 3)]}, {"Qb": 1})
    >>> chart.data[["from", "to", "least", "most"]].to_numpy().tolist()
    [['−1/3', '0', -0.333333, 0.0]]
    """
    rows = [
        {"infoset": key, "player": f"player {movers[key] + 1}", "from": _signed(min(found)), "to": _signed(max(found))}
        | {"least": float(min(found)), "most": float(max(found))}
        for key, found in gains.items()
    ]
    data = rounded(pd.DataFrame(rows))
    scale = alt.Scale(domain=[data["least"].min() - 0.3, data["most"].max() + 0.2], nice=False)
    titles = {"infoset:N": "information set", "player:N": "who moves", "from:N": "least gain (chips)", "to:N": "largest gain (chips)"}
    base = alt.Chart().encode(y=alt.Y("infoset:N", sort=None, title="information set"), tooltip=tooltips(titles))
    least = alt.X("least:Q", title="what b gains over p (chips a game)", scale=scale, axis=alt.Axis(tickCount=4))
    colours = told_apart("player", ["player 1", "player 2"], {"title": "who moves"})
    words: dict[str, Any] = {"fontSize": 13, "aria": False}
    layers: list[Any] = [
        base.mark_bar(height={"band": 0.5}).encode(x=least, x2="most:Q", **colours),
        base.mark_text(align="right", dx=-5, **words).encode(x=least, text="from:N"),
        base.mark_text(align="left", dx=5, **words).encode(x="most:Q", text="to:N"),
        alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=INK).encode(x=alt.X("zero:Q", scale=scale)),
    ]
    return alt.LayerChart(layer=layers, data=data, width="container", height=30 * len(rows))


def chase(corners: pd.DataFrame) -> alt.LayerChart:
    """Draw the best replies to one another when each player has two choices left: arrows between the four corners of a square.

    Parameters
    ----------
    corners : DataFrame
        What player 1 wins, as fractions: the choices of player 1, who wants more, by row; those of player 2, who wants less, by column.

    Examples
    --------
    >>> pennies = pd.DataFrame([[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]], index=["H", "T"], columns=["h", "t"])
    >>> chase(pennies).layer[0].data["reply"].tolist()
    ['player 1: H', 'player 2: t', 'player 1: T', 'player 2: h']
    """
    numbers = corners.to_numpy()
    arrows = pd.DataFrame([_arrow(corners, player, line) for line in range(2) for player in range(2)])
    places = pd.DataFrame([{"x": x, "y": y, "wins": _signed(numbers[y, x])} for y in range(2) for x in range(2)])
    across, down = (alt.Scale(domain=domain, nice=False) for domain in ([-_AROUND, 1 + _AROUND], [1 + _AROUND, -_AROUND]))
    x = alt.X("x:Q", title=None, scale=across, axis=_named(list(corners.columns), "top"))
    y = alt.Y("y:Q", title=None, scale=down, axis=_named(list(corners.index), "left"))
    told = {"player:N": "who moves", "reply:N": "best response", "before:N": "player 1 wins before (chips)", "after:N": "after (chips)"}
    base = alt.Chart(arrows).encode(color=alt.Color("player:N", scale=alt.Scale(domain=["player 1", "player 2"]), legend=None))
    heads = base.mark_point(shape="triangle-up", filled=True, size=200, opacity=1, aria=False)
    layers: list[Any] = [
        base.mark_rule(strokeWidth=3).encode(x, y, x2="x2:Q", y2="y2:Q", tooltip=tooltips(told)),
        heads.encode(x="x2:Q", y="y2:Q", angle=alt.Angle("turn:Q", scale=None)),
        alt.Chart(places).mark_text(fontSize=18, fontWeight="bold", color=INK).encode(x, y, text="wins:N"),
    ]
    for side, look in _BESIDE_ARROWS.items():
        words = alt.Chart(arrows).transform_filter(alt.FieldEqualPredicate(field="side", equal=side))
        words = words.mark_text(fontSize=13, color=INK, lineBreak=": ", **look)
        layers.append(words.encode(x="mx:Q", y="my:Q", text="reply:N"))
    title = alt.Title("What player 1 wins (chips a game)", offset=12)
    return alt.LayerChart(layer=layers, view=alt.ViewBackground(stroke=None), title=title, width="container", height=340)


def _arrow(corners: pd.DataFrame, player: int, line: int) -> dict[str, Any]:
    """The best response of player 1 within a column, or of player 2 within a row: down or up, to the right or to the left."""
    numbers = corners.to_numpy()
    first, second = numbers[:, line] if player == 0 else numbers[line]
    start, end = (0, 1) if (second > first) == (player == 0) else (1, 0)
    ends = [start + (end - start) * part for part in (_SHORT, 0.5, 1 - _SHORT)]
    (x, mx, x2), (y, my, y2) = ([line] * 3, ends) if player == 0 else (ends, [line] * 3)
    found = {"x": x, "y": y, "mx": mx, "my": my, "x2": x2, "y2": y2, "turn": 180 * end if player == 0 else 270 - 180 * end}
    who, name = f"player {player + 1}", (corners.index if player == 0 else corners.columns)[end]
    before, after = map(_signed, (first, second) if end else (second, first))
    side = ("left", "right", "top", "bottom")[2 * player + line]
    return found | {"player": who, "reply": f"{who}: {name}", "before": before, "after": after, "side": side}


def _named(names: list[str], side: Any) -> alt.Axis:
    words = f"datum.value == 0 ? '{names[0]}' : '{names[1]}'"
    return alt.Axis(orient=side, values=[0, 1], labelExpr=words, domain=False, ticks=False, grid=False)


def _signed(number: Fraction) -> str:
    return f"{'−' if number < 0 else ''}{abs(number)}"
