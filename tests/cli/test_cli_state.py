"""``kuhncfr solve --state``, and the files of a solve that ends early."""

import json
import signal
from fractions import Fraction

import pytest
from command_line import invoke, refused, run

import kuhncfr as kc
from kuhncfr.cli import solver_runs
from kuhncfr.cli.solutions import load
from kuhncfr.solver.engine import Engine

SAMPLED = ["--sampling", "external", "--seed", "3"]


@pytest.fixture
def state(tmp_path):
    """A run of 100 iterations."""
    path = tmp_path / "run.npz"
    run("solve", "one-bet", "--iterations", 100, *SAMPLED, "--state", path)
    return path


def test_a_solve_that_continues_prints_what_one_that_never_stopped_does(state):
    straight = run("solve", "one-bet", "--iterations", 400, *SAMPLED)
    for before, iterations in ((100, 200), (200, 400), (400, 400)):
        done = invoke("solve", "one-bet", "--iterations", iterations, *SAMPLED, "--state", state)
        assert (done.exit_code, done.stderr) == (0, f"Continuing from {state}, after {before} iterations.\n")
    assert done.stdout == f"{straight}Run saved in {state}.\n"


def test_a_saved_run_names_its_game(tmp_path):
    path, game = tmp_path / "run.npz", kc.LeducPoker(Fraction(1, 2), (1, Fraction(3, 2)))
    run("solve", "leduc", "--ante", "1/2", "--raises", "1,3/2", "--iterations", 20, "--state", path)
    solution = load(path)
    assert solution.game == game
    assert solution.profile == kc.solve(game, 20).average_strategy


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        (None, "does not name its game; name it with --game and its options"),
        ({"game": {"name": "os:system"}}, "its game must be one of one-bet, kuhn"),
        ({"game": {"name": "kuhn", "cards": "2"}}, "cards must be at least 3, got 2"),
    ],
)
def test_a_saved_run_whose_game_is_missing_or_unknown_needs_it(notes, message, tmp_path):
    """One written in Python, or by an earlier version, names none."""
    kc.solve(kc.OneBetKuhn(), 5).save(tmp_path / "run.npz", notes)
    assert refused("evaluate", tmp_path / "run.npz").startswith(f"{tmp_path / 'run.npz'}: {message}")
    assert "NashConv" in run("evaluate", tmp_path / "run.npz", "--game", "one-bet")


def test_another_target(state):
    printed = run("solve", "one-bet", "--state", state, *SAMPLED, "--iterations", 10**6, "--target", "0.01")
    expected = kc.solve(kc.OneBetKuhn(), 10**6, sampling="external", seed=3, target=0.01)
    assert f"{expected.iterations:,} iterations" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sampling", "external", "--seed", "4"], "was begun with --seed 3, not --seed 4"),
        (["--sampling", "external"], "was begun with --seed 3, not no --seed"),
        ([], "was begun with --sampling external, not no --sampling"),
        (["--sampling", "external", "--seed", "3", "--record-every", "10"], "was begun with no --record-every, not --record-every 10"),
        ([*SAMPLED, "--iterations", "99"], "has 100 iterations already, more than --iterations 99"),
        ([*SAMPLED, "--ante", "2"], "it was saved for OneBetKuhn(ante=1), not for OneBetKuhn(ante=2)"),
        (["--state", "new.json"], "the name of the file must end in .npz"),
    ],
)
def test_options_that_exclude_each_other_are_reported_in_one_line(state, options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = state.read_bytes()
    assert message in refused("solve", "one-bet", *([] if "--state" in options else ["--state", state]), *options)
    assert state.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.npz"]


@pytest.fixture
def minutes(monkeypatch):
    """Advance the clock by a minute with each reading."""
    times = iter(range(0, 10**9, 60))
    monkeypatch.setattr(solver_runs, "monotonic", lambda: next(times))


@pytest.mark.usefixtures("minutes")
def test_it_saves_every_minute(tmp_path, monkeypatch):
    saved = []
    monkeypatch.setattr(kc.Run, "save", lambda run, *_: saved.append(run.iterations))
    run("solve", "one-bet", "--iterations", 100, "--record-every", 30, "--state", tmp_path / "run.npz")
    assert saved == [30, 60, 90, 100]


@pytest.mark.usefixtures("minutes")
def test_a_full_disk_does_not_end_the_solve(tmp_path, monkeypatch):
    def full(run, path, notes):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(kc.Run, "save", full)
    options = ["--iterations", 100, "--record-every", 60, "--state", tmp_path / "run.npz", "--save", tmp_path / "kuhn.json"]
    done = invoke("solve", "one-bet", *options)
    assert done.exit_code == 2
    assert "Saved in" in done.stdout
    assert "Run saved in" not in done.stdout
    error = f"kuhncfr: {tmp_path / 'run.npz'}: No space left on device"
    assert done.stderr == f"{error}; the solve continues\n{error}\n"
    assert kc.StrategyProfile.load(tmp_path / "kuhn.json") == kc.solve(kc.OneBetKuhn(), 100).average_strategy


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_saves_all(tmp_path, monkeypatch):
    """Ctrl-C comes after the third piece."""
    advance, done = Engine.advance, []

    def interrupted(engine, *arguments):
        reached = advance(engine, *arguments)
        done.append(engine.done)
        if len(done) == 3:
            signal.raise_signal(signal.SIGINT)
        return reached

    with monkeypatch.context() as patched:
        patched.setattr(Engine, "advance", interrupted)
        options = ["--save", tmp_path / "part.json", "--state", tmp_path / "run.npz"]
        ended = invoke("solve", "kuhn", "--iterations", 10**9, *options)
    assert ended.exit_code == 130
    assert ended.stderr == f"Interrupted: this is what {done[-1]:,} iterations reached.\n"
    assert len(done) == 3
    assert "Saved in " in ended.stdout
    assert json.loads((tmp_path / "part.json").read_text())["solved"]["iterations"] == done[-1]
    assert kc.StrategyProfile.load(tmp_path / "part.json") == kc.solve(kc.KuhnPoker(), done[-1]).average_strategy
    resumed = kc.Run.load(tmp_path / "run.npz", kc.KuhnPoker()).resume(10)
    assert resumed.average_strategy == kc.solve(kc.KuhnPoker(), done[-1] + 10).average_strategy
