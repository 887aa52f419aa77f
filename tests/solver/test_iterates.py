"""The compiled solver gives the same iterates as the readable CFR, in every game and variant."""

import math
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from random_games import games
from small_games import VARIED

import kuhncfr as kc
from kuhnbook.museum import Remembered
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings as Solving

remembered, compiled = cache(Remembered), cache(kc.compile_game)  # once for all variants
QUANTITIES = ("cumulative_regret", "current_strategy", "cumulative_strategy")


def put(engine, sequences, regret, strategy, cumulative):
    """Set the engine to the state of a readable run."""
    engine.state.regret[sequences] = regret
    engine.state.strategy[sequences] = strategy
    engine.state.cumulative[sequences] = cumulative
    tree = engine.tree
    for first, count, parent in zip(tree.first.tolist(), tree.count.tolist(), tree.parent.tolist(), strict=True):
        engine.state.reach[first : first + count] = engine.state.reach[parent] * engine.state.strategy[first : first + count]


def largest(differences):
    return np.abs(differences).max()


*SMALL, LEDUC = kc.OneBetKuhn(ante=0.3), *VARIED
LARGE = [(LEDUC, "dcfr", True), (LEDUC, "pdcfr+", False)]  # enough of a game that is walked slowly


@pytest.mark.parametrize(("game", "algorithm", "alternating"), [*product(SMALL, ALGORITHMS, (True, False)), *LARGE], ids=repr)
def test_every_iteration_does_what_the_readable_version_does(game, algorithm, alternating):
    """From the same state, one iteration leads to the same state; over many, CFR magnifies the last digit's rounding."""
    cfr = kc.CFR(remembered(game), algorithm=algorithm, alternating=alternating)
    engine = Engine(compiled(game), Solving(ALGORITHMS[algorithm], alternating=alternating))
    actions = [(key, action) for key, infoset in cfr.infosets.items() for action in infoset.actions]
    sequence_of = {(key, action): sequence for key, action, sequence in engine.tree.named_sequences()}
    assert set(sequence_of) == set(actions)
    sequences = [sequence_of[action] for action in actions]
    for t in cfr.iterate(3 if game is LEDUC else 6):
        engine.advance(t, None)
        regret, strategy, cumulative = (np.concatenate([getattr(found, name) for found in cfr.infosets.values()]) for name in QUANTITIES)
        assert largest(engine.state.regret[sequences] - regret) <= 1e-12
        assert largest(engine.state.strategy[sequences] - strategy) <= 1e-12
        assert largest(engine.state.cumulative[sequences] - cumulative) <= 1e-12 * t**2  # sums with quadratic weights
        put(engine, sequences, regret, strategy, cumulative)


@settings(max_examples=30)
@given(games())
def test_it_solves_any_game_like_the_readable_version(game):
    run = kc.solve(game, iterations=10, algorithm="dcfr", record_every=2)
    cfr = kc.CFR(game, algorithm="dcfr")
    cfr.run(10)
    for key, row in cfr.average_strategy.items():
        assert dict(run.average_strategy[key]) == pytest.approx(dict(row), abs=1e-12)
    assert run.exploitability == pytest.approx(float(kc.exploitability(game, run.average_strategy)), abs=1e-12)


@pytest.mark.parametrize("exponent", [-math.inf, -2000, -1.5, 0, 1.5, 2000, math.inf])
def test_any_exponent_discounts_alike(exponent):
    algorithm = kc.Algorithm(alpha=exponent, beta=exponent)
    run, cfr = kc.solve(kc.KuhnPoker(), 10, algorithm=algorithm), kc.CFR(kc.KuhnPoker(), algorithm=algorithm)
    cfr.run(10)
    for key, row in cfr.average_strategy.items():
        assert dict(run.average_strategy[key]) == pytest.approx(dict(row), abs=1e-12)
