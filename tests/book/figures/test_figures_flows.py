"""The phase portrait: every path, its average, and single laps of a slow spiral."""

import matplotlib.pyplot as plt
import numpy as np

from kuhnbook import dynamics, figures
from kuhnbook.figures import flows


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
