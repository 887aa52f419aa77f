"""A program that hangs, crashes, exits or returns something else does no harm, and the diagnosis reports it."""

import ctypes
import os
import re
import subprocess
import sys
import time

import pytest

import kuhncfr as kc
from kuhncfr.diagnosis import MISTAKES

COIN = {"games": ["coin"]}


def right(game, iterations):
    return kc.solve(game, iterations).average_strategy


def endless(game, iterations):
    while True:
        pass


def deaf(game, iterations):
    """Ignores SIGTERM, and starts a process that sleeps."""
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stdout=sys.stdout)
    time.sleep(60)


def raising(game, iterations):
    raise KeyError("Kb")


def leaving(game, iterations):
    sys.exit(0)


def vanishing(game, iterations):
    os._exit(3)


def crashing(game, iterations):
    ctypes.string_at(0)


def asking(game, iterations):
    return input("your name? ")


def listing(game, iterations):
    return [0.5, 0.5]


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        (endless, "it gave no answer for 1 iteration of the game 'coin' within 1 seconds (does a loop never end?)."),
        (deaf, "it gave no answer for 1 iteration of the game 'coin' within 1 seconds (does a loop never end?)."),
        (raising, "on the game 'coin' it raised KeyError: 'Kb'."),
        (leaving, "on the game 'coin' it called exit()."),
        (vanishing, "it ended its process, with the exit code 3."),
        (crashing, "it ended its process, with the "),
        (asking, "on the game 'coin' it raised EOFError: EOF when reading a line."),
        (
            listing,
            "it returned [0.5, 0.5], which is not a strategy: return a dict with a row, {action: probability}, for each information set.",
        ),
    ],
)
def test_a_function_that_is_not_a_solver_is_reported(solver, message):
    begin = time.monotonic()
    found = kc.diagnose(solver, **COIN, seconds=1 if solver in (endless, deaf) else 20)
    assert time.monotonic() - begin < 20
    assert not found.correct
    assert found.summary.startswith("This is not a solver: ")
    assert message in found.summary


def test_a_function_that_cannot_be_pickled_is_reported():
    lock = __import__("threading").Lock()
    assert "cannot be sent to a process of its own" in kc.diagnose(lambda game, n: lock, **COIN).summary


def test_the_output_of_a_function_is_discarded(capfd):
    def loud(game, iterations):
        print("x" * 1_000_000)
        os.write(1, b"raw")
        print("y", file=sys.stderr)
        return right(game, iterations), kc.solve(game, iterations).current_strategy

    assert kc.diagnose(loud, **COIN).variant == "alternating CFR"
    assert capfd.readouterr() == ("", "")


def test_all_calls_together_have_a_limit_too():
    assert "within 0.5 seconds" in kc.diagnose(endless, total_seconds=0.5).summary


def test_whole_diagnosis_of_a_wrong_one():
    wrong = MISTAKES["own reach in the regret"]

    def solver(game, iterations):
        cfr = wrong.make(game, algorithm="cfr+")
        cfr.run(iterations)
        return cfr.average_strategy

    found = kc.diagnose(solver)
    assert (found.mistakes, found.variant) == ((wrong,), "alternating CFR+")


# As in a notebook: another process cannot import what __main__ defines.
MAIN = """
import numpy as np
import kuhncfr as kc
def helper(game, iterations):
    cfr = kc.CFR(game, alternating=False)
    cfr.run(iterations)
    return {key: {a: np.float64(p) for a, p in row.items()} for key, row in cfr.average_strategy.items()}
def solve(game, iterations):
    return helper(game, iterations)
print(kc.diagnose(solve, games=["twice", "coin", "classic"]).variant)
"""


def test_functions_of_a_notebook_are_run(tmp_path):
    done = subprocess.run([sys.executable, "-c", MAIN], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("simultaneous CFR\n", "")


def test_only_the_other_process_imports_the_module(tmp_path, monkeypatch):
    (tmp_path / "my_module.py").write_text("import kuhncfr as kc\nsolve = lambda game, n: kc.CFR(game).average_strategy\nnumber = 3\n")
    monkeypatch.chdir(tmp_path)
    assert "has not learnt anything" in kc.diagnose("my_module:solve", **COIN).summary
    assert "my_module" not in sys.modules


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nowhere:solve", "there is no module 'nowhere' in {}"),
        ("broken:solve", "the module 'broken' cannot be imported: ZeroDivisionError: division by zero"),
        ("my_module:other", "the module 'my_module' does not define 'other'"),
        ("my_module:number", "it is not a function, but of type int"),
    ],
)
def test_a_function_that_cannot_be_loaded_is_a_bad_argument(text, problem, tmp_path, monkeypatch):
    (tmp_path / "my_module.py").write_text("number = 3\n")
    (tmp_path / "broken.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=re.escape(f"got {text!r}: {problem.format(tmp_path)}")):
        kc.diagnose(text, **COIN)


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="'solver' or 'measure'"):
        kc.diagnose(right, kind="game")
    with pytest.raises(ValueError, match="games must be among 'twice'"):
        kc.diagnose(right, games=["chess"])
    with pytest.raises(TypeError, match="got 3"):
        kc.diagnose(3)
    with pytest.raises(ValueError, match="seconds must be greater than 0"):
        kc.diagnose(right, seconds=0)
