"""Figures of three-player Kuhn poker: how the betting goes, where runs land in the family, and who pays whom."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from kuhnbook.figures.colours import COLOURS, CROSS, GREY, INK, PAPER
from kuhnbook.figures.drawing import plt
from kuhnbook.figures.style import told_apart
from kuhncfr.games.game import histories
from kuhncfr.games.kuhn import KuhnPoker
from kuhncfr.games.one_card import BET
from kuhncfr.plot import rounded, tooltips

MARKERS = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
_DIGITS = 3  # significant ones, of what was sampled

# Of the tree: in inches.
_ROW, _COLUMN, _TEXT_WIDTH = 0.3, 0.62, 1.95
_FONT = 12


def betting_lines(game: KuhnPoker) -> dict[str, str]:
    """Tell how every way of betting ends: who compares cards, or takes it without, and how much is in the pot.

    Examples
    --------
    >>> lines = betting_lines(KuhnPoker(players=3, cards=4))
    >>> lines["ppp"], lines["pbp" + "b"], lines["bpp"]
    ('1, 2, 3: pot 3', '1, 2: pot 5', '1: pot 4')
    """
    found = {}
    for betting in _bettings(game):
        history = game.ranking[: game.players] + betting
        if game.is_terminal(history):
            paid = sorted({k % game.players for k, action in enumerate(betting) if action == BET})
            pot = game.players * game.ante + len(paid) * game.bet
            found[betting] = f"{', '.join(str(player + 1) for player in paid or range(game.players))}: pot {pot}"
    return found


def betting_tree(game: KuhnPoker) -> Figure:
    """Draw how the betting can go, whatever the cards: who acts, and how it ends.

    The number in a node is the player to act. To the right are the betting, who is still in, and the chips in the pot.

    Parameters
    ----------
    game : KuhnPoker
    """
    ends = betting_lines(game)
    rows = {betting: float(row) for row, betting in enumerate(ends)}
    columns = max(map(len, ends))
    after = {betting: [betting + a for a in "pb"] for betting in _bettings(game) if betting not in ends}
    for betting in reversed(list(after)):
        rows[betting] = sum(rows[one] for one in after[betting]) / 2
    width, height = columns * _COLUMN + _TEXT_WIDTH, len(ends) * _ROW + 0.1
    figure, axes = plt.subplots(figsize=(width, height))
    axes.set(xlim=(-0.35, columns - 0.35 + _TEXT_WIDTH / _COLUMN), ylim=(len(ends) - 0.4, -0.6))
    axes.axis("off")
    middle: Any = {"va": "center", "color": INK, "fontsize": _FONT, "zorder": 4}
    for betting, following in after.items():
        for one in following:
            x, y = (len(betting), columns - 0.3 if one in ends else len(one)), (rows[betting], rows[one])
            axes.plot(x, y, color=GREY, linewidth=1, zorder=1)
            along = 0.72 if one in ends else 0.55  # two ends are close to each other
            left, top = (start + along * (end - start) for start, end in (x, y))
            axes.text(left, top, one[-1], ha="center", bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}, **middle)
        player, place = len(betting) % game.players + 1, (len(betting), rows[betting])
        axes.plot(*place, "o", markersize=19, color=_tint(COLOURS[f"player {player}"]), markeredgecolor=GREY, zorder=3)
        axes.text(*place, str(player), ha="center", **middle)
    for betting, end in ends.items():
        axes.text(columns - 0.2, rows[betting], betting, ha="left", family="monospace", **middle)
        axes.text(columns + 0.75, rows[betting], end, ha="left", **middle)
    return figure


def _tint(colour: str) -> tuple[float, ...]:
    """A quarter of a colour on white: light enough for black numbers."""
    return tuple(1 - (1 - part) / 4 for part in to_rgb(colour))


def _bettings(game: KuhnPoker) -> list[str]:
    """Every betting so far, each before what follows from it."""
    deal = game.ranking[: game.players]
    return [history.removeprefix(deal) for history in histories(game) if history.startswith(deal)]


def family_landing(table: pd.DataFrame) -> alt.LayerChart:
    """Draw where runs land among the equilibria: how often player 2 bluffs with a 2, over how often with a 1.

    The regions are those of the family: above the diagonal where c11 is 0, on it where c11 is between, below where it is 1/2.

    Parameters
    ----------
    table : DataFrame
        Columns b11, b21, c11, and ``run``, by which the points are told apart.
    """
    upper = pd.DataFrame({"b11": [0, 0.25], "low": [0, 0.25], "high": [0.25, 0.25]})
    lower = pd.DataFrame({"b11": [0, 1 / 6, 0.25], "low": [0.0, 0.0, 0.0], "high": [0, 1 / 6, 0]})
    axis: dict[str, Any] = {"scale": alt.Scale(domain=[0, 0.26]), "axis": alt.Axis(values=[0, 0.05, 0.1, 0.15, 0.2, 0.25])}
    x = alt.X("b11:Q", title="b11: player 2 bets a 1", **axis)
    low, y = (alt.Y(f"{field}:Q", title="b21: player 2 bets a 2", **axis) for field in ("low", "b21"))
    diagonal = alt.Chart(pd.DataFrame({"b11": [0, 0.25], "b21": [0, 0.25]})).mark_line(color=COLOURS["equilibrium"], strokeWidth=1.5)
    words = pd.DataFrame({"b11": [0.008, 0.175], "b21": [0.237, 0.02], "word": ["c11 = 0", "c11 = 1/2"]})
    points = alt.Chart(rounded(table, _DIGITS)).mark_point(size=90, strokeWidth=2, opacity=1)
    looks = told_apart("run", list(dict.fromkeys(table["run"])), {"columns": 2, "symbolOpacity": 1}, shape=MARKERS)
    told = tooltips({"run:N": "run"} | {f"{name}:Q": f"{name} (probability)" for name in ("b11", "b21", "c11")})
    areas = (alt.Chart(area).mark_area(opacity=0.15, color=COLOURS["equilibrium"]) for area in (upper, rounded(lower)))
    layers: list[Any] = [
        *(area.encode(x=x, y=low, y2="high:Q") for area in areas),
        diagonal.encode(x=x, y=y),
        points.encode(x=x, y=y, **looks, tooltip=told),
        alt.Chart(words).mark_text(align="left", fontSize=13, color=INK).encode(x=x, y=y, text="word:N"),
    ]
    return alt.LayerChart(layer=layers, width="container", height=340)


def value_lines(table: pd.DataFrame, *, x: str) -> alt.Chart:
    """Draw what each player wins, a line with points for each.

    Parameters
    ----------
    table : DataFrame
        A column per player, in chips a game, indexed by what changes.
    x : str
        What changes.
    """
    data = table.rename_axis("x").reset_index().melt("x", var_name="player", value_name="value")
    lines = alt.Chart(rounded(data), width="container", height=260).mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=60))
    return lines.encode(
        x=alt.X("x:Q", title=x, axis=alt.Axis(tickCount=5)),
        y=alt.Y("value:Q", title="value (chips a game)"),
        tooltip=tooltips({"player:N": "player", "x:Q": x, "value:Q": "value (chips a game)"}),
        **told_apart("player", [str(name) for name in table.columns], {}, shape=MARKERS),
    )


def outcomes(rows: Mapping[str, Sequence[float]]) -> alt.LayerChart:
    """Draw several numbers for each player on one axis of chips, with a line at 0.

    Parameters
    ----------
    rows : mapping of str to sequence of float
        One number per player, in chips a game, by what they mean; the first are those of the equilibrium.
    """
    table = pd.DataFrame(rows, dtype=float).rename(lambda k: f"player {k + 1}").rename_axis("player")
    data = table.reset_index().melt("player", var_name="what", value_name="chips")
    points = alt.Chart(rounded(data)).mark_point(size=CROSS["size"], strokeWidth=2.5, opacity=1)
    zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=GREY).encode(x="zero:Q")
    points = points.encode(
        x=alt.X("chips:Q", title="chips a game", axis=alt.Axis(values=[-0.2, -0.1, 0], format="~g")),
        y=alt.Y("player:N", title=None, axis=alt.Axis(grid=True)),
        tooltip=tooltips({"player:N": "player", "what:N": "what", "chips:Q": "chips a game"}),
        **told_apart("what", list(rows), {"columns": 1, "labelLimit": 320}, shape=[CROSS["shape"], *MARKERS[1:]]),
    )
    return alt.LayerChart(layer=[zero, points], width="container", height=170)
