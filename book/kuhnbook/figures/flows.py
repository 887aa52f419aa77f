"""The phase portrait: four ways of learning on the saddle of the reduced one-bet game, side by side."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patheffects import withStroke

from kuhnbook.dynamics.flows import running_average
from kuhnbook.dynamics.reduced_game import Array, ReducedGame
from kuhnbook.figures.colours import COLOURS, GREEN, GREY, INK, PAPER
from kuhnbook.figures.drawing import plt

_LEARNING, _ANOTHER, _AVERAGE = COLOURS["current"], GREEN, COLOURS["average"]
_ELSEWHERE = tuple(0.45 * part + 0.55 for part in to_rgb(_LEARNING))  # paler, and opaque: from other starting points


def phase_portrait(
    game: ReducedGame, circles: Sequence[Array], ovals: Sequence[Array], orbits: Sequence[Array], cycle: Array, alternating: Array
) -> Figure:
    """Draw four panels; over the last path of each runs its average, in equal time steps.

    Parameters
    ----------
    game : ReducedGame
    circles, ovals, orbits : sequence of ndarray, shape (n, 2)
        Paths of the gradient flow, the replicator dynamics and continuous regret matching.
    cycle, alternating : ndarray, shape (n, 2)
        The current strategies of CFR, with the players learning together and in turn.

    Returns
    -------
    Figure
    """
    apart = ConstrainedLayoutEngine(h_pad=0.12)
    figure, axes = plt.subplots(2, 2, figsize=(5.2, 5.8), sharex=True, sharey=True, layout=apart)
    titles = ("(a) gradient flow", "(b) replicator dynamics", "(c) regret matching", "(d) CFR, whole steps")
    for ax, title in zip(axes.flat, titles, strict=True):
        _square(ax, title, game)
    for ax, paths in zip(axes.flat[:3], (circles, ovals, orbits), strict=True):
        _paths(ax, game, paths)
    last = axes.flat[3]
    _with_average(last, game, cycle)
    apart_from_the_average = [withStroke(linewidth=3, foreground=PAPER)]
    for k, lap in enumerate(laps_apart(game, alternating)):
        look = {"color": _ANOTHER, "linewidth": 1.2, "zorder": 4, "path_effects": apart_from_the_average}
        _draw(last, lap, label=None if k else "current, in turn", **look)
    figure.legend(*last.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def circling(game: ReducedGame, paths: Sequence[Array]) -> Figure:
    """Draw one panel like those of :func:`phase_portrait`."""
    figure, ax = plt.subplots(figsize=(3.8, 4))
    _square(ax, "", game)
    _paths(ax, game, paths)
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def portrait_table(portrait: Figure, points: int = 6) -> pd.DataFrame:
    """Return where the named paths of a portrait are, at a few points from their beginning to their end.

    Parameters
    ----------
    portrait : Figure
        From :func:`phase_portrait`.
    points : int
        How many points of each path, equally many steps apart.

    Returns
    -------
    DataFrame
        Columns ``panel``, ``path``, ``step`` (counted from 0), ``P(Q bets)`` and ``P(K calls)``.
    """
    rows = []
    for ax in portrait.axes:
        for line in (line for line in ax.get_lines() if not str(line.get_label()).startswith("_")):
            path = np.asarray(line.get_xydata())
            for step in np.linspace(0, len(path) - 1, points).astype(int):
                rows.append([ax.get_title(), str(line.get_label()), int(step), *path[step].round(4).tolist()])
    return pd.DataFrame(rows, columns=["panel", "path", "step", "P(Q bets)", "P(K calls)"])


def laps_apart(game: ReducedGame, path: Array) -> list[Array]:
    """Return single laps of a long path, beginning after 100, 1,000, 10,000, … points, so that a slow spiral can be seen.

    Examples
    --------
    >>> from kuhnbook.dynamics.flows import gradient_flow
    >>> game = ReducedGame()
    >>> path = gradient_flow(game, [0.5, 0.5], np.linspace(0, 150 * np.pi, 1_501))    # a lap takes 40 steps
    >>> [len(lap) for lap in laps_apart(game, path)]
    [41, 41]
    """
    away = path - game.equilibrium
    turned = np.unwrap(np.arctan2(away[:, 1], away[:, 0])) / (2 * np.pi)
    begins = [int(10**k) for k in range(2, 20) if 10**k < len(path)]
    ends = [np.flatnonzero(turned[begin:] >= turned[begin] + 1 - 1e-9) for begin in begins]
    return [path[begin : begin + end[0] + 1] for begin, end in zip(begins, ends, strict=True) if len(end)]


def _square(ax: Axes, title: str, game: ReducedGame) -> None:
    ax.plot([0, 1, 1, 0, 0], [0, 0, 1, 1, 0], color=GREY, linewidth=0.8, zorder=0)
    ax.plot(*game.equilibrium, marker="+", color=INK, markersize=11, zorder=5)
    ax.set(title=title, aspect="equal", xlim=(-0.04, 1.04), ylim=(-0.04, 1.04), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    ax.spines[:].set_visible(False)
    ax.label_outer()
    if ax.get_subplotspec().is_last_row():  # type: ignore[union-attr]
        ax.set_xlabel("P(Q bets)")
    if ax.get_subplotspec().is_first_col():  # type: ignore[union-attr]
        ax.set_ylabel("P(K calls)")


def _draw(ax: Axes, path: Array, **look: Any) -> None:
    """Draw a path, rounded, so that every computer writes the same picture."""
    ax.plot(*path.round(4).T, **look)


def _paths(ax: Axes, game: ReducedGame, paths: Sequence[Array]) -> None:
    for path in paths[:-1]:
        _draw(ax, path, color=_ELSEWHERE, linewidth=1.2)
    _with_average(ax, game, paths[-1])


def _with_average(ax: Axes, game: ReducedGame, path: Array) -> None:
    _draw(ax, path, color=_LEARNING, linewidth=1.6, label="current strategy")
    _draw(ax, running_average(path), color=_AVERAGE, linewidth=1.6, label="its average", zorder=4)
    top = path[path[:, 1] >= path[:, 1].max() - 1e-3]  # there every path runs to the left
    at = top[np.argmin(np.abs(top[:, 0] - game.equilibrium[0]))]
    ax.annotate("", xytext=at, xy=at - (0.06, 0), arrowprops={"arrowstyle": "-|>", "color": _LEARNING})
