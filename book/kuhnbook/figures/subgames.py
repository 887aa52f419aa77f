"""Figures of subgame solving: the cut tree with its gadget, and what solving a part again does to the whole."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import altair as alt
import pandas as pd
from matplotlib.figure import Figure

from kuhnbook.figures.colours import COLOURS, GREY, INK, PAPER
from kuhnbook.figures.drawing import plt
from kuhnbook.figures.style import told_apart
from kuhncfr.plot import rounded, tooltips

_FONT = 12


def gadget_tree(worth: Mapping[str, Fraction]) -> Figure:
    """Draw the part of the one-bet game after a bet: for each hand of player 1, terminate or follow; then player 2's answer.

    Parameters
    ----------
    worth : mapping of str to Fraction
        What terminating is worth with each hand, in chips.
    """
    figure, axes = plt.subplots(figsize=(4.6, 3.6))
    axes.set(xlim=(-0.9, 3.5), ylim=(len(worth) - 0.35, -0.75))
    axes.axis("off")
    middle: Any = {"ha": "center", "va": "center", "color": INK, "fontsize": _FONT, "zorder": 4}
    on_line: Any = middle | {"bbox": {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}}

    def branch(start: tuple[float, float], end: tuple[float, float], name: str) -> None:
        axes.plot(*zip(start, end, strict=True), color=GREY, linewidth=1, zorder=1)
        axes.text((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, name, **on_line)

    for row, (hand, value) in enumerate(worth.items()):
        axes.text(-0.7, row, hand[0], **middle)
        branch((-0.55, row), (0.9, row), "bets")
        branch((0.9, row), (1.6, row - 0.36), "T")
        axes.text(1.68, row - 0.36, str(value).replace("-", "\N{MINUS SIGN}"), **(middle | {"ha": "left"}))
        branch((0.9, row), (2.4, row), "F")
        for name, end in (("fold", row - 0.2), ("call", row + 0.2)):
            axes.plot((2.4, 2.85), (row, end), color=GREY, linewidth=1, zorder=1)
            axes.text(2.93, end, name, **(middle | {"ha": "left"}))
        for player, left in ((1, 0.9), (2, 2.4)):
            edge = COLOURS[f"player {player}"]
            axes.plot(left, row, "o", markersize=18, color=PAPER, markeredgecolor=edge, markeredgewidth=2.5, zorder=3)
            axes.text(left, row, str(player), **middle)
    axes.plot((2.4, 2.4), (0, len(worth) - 1), ":", color=GREY, linewidth=2, zorder=2)
    axes.plot((0.48, 0.48), (-0.7, len(worth) - 0.4), "--", color=INK, linewidth=1.5, zorder=5)
    return figure


def before_and_after(table: Mapping[str, Mapping[str, float]]) -> alt.Chart:
    """Draw the exploitability before and after parts were solved again.

    Parameters
    ----------
    table : mapping of str to mapping of str to float
        By blueprint and way of solving, in chips a game.
    """
    data = pd.DataFrame(table).rename_axis("way").reset_index().melt("way", var_name="blueprint", value_name="exploitability")
    axis = alt.Axis(values=[1e-6, 1e-4, 1e-2, 1], format="~e")
    return (
        alt.Chart(rounded(data, 3), width="container", height=150)
        .mark_point(size=110, strokeWidth=2, filled=True, opacity=1)
        .encode(
            x=alt.X("exploitability:Q", title="exploitability (chips a game)", scale=alt.Scale(type="log", domain=[1e-6, 1]), axis=axis),
            y=alt.Y("way:N", title=None, sort=None),
            tooltip=tooltips({"blueprint:N": "blueprint", "way:N": "solved", "exploitability:Q": "exploitability (chips a game)"}),
            **told_apart("blueprint", list(table), {}, shape=("circle", "square")),
        )
    )
