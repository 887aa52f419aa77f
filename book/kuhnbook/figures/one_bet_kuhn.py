"""The chapter on one-bet Kuhn poker: the drawing of a game's tree."""

from itertools import cycle, pairwise
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from kuhncfr.plot import PALETTE, Node, TreeLayout

CHANCE_MARKER = "D"
PLAYER_MARKERS = ("o", "s", "^", "p", "h", "8")  # who moves; the colour says what they know

# In inches. The width fills a page of the book, and is still legible when a phone shrinks it to half; only deep trees are wider.
_WIDTH = 5.2
_MIN_COLUMN = 0.8
_ROW = 0.28
_FONT = 12  # points
_LINE = "#555555"
_TEXT: Any = {"color": "black", "va": "center", "zorder": 4}


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
    >>> from kuhncfr.plot import tree_layout
    >>> pennies = MatrixGame([[1, -1], [-1, 1]], actions=("ht", "ht"))
    >>> figure = draw_tree(tree_layout(pennies))
    >>> [text.get_text() for text in figure.axes[0].texts if "," in text.get_text()]
    ['+1, −1', '−1, +1', '−1, +1', '+1, −1']
    >>> plt.close(figure)
    """
    left, right = 0.2, 0.15 + 0.1 * max(len(node.winnings) for node in layout.terminals)  # inches
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
        axes.text(node.x + 0.06, node.y, node.winnings, ha="left", fontsize=_FONT, **_TEXT)
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
