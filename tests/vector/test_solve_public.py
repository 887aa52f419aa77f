"""kc.solve for public games: targets, records and callbacks."""

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.solver.settings import Settings
from kuhncfr.vector import kuhn, one_bet
from kuhncfr.vector.engine import RangeEngine

GAME = one_bet(cards=20)


def same(one, other):
    return all(np.array_equal(one[history], other[history]) for history in one)


def test_tables_are_in_the_order_of_the_range_and_read_only():
    deck = [7, 9, 3, 1, 5]  # sorting it is not its own inverse
    shuffled = kc.vector.PublicGame(
        GAME.betting, (kc.vector.Range(deck, cards=[[card] for card in deck]), kc.vector.Range(deck, cards=[[c] for c in deck])), pot=2
    )
    run, sorted_run = kc.solve(shuffled, 100), kc.solve(one_bet(cards=5), 100)
    for history, table in run.average_strategy.items():
        assert np.array_equal(table[np.argsort(deck)], sorted_run.average_strategy[history])
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0] = 1


def test_zero_iterations_return_the_uniform_strategy():
    run = kc.solve(GAME, 0)
    assert run.iterations == 0
    assert same(run.average_strategy, GAME.uniform())
    assert same(run.current_strategy, GAME.uniform())


@pytest.mark.parametrize("alternating", [True, False])
def test_evaluations_during_a_solve_change_no_digit(alternating):
    plain = kc.solve(GAME, 300, alternating=alternating)
    looked = kc.solve(GAME, 300, alternating=alternating, target=1e-12, record_every=7, callback=lambda run: None)
    assert same(plain.average_strategy, looked.average_strategy)
    assert same(plain.current_strategy, looked.current_strategy)


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("record_every", [1, 7])
def test_target_records_and_callback_are_those_of_a_tree(record_every, alternating):
    """The last iteration is recorded if a record is due, even if the target ends the solve there."""
    told = []
    for game in (kc.KuhnPoker(cards=7), kuhn(cards=7)):
        seen = []
        run = kc.solve(game, 10**5, algorithm="dcfr", alternating=alternating, target=1e-2, record_every=record_every, callback=seen.append)
        told.append(
            (run.iterations, run.trajectory.iterations.tolist(), [(one.iterations, len(one.trajectory.iterations)) for one in seen])
        )
    assert told[0] == told[1]
    iterations, recorded, seen = told[1]
    assert recorded == list(range(record_every, iterations + 1, record_every))
    assert seen == [(done, k) for k, done in enumerate(recorded, start=1)]


def test_records_are_the_states_after_their_iterations():
    trajectory = kc.solve(GAME, 11, algorithm="lcfr", record_every=3).trajectory
    assert trajectory.iterations.tolist() == [3, 6, 9]
    for row, iterations in enumerate(trajectory.iterations):
        run = kc.solve(GAME, int(iterations), algorithm="lcfr")
        assert trajectory.exploitability[row] == run.exploitability
        for history in GAME.decisions:
            assert trajectory.average_strategy[history].shape == (3, 20, 2)
            assert np.array_equal(trajectory.average_strategy[history][row], run.average_strategy[history])
            assert np.array_equal(trajectory.current_strategy[history][row], run.current_strategy[history])


@pytest.mark.parametrize("iterations", [0, 2])
def test_a_solve_that_ends_before_its_first_record_has_none(iterations):
    run = kc.solve(GAME, iterations, record_every=3)
    trajectory = run.trajectory
    assert trajectory.iterations.shape == trajectory.exploitability.shape == (0,)
    for tables in (trajectory.average_strategy, trajectory.current_strategy, trajectory.cumulative_regret):
        assert {history: table.shape for history, table in tables.items()} == {"": (0, 20, 2), "b": (0, 20, 2)}


def test_the_first_piece_is_short_for_any_number_of_hands(monkeypatch):
    """Ctrl-C is noticed between pieces, and an iteration may take long."""
    asked, advance = [], RangeEngine.advance

    def told(engine, end, target):
        asked.append(end - engine.done)
        return advance(engine, end, target)

    monkeypatch.setattr(RangeEngine, "advance", told)
    kc.solve(GAME, 100)
    assert asked[0] == 1
    assert sum(asked) == 100


def test_memory_is_linear_in_the_number_of_hands():
    def size(cards):
        engine = RangeEngine(kuhn(cards=cards), Settings(kc.Algorithm()))
        return sum(array.nbytes for side in engine.sides for bundle in side for array in bundle if isinstance(array, np.ndarray))

    assert size(64_000) / size(16_000) == pytest.approx(4, rel=0.01)
