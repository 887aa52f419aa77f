"""Node locking: the equilibrium given the locks, exactly; the same in trees, public games and the readable solvers."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from small_games import SCHEDULED

import kuhncfr as kc

KUHN = kc.KuhnPoker()
NEVER_BLUFF = {"J": {"p": 1, "b": 0}}
OFTEN = {"J": {"p": F(1, 4), "b": F(3, 4)}, "Qb": {"p": F(1, 5), "b": F(4, 5)}}  # bluffs too often; calls too often


def as_fractions(strategy):
    rows = {key: [F(p).limit_denominator(1_000) for p in row.values()] for key, row in strategy.items()}
    return kc.StrategyProfile({key: dict(zip(strategy[key], row, strict=True)) for key, row in rows.items()})


def best_by_hand(rows, profile, player):
    """The most that a player can get with pure strategies at the information sets that are not locked."""
    free = [key for key, infoset in kc.information_sets(KUHN).items() if infoset.player == player and key not in rows]
    choices = product([{"p": 1, "b": 0}, {"p": 0, "b": 1}], repeat=len(free))
    return max(kc.expected_utilities(KUHN, profile.replace(dict(zip(free, pure, strict=True))))[player] for pure in choices)


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ({1: kc.nash.kuhn(F(1, 3))}, F(-1, 18)),  # locked at an equilibrium, player 2 keeps the value
        (NEVER_BLUFF, F(-1, 18)),  # one of the equilibria does not bluff
        ({"Kb": {"p": 1, "b": 0}}, None),
        (OFTEN, None),
    ],
)
def test_a_solve_finds_the_equilibrium_given_the_locks(rows, value):
    run = kc.solve(KUHN, 5_000, "pcfr+", locked=rows)
    exact = as_fractions(run.average_strategy)
    locked = run.game.locked
    assert all(run.average_strategy[key] == row and exact[key] == row for key, row in locked.items())
    values = kc.expected_utilities(KUHN, exact)
    assert [best_by_hand(locked, exact, player) for player in (0, 1)] == list(values)  # in fractions: an equilibrium, no less
    assert kc.nash_conv(run.game, exact) == 0
    assert value is None or values[0] == value


@pytest.mark.parametrize("algorithm", kc.ALGORITHMS)
@pytest.mark.parametrize("alternating", [True, False])
def test_trees_public_games_and_readable_solvers_agree(algorithm, alternating):
    table, settings = np.array([[0.25, 0.75], [1, 0], [1 / 3, 2 / 3]]), {"alternating": alternating}
    rows = {card + "pb": dict(zip("pb", row, strict=True)) for card, row in zip("JQK", table, strict=True)}
    tree = kc.solve(KUHN, 50, algorithm, locked=rows, **settings)
    public = kc.solve(kc.vector.kuhn(cards=3), 50, algorithm, locked={"pb": table}, **settings)
    readable = kc.vector.VectorCFR(public.game, algorithm, **settings).run(50)
    cfr = kc.CFR(kc.LockedGame(KUHN, rows), algorithm, **settings).run(50)
    assert (public.average_strategy["pb"] == table).all()  # to the last bit
    assert (public.current_strategy["pb"] == table).all()
    for history, strategy in public.average_strategy.items():
        np.testing.assert_allclose(readable.average_strategy[history], strategy, atol=1e-11)
        for card, row in zip("JQK", strategy, strict=True):
            assert row == pytest.approx(list(tree.average_strategy[card + history].values()), abs=1e-11)
            assert row == pytest.approx(list(cfr.average_strategy[card + history].values()), abs=1e-11)
    found = [tree.exploitability, public.exploitability, cfr.exploitability, kc.exploitability(public)]
    np.testing.assert_allclose(found, found[0], atol=1e-14)


def test_a_target_counts_what_is_not_locked():
    run = kc.solve(kc.vector.kuhn(cards=100), 10_000, "cfr+", locked={"": [1, 0]}, target=1e-4)
    assert run.iterations < 10_000
    assert kc.exploitability(run) <= 1e-4 < kc.exploitability(kc.vector.kuhn(cards=100), run)
    assert (run.average_strategy[""] == [1, 0]).all()


@pytest.mark.parametrize("game", [KUHN, kc.vector.kuhn(cards=3)])
@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ({"X": [1, 0]}, (ValueError, TypeError), "X"),
        ({"b": [1, 0, 0]}, (ValueError, TypeError), "'b'"),
        ({2: {}}, ValueError, "each player in locked must be at most 1, got 2"),
        ({0: kc.nash.kuhn(), 1: kc.nash.kuhn()}, ValueError, "locked must leave at least one"),
        ([], TypeError, "locked must be a mapping"),
    ],
)
def test_what_is_refused(game, rows, error, message):
    if game is not KUHN and 0 in rows:
        rows = dict.fromkeys((0, 1), game.uniform())
    with pytest.raises(error, match=message):
        kc.solve(game, 10, locked=rows)


def test_a_row_must_have_the_actions_of_the_game():
    with pytest.raises(ValueError, match=r"locked must have the actions of the game at 'Kb': \('p', 'b'\), got \('f', 'c'\)"):
        kc.solve(KUHN, 10, locked={"Kb": {"f": 1, "c": 0}})


def test_a_second_lock_keeps_the_first():
    rows, table = {"J": {"p": 1, "b": 0}, "Kb": {"p": 0, "b": 1}}, np.array([[1.0, 0.0]] * 3)
    twice = kc.LockedGame(kc.LockedGame(KUHN, {"J": rows["J"]}), {"Kb": rows["Kb"]})
    assert twice.locked == kc.StrategyProfile(rows)
    assert set(kc.vector.kuhn(cards=3).lock({"": table}).lock({"b": table}).locked) == {"", "b"}


def test_a_lock_counts_more_than_the_strategy_that_is_evaluated():
    public, tree = kc.vector.kuhn(cards=3).lock({"": [1, 0]}), kc.LockedGame(KUHN, {card: {"p": 1, "b": 0} for card in "JQK"})
    uniform = kc.StrategyProfile.uniform(KUHN)
    assert kc.expected_utilities(public, public.uniform()) == pytest.approx([-1 / 4, 1 / 4], abs=1e-12)
    assert kc.expected_utilities(tree, uniform) == (F(-1, 4), F(1, 4))
    assert kc.nash_conv(public, public.uniform()) == pytest.approx(float(kc.nash_conv(tree, uniform)), abs=1e-12)


def test_locks_hold_at_stakes_of_any_size():
    found = [kc.solve(kc.vector.kuhn(cards=3, ante=s, bet=s), 1_000, "cfr+", locked={"": [0.9, 0.1]}).values[0] / s for s in (1, 10**12)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_a_locked_player_needs_a_whole_strategy():
    with pytest.raises(ValueError, match=r"locked\[1\] must have a row for every information set of the player, got none for 'Jp'"):
        kc.solve(KUHN, 10, locked={1: {"Jb": {"p": 1, "b": 0}}})


def test_a_game_is_zero_sum_only_if_it_says_so():
    assert kc.LockedGame(KUHN, NEVER_BLUFF).zero_sum
    (name, row), *_ = kc.StrategyProfile.uniform(SCHEDULED[0]).items()
    assert not kc.LockedGame(SCHEDULED[0], {name: row}).zero_sum


def test_a_row_overrides_the_strategy_of_its_player():
    for locked in ({1: kc.nash.kuhn(), "Qb": {"p": 1, "b": 0}}, {"Qb": {"p": 1, "b": 0}, 1: kc.nash.kuhn()}):
        assert kc.LockedGame(KUHN, locked).locked["Qb"] == {"p": 1, "b": 0}
    game, never = kc.vector.kuhn(cards=3), np.array([[1.0, 0.0]] * 3)
    for locked in ({1: game.uniform(), "b": never}, {"b": never, 1: game.uniform()}):
        found = game.lock(locked).locked
        assert (found["b"] == never).all()
        assert (found["p"] == 0.5).all()


def test_a_saved_run_belongs_to_its_locks(tmp_path):
    game = kc.vector.kuhn(cards=3)
    run = kc.solve(game, 10, locked={"": [1, 0]})
    run.save(tmp_path / "run.npz")
    assert type(run).load(tmp_path / "run.npz", game.lock({"": [1, 0]})).resume(5).exploitability == run.resume(5).exploitability
    with pytest.raises(ValueError, match="it was saved for"):
        type(run).load(tmp_path / "run.npz", game.lock({"": [0, 1]}))
