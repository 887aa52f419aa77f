"""The comparison with TexasSolver parses the output of that program, and compares equal games only. Nothing is timed here."""

import itertools
import json
import re

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.vector import Decision, Fold, PublicGame, Range, Showdown

# As it prints them after a solve of 600 iterations; above that, how exploitable it was before the first.
PRINTED = """\
<<<START SOLVING>>>
Using 1 threads
Iter: 0
player 0 exploitability 50.47335
player 1 exploitability 42.035442
Total exploitability 46.254395 precent
-------------------
Iter: 600
player 0 exploitability 3.3483307
player 1 exploitability -3.2986953
Total exploitability 0.024817705 precent
time used: 0.357
"""


@pytest.fixture
def texas_solver(root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    import texas_solver

    return texas_solver


@pytest.fixture
def game():
    """Player 1 bets half the pot or all chips, or checks, which ends the game; two cards of a deck of four."""
    answers = {"fold": Fold(winner=0, stake=50), "call": Showdown(100)}
    to_all = {"fold": Fold(winner=0, stake=50), "call": Showdown(250)}
    betting = Decision(0, {"check": Showdown(50), "bet 50": Decision(1, answers), "all in": Decision(1, to_all)})
    pairs = list(itertools.combinations(range(4), 2))
    hands = Range([3, 1, 4, 1, 5, 9], cards=pairs, names=[f"{'AKQJ'[a]}s{'AKQJ'[b]}s" for a, b in pairs])
    return PublicGame(betting, (hands, hands), pot=100)


@pytest.fixture
def strategy(game):
    rng = np.random.default_rng(1)
    return {history: rng.dirichlet(np.ones(len(decision.children)), size=6) for history, decision in game.decisions.items()}


@pytest.fixture
def dumped(game, strategy):
    """The same in the format of that program: other names, players swapped, actions, hands and cards in reverse order."""

    def node(history, player, actions, below=None):
        own = [{"CHECK": "check", "BET 50.000000": "bet 50", "BET 200.000000": "all in"}.get(action, action.lower()) for action in actions]
        columns = [list(game.decisions[history].children).index(action) for action in own]
        rows = {name[2:] + name[:2]: list(row) for name, row in zip(game.ranges[0].names, strategy[history][:, columns], strict=True)}
        found = {"actions": actions, "player": player, "strategy": {"strategy": dict(reversed(rows.items()))}}
        return found | ({"childrens": below} if below else {})

    answers = {f"BET {size}.000000": node(name, 0, ["CALL", "FOLD"]) for size, name in [(200, "all in"), (50, "bet 50")]}
    return node("", 1, ["BET 200.000000", "CHECK", "BET 50.000000"], answers)


def test_the_last_printed_values_count_and_player_1_moves_first(texas_solver):
    assert texas_solver.responses(PRINTED.splitlines(keepends=True)) == (-3.2986953, 3.3483307)


def test_strategies_of_the_other_program_come_in_the_order_of_our_hands_and_actions(texas_solver, game, strategy, dumped):
    found = texas_solver.tables(game, json.loads(json.dumps(dumped)))
    assert list(found) == list(strategy)
    for history, table in strategy.items():
        np.testing.assert_array_equal(found[history], table)
    assert [kc.best_response(game, found, i).value for i in (0, 1)] == [kc.best_response(game, strategy, i).value for i in (0, 1)]


@pytest.mark.parametrize("change", ["a size", "a player", "an end", "no end"])
def test_another_tree_is_not_compared(texas_solver, game, dumped, change):
    answer = dumped["childrens"]["BET 50.000000"]
    if change == "a size":
        dumped["actions"][2] = "BET 49.000000"
    elif change == "a player":
        answer["player"] = 1
    elif change == "an end":
        del dumped["childrens"]["BET 50.000000"]
    else:
        answer["childrens"] = {"CALL": answer.copy()}
    with pytest.raises(SystemExit, match="nothing to compare"):
        texas_solver.tables(game, dumped)


def test_strategies_that_the_programs_judge_differently_are_not_compared(texas_solver, game, strategy):
    judged = [kc.best_response(game, strategy, player).value for player in (0, 1)]
    assert texas_solver.agreed(game, [judged, judged], strategy) == [(-judged[1], judged[0])] * 2
    with pytest.raises(SystemExit, match="nothing to compare"):
        texas_solver.agreed(game, [judged, (judged[0] + 0.01, judged[1])], strategy)
    with pytest.raises(SystemExit, match="no value lies in both"):
        texas_solver.agreed(game, [(judged[0] + 100, judged[1] - 200), judged], strategy)


def test_the_time_besides_iterations_is_excluded(texas_solver):
    clock = [0.0]

    def work(iterations):
        clock[0] += 7 + iterations / 4

    assert texas_solver.an_iteration(lambda: clock[0], work) == 1 / 4


def test_both_programs_get_the_same_hands(texas_solver):
    assert len(texas_solver.CLASSES) == len(set(texas_solver.CLASSES)) == 13 * 14 / 2
    assert re.findall(r"set_range_\w+ (\S+)", texas_solver.SETTINGS) == [texas_solver.RANGE] * 2


def test_the_value_is_within_the_bounds_of_both_sides(root):
    row = json.loads((root / "benchmarks" / "results.json").read_text(encoding="utf-8"))["texas_solver"]
    (low, high), (their_low, their_high) = row["values"]
    assert max(low, their_low) <= min(high, their_high)
    assert row["percent_of_pot"] == pytest.approx([(high - low) / 2, (their_high - their_low) / 2], abs=1e-5)  # the pot is 100
    assert row["ratio"] == pytest.approx(row["theirs"]["median"] / row["ours"]["median"], rel=1e-5)
