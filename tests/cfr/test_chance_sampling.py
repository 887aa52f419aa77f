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


@pytest.mark.parametrize(("number", "card"), [(0.0, "A"), (0.333, "A"), (0.334, "K"), (0.666, "K"), (0.667, "Q"), (1 - 2**-53, "Q")])
def test_random_numbers_select_actions_by_their_probabilities(number, card):
    learnt = sampled(kc.OneBetKuhn(), False, [number, 0.0], {key: [0, 0] for key in ("A", "K", "Q", "Ab", "Kb", "Qb")})
    assert [key for key in "AKQ" if learnt[key].any()] == [card]


class NeverAnAce(kc.OneBetKuhn):
    """A deal in which player 1's first listed card has probability 0."""

    def chance(self, history):
        return super().chance(history) if history else {"A": Fraction(0), "K": Fraction(1, 2), "Q": Fraction(1, 2)}


def test_actions_of_probability_0_are_never_sampled():
    learnt = sampled(NeverAnAce(), False, [0.0, 0.0], {key: [0, 0] for key in ("A", "K", "Q", "Ab", "Kb", "Qb")})
    assert [key for key in "AKQ" if learnt[key].any()] == ["K"]


class TenCards(ScheduledGame):
    """Ten equally likely cards as floats: their sum, taken off one by one, leaves a sliver."""

    def chance(self, history):
        return dict.fromkeys("abcdefghij", 0.1)


def test_a_remainder_left_by_rounding_selects_the_last_card():
    game = TenCards("c0", players=1)
    game._seen[0][0] = True
    left = 1 - 2**-53
    for _ in range(10):
        left -= 0.1
    assert left >= 0  # else this would test nothing
    start = {infoset: [0] * len(game.actions("a")) for infoset in kc.information_sets(game)}
    learnt = sampled(game, False, [1 - 2**-53], start)
    assert {key for key, regret in learnt.items() if regret.any()} <= {"0:j"}
    assert learnt["0:j"].any()


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


def test_without_sampling_nothing_is_random():
    runs = [kc.CFR(kc.OneBetKuhn(), seed=seed).run(10) for seed in (1, 2)]
    assert runs[0].average_strategy == runs[1].average_strategy
    assert runs[0].rng.random() != runs[1].rng.random()


def test_it_converges():
    # Over many seeds the mean NashConv at T = 1,000 is 0.029; three times that would be a broken sampler.
    cfr = kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=1)
    cfr.run(1_000)
    assert kc.nash_conv(cfr.game, cfr.average_strategy) < 0.09
