"""The state of an information set, by the formulas of the papers, with numbers that floats represent exactly."""

import math
from dataclasses import FrozenInstanceError, asdict

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS, power
from kuhncfr.cfr.infoset import InfoSet


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


def test_the_smallest_sums_still_count():
    infoset = InfoSet("I", 0, ("a", "b"))
    infoset.restore(np.zeros(2), np.array([0.0, 1e-9]))  # reached once, on a path that its owner hardly ever takes
    assert infoset.average_strategy.tolist() == [0, 1]
    assert infoset.current_strategy.tolist() == [0.5, 0.5]
    infoset.restore(np.array([1e-9, 0.0]), np.zeros(2))  # unless told otherwise, nothing but 0 is a tie
    assert infoset.current_strategy.tolist() == [1, 0]


def test_the_average_of_nan_is_nan_and_not_uniform():
    cfr = kc.CFR(kc.OneBetKuhn())
    cfr.infosets["K"].restore(np.zeros(2), np.full(2, np.nan))  # as an update rule of one's own may arrive at
    with pytest.raises(ValueError, match="the probability of 'p' at 'K' must be at least 0, got nan"):
        kc.exploitability(cfr.game, cfr)


def test_the_named_variants_are_those_of_the_papers():
    # Never discounted, raised, expected, weighted.
    never = asdict(kc.Algorithm()) | {"alpha": math.inf, "beta": math.inf, "regret_matching_plus": False, "predictive": False, "gamma": 0}
    papers = {
        "cfr": {},
        "cfr+": {"regret_matching_plus": True, "gamma": 1},  # Tammelin
        "lcfr": {"alpha": 1, "beta": 1, "gamma": 1},  # Brown and Sandholm
        "dcfr": {"alpha": 1.5, "beta": 0, "gamma": 2},
        "dcfr+": {"alpha": 1.5, "regret_matching_plus": True, "gamma": 4},  # Xu et al.
        "pcfr+": {"regret_matching_plus": True, "predictive": True, "gamma": 2},  # Farina, Kroer and Sandholm
        "pdcfr+": {"alpha": 2.3, "regret_matching_plus": True, "predictive": True, "gamma": 5},  # Xu et al.
    }
    assert {name: asdict(algorithm) for name, algorithm in ALGORITHMS.items()} == {name: never | given for name, given in papers.items()}
    with pytest.raises(FrozenInstanceError):  # the named ones are everybody's
        ALGORITHMS["cfr"].gamma = 1


def test_powers_up_to_the_largest_float():
    assert power(2, 1023.5) == 2.0**1023 * math.sqrt(2)
    assert power(2, 1024) == power(2, math.inf) == math.inf
