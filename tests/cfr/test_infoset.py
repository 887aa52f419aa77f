"""The state of an information set, by the formulas of the papers, with numbers that floats represent exactly."""

import math
from dataclasses import FrozenInstanceError, asdict

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS, power
from kuhncfr.cfr.infoset import InfoSet


def learnt(algorithm, scale=1.0):
    """After regrets of 4, 0, -2 and strategy sums of 1, 2, 3: iteration 3 finds 4, 4, -6, and that its owner comes by half the time."""
    infoset = InfoSet("I", 1, ("a", "b", "c"), algorithm)
    infoset.restore(scale * np.array([4.0, 0.0, -2.0]), np.array([1.0, 2.0, 3.0]))
    infoset.learn(scale * np.array([4.0, 4.0, -6.0]), 0.5, t=3)
    return infoset


@pytest.mark.parametrize("scale", [1, 1 / 16])  # in chips, and in sixteenths of a chip
@pytest.mark.parametrize(
    ("algorithm", "regret", "matched"),
    [
        (kc.Algorithm(), [8, 4, -8], [2 / 3, 1 / 3, 0]),
        (kc.Algorithm(alpha=1), [6, 3, -8], [2 / 3, 1 / 3, 0]),  # 3 / (3 + 1) of what is positive
        (kc.Algorithm(beta=0), [8, 4, -4], [2 / 3, 1 / 3, 0]),  # 1 / (1 + 1) of what is negative
        (kc.Algorithm(alpha=-1, beta=-1), [2, 1, -2], [2 / 3, 1 / 3, 0]),  # (1/3) / (1/3 + 1)
        (kc.Algorithm(regret_matching_plus=True), [8, 4, 0], [2 / 3, 1 / 3, 0]),
        (kc.Algorithm(predictive=True), [8, 4, -8], [12 / 20, 8 / 20, 0]),  # 8 + 4 and 4 + 4: the same regrets are expected again
    ],
)
def test_regrets_are_added_discounted_raised_and_predicted(algorithm, regret, matched, scale):
    infoset = learnt(algorithm, scale)
    assert (infoset.cumulative_regret / scale).tolist() == regret
    assert infoset.current_strategy == pytest.approx(matched, abs=1e-15)
    assert (infoset.prediction / scale).tolist() == ([4, 4, -6] if algorithm.predictive else [0, 0, 0])


@pytest.mark.parametrize(("gamma", "weight"), [(0, 1), (1, 3), (2, 9), (3, 27)])
def test_strategies_are_weighted_by_own_reach_and_a_power_of_t(gamma, weight):
    infoset = learnt(kc.Algorithm(gamma=gamma))
    assert (infoset.key, infoset.player, infoset.actions) == ("I", 1, ("a", "b", "c"))
    assert infoset.cumulative_strategy.tolist() == [1 + weight / 2, 2, 3]  # "a" was played for certain
    assert infoset.average_strategy == pytest.approx(np.array([1 + weight / 2, 2, 3]) / (6 + weight / 2), abs=1e-15)


def test_regrets_up_to_the_tie_are_not_played_and_one_bit_more_is():
    assert kc.regret_matching(np.array([1.0, 2.0]), tie=1.0).tolist() == [0, 1]
    assert kc.regret_matching(np.array([1.0, 1.0, 0.0, 0.0]), tie=1.0).tolist() == [1 / 4] * 4
    assert kc.regret_matching(np.array([np.nextafter(1.0, 2.0), 1.0]), tie=1.0).tolist() == [1, 0]


def test_ties_are_relative_to_the_largest_utility():
    cfr = kc.CFR(kc.OneBetKuhn(ante=3))  # three chips are lost by folding, four by calling
    for infoset in cfr.infosets.values():
        infoset.restore(np.array([4e-12, 0.0]), np.zeros(2))
        assert infoset.current_strategy.tolist() == [0.5, 0.5]
        infoset.restore(np.array([4.1e-12, 0.0]), np.zeros(2))
        assert infoset.current_strategy.tolist() == [1, 0]


def test_iterations_count_from_1_and_updates_alternate_by_default():
    cfr = kc.CFR(kc.OneBetKuhn(), algorithm="lcfr")
    cfr.run(3)
    assert cfr.infosets["A"].cumulative_strategy.sum() == 1 + 2 + 3
    in_turn = kc.CFR(kc.OneBetKuhn(), algorithm="lcfr", alternating=True)
    in_turn.run(3)
    assert cfr.average_strategy == in_turn.average_strategy


def test_the_smallest_sums_still_give_an_average():
    infoset = InfoSet("I", 0, ("a", "b"))
    infoset.restore(np.zeros(2), np.array([0.0, 1e-9]))  # reached once, on a path that its owner hardly ever takes
    assert infoset.average_strategy.tolist() == [0, 1]
    assert infoset.current_strategy.tolist() == [0.5, 0.5]


def test_the_named_variants_are_those_of_the_papers():
    never = {
        "alpha": math.inf,
        "beta": math.inf,
        "regret_matching_plus": False,
        "predictive": False,
        "gamma": 0,
    }  # discounted, raised, expected, weighted
    papers = {
        "cfr": {},
        "cfr+": {"regret_matching_plus": True, "gamma": 1},  # Tammelin
        "lcfr": {"alpha": 1, "beta": 1, "gamma": 1},  # Brown and Sandholm
        "dcfr": {"alpha": 1.5, "beta": 0, "gamma": 2},
        "pcfr+": {"regret_matching_plus": True, "predictive": True, "gamma": 2},  # Farina, Kroer and Sandholm
    }
    assert {name: asdict(algorithm) for name, algorithm in ALGORITHMS.items()} == {name: never | given for name, given in papers.items()}
    with pytest.raises(ValueError, match="gamma must lie between 0 and 15, got inf"):
        kc.Algorithm(gamma=math.inf)
    with pytest.raises(FrozenInstanceError):  # the named ones are everybody's
        ALGORITHMS["cfr"].gamma = 1


def test_powers_up_to_the_largest_float():
    assert power(2, 1023.5) == 2.0**1023 * math.sqrt(2)
    assert power(2, 1024) == power(2, math.inf) == math.inf
