"""A program that hangs, crashes, exits or returns something else does no harm, and the diagnosis reports it."""

import ctypes
import os
import pickle
import re
import sys
import tempfile
import time
from pathlib import Path

import cloudpickle
import pytest

import kuhncfr as kc
from kuhncfr.diagnosis.games import ALL, remembered
from kuhncfr.diagnosis.process import Process, confines
from kuhncfr.games.game import histories

COIN = {"games": ["coin"]}
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # as in a notebook; to import this file, the process would import pytest, too


def right(game, iterations):
    return kc.CFR(game).run(iterations).average_strategy


def endless(game, iterations):
    while True:
        pass


def deaf(game, iterations):
    """Ignores SIGTERM."""
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
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
        (endless, "it gave no answer for 1 iteration of the game 'coin' within 0.3 seconds"),
        (deaf, "it gave no answer for 1 iteration of the game 'coin' within 0.3 seconds (does a loop never end?"),
        (raising, "on the game 'coin' it raised KeyError: 'Kb'."),
        (leaving, "on the game 'coin' it called exit()."),
        (vanishing, "it ended its process, with the exit code 3."),
        (crashing, "it ended its process, with the "),
        (asking, "on the game 'coin' it raised EOFError: EOF when reading a line."),
        (listing, "on the game 'coin' it returned [0.5, 0.5], which is not a strategy: return a dict with a row, {action: probability}, "),
    ],
)
def test_a_function_that_is_not_a_solver_is_reported(solver, message):
    found = kc.diagnose(solver, **COIN, seconds=0.3 if solver in (endless, deaf) else 20)
    assert not found.correct
    assert found.summary.startswith(f"This is not a solver: {message}")


def test_a_function_that_cannot_be_pickled_is_reported():
    lock = __import__("threading").Lock()
    assert "cannot be sent to a process of its own" in kc.diagnose(lambda game, n: lock, **COIN).summary


def test_the_output_of_a_function_is_discarded(capfd):
    def loud(game, iterations):
        print("x" * 1_000_000)
        os.write(1, b"raw")
        print("y", file=sys.stderr)
        run = kc.CFR(game).run(iterations)
        return run.average_strategy, run.current_strategy

    assert kc.diagnose(loud, **COIN).variant == "alternating CFR"
    assert capfd.readouterr() == ("", "")


def written(line, times=1):
    """Return a solver that writes a line on every channel of its process."""

    def solver(game, iterations):
        for channel in range(3, 20):
            try:
                for _ in range(times):
                    os.write(channel, line)
            except OSError:
                pass
        return kc.CFR(game).run(iterations).average_strategy

    return solver


def closing(game, iterations):
    os.closerange(3, 20)
    time.sleep(60)


@pytest.mark.parametrize(
    "solver",
    [
        written(b"no JSON\n"),
        written(b"\xff\xfe\n"),
        written(b"[1, 2]\n"),
        written(b'{"answer": 3}\n'),
        written(b'{"answer": {"1:": {"a": "much"}}}\n'),
        written(b"[" * 100_000 + b"\n"),
        written(b'{"no": "answer"}\n', times=1_000),
        written(b"endless" * 1_000, times=3_000),
    ],
)
def test_what_is_not_an_answer_is_not_a_solver(solver):
    summary = "This is not a solver: it wrote something unreadable to the channel that carries its answers."
    assert kc.diagnose(solver, **COIN).summary == summary


def test_a_failure_that_names_an_unknown_mistake_names_none():
    line = b'{"failed": "fell", "mistake": "nosuch"}\n{"failed": "fell", "mistake": []}\n'
    assert kc.diagnose(written(line), **COIN).summary == "This is not a solver: on the game 'coin' it fell."


def test_who_closes_the_channel_gives_no_answer():
    assert re.match("This is not a solver: it (ended its process|gave no answer)", kc.diagnose(closing, **COIN, seconds=1).summary)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_process_that_is_left_behind_holds_nothing_up(monkeypatch):
    monkeypatch.setattr("kuhncfr.diagnosis.process.confines", lambda: False)
    begin = time.monotonic()
    with Process("-c", HOLDING) as process:
        assert process.receive(20) == {"ready": True}
        for _ in range(3_000):
            process.send({"a line": "x" * 100})  # which nobody reads
    assert time.monotonic() - begin < 8


HOLDING = """
import ctypes, os, time
if ctypes.CDLL(None).fork() == 0:
    os.setsid()
    time.sleep(10)
    os._exit(0)
print('{"ready": true}', flush=True)
time.sleep(60)
"""


def test_all_calls_together_have_a_limit_too():
    assert "within 0.5 seconds" in kc.diagnose(endless, total_seconds=0.5).summary


def test_only_the_other_process_imports_the_module_and_no_file_beside_it_hides_one_of_python(tmp_path, monkeypatch):
    (tmp_path / "random.py").write_text("raise ImportError('this is not the random of Python')\n")
    (tmp_path / "my_module.py").write_text("import kuhncfr as kc\nsolve = lambda game, n: kc.CFR(game).average_strategy\nnumber = 3\n")
    monkeypatch.chdir(tmp_path)
    assert "has not learnt anything" in kc.diagnose("my_module:solve", **COIN).summary
    assert "my_module" not in sys.modules


FILES = [f"work {k}" for k in range(100)]
WIPING = """
import atexit, ctypes, glob, os
import kuhncfr as kc

def wipe():
    for name in glob.glob({beside!r} + "/*"):
        try:
            os.remove(name)
        except OSError:
            pass

atexit.register(wipe)
wipe()

def solve(game, iterations):
    wipe()
    try:
        os.fork()
    except OSError:
        pass
    return kc.CFR(game).run(iterations).average_strategy

def through_c(game, iterations):
    libc = ctypes.CDLL(None)
    for name in os.listdir({beside!r}):
        libc.unlink(os.fsencode(os.path.join({beside!r}, name)))
    for _ in range(5):
        libc.fork()
    return kc.CFR(game).run(iterations).average_strategy
"""


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """A folder with a hundred files beside the folder of the program; they are there afterwards, byte for byte, and the folder is not."""
    for name in FILES:
        (tmp_path / name).write_text(name)
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "wiping.py").write_text(WIPING.format(beside=str(tmp_path)))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path / "modules")
    yield
    assert {path.name for path in tmp_path.iterdir()} == {*FILES, "modules"}
    assert all((tmp_path / name).read_text() == name for name in FILES)


def test_a_program_that_wipes_reaches_its_own_folder_alone(beside):
    """When it is imported, when it is called, and at its end; tests/test_guard.py tries every way to change a file."""
    found = kc.diagnose("wiping:solve", **COIN)
    assert found.variant == "alternating CFR"
    assert any(what.startswith("delete /") for what in found.refused)
    assert ("start another process" in found.refused) == hasattr(os, "fork")
    assert "It tried to delete /" in " ".join(str(found).split())


def test_through_c_too_and_no_process_is_left(beside):
    if not confines():
        pytest.skip("only the operating system stops what goes through C")
    kc.diagnose("wiping:through_c", **COIN)
    assert [path for path in Path("/proc").glob("[0-9]*") if os.fsencode(tempfile.tempdir) in environment(path)] == []


def environment(process):
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


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


def test_a_program_may_change_and_pickle_the_games_that_it_gets():
    for name, game in ALL.items():
        again = remembered.__wrapped__(name)
        assert again == game
        assert pickle.loads(pickle.dumps(again)) == game
        for history in histories(game):
            if not game.is_terminal(history) and game.is_chance(history):
                again.chance(history).clear()
                assert again.chance(history) == game.chance(history)
        assert kc.CFR(again).run(2).average_strategy == kc.CFR(game).run(2).average_strategy
