"""The calls that a newcomer tries first work, or the error names the call that does."""

from dataclasses import dataclass

import numpy as np
import pytest

import kuhncfr as kc

GAME = kc.KuhnPoker()
PUBLIC = kc.vector.kuhn(cards=5)
SOLVED = {  # made only when they are asked for
    "run": lambda: kc.solve(GAME, 50),
    "CFR": lambda: kc.CFR(GAME).run(50),
    "equilibrium": kc.nash.kuhn,
    "simulation": lambda: kc.simulate(GAME, kc.nash.kuhn(), 9),
}


@pytest.mark.parametrize("make", SOLVED.values(), ids=SOLVED)
@pytest.mark.parametrize("game", [GAME, kc.compile_game(GAME)], ids=["game", "compiled"])
def test_any_object_with_a_strategy_is_accepted(make, game):
    made = make()
    profile = made.average_strategy if hasattr(made, "average_strategy") else made.profile
    for function in (kc.exploitability, kc.nash_conv, kc.expected_utilities):
        assert function(game, made) == function(GAME, profile) == function(GAME, dict(profile))
    assert kc.best_response(game, made, 1) == kc.best_response(GAME, profile, 1)
    assert kc.simulate(game, made, 50, seed=1).mean == kc.simulate(GAME, profile, 50, seed=1).mean
    assert kc.deviations(game, made).gains == kc.deviations(GAME, profile).gains
    assert kc.Report(game, made, episodes=5).profile == profile


def test_public_games_have_the_same_evaluators():
    run = kc.solve(PUBLIC, 50)
    assert kc.exploitability(run) == kc.exploitability(game=PUBLIC, strategy=run) == pytest.approx(run.exploitability, abs=1e-12)
    assert kc.expected_utilities(PUBLIC, run.average_strategy) == pytest.approx(run.values, abs=1e-12)
    for player, best in enumerate(kc.best_response(run)):
        assert best.value == kc.best_response(PUBLIC, run, player).value
        pure = {history: np.eye(2)[action] for history, action in best.strategy.items()}
        assert kc.expected_utilities(PUBLIC, {**run.average_strategy, **pure})[player] == pytest.approx(best.value, abs=1e-12)


@pytest.mark.parametrize("game", [GAME, PUBLIC, kc.KuhnPoker(players=3)], ids=["tree", "public", "three players"])
def test_every_solve_returns_a_run(game):
    run = kc.solve(game, 20, "DCFR")
    assert isinstance(run, kc.Run)
    assert run.game is game
    assert run.values == pytest.approx(kc.expected_utilities(game, run), abs=1e-12)
    assert run.nash_conv == pytest.approx(kc.nash_conv(game, run), abs=1e-12)
    assert repr(run) == f"Run({game!r}, 'dcfr', 20 iterations, exploitability {run.exploitability:.3g})"


def test_cfr_runs_in_one_line():
    cfr = kc.CFR(GAME, "CFR+").run(100)
    assert cfr.average_strategy["Qb"]["b"] == pytest.approx(1 / 3, abs=0.02)
    assert kc.exploitability(PUBLIC, kc.vector.VectorCFR(PUBLIC, "CFR+").run(100)) < 0.01


class Quadratic(kc.Algorithm):
    """Overrides a method, which no compiled loop calls."""

    def weight(self, t):
        return t**2


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (lambda: kc.solve(GAME, 5, Quadratic()), "algorithm must be a plain Algorithm, got the subclass Quadratic"),
        (lambda: kc.solve(GAME, "cfr+"), r"write solve\(game, 1_000, 'cfr\+'\)"),
        (lambda: kc.solve(GAME, 5, algorithm=kc.InfoSet), "a subclass of kuhncfr.InfoSet runs in kuhncfr.CFR"),
        (lambda: GAME.utilities("XQbb"), "history must be different cards of JQK, then actions of pb, got 'XQbb'"),
        (lambda: kc.OneBetKuhn().actions(""), "no player acts at '': chance does"),
        (lambda: kc.BetSizeKuhn().actions("KQ2b"), "no player acts at 'KQ2b': the game is over"),
        (lambda: kc.LeducPoker().actions("Jkcc"), "no player acts at 'Jkcc': chance does"),
        (lambda: kc.LeducPoker().utilities("JJrf"), "history must be terminal, got 'JJrf'"),
        (lambda: kc.MatrixGame([[1, -1], [-1, 1]]).actions("aa"), "no player acts at 'aa': the game is over"),
    ],
)
def test_an_error_names_the_call_that_works(call, answer):
    with pytest.raises((ValueError, TypeError), match=answer):
        call()


class OptimisticHedge(kc.InfoSet):
    """Play in proportion to exp(rate (R + the last regret)); Rakhlin and Sridharan (2013)."""

    rate = 2.0

    def learn(self, regret, reach, t):
        self.cumulative_regret = self.cumulative_regret + regret
        self.cumulative_strategy = self.cumulative_strategy + reach * self.current_strategy
        self.prediction = regret
        weights = self.rate * (self.cumulative_regret + self.prediction)
        shares = np.exp(weights - weights.max())
        self.current_strategy = shares / shares.sum()


def test_a_custom_update_rule_runs_saves_and_loads(tmp_path):
    cfr = kc.CFR(GAME, OptimisticHedge).run(300)
    assert kc.exploitability(GAME, cfr) < 0.01
    assert repr(cfr).startswith(f"CFR({GAME!r}, OptimisticHedge, 300 iterations")
    cfr.save(tmp_path / "hedge.npz")
    again = kc.CFR.load(tmp_path / "hedge.npz", GAME, OptimisticHedge)
    assert again.run(10).average_strategy == cfr.run(10).average_strategy


@dataclass(frozen=True)
class Delayed(kc.Algorithm):
    """The average leaves out the first iterations, as that of CFR+ does in Tammelin (2014)."""

    delay: int = 0

    def weight(self, t):
        return float(max(t - self.delay, 0))


def test_a_subclass_of_algorithm_may_have_parameters_of_its_own():
    cfr = kc.CFR(GAME, Delayed(delay=2)).run(2)
    third = cfr.current_strategy
    average = cfr.run(1).average_strategy  # of the third iteration alone
    assert [average[card] for card in "JQK"] == [third[card] for card in "JQK"]
    assert kc.CFR(GAME, Delayed(regret_matching_plus=True, delay=50)).run(200).exploitability < 1e-3


def test_runs_and_equilibria_are_drawn_as_they_are():
    run = kc.solve(GAME, 20, record_every=10)
    assert kc.plot.convergence(run).data["iterations"].tolist() == [10, 20]
    assert set(kc.plot.trajectory(run).data["infoset"]) == set(kc.information_sets(GAME))
    assert len(kc.plot.strategy(run).data) == len(kc.plot.strategy(kc.nash.kuhn()).data) == 24
    for draw in (kc.plot.convergence, kc.plot.trajectory):
        with pytest.raises(ValueError, match=r"^run must have a trajectory: solve with record_every=10, for example; got Run\("):
            draw(kc.solve(GAME, 2))
