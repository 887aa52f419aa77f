"""Wrong arguments of the core: games, strategies, what they are worth, equilibria, CFR and the solver."""

from dataclasses import replace

import numpy as np
import odd_values as odd
import pytest
from odd_values import Call, kind

import kuhncfr as kc
from kuhncfr import evaluate, nash, strategy

CFR = kc.CFR(odd.GAME)
INFOSET = kc.InfoSet("K", 0, ("p", "b"))
CONTINUUM = nash.continuum_one_bet()

either = odd.kind(odd.TREE, **odd.game.wrong)
amount = odd.positive
history = kind("b", "no text")
tie = odd.positive.also("zero")
algorithm = kind("cfr", instance=1)
actions = kind(("p", "b"), "texts", "dict of numbers", "strange table", numbers=(1, 2))

SOLVE = {
    "game": either,
    "iterations": odd.count,
    "algorithm": algorithm,
    "sampling": kind(None, "None", unknown="everything"),
    "alternating": odd.flag,
    "seed": odd.seed,
    "exploration": odd.positive.but(0.5, over=1.5).or_none(),
    "target": odd.positive.or_none(),
    "record_every": odd.natural.or_none(),
    "callback": replace(odd.function.or_none(), fine=frozenset({"class", "function"})),
    "progress": odd.flag.but(False, zero=0),
}
MANY = {
    "games": kind([odd.TREE, odd.GAME], "no list", "no dict", "no tuple", called="game", **odd.game.wrong),
    "algorithm": kind(["cfr", "dcfr"], instance=["cfr", 1], long=["cfr"] * 3),
    "seeds": kind(None, "None", "set", called="seeds.*", one=[1], twice=[np.random.default_rng(1)] * 2, texts=["1", "2"]),
    "threads": odd.natural,
    **{name: SOLVE[name] for name in ("iterations", "sampling", "alternating", "exploration", "record_every", "progress")},
}

TWO = kind((2, 4), one=(2,), nan=(2, np.nan), text=("2", "4"))
SIZES = kind((1, 2), "set", ten=(10,), twice=(1, 1), bool=(True,))
ONE = odd.probability.or_none()
ROW = kind(np.array([1.0, 2.0]), "numbers", text=np.array(["a", "b"]))

CALLS = {
    "games.OneBetKuhn": Call(kc.OneBetKuhn, ante=amount),
    "games.RaiseKuhn": Call(kc.RaiseKuhn, ante=amount),
    "games.BetSizeKuhn": Call(kc.BetSizeKuhn, sizes=SIZES, ante=amount),
    "games.KuhnPoker": Call(
        kc.KuhnPoker, players=odd.natural.but(2), cards=odd.natural.but(3).also("huge").or_none(), ante=amount, bet=amount
    ),
    "games.LeducPoker": Call(kc.LeducPoker, ante=amount, raises=TWO),
    "games.MatrixGame": Call(kc.MatrixGame, payoffs=kind([[1, -1], [-1, 1]]), actions=kind(None, "None", short=("h", "ht"))),
    "games.histories": Call(lambda game: list(kc.histories(game)), game=odd.game),
    "games.information_sets": Call(kc.information_sets, game=odd.game),
    "games.validate": Call(kc.validate, game=odd.game),
    "strategy.StrategyProfile": Call(kc.StrategyProfile, rows=odd.rows),
    "strategy.StrategyProfile.betting": Call(
        kc.StrategyProfile.betting, bet=kind({"K": 0.5}, "no dict", "dict of numbers", called="probability")
    ),
    "strategy.StrategyProfile.uniform": Call(kc.StrategyProfile.uniform, game=odd.game),
    "strategy.StrategyProfile.replace": Call(odd.PROFILE.replace, rows=odd.rows),
    "strategy.StrategyProfile.check": Call(odd.PROFILE.check, game=odd.game),
    "strategy.StrategyProfile.save": Call(odd.PROFILE.save, path=odd.path, notes=odd.mapping.or_none()),
    "strategy.StrategyProfile.load": Call(kc.StrategyProfile.load, path=odd.path.but("profile.json")),
    "strategy.StrategyProfile.load_with_notes": Call(kc.StrategyProfile.load_with_notes, path=odd.path.but("profile.json")),
    "strategy.as_profile": Call(strategy.as_profile, rows=odd.rows),
    "strategy.fitting": Call(strategy.fitting, game=odd.game, rows=odd.profile),
    **{
        f"evaluate.{function.__name__}": Call(function, game=odd.game, profile=odd.profile)
        for function in (
            evaluate.expected_utilities,
            evaluate.exploitability,
            evaluate.nash_conv,
            evaluate.values_and_best_responses,
            evaluate.at_information_sets,
        )
    },
    "evaluate.best_response": Call(evaluate.best_response, game=odd.game, profile=odd.profile, player=odd.player),
    "nash.one_bet": Call(nash.one_bet, ante=amount),
    "nash.kuhn": Call(nash.kuhn, alpha=odd.probability.but(0.25, half=0.5).or_none(), ante=amount),
    "nash.three_player": Call(nash.three_player, **dict.fromkeys(("b11", "b21", "b23", "b32", "c11", "c33", "c34"), ONE)),
    "nash.Equilibrium.contains": Call(nash.one_bet().contains, profile=odd.profile.without("missing", "unknown")),
    "nash.continuum_one_bet": Call(nash.continuum_one_bet, ante=amount),
    "nash.continuum_kuhn": Call(nash.continuum_kuhn, ante=amount),
    "nash.ContinuumEquilibrium.mass": Call(CONTINUUM.mass, history=history),
    "nash.ContinuumEquilibrium.action": Call(CONTINUUM.action, history=history, hand=odd.probability.also("tiny")),
    "nash.ContinuumEquilibrium.table": Call(CONTINUUM.table, cells=odd.natural),
    "cfr.Algorithm": Call(
        kc.Algorithm,
        alpha=odd.number.also("infinity"),
        beta=odd.number.also("infinity"),
        floor=odd.flag,
        predictive=odd.flag,
        gamma=odd.number,
    ),
    "cfr.Algorithm.check_sampling": Call(kc.Algorithm(floor=True).check_sampling, sampling=kind(None, "None")),
    "cfr.CFR": Call(kc.CFR, game=odd.game, algorithm=algorithm, sampling=kind(None, "None"), alternating=odd.flag, seed=odd.seed),
    "cfr.CFR.iterate": Call(lambda iterations: list(kc.CFR(odd.GAME).iterate(iterations)), iterations=odd.count),
    "cfr.CFR.run": Call(CFR.run, iterations=odd.count),
    "cfr.CFR.save": Call(CFR.save, path=odd.path),
    "cfr.CFR.load": Call(kc.CFR.load, path=odd.path.but("cfr.npz"), game=odd.game),
    "cfr.InfoSet": Call(
        kc.InfoSet, key=odd.text, player=odd.count, actions=actions, algorithm=kind(kc.Algorithm()), tie=odd.positive.also("zero")
    ),
    "cfr.record": Call(kc.record, cfr=kind(CFR, game=odd.GAME), iterations=odd.count, every=odd.natural),
    "cfr.regret_matching": Call(kc.regret_matching, regret=ROW, tie=tie),
    "cfr.Trajectory.thinned": Call(odd.TRAJECTORY.thinned, points=odd.natural, logarithmic=odd.flag),
    "solver.compile_game": Call(kc.compile_game, game=either),
    "solver.solve": Call(kc.solve, **SOLVE),
    "solver.solve_many": Call(kc.solve_many, **MANY),
}


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Have Numba compile before time is measured."""
    kc.solve(odd.TREE, 1, record_every=1)


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    CFR.save("cfr.npz")
    odd.PROFILE.save("profile.json")
    with odd.a_little_memory():
        failures = CALLS[name].failures()
    assert not failures, failures
