"""The learners of the swarm move as the flows and the steps of ``kuhnbook.dynamics`` do."""

from typing import Any

import numpy as np
import pytest
from play_table import in_the_page

from kuhnbook import dynamics

GAME = dynamics.ReducedGame(ante=1)
STEPS = 500
TIMES = np.linspace(0, STEPS / 10, STEPS + 1)
FINE = np.linspace(0, STEPS / 10, 10 * STEPS + 1)


def regrets(point: tuple[float, float]) -> Any:
    return np.array([[1 - p, p] for p in point])


def reference(rule: str, point: tuple[float, float]) -> Any:
    if rule == "gradient":
        return dynamics.gradient_flow(GAME, point, TIMES)
    if rule == "replicator":
        return dynamics.replicator(GAME, point, FINE)[::10]
    if rule == "matching":
        start = regrets(point)
        start *= 0.3 / dynamics.positive_norms(start)[:, None]
        return dynamics.matched(dynamics.regret_matching_flow(GAME, start, FINE))[::10]
    return dynamics.steps.iterate(GAME, STEPS + 1, regret=regrets(point))


@pytest.mark.parametrize(("rule", "off"), [("gradient", 1e-12), ("replicator", 1e-3), ("matching", 1e-2), ("cfr", 1e-9)])
@pytest.mark.parametrize("point", [(0.5, 0.5), (0.2, 0.1), (0.4, 0.6)])
def test_each_rule_follows_its_reference(rule: str, off: float, point: tuple[float, float]) -> None:
    path = in_the_page("learner", "one-bet", rule=rule, point=point, steps=STEPS)
    wanted = reference(rule, point)
    assert np.abs(np.array([place["current"] for place in path]) - wanted).max() < off
    averages = np.cumsum(wanted, axis=0) / np.arange(1, STEPS + 2)[:, None]
    assert np.abs(np.array([place["average"] for place in path]) - averages).max() < off


def test_the_gradient_slides_along_the_edge_onto_the_largest_circle() -> None:
    path = np.array([place["current"] for place in in_the_page("learner", "one-bet", rule="gradient", point=(1, 1), steps=STEPS)])
    assert path.min() >= 0
    assert path.max() <= 1
    assert np.abs(np.hypot(*(path[-130:] - 1 / 3).T) - 1 / 3).max() < 1e-2
