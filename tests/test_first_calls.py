"""What people type who know other libraries: it works, or one line says what to write."""

import copy
import pickle
import re
import sys
import time
from fractions import Fraction
from inspect import signature

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter

import kuhncfr as kc
from kuhncfr._support import hints
from kuhncfr.games.one_card import OneCardPoker

GAME = kc.KuhnPoker()
PENNIES = np.array([[1, -1], [-1, 1]])


class Mine(OneCardPoker):
    """A game of one's own."""


@pytest.fixture(scope="module")
def names():
    run = kc.solve(GAME, 50)
    return {"kc": kc, "game": GAME, "run": run, "cfr": kc.CFR(GAME).run(5), "profile": run.average_strategy, "A": PENNIES, "mine": Mine()}


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


@pytest.mark.parametrize(
    ("call", "write"),
    [
        ("kc.exploitability(profile, game)", "the game comes first, and then the strategy"),
        ("kc.exploitability(run, profile)", "a run has one: write run.game"),
        ("mine.showdowns", "Mine has no attribute 'showdowns': did you mean 'showdown'?"),
        ("run['Qb']", "write run.average_strategy['Qb']"),
        ("cfr['Qb']", "write cfr.average_strategy['Qb']"),
        ("profile['Qb', 'b']", "write profile['Qb']['b']"),
        ("kc.solve('kuhn')", "write kc.KuhnPoker()"),
        ("kc.solve(game, algorithm='external_mccfr')", "write sampling='external'"),
        ("kc.solve(game, n=10)", "write iterations="),
        ("kc.solve(game, tol=1e-3)", "write target="),
        ("kc.simulate(game, profile, hands=10)", "write episodes="),
        ("kc.OneBetKuhn(S=2)", "OneBetKuhn() has no argument 'S': write ante="),
        ("kc.CFRPlus(game)", "write kc.CFR(game, 'cfr+')"),
        ("kc.load_game('kuhn_poker')", "write kc.KuhnPoker(), kc.MatrixGame(payoffs) or"),
        ("kc.report(run)", "kuhncfr.report is a module: did you mean 'Report'?"),
        ("kc.plot(run)", "write kc.plot.trajectory(run)"),
        ("cfr.evaluate_and_update_policy()", "write cfr.step()"),
        ("cfr.average_policy()", "write average_strategy"),
        ("kc.MCCFR", "write kc.solve(game, sampling='external')"),
        ("kc.BestResponsePolicy(game)", "did you mean 'BestResponse' or 'best_response'?"),
        ("kc.KuhnPoker(num_players=3)", "KuhnPoker() has no argument 'num_players': did you mean 'players'?"),
        ("kc.solve(A, 10)", "write kc.MatrixGame(payoffs)"),
        ("kc.nash.lp_solve(game)", "or in closed form kc.nash.kuhn()"),
        ("kc.evaluate.best_reponse", "did you mean 'best_response'"),
        ("kc.UniformRandomPolicy(game)", "write kc.StrategyProfile.uniform(game)"),
        ("game.new_initial_state()", "write kc.histories(game), whose root is ''"),
        ("game.information_state_string()", "kc.information_sets(game) or game.infoset(history)"),
        ("game.to_efg()", "kc.write_efg(game, path)"),
        ("run.best_response(0)", "write kc.best_response(...)"),
        ("profile.action_probabilities('Qb')", "write profile[infoset]"),
        ("profile.to_csv('profile.csv')", "profile.to_frame() or dict(profile)"),
        ("profile.value(game)", "write kc.expected_utilities(game, strategy)"),
        ("run.regrets", "write run.trajectory"),
        ("run.success", "Run has no attribute 'success': it has average_strategy, current_strategy, exploitability, "),
        ("kc.Game(A, -A)", "write kc.MatrixGame(A, B)"),
        ("kc.games()", "kuhncfr.games is a module: write kc.KuhnPoker()"),
        ("kc.solve(game, alpha=1.5)", "write algorithm='cfr+', or algorithm=kc.Algorithm(alpha=1.5"),
        ("kc.LeducPoker(players=3)", "LeducPoker() has no argument 'players': it has ante, raises"),
        ("profile['Q9']", "'Q9' is not one of 'J', 'Q', 'K', 'Jpb'"),
        ("profile['Qb']['call']", "'call' is not one of 'p', 'b'"),
    ],
)
def test_other_calls_are_answered_in_one_line(names, call, write):
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError), match=re.escape(write)) as found:
        eval(call, names)
    assert len(str(found.value)) < 200
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("asked", ["kc", "kc.nash", "run", "cfr", "profile", "game", "kc.MatrixGame(A)", "kc.LeducPoker()"])
def test_to_ask_for_what_is_missing_is_no_mistake(names, asked):
    """Copies, notebooks and getattr with a default do."""
    thing = eval(asked, names)
    longest = max((name for name in dir(thing) if name[0] != "_"), key=len)
    with pytest.raises(AttributeError, match=f"has no attribute '{longest}s': ") as found:
        getattr(thing, f"{longest}s")
    assert found.value.name is None  # or Python would add a suggestion of its own
    assert type(copy.copy(thing)) is type(pickle.loads(pickle.dumps(thing))) is type(thing)
    assert DisplayFormatter().format(thing)[0]["text/plain"] == repr(thing)


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


def test_a_game_of_ones_own_without_an_init_takes_no_arguments():
    class Mine(kc.Game):
        pass

    assert Mine()
    with pytest.raises(TypeError, match="exactly one argument"):
        Mine(3)


def test_what_the_hints_say_to_write_exists(names):
    """Every name in a hint: of the package, of a run, of a CFR."""
    written = " ".join(hints.HINTS.values())
    found = set(re.findall(r"\b(?:kc|run|cfr|game)(?:\.\w+)+", written))
    assert len(found) > 8
    for name in found:
        eval(name, names)
    explained = (kc.solve, kc.simulate, kc.OneBetKuhn)
    parameters = {name for function in explained for name in signature(function).parameters}
    assert {write.partition("=")[0] for pattern, write in hints.HINTS.items() if pattern.startswith("argument")} <= parameters


def test_what_the_package_itself_asks_for_is_not_explained(monkeypatch):
    """An explanation takes as long as evaluating a small game; a copy, and with it a replacement of rows, asks for ``__setstate__``."""
    monkeypatch.setattr(hints, "answer", None)
    game = kc.OneBetKuhn()
    profile = kc.StrategyProfile.uniform(game)
    assert kc.nash_conv(game, profile.replace(profile)) == kc.nash_conv(game, profile) == Fraction(2, 3)


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
