"""The tree of a game: where everything goes (:func:`tree_layout`), and the drawing of it (:func:`draw_tree`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle, pairwise
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from kuhncfr._support import arguments
from kuhncfr._support.palette import PALETTE
from kuhncfr.games.game import Game, histories, information_sets, successors

MAX_TERMINALS = 60  # nobody can read a longer list

CHANCE_MARKER = "D"
PLAYER_MARKERS = ("o", "s", "^", "p", "h", "8")  # who moves; the colour says what they know

# In inches. The width fills a page of the book, and is still legible when a phone shrinks it to half; only deep trees are wider.
_WIDTH = 5.2
_MIN_COLUMN = 0.8
_ROW = 0.28
_FONT = 12  # points
_LINE = "#555555"
_TEXT: Any = {"color": "black", "va": "center", "zorder": 4}


@dataclass(frozen=True)
class Node:
    """A history and its place: the root at the left, terminal histories in the last column, one below the other.

    Attributes
    ----------
    history : str
    x : int
        Its column: how many actions lead to it, or the last one for a terminal history.
    y : float
        The row of a terminal history, counted from 0 at the top; half-way between first and last successor for any other.
    player : int or None
        Who moves, counted from 0; None for chance and at the end.
    infoset : str or None
        The information set of the player to move.
    utilities : tuple of Fraction or None
        Everybody's net winnings at a terminal history, in chips.
    """

    history: str
    x: int
    y: float
    player: int | None = None
    infoset: str | None = None
    utilities: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class TreeLayout:
    """A game tree, or a part of it, ready to be drawn.

    Attributes
    ----------
    nodes : dict of str to Node
        Keyed by the history; each before its successors.
    edges : dict of (str, str) to str
        The label of the edge from one history to the next: the action, for chance with its probability.
    infosets : dict of str to tuple of str
        Every information set of the game, with those of its histories that are drawn.
    """

    nodes: dict[str, Node]
    edges: dict[tuple[str, str], str]
    infosets: dict[str, tuple[str, ...]]

    @property
    def terminals(self) -> list[Node]:
        """The nodes where the game is over, from top to bottom."""
        return [node for node in self.nodes.values() if node.utilities is not None]

    def table(self) -> pd.DataFrame:
        """Return what is drawn as a table, a row for each history: the next to move, their information set, and who wins what.

        Examples
        --------
        >>> from kuhncfr import OneBetKuhn
        >>> tree_layout(OneBetKuhn(), only="QKb").table().loc[["QKb", "QKbp"]].to_numpy().tolist()
        [['player 2', 'Kb', ''], ['', '', '+1, −1']]
        """
        rows = [
            {"to move": _mover(node), "information set": node.infoset or "", "winnings (chips)": _written(node)}
            for node in self.nodes.values()
        ]
        return pd.DataFrame(rows, index=[history or "(root)" for history in self.nodes])


def tree_layout(game: Game, only: str | Sequence[str] = "") -> TreeLayout:
    """Lay out the tree of a game, or a part of it, from left to right.

    Parameters
    ----------
    game : Game
    only : str or sequence of str, optional
        Show this history, or these, what leads to them and what follows from them; by default everything.

    Returns
    -------
    TreeLayout

    Raises
    ------
    ValueError
        If `only` is empty or names something that is not a history, or more than 60 terminal histories would be shown.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> layout = tree_layout(OneBetKuhn(), only=("AK", "QK"))
    >>> layout.infosets["Kb"]
    ('AKb', 'QKb')
    >>> layout.nodes["AKb"].x, layout.nodes["AKb"].y
    (3, 1.5)
    """
    wanted = (only,) if isinstance(only, str) else tuple(arguments.names("only", only))
    shown = _shown(arguments.game("game", game), wanted)
    rows = {history: float(row) for row, history in enumerate(h for h in shown if game.is_terminal(h))}
    if len(rows) > MAX_TERMINALS:
        raise ValueError(f"only must leave at most {MAX_TERMINALS} terminal histories to show, got {len(rows)}")
    after = {history: [history + a for a in successors(game, history) if history + a in shown] for history in shown}
    for history in reversed(shown):  # successors first
        if after[history]:
            rows[history] = (rows[after[history][0]] + rows[after[history][-1]]) / 2

    last = max(map(len, shown))
    nodes = {history: _node(game, history, rows[history], last) for history in shown}
    edges = {(history, nxt): _edge_label(game, nxt) for history in shown for nxt in after[history]}
    infosets = {key: tuple(h for h in infoset.histories if h in nodes) for key, infoset in information_sets(game).items()}
    return TreeLayout(nodes, edges, infosets)


def draw_tree(layout: TreeLayout) -> Figure:
    """Draw a game tree.

    The shape of a node says who moves. Nodes of one information set look alike and are joined by a dashed line: the player
    who moves there cannot tell them apart. At the right stand everybody's net winnings, in chips, player 1's first.

    Parameters
    ----------
    layout : TreeLayout

    Returns
    -------
    Figure

    Examples
    --------
    >>> from kuhncfr import MatrixGame
    >>> pennies = MatrixGame([[1, -1], [-1, 1]], actions=("ht", "ht"))
    >>> figure = draw_tree(tree_layout(pennies))
    >>> [text.get_text() for text in figure.axes[0].texts if "," in text.get_text()]
    ['+1, −1', '−1, +1', '−1, +1', '+1, −1']
    >>> plt.close(figure)
    """
    arguments.instance("layout", layout, TreeLayout, what="a TreeLayout")
    left, right = 0.2, 0.15 + 0.1 * max(len(_written(node)) for node in layout.terminals)  # inches
    last = max(node.x for node in layout.nodes.values())
    column = max((_WIDTH - left - right) / max(last, 1), _MIN_COLUMN)
    figure, axes = plt.subplots(figsize=(left + last * column + right, 0.75 + _ROW * len(layout.terminals)))
    axes.set(xlim=(-left / column, last + right / column), ylim=(len(layout.terminals) - 0.4, -0.6))
    axes.axis("off")
    for (one, other), label in layout.edges.items():
        _draw_edge(axes, layout.nodes[one], layout.nodes[other], label)
    colours = dict(zip(layout.infosets, cycle(PALETTE)))
    for infoset, members in layout.infosets.items():
        for one, other in pairwise(members):
            _draw_link(axes, layout.nodes[one], layout.nodes[other], colours[infoset])
    for node in layout.nodes.values():
        _draw_node(axes, node, _LINE if node.infoset is None else colours[node.infoset])
    _draw_legend(axes, layout)
    return figure


def _shown(game: Game, only: tuple[str, ...]) -> list[str]:
    everything = list(histories(game))
    if not only or not set(only) <= set(everything):
        raise ValueError(f"only must hold histories of the game, at least one, got {arguments.shown(only)}")
    return [h for h in everything if any(h.startswith(wanted) or wanted.startswith(h) for wanted in only)]


def _node(game: Game, history: str, y: float, last: int) -> Node:
    if game.is_terminal(history):
        return Node(history, last, y, utilities=tuple(game.utilities(history)))
    if game.is_chance(history):
        return Node(history, len(history), y)
    return Node(history, len(history), y, game.player(history), game.infoset(history))


def _edge_label(game: Game, history: str) -> str:
    before, action = history[:-1], history[-1]
    return f"{action} {game.chance(before)[action]}" if game.is_chance(before) else action


def _mover(node: Node) -> str:
    if node.utilities is not None:
        return ""
    return "chance" if node.player is None else f"player {node.player + 1}"


def _written(terminal: Node) -> str:
    return ", ".join(map(_signed, terminal.utilities or ()))


def _signed(utility: Fraction) -> str:
    sign = "+" if utility > 0 else "−" if utility < 0 else ""
    return sign + (f"{abs(utility):g}" if isinstance(utility, float) else str(abs(utility)))


def _mixed(colour: str, part: float, other: str) -> str:
    """Mix a colour with another, of which it takes `part`."""
    red, green, blue = ((1 - part) * one + part * two for one, two in zip(to_rgb(colour), to_rgb(other), strict=True))
    return to_hex((red, green, blue))


def _tint(colour: str) -> str:
    """So light that black letters stand out on it."""
    return _mixed(colour, 0.75, "white")


def _shade(colour: str) -> str:
    """So dark that a line stands out on white."""
    return _mixed(colour, 0.25, "black")


def _draw_edge(axes: Axes, one: Node, other: Node, label: str) -> None:
    axes.plot([one.x, other.x], [one.y, other.y], color=_LINE, linewidth=1, zorder=1)
    along = 0.5 if one.player is None else 0.65  # decisions fan out less: their labels need more room
    x, y = ((1 - along) * start + along * end for start, end in ((one.x, other.x), (one.y, other.y)))
    axes.text(x, y, label, ha="center", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8}, fontsize=_FONT, **_TEXT)


def _draw_link(axes: Axes, one: Node, other: Node, colour: str) -> None:
    """Join two nodes by a curve that leaves room for the nodes between them: the further it goes, the further out."""
    bulge = 0.2 + 0.03 * abs(one.y - other.y)
    out = min(one.x, other.x) - 2 * min(bulge, 0.4)
    path = Path([(one.x, one.y), (out, (one.y + other.y) / 2), (other.x, other.y)], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    axes.add_patch(PathPatch(path, fill=False, edgecolor=_shade(colour), linewidth=1.8, linestyle=(0, (4, 2)), zorder=2))


def _draw_node(axes: Axes, node: Node, colour: str) -> None:
    if node.utilities is not None:
        axes.text(node.x + 0.06, node.y, _written(node), ha="left", fontsize=_FONT, **_TEXT)
        return
    size = 9 if node.infoset is None else 23
    axes.plot(
        node.x,
        node.y,
        _marker(node.player),
        markersize=size,
        markerfacecolor=_tint(colour),
        markeredgecolor=_shade(colour),
        markeredgewidth=1.8,
        zorder=3,
    )
    if node.infoset is not None:
        axes.text(node.x, node.y, node.infoset, ha="center", fontsize=min(_FONT, 29 / len(node.infoset)), **_TEXT)


def _draw_legend(axes: Axes, layout: TreeLayout) -> None:
    movers = {-1 if node.player is None else node.player for node in layout.nodes.values() if node.utilities is None}
    handles = []
    for mover in sorted(movers):
        player = None if mover < 0 else mover
        name = "chance" if player is None else f"player {player + 1}"
        handles += axes.plot([], [], _marker(player), color=_LINE, markerfacecolor=_tint(_LINE), markersize=9, label=name)
    if handles:
        axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(handles), handletextpad=0.2, fontsize=_FONT)


def _marker(player: int | None) -> str:
    return CHANCE_MARKER if player is None else PLAYER_MARKERS[player % len(PLAYER_MARKERS)]
