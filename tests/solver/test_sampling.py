"""Sampled solves: unbiased regrets, and convergence to an equilibrium."""

from statistics import NormalDist

import numpy as np
import pytest
from small_games import ScheduledGame

import kuhncfr as kc

SAMPLES = 150
FALSE_ALARM = 1e-6  # for a whole test: with right code, one run in a million fails


@pytest.mark.parametrize("sampling", ["chance", "external", "outcome"])
@pytest.mark.parametrize("game", [kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4), ScheduledGame("c0c101", players=2, seed=2)], ids=repr)
def test_sampled_regrets_are_unbiased(game, sampling):
    """The first learner plays against the uniform strategy, so its exact regrets are known."""
    tree = kc.compile_game(game)
    exact = kc.solve(tree, iterations=1, record_every=1).trajectory.cumulative_regret
    mine = [key for key, found in kc.information_sets(game).items() if found.player == 0]
    samples = {(key, a): np.empty(SAMPLES) for key in mine for a in exact[key]}
    for seed in range(SAMPLES):
        found = kc.solve(tree, iterations=1, sampling=sampling, seed=seed, record_every=1).trajectory.cumulative_regret
        for (key, action), values in samples.items():
            values[seed] = found[key][action][0]
    limit = NormalDist().inv_cdf(1 - FALSE_ALARM / 2 / len(samples))
    for (key, action), values in samples.items():
        error = values.std(ddof=1) / SAMPLES**0.5
        assert abs(values.mean() - exact[key][action][0]) <= limit * error + 1e-12, (key, action)


@pytest.mark.parametrize("sampling", ["chance", "external", "outcome"])
@pytest.mark.parametrize("players", [2, 3])
def test_sampled_averages_approach_an_equilibrium(sampling, players):
    game = kc.KuhnPoker(players=players, cards=players + 1)
    exploitabilities = [kc.solve(game, iterations=100_000, sampling=sampling, seed=seed).exploitability for seed in range(2)]
    assert max(exploitabilities) < 0.03
    assert kc.solve(game, iterations=200, sampling=sampling, seed=0).exploitability > 0.03
