"""The drawing of a game tree is read back."""

from fractions import Fraction

import matplotlib.pyplot as plt
import pytest
from colours import contrast
from matplotlib.colors import to_rgb
from matplotlib.patches import PathPatch

from kuhnbook.figures import draw_tree
from kuhncfr import KuhnPoker, MatrixGame, OneBetKuhn
from kuhncfr.plot import tree_layout

GAMES = [OneBetKuhn(), KuhnPoker(), MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=("RPS", "RPS"))]


@pytest.fixture
def draw():
    """Draw a layout and give its axes; the figure is closed in the end."""
    yield lambda layout: draw_tree(layout).axes[0]
    plt.close("all")


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_drawing(game, draw):
    layout = tree_layout(game)
    axes = draw(layout)
    assert len([patch for patch in axes.patches if isinstance(patch, PathPatch)]) == sum(len(h) - 1 for h in layout.infosets.values())

    looks = {}
    marked = {
        (line.get_xdata()[0], line.get_ydata()[0]): line for line in axes.lines if line.get_marker() != "None" and len(line.get_xdata())
    }
    assert len(marked) == len(layout.nodes) - len(layout.terminals)
    for node in layout.nodes.values():
        if node.utilities is None:
            line = marked[node.x, node.y]
            looks.setdefault((node.player, node.infoset), set()).add((line.get_marker(), line.get_markeredgecolor()))
    assert all(len(look) == 1 for look in looks.values())  # one information set, one look
    assert len(set.union(*looks.values())) == len(looks)  # and each its own, as long as there are colours

    words = [text.get_text() for text in axes.texts]
    for key, members in layout.infosets.items():
        assert words.count(key) == len(members)
    assert words.count("p") == sum(label == "p" for label in layout.edges.values())
    players = [f"player {k + 1}" for k in range(game.players)]
    has_chance = any(node.player is None and node.utilities is None for node in layout.nodes.values())
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["chance"] * has_chance + players


def test_net_winnings_are_written_with_their_sign(draw):
    layout = tree_layout(MatrixGame([[[2, Fraction(-1, 2)], [0, 0.25]]], actions=("a", "xy")))
    words = [text.get_text() for text in draw(layout).texts]
    assert words[-2:] == ["+2, −1/2", "0, +1/4"]


def test_contrast(draw):
    axes = draw(tree_layout(KuhnPoker()))
    markers = [line for line in axes.lines if line.get_marker() != "None"]
    fills = {line.get_markerfacecolor() for line in markers}
    assert len(fills) >= 7  # six colours, and chance's grey
    assert all(contrast(to_rgb(fill), to_rgb("black")) >= 7 for fill in fills)
    lines = {line.get_markeredgecolor() for line in markers} | {patch.get_edgecolor() for patch in axes.patches}
    assert all(contrast(to_rgb("white"), to_rgb(line)) >= 3 for line in lines)
