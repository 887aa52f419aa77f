"""Chance sampling: unbiased, exactly; one draw per chance history and walk; reproducible."""

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from definition import ExactCFR
from small_games import ScheduledGame

import kuhncfr as kc


class Script:
    """A random generator that reads its numbers from a list, and fails if the list is too short or too long."""

    bit_generator = SimpleNamespace(state=None)  # what an interrupted iteration would put back

    def __init__(self, numbers):
        self.numbers = list(numbers)

    def random(self):
        return self.numbers.pop(0)


def centres(parts):
    """Random numbers that stand for `parts` equally likely events."""
    return [(k + 0.5) / parts for k in range(parts)]


def sampled(game, alternating, numbers, start):
    """One sampled iteration with the given random numbers, from the given regrets: what was learnt."""
    cfr = kc.CFR(game, sampling="chance", alternating=alternating)
    for key, infoset in cfr.infosets.items():
        infoset.restore(np.array(start[key], dtype=float), np.zeros(len(infoset.actions)))
    cfr.rng = Script(numbers)
    cfr.step()
    assert cfr.rng.numbers == []
    return {key: infoset.cumulative_regret - np.array(start[key], dtype=float) for key, infoset in cfr.infosets.items()}


@pytest.mark.parametrize(
    ("game", "parts", "draws"),
    [
        (kc.OneBetKuhn(ante=Fraction(3, 4)), 6, 2),  # chances of 1/3 and 1/2: sixths
        (ScheduledGame("c0c1", players=2, seed=5, quarters=True), 4, 3),  # quarters; one draw at the root and one after each action
    ],
    ids=repr,
)
def test_the_mean_over_all_draws_is_the_full_regret(game, parts, draws):
    exact = ExactCFR(game, alternating=False)
    for number, (key, found) in enumerate(exact.infosets.items()):
        exact.regret[key] = [Fraction(1 + (number + k) % 3) for k, _ in enumerate(found.actions)]
    start = dict(exact.regret)
    runs = [sampled(game, False, numbers, start) for numbers in product(centres(parts), repeat=draws)]
    exact.step()
    for key in start:
        full = [float(after - before) for after, before in zip(exact.regret[key], start[key], strict=True)]
        assert np.mean([run[key] for run in runs], axis=0) == pytest.approx(full, abs=1e-14)
        assert np.std([run[key] for run in runs], axis=0).max() > 0.01  # single draws do differ


@pytest.mark.parametrize(
    ("alternating", "numbers", "reached"),
    [
        (False, [0.5, 0.1], ["K", "Ab"]),  # one deal for both players
        # Player 1's walk deals the King to player 1, player 2's walk deals it to player 2: no single deal could.
        (True, [0.5, 0.1, 0.1, 0.1], ["K", "Kb"]),
    ],
)
def test_each_alternating_walk_samples_its_own_cards(alternating, numbers, reached):
    learnt = sampled(kc.OneBetKuhn(), alternating, numbers, {key: [0, 0] for key in ("A", "K", "Q", "Ab", "Kb", "Qb")})
    assert [key for key, regret in learnt.items() if regret.any()] == reached


def run(seed, **options):
    cfr = kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=seed, **options)
    cfr.run(50)
    return cfr.average_strategy


@pytest.mark.parametrize("alternating", [False, True])
def test_the_same_seed_gives_the_same_run(alternating):
    np.random.seed(0)
    first = run(3, alternating=alternating)
    np.random.seed(1)  # the global state plays no part
    assert run(3, alternating=alternating) == first
    assert run(np.random.default_rng(3), alternating=alternating) == first
    assert run(4, alternating=alternating) != first
