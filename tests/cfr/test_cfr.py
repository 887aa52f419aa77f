"""The readable CFR against the definitions in exact fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest
from definition import ExactCFR
from small_games import ScheduledGame

import kuhncfr as kc

SMALL_GAMES = [
    kc.OneBetKuhn(ante=Fraction(3, 4)),
    kc.KuhnPoker(),
    kc.MatrixGame([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]),
    ScheduledGame("0c10c", players=2, seed=3),
    ScheduledGame("00c1101", players=2, seed=1),
    ScheduledGame("c01c2", players=3, seed=3),
]


def restore(cfr, exact, seed):
    """Start both from the same whole-numbered regrets, so that the first strategies played are far from uniform."""
    rng = random.Random(seed)
    for key, infoset in cfr.infosets.items():
        exact.regret[key] = [Fraction(rng.randint(-3, 6)) for _ in infoset.actions]
        infoset.restore(np.array(exact.regret[key], dtype=float), np.zeros(len(infoset.actions)))


def assert_same_sums(cfr, exact):
    for key, infoset in cfr.infosets.items():
        assert infoset.cumulative_regret == pytest.approx([float(r) for r in exact.regret[key]], abs=1e-13)
        assert infoset.cumulative_strategy == pytest.approx([float(s) for s in exact.strategy[key]], abs=1e-13)


@pytest.mark.parametrize("alternating", [False, True])
@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_three_iterations_equal_the_definitions(game, alternating):
    cfr, exact = kc.CFR(game, alternating=alternating), ExactCFR(game, alternating)
    restore(cfr, exact, seed=7)
    for _ in range(3):
        cfr.step()
        exact.step()
        assert_same_sums(cfr, exact)


def test_an_information_set_that_was_never_reached_averages_to_uniform():
    cfr = kc.CFR(kc.KuhnPoker(), alternating=False)
    cfr.infosets["J"].restore(np.array([0.0, 1.0]), np.zeros(2))  # always bets, so never passes and then faces a bet
    cfr.infosets["Jpb"].restore(np.array([5.0, 0.0]), np.zeros(2))
    cfr.step()
    assert cfr.infosets["Jpb"].cumulative_strategy.tolist() == [0, 0]
    assert dict(cfr.average_strategy["Jpb"]) == {"p": 0.5, "b": 0.5}
    assert dict(cfr.average_strategy["J"]) == {"p": 0, "b": 1}


def test_a_walk_fills_its_argument_and_changes_nothing_else():
    cfr, found = kc.CFR(kc.OneBetKuhn()), {}
    utilities = cfr.walk("", np.ones(3), (1,), found)
    assert utilities == pytest.approx([0.25, -0.25])
    assert set(found) == {"Ab", "Kb", "Qb"}
    assert {key: reach for key, (_, reach) in found.items()} == {"Ab": 1, "Kb": 1, "Qb": 1}
    # Against a bet that comes half the time, with each of two cards: calling wins 2 or -2 chips, folding -1.
    assert found["Kb"][0] == pytest.approx([-1 / 12, 1 / 12])
    assert cfr.iterations == 0
    assert all(not infoset.cumulative_regret.any() for infoset in cfr.infosets.values())


def test_iterations_can_be_stopped_and_continued():
    broken_off, straight = kc.CFR(kc.OneBetKuhn()), kc.CFR(kc.OneBetKuhn())
    for t in broken_off.iterate(1_000):
        if t == 7:
            break
    assert broken_off.iterations == 7
    assert list(broken_off.iterate(3)) == [8, 9, 10]
    straight.run(10)
    assert broken_off.average_strategy == straight.average_strategy
    assert list(broken_off.iterate(0)) == []


def test_strategies_and_regrets_are_snapshots():
    cfr = kc.CFR(kc.OneBetKuhn())
    cfr.run(5)
    infoset, average, current = cfr.infosets["Kb"], cfr.average_strategy, cfr.current_strategy
    arrays = infoset.cumulative_regret, infoset.cumulative_strategy, infoset.current_strategy, infoset.average_strategy
    copies = [array.copy() for array in arrays]
    written = str(average), str(current)
    cfr.run(5)
    assert (str(average), str(current)) == written
    assert all((array == copy).all() for array, copy in zip(arrays, copies, strict=True))
    assert str(cfr.average_strategy) != written[0]


def test_regret_matching():
    assert kc.regret_matching(np.array([3.0, -1.0, 1.0])).tolist() == [0.75, 0, 0.25]
    assert kc.regret_matching(np.array([-3.0, 0.0])).tolist() == [0.5, 0.5]
    assert kc.regret_matching(np.array([-3.0, -1e-300, 1e-300])).tolist() == [0, 0, 1]
    with pytest.raises(ValueError, match="at least one action"):
        kc.regret_matching(np.array([]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sampling": "external"}, "sampling must be None or 'chance' here; kuhncfr.solve"),
        ({"sampling": "chance", "algorithm": "cfr+"}, r"noisy regrets: regret matching\+ biases their sums"),
        ({"seed": -1}, "seed must be a whole number of at least 0, .* or None, got -1"),
    ],
)
def test_bad_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        kc.CFR(kc.OneBetKuhn(), **options)
