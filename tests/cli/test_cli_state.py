"""``kuhncfr solve --save-state`` and ``--resume``; and what is left of a solve that is told to end."""

import json
import signal
import subprocess
import sys

import pytest
from command_line import invoke, refused, run

import kuhncfr as kc
from kuhncfr.solver.engine import Engine

SAMPLED = ["--sampling", "external", "--seed", "3"]


@pytest.fixture
def state(tmp_path):
    """A state of 100 iterations."""
    path = tmp_path / "run.npz"
    run("solve", "one-bet", "--iterations", 100, *SAMPLED, "--save-state", path)
    return path


@pytest.mark.parametrize("again", [[], [*SAMPLED, "--algorithm", "cfr", "--alternating"]], ids=["nothing typed again", "all typed again"])
def test_a_resumed_solve_prints_what_one_that_never_stopped_does(state, again):
    straight = run("solve", "one-bet", "--iterations", 400, *SAMPLED)
    assert run("solve", "one-bet", "--iterations", 200, "--resume", state, *again).endswith(f"State kept in {state}.\n")
    assert run("solve", "one-bet", "--iterations", 400, "--resume", state, *again) == f"{straight}State kept in {state}.\n"


def test_it_ends_where_it_was_to_end_and_may_be_kept_elsewhere(state, tmp_path):
    before = state.read_bytes()
    other = tmp_path / "other.npz"
    assert "cfr, 100 iterations, sampling external, seed 3" in run("solve", "one-bet", "--resume", state, "--save-state", other)
    assert state.read_bytes() == before == other.read_bytes()


def test_the_same_file_by_another_name(state, monkeypatch):
    monkeypatch.chdir(state.parent)
    assert "State kept in" in run("solve", "one-bet", "--resume", "run.npz", "--save-state", state)


def test_another_target(state):
    printed = run("solve", "one-bet", "--resume", state, "--iterations", 10**6, "--target", "0.01")
    expected = kc.solve(kc.OneBetKuhn(), 10**6, sampling="external", seed=3, target=0.01)
    assert f"{expected.iterations:,} iterations" in printed


def test_an_algorithm_without_a_name_is_told_by_what_it_is_made_of(tmp_path):
    kc.solve(kc.OneBetKuhn(), 10, algorithm=kc.Algorithm(gamma=5), save_to=tmp_path / "own.npz")
    assert "gamma=5" in run("solve", "one-bet", "--resume", tmp_path / "own.npz")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--resume", "STATE", "--algorithm", "dcfr"], "was begun with --algorithm cfr, not --algorithm dcfr"),
        (["--resume", "STATE", "--seed", "4"], "was begun with --seed 3, not --seed 4"),
        (["--resume", "STATE", "--sampling", "chance"], "was begun with --sampling external, not --sampling chance"),
        (["--resume", "STATE", "--simultaneous"], "was begun with --alternating, not --simultaneous"),
        (["--resume", "STATE", "--record-every", "10"], "was begun with no --record-every, not --record-every 10"),
        (["--resume", "STATE", "--iterations", "99"], "iterations counts those that are done, too: it must be at least 100, got 99"),
        (["--resume", "STATE", "--target", "0"], "--target must be greater than 0, got 0"),
        (["--resume", "STATE", "--ante", "2"], "it was saved for OneBetKuhn(ante=1), not for OneBetKuhn(ante=2)"),
        (["--resume", "STATE", "--track"], "--track runs the readable CFR: leave out --resume"),
        (["--resume", "missing.npz"], "missing.npz: No such file or directory"),
        (["--resume", "text.npz"], "text.npz is not a 'kuhncfr solver state' file"),
        (["--save-state", "new.npz", "--track"], "--track runs the readable CFR: leave out --save-state"),
        (["--save-state", "new.json"], "the name of the file must end in .npz"),
        (["--save-state", "nowhere/new.npz"], "there is no folder nowhere"),
        (["--save-state", "STATE"], "exists already; use --force to replace it"),
        (["--save-every", "10"], "name a file with --save-state"),
        (["--save-state", "new.npz", "--save-every", "0"], "--save-every must be a number of iterations such as 100000, or of seconds"),
        (["--save-state", "new.npz", "--save-every", "0s"], "--save-every must be"),
        (["--save-state", "new.npz", "--save-every", "often"], "--save-every must be"),
        (["--save-state", "new.npz", "--save-every", "9" * 5_000], "--save-every must be"),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(state, options, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.npz").write_text("text")
    before = state.read_bytes()
    assert told in refused("solve", "one-bet", *[str(state) if option == "STATE" else option for option in options])
    assert state.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.npz", "text.npz"]


@pytest.mark.parametrize(("often", "saves"), [("30", [30, 60, 90, 100]), ("3600s", [100])])
def test_the_state_is_kept_as_often_as_asked(often, saves, tmp_path, monkeypatch):
    write, found = kc.solver.state.write, []
    monkeypatch.setattr(kc.solver.state, "write", lambda path, settings, engine: (found.append(engine.done), write(path, settings, engine)))
    run("solve", "one-bet", "--iterations", 100, "--save-state", tmp_path / "run.npz", "--save-every", often)
    assert found == saves


def full(*_):
    raise OSError(28, "No space left on device", "run.npz")


def test_a_strategy_is_saved_even_if_the_state_cannot_be_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kc.solver.state, "write", full)
    options = ["--iterations", 100, "--save-state", tmp_path / "run.npz", "--save-every", 60, "--save", tmp_path / "kuhn.json"]
    done = invoke("solve", "one-bet", *options)
    assert done.exit_code == 2
    assert "Saved in" in done.stdout
    assert "State kept in" not in done.stdout
    on_the_way, at_the_end = done.stderr.splitlines()
    assert on_the_way == "kuhncfr: run.npz: No space left on device; nothing was saved so far, and the solve goes on"
    assert at_the_end == "kuhncfr: run.npz: No space left on device: the state was not kept"
    assert kc.StrategyProfile.load(tmp_path / "kuhn.json") == kc.solve(kc.OneBetKuhn(), 100).average_strategy


@pytest.fixture
def interrupts(monkeypatch):
    """Let a signal come after the third piece; tells after how many iterations it came."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    advance, done = Engine.advance, []

    def comes(number):
        def interrupted(engine, *arguments):
            reached = advance(engine, *arguments)
            done.append(engine.done)
            if len(done) == 3:
                signal.raise_signal(number)
            return reached

        monkeypatch.setattr(Engine, "advance", interrupted)
        return done

    yield comes
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_solve_that_is_told_to_end_keeps_all(number, code, tmp_path, interrupts, monkeypatch):
    done = interrupts(number)
    options = ["--save", tmp_path / "part.json", "--save-state", tmp_path / "run.npz"]
    ended = invoke("solve", "kuhn", "--iterations", 10**9, *options)
    assert ended.exit_code == code
    assert ended.stderr == f"Interrupted: this is what {done[-1]:,} iterations reached.\n"
    assert "State kept in" in ended.stdout
    assert len(done) == 3
    assert json.loads((tmp_path / "part.json").read_text())["solved"]["iterations"] == done[-1]
    monkeypatch.undo()
    resumed = kc.resume(tmp_path / "run.npz", kc.KuhnPoker(), done[-1] + 10)
    assert resumed.average_strategy == kc.solve(kc.KuhnPoker(), done[-1] + 10).average_strategy
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_sigterm_while_the_result_is_shown(tmp_path, monkeypatch, interrupts):
    monkeypatch.setattr(kc, "expected_utilities", lambda *_: signal.raise_signal(signal.SIGTERM))
    ended = invoke("solve", "one-bet", "--iterations", 10, "--save", tmp_path / "kuhn.json")
    assert ended.exit_code == 143
    assert "Saved in" in ended.stdout


def test_sigterm_in_a_tracked_run_keeps_what_was_reached(tmp_path, monkeypatch, interrupts):
    def interrupted(cfr, iterations, every):
        cfr.run(7)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(kc.tracking, "track", interrupted)
    ended = invoke("solve", "one-bet", "--track", "--save", tmp_path / "part.json")
    assert ended.exit_code == 143
    assert json.loads((tmp_path / "part.json").read_text())["solved"]["iterations"] == 7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
def test_a_process_ends_by_sigterm_with_all_saved(tmp_path):
    command = ["solve", "kuhn", "--iterations", str(10**12), "--progress", "--save", "part.json", "--save-state", "run.npz"]
    with subprocess.Popen(
        [sys.executable, "-m", "kuhncfr", *command], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        told = b""
        while b"k/1.00T" not in told and b"M/1.00T" not in told:  # it counts iterations
            told += process.stderr.read1()
        process.terminate()
        stdout, _ = process.communicate()
    assert process.returncode == 143
    assert b"State kept in run.npz." in stdout
    iterations = json.loads((tmp_path / "part.json").read_text())["solved"]["iterations"]
    assert iterations >= 1_000
    kept = kc.resume(tmp_path / "run.npz", kc.KuhnPoker(), iterations)  # of which nothing is left to run
    assert kept.average_strategy == kc.StrategyProfile.load(tmp_path / "part.json")
