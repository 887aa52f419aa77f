"""Wrong arguments of what stands around the core: dynamics, hands, reports, tracking and diagnosis."""

from contextlib import suppress
from dataclasses import replace

import odd_values as odd
import pytest
from mutated import tracked
from odd_values import Call, kind

import kuhncfr as kc
from kuhncfr import diagnosis, dynamics, hands, tracking
from kuhncfr.diagnosis.answers import Broken
from kuhncfr.dynamics import steps
from kuhncfr.solver.run import solve

REDUCED = dynamics.ReducedGame()
CFR = kc.CFR(odd.GAME)
HANDS = [kc.hands.Hand("QKbb", 0, -2), kc.hands.Hand("QAp", 0, -1)]
SIMULATION = kc.simulate(odd.TREE, odd.PROFILE, 10, seed=1)
RUN = solve(odd.TREE, 2, record_every=1)
REPORT = kc.Report(odd.TREE, odd.PROFILE, hands=10)

reduced = kind(REDUCED, big=odd.GAME)
point = kind([0.5, 0.5], short=[0.5], long=[0.5] * 3, nan=[0.5, float("nan")], text=["0", "1"], outside=[0.5, 1e200])
points = kind([[0.5, 0.5]] * 2, "empty rows", short=[0.5], long=[[0.5] * 3], nan=[0.5, float("nan")])
times = kind([0.0, 1.0], "numbers", "no list", "no tuple", rows=[[0.0, 1.0]], nan=[0.0, float("nan")])
regret = kind([[0.5, 0.5], [0.5, 0.5]], nan=[[0.5, float("nan")], [0.5, 0.5]], text=[["0", "1"], ["0", "1"]])
paths = kind([0.5, 0.5], "numbers", "no list", "no tuple", "empty rows", "many axes", "empty table")
quiet = odd.flag.but(False, zero=0)
either = kind(odd.TREE, **odd.game.wrong)
kuhn = kind(odd.GAME, "None", called="ante", leduc=kc.LeducPoker(), cards=kc.KuhnPoker(cards=4))
opponent = odd.profile.but("equilibrium", unknown=3, float=2.0, other={"K": {"p": 1, "b": 0}}).also("one")
xlsx = odd.path.but("written.xlsx", other="written.json")


class Created(Exception):
    """labml would begin."""


def track(cfr, iterations, *, every, name, logs):
    with suppress(Created):
        tracking.track(cfr, iterations, every=every, name=name, logs=logs)


GAME_ONLY = ("lap_length", "laps_per_root", "nash_conv_bounds")

CALLS = {
    "dynamics.ReducedGame": Call(dynamics.ReducedGame, ante=odd.positive.but(1, half=0.5)),
    "dynamics.ReducedGame.utility": Call(REDUCED.utility, points=points.also("many axes")),
    "dynamics.ReducedGame.gradient": Call(REDUCED.gradient, points=points.also("many axes")),
    "dynamics.ReducedGame.nash_conv": Call(REDUCED.nash_conv, points=points.also("many axes")),
    "dynamics.gradient_flow": Call(dynamics.gradient_flow, game=reduced, start=point, times=times),
    "dynamics.replicator": Call(dynamics.replicator, game=reduced, start=point, times=times),
    "dynamics.regret_matching_flow": Call(dynamics.regret_matching_flow, game=reduced, start=regret, times=times),
    "dynamics.matched": Call(dynamics.matched, regret=regret.also("many axes")),
    "dynamics.positive_norms": Call(dynamics.positive_norms, regret=regret.also("many axes")),
    "dynamics.weighted_regret": Call(dynamics.weighted_regret, game=reduced, regret=regret.also("many axes")),
    "dynamics.squared_distance": Call(dynamics.squared_distance, game=reduced, points=points.also("many axes")),
    "dynamics.replicator_product": Call(dynamics.replicator_product, game=reduced, points=points.also("many axes")),
    "dynamics.regret_rate": Call(dynamics.regret_rate, game=reduced, points=points.also("many axes")),
    "dynamics.running_average": Call(dynamics.running_average, points=paths),
    "dynamics.steps.iterate": Call(steps.iterate, game=reduced, iterations=odd.count, alternating=odd.flag, regret=regret.or_none()),
    "dynamics.steps.laps": Call(steps.laps, game=reduced, points=points),
    **{f"dynamics.steps.{name}": Call(getattr(steps, name), game=reduced) for name in GAME_ONLY},
    "hands.simulate": Call(kc.simulate, game=either, profile=odd.profile, hands=odd.count, seed=odd.seed, progress=quiet),
    "hands.deviations": Call(kc.deviations, game=either, profile=odd.profile, hands=odd.count.or_none(), seed=odd.seed, progress=quiet),
    "hands.Simulation.z": Call(SIMULATION.z, expected=point.or_none()),
    "hands.score": Call(hands.score, utilities=kind([1, -2], "no list", "no tuple", "numbers", nan=[float("nan")], text=["1"])),
    "hands.empirical_strategy": Call(
        hands.empirical_strategy,
        game=odd.game,
        hands=kind(
            HANDS,
            "no list",
            "no tuple",
            half=[kc.hands.Hand("QK", 0, 1)],
            action=[kc.hands.Hand("QK?", 1, 1)],
            card=[kc.hands.Hand("Q?p", 0, 1)],
            seat=[kc.hands.Hand("QKp", 2, 1)],
        ),
        otherwise=odd.profile,
    ),
    "report.Report": Call(
        kc.Report,
        game=either,
        run=odd.profile,
        hands=odd.natural,
        seed=odd.seed,
        origin=odd.mapping.or_none().also("dict by number"),
        charted=odd.count,
        progress=quiet,
    ),
    "report.Report.to_excel": Call(REPORT.to_excel, path=xlsx, overwrite=odd.flag),
    "solver.Tree.averages": Call(odd.TREE.averages, sums=kind(odd.TREE.uniform()[None])),
    "solver.Tree.profile": Call(odd.TREE.profile, strategy=kind(odd.TREE.uniform())),
    "tracking.read": Call(tracking.read, path=odd.path.but("sqlite.db")),
    "tracking.track": Call(
        track,
        cfr=kind(CFR, game=odd.GAME),
        iterations=odd.natural.but(10),
        every=odd.natural,
        name=replace(kind("name", "text", "long text", folder="a/b", above=".."), raises=(OSError,)),
        logs=odd.path.or_none(),
    ),
    "diagnosis.diagnose": Call(
        kc.diagnose,
        function=odd.function.but(len, no_name="module:", no_module=":name"),
        kind=kind("solver", measures="measures"),
        games=kind(["coin"], "None", unknown=["kuhn"]),
        seconds=odd.positive,
        together=odd.positive,
    ),
    "diagnosis.Mistake.make": Call(diagnosis.MISTAKES["reach overwritten"].make, game=odd.game),
    "sweeping.sweep": Call(
        kc.sweep,
        game=kind(kc.OneBetKuhn, called="game|over", number=3),
        over=kind({"ante": [1]}, "no dict", "None", unknown={"nonsense": [1]}, none={"ante": []}, one={"ante": 1}),
        seeds=kind([1, 2], "numbers", "set", "dict by number", twice=[1, 1], half=[0.5]),
        iterations=odd.count.or_none(),
        record_every=odd.natural.or_none(),
        executor=kind(None, "None"),
        store=odd.path.but("store").or_none(),
        progress=quiet,
    ),
}


def refuse(*_):
    raise Broken("is not called")


def begin(*_):
    raise Created


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tracking, "_create", begin)
    monkeypatch.setattr("kuhncfr.diagnosis.running.Sandbox", refuse)
    tracked(tmp_path / "sqlite.db")
    with odd.a_little_memory():
        failures = CALLS[name].failures()
    assert not failures, failures
