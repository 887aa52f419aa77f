"""The circles and the phase portrait: every path, its average, and single laps of a slow spiral."""

import re

import matplotlib.pyplot as plt
import nbformat
import numpy as np
from built import ROOT

from kuhnbook import dynamics, figures
from kuhnbook.figures import flows


def stored_lines(name):
    """The lines of a stored picture, in the coordinates of its square, which is its first line."""
    cells = nbformat.read(ROOT / "book/flows.ipynb", as_version=4).cells
    (cell,) = (cell for cell in cells if cell.metadata.get("mystnb", {}).get("figure", {}).get("name") == name)
    paths = re.findall(r'<g id="line2d_\d+">\s*<path d="([^"]+)" clip-path', cell.outputs[0].data["image/svg+xml"])
    square, *lines = (np.array(re.findall(r"[ML] (\S+) (\S+)", path), float) for path in paths)
    return [(line - square[0]) / (square[2] - square[0]) for line in lines]


def test_the_chapter_draws_three_circles_and_the_average_of_the_largest():
    """The flow starts r to the right of the equilibrium; after an angle a its average is r (sin a, 1 - cos a) / a away."""
    *circles, average = (line - 1 / 3 for line in stored_lines("fig-flows-circles") if len(line) > 1)
    for path, r in zip(circles, (0.1, 0.2, 0.3), strict=True):
        assert np.allclose(np.hypot(*path.T), r, atol=2e-4)
    angles = np.linspace(0, 12 * np.pi, 20_001)[1:]
    spiral = 0.3 * np.array([np.sin(angles), 1 - np.cos(angles)]) / angles
    assert max(np.hypot(*(spiral - point[:, None])).min() for point in average) < 2e-3
    assert np.allclose(average[[0, -1]], [[0.3, 0], [0, 0]], atol=5e-4)


def test_portrait_draws_every_path_and_the_average_of_the_last():
    game, times = dynamics.ReducedGame(), np.linspace(0, 40, 401)
    circles = [dynamics.gradient_flow(game, [1 / 3 + r, 1 / 3], times) for r in (0.1, 0.2)]
    ovals = [dynamics.replicator(game, [0.6, 1 / 3], times)]
    orbits = [dynamics.matched(dynamics.regret_matching_flow(game, [[0.1, 0.3], [0.2, 0.1]], times))]
    cycle, turns = dynamics.steps.iterate(game, 300), dynamics.steps.iterate(game, 2_000, alternating=True)
    figure = figures.phase_portrait(game, circles, ovals, orbits, cycle, turns)
    drawn = [[np.array(line.get_xydata()) for line in ax.get_lines()] for ax in figure.axes]
    plt.close(figure)
    assert len(drawn) == 4
    for lines, paths in zip(drawn, (circles, ovals, orbits, [cycle, *flows.laps_apart(game, turns)]), strict=True):
        for path in paths:
            assert any(np.array_equal(line, path.round(4)) for line in lines)
    for lines, last in zip(drawn, (circles[-1], ovals[-1], orbits[-1], cycle), strict=True):
        average = np.cumsum(last, axis=0) / np.arange(1, len(last) + 1)[:, None]
        assert any(line.shape == average.shape and np.allclose(line, average, atol=1e-4) for line in lines)
    assert all(ax.get_aspect() == 1 for ax in figure.axes)


def test_laps_apart_are_single_laps():
    game = dynamics.ReducedGame()
    turns = dynamics.steps.iterate(game, 20_000, alternating=True)
    found = flows.laps_apart(game, turns)
    assert len(found) == 3
    for lap, begin in zip(found, (100, 1_000, 10_000), strict=True):
        assert (lap[0] == turns[begin]).all()
        assert dynamics.steps.laps(game, lap) >= 1
        assert dynamics.steps.laps(game, lap[:-1]) < 1
    assert flows.laps_apart(game, turns[:101]) == []
