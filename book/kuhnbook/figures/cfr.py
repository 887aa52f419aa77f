"""The chapter on CFR: the corridor with two meters, the King's two weights, and both products of reach on one tree."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import altair as alt
import pandas as pd

import kuhncfr as kc
from kuhnbook.figures.colours import COLOURS, GREY, INK, PAPER
from kuhnbook.figures.style import slider
from kuhnbook.in_page.inside.corridor import Corridor
from kuhncfr.plot import rounded, tooltips

_ROW = 42  # pixels between two endings of a tree
_WIDEST = 16  # pixels: a branch that is taken for certain

# --- The corridor ----

_DOORS = {"a": "leave", "b": "go in", "ba": "on", "bb": "lose 4", "baa": "win 1", "bab": "lose 10"}
_DOOR = {"a": "1", "ba": "2", "baa": "3"}  # at the beginning of its first branch
_ROUNDS = 20
_OFFSET = 4.4  # rows from one learner's corridor to the other's
_AFTER = 8  # rounds, at which the slider starts


def corridor_meters(learners: Mapping[str, Callable[[kc.Game], kc.CFR]]) -> alt.LayerChart:
    """Draw the corridor once for each learner, with its cumulative regrets; a slider chooses the round.

    A branch is as wide as the probability with which the learner takes it next, and dotted if that is 0.

    Parameters
    ----------
    learners : mapping of str to callable
        By name: what makes a learner for a game.

    Returns
    -------
    altair.LayerChart
        The data have a row for each learner, round and branch.

    Examples
    --------
    >>> chart = corridor_meters({"CFR": lambda game: kc.CFR(game)})
    >>> chart.data.query("after == 2 and branch == 'go in'")["regret"].tolist()
    [-6.125]
    """
    places = _places(Corridor())
    rows = [
        {"learner": name, **row, **_ends(places, h, k * _OFFSET)}
        for k, (name, make) in enumerate(learners.items())
        for h, row in _rounds(make(Corridor()))
    ]
    data = rounded(pd.DataFrame(rows))
    names = pd.DataFrame([{"learner": name, "x": 0.0, "y": k * _OFFSET - 0.62} for k, name in enumerate(learners)])
    now = alt.Chart().transform_filter("datum.after == round")
    at, height = _scales(3, (-1.0, _OFFSET * (len(learners) - 1) + 3.4), "width - 16")
    words = now.transform_calculate(
        part="if(datum.x == 2, 0.62, 0.5)",
        mx="datum.x + datum.part * (datum.x2 - datum.x)",
        my="datum.y + datum.part * (datum.y2 - datum.y)",
        told="datum.branch + ': ' + format(datum.regret, '+.2f')",
    )
    words = words.encode(**at("mx", "my"), text="told:N")
    above: dict[str, Any] = {"fontSize": 12, "dy": -11, "aria": False}
    node = now.transform_filter("datum.door != ''").encode(**at("x", "y"))
    told = {
        "learner:N": "learner",
        "after:Q": "after round",
        "branch:N": "branch",
        "probability:Q": "plays it next (probability)",
        "regret:Q": "sum of regrets (chips)",
    }
    headings = alt.Chart(names).mark_text(align="left", fontWeight="bold", fontSize=13, color=INK, aria=False)
    layers: list[Any] = [
        *_branches(now, at, "probability", COLOURS["current"], told),
        words.mark_text(stroke=PAPER, strokeWidth=5, **above),  # legible on any background
        words.mark_text(color=INK, **above),
        *_numbered(node, "door:N", 330),
        headings.encode(**at("x", "y"), text="learner:N"),
    ]
    chart = alt.LayerChart(layer=layers, data=data, width="container", height=height, view=alt.ViewBackground(stroke=None))
    return chart.add_params(slider("round", _AFTER, "After round", 0, _ROUNDS, 1))


def _rounds(cfr: kc.CFR) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return, for each round and branch: the probability of the branch in the next round, and its cumulative regret."""
    for t in range(_ROUNDS + 1):
        for h in _DOORS:
            infoset = cfr.infosets[cfr.game.infoset(h[:-1])]
            k = infoset.actions.index(h[-1])
            numbers = {"probability": infoset.current_strategy[k], "regret": infoset.cumulative_regret[k]}
            yield h, {"after": t, "branch": _DOORS[h], "door": _DOOR.get(h, ""), **numbers}
        cfr.step()


# --- The King ----


def king_weights(ace: int = 6, queen: int = 6) -> alt.LayerChart:
    r"""Draw what the King gains by calling instead of folding, one-bet game, ante 1: a rectangle for each card that may have bet.

    Width is the weight, :math:`\pi_{-2}`: chance's 1/6 times the probability of the bet. Height is what the call gains: -1 against the
    Ace, +3 against the Queen. So an area is a weighted gain, and the areas are equal where the Ace bets three times as often.

    Parameters
    ----------
    ace, queen : int
        How often player 1 bets each card, times in 12, where the sliders start.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> [slider["name"] for slider in king_weights().to_dict()["params"]]
    ['ace', 'queen']
    """
    data = pd.DataFrame([{"history": "AKb", "card": "Ace", "gain": -1}, {"history": "QKb", "card": "Queen", "gain": 3}])
    computed = {
        "weight": "if(datum.card == 'Ace', ace, queen) / 72",
        "left": "if(datum.card == 'Ace', 0, ace / 72)",
        "right": "datum.left + datum.weight",
        "zero": "0",
        "area": "datum.weight * datum.gain",
        "product": "format(datum.weight, '.3f') + ' × ' + format(datum.gain, '+d') + ' = ' + format(datum.area, '+.3f')",
        "told": "datum.history + ': ' + datum.product",
    }
    base = alt.Chart(data).transform_calculate(**computed)
    across, down = alt.Scale(domain=[0, 1 / 3]), alt.Scale(domain=[-1.6, 3.6])
    x = alt.X("left:Q", title="weight: chance, times how often the card bets", scale=across, axis=alt.Axis(tickCount=4))
    y = alt.Y("zero:Q", title="call minus fold (chips)", scale=down, axis=alt.Axis(values=[-1, 0, 1, 2, 3]))
    colour = alt.Color("card:N", scale=alt.Scale(domain=["Ace", "Queen"], range=[COLOURS["value"], COLOURS["bluff"]]), legend=None)
    told = {
        "history:N": "history",
        "weight:Q": "weight (probability)",
        "gain:Q": "call minus fold (chips)",
        "area:Q": "weight times gain (chips)",
    }
    areas = base.mark_rect(stroke=PAPER).encode(x=x, x2="right:Q", y=y, y2="gain:Q", color=colour, tooltip=tooltips(told))
    places: dict[str, dict[str, Any]] = {"Ace": {"align": "left", "dx": 6, "dy": 11}, "Queen": {"align": "right", "dx": -6, "dy": -11}}
    words = []
    for card, place in places.items():
        word = base.transform_filter(f"datum.card == '{card}'").mark_text(fontSize=12, color=INK, aria=False, **place)
        words.append(word.encode(x=alt.value(0 if card == "Ace" else "width"), y="gain:Q", text="told:N"))
    title = alt.Title(alt.expr("'Calling instead of folding: ' + format((3 * queen - ace) / 72, '+.3f') + ' chips'"), offset=8)
    sliders = [slider(card, times, f"The {card.title()} bets, times in 12", 0, 12, 1) for card, times in (("ace", ace), ("queen", queen))]
    return alt.LayerChart(layer=[areas, *words], width="container", height=240, title=title).add_params(*sliders)


# --- Both products ----

_CARD = "Q"  # whose decisions: player 1's
_PANELS = (  # the title, the width of a branch, whose colour it has
    ("π₁: the Queen’s own moves", "datum['own reach']", "player 1"),
    ("π₋₁: chance and player 2", "3 * datum['others reach']", "player 2"),  # of a card, 1
)
_PANEL = 270  # pixels


def two_products(strategy: kc.StrategyProfile) -> alt.ConcatChart:
    r"""Draw classic Kuhn poker for player 1's Queen twice, with branches as wide as each factor of reach.

    .. math:: \pi^\sigma(h) = \pi_1^\sigma(h) \; \pi_{-1}^\sigma(h)

    Parameters
    ----------
    strategy : StrategyProfile

    Returns
    -------
    altair.ConcatChart
        Two panels; the data have a row for each history but the first.

    Examples
    --------
    >>> chart = two_products(kc.StrategyProfile.uniform(kc.KuhnPoker()))
    >>> chart.data.set_index("history").loc["QKpb", ["own reach", "others reach"]].round(4).tolist()
    [0.5, 0.0833]
    """
    game = kc.KuhnPoker()
    tree = _places(game, _CARD)
    mine = tree["information set"].where(tree["to move"] == "player 1", "")
    rows = [{"history": h, **_shares(game, strategy, h), "infoset": mine[h], "action": h[-1], **_ends(tree, h)} for h in tree.index[1:]]
    data = rounded(pd.DataFrame(rows))
    at, height = _scales(float(tree["x"].max()), (-0.6, float(tree["y"].max()) + 0.6), str(_PANEL - 16))
    told = {"history:N": "history", "own reach:Q": "own reach π₁", "others reach:Q": "counterfactual reach π₋₁"}
    middle = alt.Chart().transform_calculate(mx="(datum.x + datum.x2) / 2", my="(datum.y + datum.y2) / 2").encode(**at("mx", "my"))
    node = alt.Chart().transform_filter("datum.infoset != ''").encode(**at("x2", "y2"))
    panels: list[Any] = []
    for title, width, player in _PANELS:
        layers: list[Any] = [
            *_branches(alt.Chart().transform_calculate(share=width), at, "share", COLOURS[player], told),
            middle.mark_circle(size=170, color=PAPER, opacity=1, aria=False),
            middle.mark_text(fontSize=12, color=INK, aria=False).encode(text="action:N"),
            *_numbered(node, "infoset:N", 620),
        ]
        panels.append(alt.LayerChart(layer=layers, title=title, width=_PANEL, height=height, view=alt.ViewBackground(stroke=None)))
    return alt.ConcatChart(concat=panels, columns=2, data=data)


def _shares(game: kc.Game, strategy: kc.StrategyProfile, h: str) -> dict[str, float]:
    """Return player 1's own reach of a history, and the reach of all others."""
    found = [1.0, 1.0]
    for k, action in enumerate(h):
        before = h[:k]
        chance = game.is_chance(before)
        row = game.chance(before) if chance else strategy[game.infoset(before)]
        found[chance or game.player(before) != 0] *= float(row[action])
    return dict(zip(("own reach", "others reach"), found, strict=True))


# --- Trees with wide branches ----


def _places(game: kc.Game, only: str = "") -> pd.DataFrame:
    """Return where the histories of a tree lie, by history."""
    table: Any = kc.plot.tree(game, only=only).data
    return table.replace({"history": {"(root)": ""}}).set_index("history")


def _numbered(base: alt.Chart, text: str, size: int) -> list[alt.Chart]:
    """Return discs with words, `size` square pixels large."""
    disc = base.mark_circle(size=size, color=PAPER, stroke=GREY, opacity=1, aria=False)
    return [disc, base.mark_text(fontSize=11, color=INK, aria=False).encode(text=text)]


def _ends(places: pd.DataFrame, h: str, down: float = 0.0) -> dict[str, float]:
    """Return where a branch begins and ends."""
    to = places.loc[h]
    return {"x": to["x before"], "y": to["y before"] + down, "x2": to["x"], "y2": to["y"] + down}


def _scales(last: float, rows: tuple[float, float], right: str) -> tuple[Callable[[str, str], dict[str, Any]], int]:
    """Return what places a mark, and the height of the drawing; `right` is where the last column is, in pixels."""
    height = int(_ROW * (rows[1] - rows[0]))
    across = alt.Scale(domain=[0, last], range=[16, alt.ExprRef(right)], nice=False)
    down = alt.Scale(domain=list(rows), range=[0, height], nice=False)

    def at(x: str, y: str) -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=down)}

    return at, height


def _branches(base: alt.Chart, at: Callable[[str, str], dict[str, Any]], share: str, colour: str, told: dict[str, str]) -> list[Any]:
    """Return the branches as wide as their share, over hairlines that show those of width 0."""
    ends = {**at("x", "y"), "x2": "x2:Q", "y2": "y2:Q"}
    hairlines = base.mark_rule(color=GREY, strokeWidth=0.8, strokeDash=[3, 3], aria=False).encode(**ends)
    wide = base.transform_calculate(width=f"{_WIDEST} * datum.{share}").mark_rule(strokeCap="butt", opacity=0.75)
    width = alt.StrokeWidth("width:Q", scale=None, legend=None)
    return [hairlines, wide.encode(**ends, color=alt.value(colour), strokeWidth=width, tooltip=tooltips(told))]
