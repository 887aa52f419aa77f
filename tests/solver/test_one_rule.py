"""One step from equal states, in each form of the update rule: for every named algorithm and three made-up ones."""

import math

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr import update
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.arrays import Rule, State
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.rule import accumulated
from kuhncfr.solver.loops.updates import factors, settle
from kuhncfr.vector.engine import RangeEngine
from kuhncfr.vector.loops.simd import LANES, load, splat, store

MADE_UP = [
    kc.Algorithm(alpha=1.5, beta=0, gamma=2, regret_matching_plus=True),  # DCFR+
    kc.Algorithm(alpha=2, beta=-math.inf, gamma=3, predictive=True),
    kc.Algorithm(alpha=0.3, beta=-0.7, gamma=1.1),
]
T, ACTIONS = 7, 3
RNG = np.random.default_rng(1)
TOTAL, REGRET = RNG.normal(size=(2, LANES, ACTIONS)) * 3
TOTAL[0] = -20.0  # one hand has no positive regret
REACH, SUMS = RNG.random(LANES), RNG.random((LANES, ACTIONS))
PLAYED = update.matched(TOTAL, 0.0)
TIE = 1e-12


def rule_of(algorithm: kc.Algorithm) -> Rule:
    return Rule(alternating=True, algorithm=algorithm.numbers, tie=TIE)


def by_definition(algorithm: kc.Algorithm, hand: int) -> tuple[list[float], list[float], list[float]]:
    """The cumulative regret, the sums for the average and the next strategy of one hand, number by number."""
    found = []
    for total, regret in zip(TOTAL[hand] + REGRET[hand], REGRET[hand], strict=True):
        exponent = algorithm.alpha if total > 0 else algorithm.beta
        total *= 1.0 if exponent == math.inf else 0.0 if exponent == -math.inf else T**exponent / (T**exponent + 1)
        total = max(total, 0.0) if algorithm.regret_matching_plus else total
        found.append((total, total + regret * algorithm.predictive))
    positive = [max(predicted, 0.0) for _, predicted in found]
    share = [part / sum(positive) if sum(positive) else 1 / ACTIONS for part in positive]
    sums = [s + T**algorithm.gamma * REACH[hand] * p for s, p in zip(SUMS[hand], PLAYED[hand], strict=True)]
    return [total for total, _ in found], sums, share


def in_numpy(algorithm: kc.Algorithm) -> update.State:
    total, sums, prediction = update.updated(algorithm, T, update.State(TOTAL, SUMS, PLAYED), REGRET, REACH[:, None])
    np.testing.assert_array_equal(prediction, REGRET * algorithm.predictive)
    return update.State(total, sums, update.matched(total + prediction, TIE))


@compiled
def one_hand(state, weight, rule):
    discounts, weight[0] = factors(T, rule)
    settle(0, ACTIONS, 5.0, state, rule, discounts)


@compiled
def sixteen_hands(total, regret, predicted, rule):
    (of_positive, of_negative), _ = factors(T, rule)
    for action in range(np.uint64(len(total))):
        found = accumulated(load(total, action), load(regret, action), (splat(of_positive), splat(of_negative)), rule, splat(0.0))
        store(total, action, found[0])
        store(predicted, action, found[1])


@pytest.mark.parametrize("algorithm", [*ALGORITHMS.values(), *MADE_UP], ids=lambda algorithm: algorithm.name)
def test_all_forms_of_the_rule_take_the_same_step(algorithm):
    after, rule = in_numpy(algorithm), rule_of(algorithm)
    for hand in range(LANES):
        regret, sums, strategy = by_definition(algorithm, hand)
        np.testing.assert_allclose(after.cumulative_regret[hand], regret, rtol=1e-14)
        np.testing.assert_allclose(after.cumulative_strategy[hand], sums, rtol=1e-14)
        np.testing.assert_allclose(after.current_strategy[hand], strategy, rtol=1e-14)

    for hand in range(LANES):
        arrays = [TOTAL[hand].copy(), np.zeros(ACTIONS), np.zeros(ACTIONS), np.zeros(ACTIONS + 1), REGRET[hand] + 5.0]
        state, weight = State(*arrays, np.ones(2), np.ones((1, 2))), np.zeros(1)
        one_hand(state, weight, rule)
        assert weight[0] == pytest.approx(T**algorithm.gamma, rel=1e-14)
        np.testing.assert_allclose(state.regret, after.cumulative_regret[hand], rtol=1e-13)
        np.testing.assert_allclose(state.strategy, after.current_strategy[hand], rtol=1e-13)

    total, regret, predicted = TOTAL.T.copy(), REGRET.T.copy(), np.zeros((ACTIONS, LANES))
    sixteen_hands(total, regret, predicted, rule)
    np.testing.assert_allclose(total.T, after.cumulative_regret, rtol=1e-14)
    np.testing.assert_allclose(update.matched(predicted.T, TIE), after.current_strategy, rtol=1e-14)


@pytest.mark.parametrize(
    ("owner", "solve"),
    [
        (update, lambda rule: kc.CFR(kc.OneBetKuhn(), rule)),
        (update, lambda rule: kc.vector.VectorCFR(kc.vector.one_bet(cards=3), rule)),
        (Engine, lambda rule: kc.solve(kc.OneBetKuhn(), 1, rule)),
        (RangeEngine, lambda rule: kc.solve(kc.vector.one_bet(cards=3), 1, rule)),
    ],
)
def test_a_solver_refuses_a_parameter_that_it_does_not_implement(owner, solve, monkeypatch):
    monkeypatch.setattr(owner, "PARAMETERS", ("beta", "gamma"))
    solve(kc.Algorithm(beta=0, gamma=2))
    for name, parameter in (("dcfr", "alpha=1.5"), ("cfr+", "regret_matching_plus=True")):
        with pytest.raises(ValueError, match=f"algorithm has {parameter}, which .* does not implement"):
            solve(name)
