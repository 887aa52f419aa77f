"""The exploitability of the average, by the compiled loops and by the definition; and the iterations at which a target is checked."""

import numpy as np
import pytest
from random_games import RandomGame
from small_games import SCHEDULED

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.arrays import Goal
from kuhncfr.solver.engine import Engine, exploitabilities
from kuhncfr.solver.loops import average
from kuhncfr.solver.settings import Settings

GAMES = [
    kc.OneBetKuhn(ante=0.75),
    kc.KuhnPoker(),  # a bet ends the game sooner than a pass
    *SCHEDULED,
    RandomGame(players=1, zero_sum=False, depth=3, seed=0),
]


def begun(game, algorithm="cfr"):
    return Engine(kc.compile_game(game), Settings(ALGORITHMS[algorithm]))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_exploitability_is_that_of_the_average(game):
    engine = begun(game)
    sums, expected = [], []
    for t in range(4):  # before the first iteration nothing is counted, and the average is uniform
        engine.advance(t, None)
        profile = engine.tree.profile(engine.tree.averages(engine.state.cumulative[None])[0])
        sums.append(engine.state.cumulative.copy())
        expected.append(float(kc.exploitability(game, profile)))
    assert exploitabilities(engine.tree, np.array(sums)) == pytest.approx(expected, abs=1e-12)


def looks(until):
    """After each iteration at first; then each time the number has grown by a sixteenth."""
    found = [1]
    while found[-1] < until:
        found.append(found[-1] + found[-1] // 16 + 1)
    return found


def test_checks_of_the_target_are_a_sixteenth_apart():
    engine = begun(kc.OneBetKuhn())
    goal = Goal(1e-9, np.ones(1, dtype=np.int64), engine.tree.empty_reach())
    seen = []
    for t in range(60):
        engine.advance(t, None)
        before = goal.due[0]
        assert not average.reaches(goal, engine._solve)
        if goal.due[0] != before:
            seen.append(t)
    assert seen == [look for look in looks(60) if look < 60]
    assert seen[14:18] == [15, 16, 18, 20]


@pytest.mark.parametrize("end", [1_000, 30])
def test_a_solve_stops_at_the_first_check_at_which_the_target_is_reached(end):
    by_hand, found = begun(kc.OneBetKuhn(), "pcfr+"), {}
    for look in looks(60):
        by_hand.advance(look, None)
        found[look] = exploitabilities(by_hand.tree, by_hand.state.cumulative[None])[0]
    target = found[44]  # as good as the target is good enough
    first = next(look for look in found if found[look] <= target)
    engine = begun(kc.OneBetKuhn(), "pcfr+")
    assert engine.advance(end, target) == (first <= end)
    assert engine.done == min(first, end)
