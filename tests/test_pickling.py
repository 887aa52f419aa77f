"""The objects of the package can be pickled and copied, and stay equal."""

import copy
import pickle
import subprocess
import sys
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import kuhncfr as kc

GAME = kc.KuhnPoker()


@cache
def solved():
    return kc.solve(GAME, 30, sampling="external", seed=1, record_every=10)


@cache
def public():
    """A public game whose betting has words, and whose ranges differ."""
    vector = kc.vector
    answer = vector.Decision(1, {"fold": vector.Fold(winner=0, stake=1), "call": vector.Showdown(0.3)})
    betting = vector.Decision(0, {"check": vector.Showdown(0.1), "all in": answer})
    hands = [
        vector.Range([4, 2, 2], cards=[[0, 1], [1, 2], [3, 4]], weight=[1, 2, 0]),
        vector.Range([2, 5], cards=[[3, 4], [1, 5]], names="ab"),
    ]
    return vector.PublicGame(betting, tuple(hands), pot=0.2)


@cache
def vector_cfr():
    cfr = kc.vector.VectorCFR(public(), algorithm="dcfr")
    cfr.run(3)
    return cfr


def profile():
    return solved().average_strategy


THINGS = {  # made only when they are asked for
    "game": lambda: kc.KuhnPoker(3, 5, 0.5, 2),
    "raise": lambda: kc.RaiseKuhn(2),
    "bet-size": lambda: kc.BetSizeKuhn((1, 3), ante=2),
    "leduc": lambda: kc.LeducPoker(),
    "matrix": lambda: kc.MatrixGame([[0, -1], [1, 0]]),
    "algorithm": lambda: kc.Algorithm(beta=0.5),
    "profile": profile,
    "exact profile": lambda: kc.nash.kuhn().profile,
    "information set": lambda: kc.information_sets(GAME)["J"],
    "best response": lambda: kc.best_response(GAME, profile(), 0),
    "tree": lambda: kc.compile_game(GAME),
    "run": solved,
    "trajectory": lambda: solved().trajectory,
    "recorded": lambda: kc.record(kc.CFR(kc.OneBetKuhn()), 5),
    "simulation": lambda: kc.simulate(GAME, profile(), 100, seed=1),
    "deviations": lambda: kc.deviations(GAME, profile()),
    "public game": public,
    "public run": lambda: kc.solve(public(), 20, record_every=10),
    "vector cfr": vector_cfr,
    "three players": lambda: kc.nash.three_player(b21=Fraction(1, 4)),
    "continuum": lambda: kc.nash.continuum_one_bet(0.25),
    "continuum kuhn": lambda: kc.nash.continuum_kuhn(2),
    "one bet": lambda: kc.nash.one_bet(0.25),
    "kuhn": lambda: kc.nash.kuhn(ante=0.75),
}


def same(one, other):
    """Whether two objects are equal, or have equal parts if their class defines no equality."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if is_dataclass(one):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    return one == other or (type(one).__eq__ is object.__eq__ and same(vars(one), vars(other)))


@pytest.mark.parametrize("name", THINGS)
def test_a_pickled_object_is_equal(name):
    thing = THINGS[name]()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(thing, protocol)), thing)
    assert same(copy.deepcopy(thing), thing)


def test_a_module_that_explains_itself_is_stored_by_name():
    """A function that holds it travels to other processes."""
    assert pickle.loads(pickle.dumps([kc.nash, kc.plot])) == [kc.nash, kc.plot]


def test_an_unpickled_object_works():
    run, equilibrium = pickle.loads(pickle.dumps((solved(), kc.nash.kuhn(alpha=Fraction(1, 6)))))
    assert kc.solve(run.tree, 30, sampling="external", seed=1).exploitability == solved().exploitability
    assert run.average_strategy == profile()
    assert equilibrium == kc.nash.kuhn(alpha=Fraction(1, 6))
    assert equilibrium.contains(kc.nash.kuhn(alpha=Fraction(1, 3)).profile)
    assert not equilibrium.contains(profile())
    with pytest.raises(TypeError):
        run.average_strategy["J"]["p"] = 1


def test_an_unpickled_public_game_works():
    again = pickle.loads(pickle.dumps(kc.vector.kuhn(3)))
    assert again.ranges[0] is again.ranges[1]
    assert again.deals == 6
    one, other = vector_cfr(), copy.deepcopy(vector_cfr())
    other.step()
    assert (one.iterations, other.iterations) == (3, 4)
    assert other.cumulative_regret["all in"].tolist() != one.cumulative_regret["all in"].tolist()


def test_a_process_without_numba_can_unpickle(tmp_path):
    things = [make() for name, make in THINGS.items() if name != "public run"]  # whose loops come with it
    (tmp_path / "things").write_bytes(pickle.dumps(things))
    code = "import sys, pickle; sys.modules['numba'] = None; print(len(pickle.load(open(sys.argv[1], 'rb'))))"
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "things"], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(things)
