"""What people type who know other libraries: it works, or one line says what to write."""

import re
import sys
import time
from inspect import signature

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr._support import hints
from kuhncfr.games.one_card import OneCardPoker

GAME = kc.KuhnPoker()
PENNIES = np.array([[1, -1], [-1, 1]])


@pytest.fixture(scope="module")
def names():
    run = kc.solve(GAME, 50)
    return {"kc": kc, "game": GAME, "run": run, "cfr": kc.CFR(GAME).run(5), "profile": run.average_strategy, "A": PENNIES, "np": np}


@pytest.mark.parametrize(
    ("call", "same"),
    [
        ("kc.exploitability(run)", "kc.exploitability(game, run)"),
        ("kc.nash_conv(run)", "kc.nash_conv(game, profile)"),
        ("kc.expected_utilities(cfr)", "kc.expected_utilities(game, cfr.average_strategy)"),
        ("kc.best_response(game, profile)", "tuple(kc.best_response(game, profile, i) for i in (0, 1))"),
        ("kc.best_response(run)[1]", "kc.best_response(game, run, player=1)"),
        ("repr(kc.MatrixGame(A, -A))", "repr(kc.MatrixGame(A))"),
        ("kc.MatrixGame([[3, 0], [5, 1]], [[3, 5], [0, 1]]).utilities('ab')", "(0, 5)"),
    ],
)
def test_natural_calls_work(names, call, same):
    assert eval(call, names) == eval(same, names)


def test_a_run_beside_a_strategy_is_no_game(names):
    with pytest.raises(TypeError, match="a game has players"):
        kc.exploitability(names["run"], names["profile"])


def test_a_run_of_a_public_game_stands_alone_too():
    game = kc.vector.kuhn(cards=5)
    run = kc.solve(game, 20)
    assert kc.exploitability(run) == kc.exploitability(game, run) == pytest.approx(run.exploitability)
    assert [best.value for best in kc.best_response(run)] == [kc.best_response(game, run, i).value for i in (0, 1)]


@pytest.mark.parametrize(
    ("call", "write"),
    [
        ("kc.exploitability(profile, game)", "the game comes first, and then the strategy"),
        ("kc.nash_conv(profile)", "the game comes first, and then the strategy"),
        ("run.value", "Run has no attribute 'value': did you mean 'values'?"),
        ("run['Qb']", "write run.average_strategy['Qb']"),
        ("profile['Qb', 'b']", "write profile['Qb']['b']"),
        ("kc.solve('kuhn')", "write kc.KuhnPoker()"),
        ("kc.CFR('leduc_poker')", "or kc.LeducPoker()"),
        ("kc.solve(game, algorithm='mccfr')", "write sampling='external'"),
        ("kc.solve(game, algorithm='external_mccfr')", "write sampling='external'"),
        ("kc.solve(game, method='cfr')", "write algorithm="),
        ("kc.solve(game, n_iterations=10)", "write iterations="),
        ("kc.solve(game, n=10)", "write iterations="),
        ("kc.solve(game, tol=1e-3)", "write target="),
        ("kc.simulate(game, profile, hands=10)", "write episodes="),
        ("kc.solve(game, lock={'Qb': {}})", "did you mean 'locked'?"),
        ("kc.OneBetKuhn(S=2)", "OneBetKuhn() has no argument 'S': write ante="),
        ("kc.simulate(game, profile, players=2)", "it takes game, strategy, episodes, seed, progress"),
        ("kc.simulate(run, 1_000)", "a run has one: write run.game"),
        ("kc.plot.tree(cfr)", "a run has one: write run.game"),
        ("kc.CFRPlus(game)", "write kc.CFR(game, 'cfr+')"),
        ("kc.MCCFR", "write kc.solve(game, sampling='external')"),
        ("kc.load_game('kuhn_poker')", "write kc.KuhnPoker(), kc.MatrixGame(payoffs) or"),
        ("kc.value(game, profile)", "write kc.expected_utilities(game, strategy)"),
        ("kc.evaluate(game, run)", "or kc.exploitability(game, strategy)"),
        ("kc.report(run)", "write kc.Report(game, run)"),
        ("kc.plot(run)", "write kc.plot.trajectory(run)"),
        ("cfr.evaluate_and_update_policy()", "write cfr.step()"),
        ("cfr.average_policy()", "write average_strategy"),
        ("kc.MatrixGame(A, [[1, 2]])", "one string per player"),
        ("kc.Kuhn()", "'KuhnPoker'"),
        ("kc.BestResponsePolicy(game)", "did you mean 'best_response'"),
        ("kc.nash(game)", "write kc.solve(game, 10_000, 'cfr+').average_strategy"),
        ("kc.KuhnPoker(num_players=3)", "KuhnPoker() has no argument 'num_players': did you mean 'players'?"),
        ("kc.CFR(game, variant='cfr+')", "CFR() has no argument 'variant': write algorithm="),
        ("kc.solve(A, 10)", "write kc.MatrixGame(payoffs)"),
        ("kc.lp_solve(game)", "did you mean 'solve'?"),
        ("kc.print_tree(game)", "kc.plot.tree(game)"),
        ("kc.UniformRandomPolicy(game)", "write kc.StrategyProfile.uniform(game)"),
        ("game.num_players", "KuhnPoker has no attribute 'num_players': did you mean 'players'"),
        ("game.num_distinct_actions()", "did you mean 'actions'?"),
        ("game.new_initial_state()", "write '', the history at the root"),
        ("game.information_state_string()", "write kc.information_sets(game) or game.infoset(history)"),
        ("game.to_efg()", "kc.write_efg(game, path)"),
        ("run.best_response(0)", "write kc.best_response(...)"),
        ("profile.exploitability()", "write kc.exploitability(...)"),
        ("profile.action_probabilities('Qb')", "write profile[infoset]"),
        ("profile.to_csv('profile.csv')", "write dict(profile), profile.to_frame() or profile.save(path)"),
        ("profile.value(game)", "write kc.expected_utilities(game, strategy)"),
        ("run.current_policy", "or current_strategy"),
        ("run.regrets", "write run.trajectory"),
    ],
)
def test_other_calls_are_answered_in_one_line(names, call, write):
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError), match=re.escape(write)) as found:
        eval(call, names)
    assert len(str(found.value)) < 200
    assert "\n" not in str(found.value)


def test_an_error_inside_a_property_is_the_one_that_is_told():
    """A hint must not take the place of what is wrong in a game of one's own."""

    class Typo(kc.KuhnPoker):
        def utilities(self, history):
            return self.payofs[history] if learnt else super().utilities(history)

    learnt = False
    cfr = kc.CFR(Typo()).run(1)
    learnt = True
    with pytest.raises(AttributeError, match="payofs"):
        cfr.exploitability  # noqa: B018


def test_what_the_hints_say_to_write_exists(names):
    """Every name in a hint: of the package, of a run, of a CFR."""
    written = " ".join(hints.HINTS.values())
    found = set(re.findall(r"\b(?:kc|run|cfr|game)(?:\.\w+)+", written))
    assert len(found) > 8
    for name in found:
        eval(name, names)
    explained = (kc.solve, kc.simulate, kc.OneBetKuhn)
    parameters = {f"{name}=" for function in explained for name in signature(function).parameters}
    assert {write for pattern, write in hints.HINTS.items() if pattern.startswith("argument")} <= parameters


def test_a_game_of_ones_own_lacks_an_attribute_under_its_own_name():
    class Mine(OneCardPoker):
        pass

    with pytest.raises(AttributeError, match=r"^Mine has no attribute 'showdowns': did you mean 'showdown'\?$"):
        Mine().showdowns  # noqa: B018


def test_a_large_tree_is_announced_before_it_is_compiled(monkeypatch):
    monkeypatch.setattr("kuhncfr.solver.compiled_game.walk", lambda game: 1 / 0)
    with pytest.warns(UserWarning, match=re.escape("kuhncfr.vector.kuhn(cards=300, ante=1/2, bet=1)")), pytest.raises(ZeroDivisionError):
        kc.solve(kc.KuhnPoker(cards=300, ante=0.5), 10)


def test_a_terminal_sees_how_far_compiling_is(monkeypatch, capsys):
    class Slow(kc.OneBetKuhn):
        def is_terminal(self, history):
            time.sleep(0.03)
            return super().is_terminal(history)

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    kc.compile_game(Slow())
    assert "histories" in capsys.readouterr().err
