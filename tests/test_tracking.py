"""Runs tracked by labml: nothing is lost or rounded, nothing uses the network, and errors are named."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import yaml

import kuhncfr as kc
from kuhncfr import tracking
from kuhncfr.cfr import recording


def refuse(*args, **kwargs):
    raise AssertionError("a connection was tried")


@pytest.fixture(scope="module", autouse=True)
def _alone(tmp_path_factory):
    """labml keeps a list of projects in the home folder: not in that of whoever runs the tests. No run may use the network."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        for variable in ("HOME", "USERPROFILE"):
            patch.setenv(variable, str(tmp_path_factory.mktemp("home")))
        yield


def sampled(game=None, seed=7):
    return kc.CFR(game or kc.OneBetKuhn(ante=2), sampling="chance", seed=seed)


def assert_same(found, expected):
    """To the last bit, and in the same order."""
    assert found.to_frame().equals(expected.to_frame())


@pytest.mark.parametrize("game", [kc.KuhnPoker(players=3, cards=4), kc.MatrixGame([[1, 0], [0, 2]], ("+-", "?%"))])
def test_records_are_read_back_exactly(game, tmp_path):
    tracked, plain = sampled(game), sampled(game)
    run = tracking.track(tracked, 30, record_every=7, logs=tmp_path)
    assert_same(run.trajectory, kc.record(plain, 30, record_every=7))
    assert tracked.average_strategy == plain.average_strategy


def test_a_continued_run_is_recorded_by_its_own_count(tmp_path):
    cfr, expected = sampled(), sampled()
    first, second = tracking.track(cfr, 25, logs=tmp_path), tracking.track(cfr, 25, logs=tmp_path)
    assert_same(first.trajectory, kc.record(expected, 25, record_every=10))
    assert_same(second.trajectory, kc.record(expected, 25, record_every=10))
    assert second.trajectory.iterations.tolist() == [30, 40, 50]


def test_by_default_the_logs_are_in_the_folder_of_labml(tmp_path, monkeypatch):
    (tmp_path / ".labml.yaml").touch()
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path / "book")
    tracking.track(sampled(), 20, logs=tmp_path / "elsewhere")  # does not last
    assert tracking.track(sampled(), 20).path.is_relative_to(tmp_path / "logs" / "kuhncfr")
    (tmp_path / ".labml.yaml").unlink()
    assert tracking.track(sampled(), 20).path.is_relative_to(tmp_path / "book" / "logs" / "kuhncfr")


def test_the_configuration_is_stored_with_the_run(tmp_path):
    cfr = sampled(kc.OneBetKuhn(ante=0.75), seed=np.int64(11))
    cfr.run(5)
    run = tracking.track(cfr, 20, record_every=10, logs=tmp_path)
    stored = yaml.safe_load((run.path.parent / "configs.yaml").read_text())
    assert {key: entry["value"] for key, entry in stored.items()} == {
        "game": "OneBetKuhn(ante=Fraction(3, 4))",
        "algorithm": "CFR",
        "sampling": "chance",
        "alternating": True,
        "seed": 11,
        "iterations": 20,
        "iterations_before": 5,
        "record_every": 10,
    }


def test_it_shows_progress_and_the_average_strategy(tmp_path, capsys):
    cfr = sampled(kc.KuhnPoker())
    run = tracking.track(cfr, 20, name="shown", logs=tmp_path / "new")
    assert run.path == tmp_path / "new" / "shown" / run.uuid / "sqlite.db"
    printed = capsys.readouterr().out
    assert run.uuid in printed
    assert "100%" in printed
    assert "[DONE]" in printed
    assert "WARNING" not in printed
    for key, row in cfr.average_strategy.items():  # all twelve, where labml would stop after ten
        assert str({action: round(float(p), 6) for action, p in row.items()}) in printed, key


def only_database(folder):
    (path,) = folder.glob("**/sqlite.db")
    return path


class InterruptsWhenSaved(np.ndarray):
    """A number at which labml is interrupted in the middle of a record."""

    def ravel(self):
        raise KeyboardInterrupt


def test_an_interruption_within_a_record_loses_only_that_record_and_does_not_spoil_the_next_run(tmp_path, monkeypatch):
    recorded = []

    def snapshot(cfr):
        values = recording.snapshot(cfr)
        recorded.append(values)
        if len(recorded) == 3:
            values[list(values)[17]] = np.array(0.5).view(InterruptsWhenSaved)
        return values

    with monkeypatch.context() as patch:
        patch.setattr(tracking, "snapshot", snapshot)
        with pytest.raises(KeyboardInterrupt) as caught:
            tracking.track(sampled(), 100, logs=tmp_path / "interrupted")
    path = only_database(tmp_path / "interrupted")
    assert_same(tracking.read(path), kc.record(sampled(), 20, record_every=10))
    assert caught.value.__notes__ == [f"the records so far are in {path}"]
    assert '"status": "interrupted"' in (path.parent / "run_log.jsonl").read_text()

    monkeypatch.delattr(InterruptsWhenSaved, "ravel")
    assert_same(tracking.track(sampled(), 50, logs=tmp_path / "next").trajectory, kc.record(sampled(), 50, record_every=10))


KILLED = """
import os, pathlib, sys
import kuhncfr as kc

logs = pathlib.Path(sys.argv[1])

class Killed(kc.CFR):
    def step(self):
        super().step()
        if self.iterations % 100 == 0:
            try:
                found = kc.tracking.read(next(logs.glob("**/sqlite.db")))   # while labml is writing
            except ValueError:
                return                                                       # nothing is written yet
            if found.iterations[-1] > 1000:
                os._exit(9)                                                      # at once, without tidying up

kc.tracking.track(Killed(kc.OneBetKuhn(ante=2), sampling="chance", seed=7), 10**9, logs=logs)
"""


def run_script(code, *arguments, folder, **environment):
    script = folder / "script.py"
    script.write_text(code)
    return subprocess.run(
        [sys.executable, str(script), *map(str, arguments)], cwd=folder, env=os.environ | environment, capture_output=True, text=True
    )


def test_a_running_run_and_one_that_was_killed_are_readable(tmp_path):
    assert run_script(KILLED, tmp_path / "logs", folder=tmp_path).returncode == 9
    found = tracking.read(only_database(tmp_path))
    assert found.iterations[-1] > 1000
    assert_same(found, kc.record(sampled(), int(found.iterations[-1]), record_every=10))


PLAIN = """
import os, sys
os.environ.pop("GIT_PYTHON_REFRESH", None)
import kuhncfr as kc
run = kc.tracking.track(kc.CFR(kc.OneBetKuhn(), seed=1), 30)
print("@", run.path, run.trajectory.iterations.tolist())
run = kc.tracking.track(kc.CFR(kc.OneBetKuhn(), seed=1), 20)
print("@", run.path, run.trajectory.iterations.tolist())
"""


def test_a_script_in_a_repository_needs_no_git(tmp_path):
    (tmp_path / ".labml.yaml").touch()
    for part in ("objects", "refs/heads"):
        (tmp_path / ".git" / part).mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".git" / "refs" / "heads" / "main").write_text("0" * 40 + "\n")
    (tmp_path / "empty").mkdir()
    done = run_script(PLAIN, folder=tmp_path, PATH=str(tmp_path / "empty"))
    assert done.returncode == 0, done.stderr
    first, second = (line.split() for line in done.stdout.splitlines() if line.startswith("@"))
    assert Path(first[1]).parents[2] == Path(second[1]).parents[2] == tmp_path / "logs"
    assert (first[2:], second[2:]) == (["[10,", "20,", "30]"], ["[10,", "20]"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"iterations": 0}, "iterations must be at least 1, got 0"),
        ({"record_every": 101}, "record_every must divide one of the iterations 1 to 100, or nothing is recorded, got 101"),
        ({"name": ""}, "name must be the name of a folder, without a path, got ''"),
        ({"name": "../up"}, "name must be the name of a folder, without a path, got '../up'"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_run(arguments, message, tmp_path):
    cfr = sampled()
    with pytest.raises(ValueError, match="must") as caught:
        tracking.track(cfr, **{"iterations": 100, "logs": tmp_path} | arguments)
    assert str(caught.value).startswith(message)
    assert cfr.iterations == 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_run(tmp_path):
    (tmp_path / "file").touch()
    cfr = sampled()
    with pytest.raises(OSError, match="file"):  # its kind depends on the system
        tracking.track(cfr, 100, logs=tmp_path / "file")
    assert cfr.iterations == 0


@pytest.mark.parametrize("action", [".", "*"])
def test_an_action_that_labml_cannot_name_is_refused(action, tmp_path):
    with pytest.raises(ValueError, match=r"labml cannot track an action '\.' or '\*'.*; information set '1' has \('[.*]', '-'\)"):
        tracking.track(kc.CFR(kc.MatrixGame([[1, 0], [0, 1]], (action + "-", "ab"))), 10, logs=tmp_path)


def test_reading_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"path must be the sqlite.db of a tracked run; there is no file .*absent"):
        tracking.read(tmp_path / "absent")
    assert list(tmp_path.iterdir()) == []


def write_scalars(path, rows, table="scalars"):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE {table} (indicator text, step integer, value real)")
        connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)
        connection.commit()


WHOLE = [(f"{quantity}.K.b", 10, 0.5) for quantity in ("current_strategy", "average_strategy", "cumulative_regret")]


def test_reading_a_file_that_is_not_a_labml_database(tmp_path):
    path = tmp_path / "sqlite.db"
    path.write_text("not a database, but long enough to look like one " * 100)
    with pytest.raises(ValueError, match=r"sqlite.db cannot be read as a database of labml: file is not a database"):
        tracking.read(path)
    write_scalars(tmp_path / "other.db", [], table="people")
    with pytest.raises(ValueError, match=r"other.db cannot be read as a database of labml: no such table: scalars"):
        tracking.read(tmp_path / "other.db")


@pytest.mark.parametrize("rows", [[], [("loss.train", 10, 0.5)], WHOLE[:1]])
def test_reading_a_database_without_a_cfr_run(rows, tmp_path):
    write_scalars(tmp_path / "sqlite.db", rows)
    with pytest.raises(ValueError, match=r"sqlite.db holds no complete record of one"):
        tracking.read(tmp_path / "sqlite.db")


def test_a_record_with_other_names_is_omitted(tmp_path):
    others = [(name.replace("K", "Q"), 20, 0.5) for name, _, _ in WHOLE]
    write_scalars(tmp_path / "sqlite.db", [*WHOLE, *others, ("loss.train", 10, 0.5)])
    assert tracking.read(tmp_path / "sqlite.db").iterations.tolist() == [10]


def test_a_full_disk_is_named_and_the_run_stays_at_its_last_iteration(tmp_path, monkeypatch):
    connect = sqlite3.connect

    def small(*arguments, **named):
        connection = connect(*arguments, **named)
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    cfr, expected = sampled(), sampled()
    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(OSError, match=r"sqlite\.db: database or disk is full"):
        tracking.track(cfr, 10_000, logs=tmp_path)
    assert 0 < cfr.iterations < 10_000
    expected.run(cfr.iterations)
    assert cfr.average_strategy == expected.average_strategy
