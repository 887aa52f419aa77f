"""What a sweep keeps: finished runs are not solved again, and nothing damaged is believed."""

import math
import shutil
import subprocess
import sys

import pyarrow
import pyarrow.parquet
import pytest

import kuhncfr as kc
from kuhncfr.sweeps import bundle, store
from kuhncfr.sweeps.store import Store

OVER = {"ante": [1, 2], "sampling": ["external"]}


@pytest.fixture(scope="module", autouse=True)
def patient():
    """Everything is written at the end, however slow the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kuhncfr.sweeps.store._SECONDS", math.inf)
        yield


@pytest.fixture
def solved(monkeypatch):
    """The games and seeds that are solved, but for the one iteration that gets the loops ready."""
    calls, original = [], bundle.solve

    def solve(tree, *, seed, **settings):
        calls.append((tree.game.ante, seed))
        return original(tree, seed=seed, **settings)

    kc.sweep(kc.OneBetKuhn, {"sampling": ["chance", "external"], "target": [None, 1]}, iterations=1)
    monkeypatch.setattr(bundle, "solve", solve)
    return calls


@pytest.fixture(scope="module")
def filled(patient, tmp_path_factory):
    """A store, and the table."""
    path = tmp_path_factory.mktemp("filled") / "store"
    return path, kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)


@pytest.fixture
def copied(filled, tmp_path):
    shutil.copytree(filled[0], tmp_path / "store")
    return tmp_path / "store", filled[1]


def only(folder):
    (file,) = folder.iterdir()
    return file


def test_what_is_done_is_not_done_again(copied, solved):
    path, table = copied
    assert kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path).equals(table)
    assert solved == []


def test_only_what_is_missing_is_solved(copied, solved):
    path, table = copied
    more = kc.sweep(kc.OneBetKuhn, OVER, seeds=range(3), iterations=20, store=path)
    assert solved == [(1, 2), (2, 2)]
    assert more[more.seed < 2].reset_index(drop=True).equals(table)
    assert len(list(path.iterdir())) == 2


def test_the_same_run_by_another_name_is_the_same(copied, solved):
    path, table = copied

    class Mine(kc.OneBetKuhn):
        pass

    over = {"ante": [1.0, 2.0], "algorithm": [kc.Algorithm()], "alternating": [True], "sampling": ["external"], "target": [None]}
    again = kc.sweep(Mine, over, seeds=range(2), iterations=20, store=path)
    assert solved == []
    assert again.exploitability.equals(table.exploitability)


@pytest.mark.parametrize(
    "other",
    [
        {"iterations": 21},
        {"record_every": 5},
        {"over": {**OVER, "algorithm": ["dcfr"]}},
        {"over": {**OVER, "sampling": ["chance"]}},
        {"over": {**OVER, "ante": [3, 4]}},
        {"over": {**OVER, "target": [1e-9]}},
        {"over": {**OVER, "sampling": ["chance"], "alternating": [False]}},
        {"seeds": [2, 3]},
    ],
    ids=str,
)
def test_another_run_is_another(other, copied, solved):
    kc.sweep(**{"game": kc.OneBetKuhn, "over": OVER, "seeds": range(2), "iterations": 20, "store": copied[0], **other})
    assert len(solved) == 4


def test_a_game_that_changed_is_another_even_with_the_same_name(copied, solved):
    class OneBetKuhn(kc.OneBetKuhn):
        def utilities(self, history):
            return tuple(2 * won for won in super().utilities(history))

    kc.sweep(OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])
    assert len(solved) == 4


def test_another_version_of_the_package_solves_again(copied, solved, monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeps.store._version", lambda: "0.0")
    kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])
    assert len(solved) == 4


def test_records_come_back_too(tmp_path, solved):
    first, second = (kc.sweep(kc.OneBetKuhn, OVER, iterations=25, record_every=10, store=tmp_path) for _ in range(2))
    assert len(solved) == 2
    assert first.equals(second)
    assert first.iterations.tolist() == [10, 20, 25, 10, 20, 25]


def test_a_run_asked_for_twice_is_kept_once(tmp_path):
    table = kc.sweep(kc.OneBetKuhn, {"ante": [1, 1.0]}, iterations=5, store=tmp_path)
    assert pyarrow.parquet.read_table(only(tmp_path)).num_rows == 1
    assert len(kc.sweep(kc.OneBetKuhn, {"ante": [1, 1.0]}, iterations=5, store=tmp_path)) == len(table) == 2


def test_runs_that_raise_are_not_kept(tmp_path):
    for _ in range(2):
        table = kc.sweep(kc.OneBetKuhn, {"ante": [1, -1], "algorithm": ["cfr", "sarsa"]}, iterations=5, store=tmp_path)
        assert table.error.notna().tolist() == [False, True, True, True]
    assert pyarrow.parquet.read_table(only(tmp_path)).num_rows == 1


def test_two_files_with_the_same_run_give_it_once(copied):
    path, table = copied
    rows = pyarrow.parquet.read_table(only(path)).to_pylist()
    store = Store(path)
    store._pending = rows[::-1]
    store.write()
    assert len(list(path.iterdir())) == 2
    assert kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path).equals(table)


def test_ctrl_c_keeps_what_is_finished_in_the_store(tmp_path, solved, monkeypatch):
    original = bundle.solve

    def interrupted(tree, **settings):
        if tree.game.ante == 3:
            raise KeyboardInterrupt
        return original(tree, **settings)

    over = {"ante": [1, 2, 3, 4], "sampling": ["external"]}
    with monkeypatch.context() as patch:
        patch.setattr(bundle, "solve", interrupted)
        assert kc.sweep(kc.OneBetKuhn, over, iterations=5, store=tmp_path).error.notna().tolist() == [False, False, True, True]
    assert kc.sweep(kc.OneBetKuhn, over, iterations=5, store=tmp_path).error.isna().all()
    assert [ante for ante, _ in solved] == [1, 2, 3, 4]


@pytest.mark.parametrize("harm", ["cut", "flipped", "foreign", "empty"])
def test_a_damaged_file_is_named_and_nothing_is_solved(harm, copied, solved):
    path, table = copied
    file = only(path)
    content = bytearray(file.read_bytes())
    if harm == "flipped":
        content[len(content) // 2] ^= 1
    file.write_bytes({"cut": content[:-1], "flipped": content, "foreign": b"notes", "empty": b""}[harm])
    with pytest.raises(ValueError, match="damaged, or no file of a sweep: take it away, and the runs") as error:
        kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)
    assert str(file) in str(error.value)
    assert solved == []
    file.unlink()
    again = kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)
    assert again.drop(columns="seconds").equals(table.drop(columns="seconds"))


def test_a_newer_format_is_refused(copied, monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeps.store._FORMAT", {b"format": b"kuhncfr sweep 0"})
    with pytest.raises(ValueError, match="has the format 'kuhncfr sweep 1'; this version of the package reads 'kuhncfr sweep 0'"):
        kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])


def test_other_columns_are_refused(copied, monkeypatch):
    wider = store._schema().append(pyarrow.field("wider", pyarrow.string()))
    monkeypatch.setattr(store, "_schema", lambda: wider)
    with pytest.raises(ValueError, match="is no file of a sweep: take it away"):
        kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])


def test_what_a_killed_sweep_left_half_written_is_no_matter(copied):
    path, table = copied
    (path / ".kuhncfr-0123456789abcdef.part").write_bytes(b"half")
    assert kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path).equals(table)


@pytest.mark.parametrize("bad", ["missing/store", "file"])
def test_a_store_that_cannot_be_is_refused_before_anything_is_solved(bad, tmp_path, solved):
    (tmp_path / "file").write_text("here")
    with pytest.raises(OSError, match=bad):
        kc.sweep(kc.OneBetKuhn, store=tmp_path / bad)
    assert solved == []


def test_a_file_tells_versions_settings_and_seeds(filled):
    table = pyarrow.parquet.read_table(only(filled[0]))
    assert b'"numba"' in table.schema.metadata[b"versions"]
    assert table["settings"][0].as_py() == '{"ante": "1", "sampling": "external"}'
    assert table["seed"].to_pylist() == [0, 1, 0, 1]


def test_results_are_written_while_the_sweep_goes_on(tmp_path, solved, monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeps.store._SECONDS", 0)
    monkeypatch.setattr("kuhncfr.sweeps.store._PART", 0)
    original, seen = bundle.solve, []
    monkeypatch.setattr(bundle, "solve", lambda *a, **k: seen.append(len(list(tmp_path.iterdir()))) or original(*a, **k))
    kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3]}, iterations=5, store=tmp_path)
    assert seen == [0, 1, 2]


KILLED = """
import os, sys
import kuhncfr as kc
from kuhncfr.sweeps import bundle, store
store._SECONDS, store._PART, original, left = 0, 0, bundle.solve, [1, 2, 3]    # one iteration that gets the loops ready, and two runs
bundle.solve = lambda *arguments, **settings: original(*arguments, **settings) if left and left.pop() else os._exit(9)
kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5, store=sys.argv[1])
"""


def test_a_sweep_that_is_killed_goes_on_where_it_was(tmp_path, solved):
    assert subprocess.run([sys.executable, "-c", KILLED, tmp_path], check=False).returncode == 9
    table = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5, store=tmp_path)
    assert [ante for ante, _ in solved] == [3, 4]
    alone = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5)
    assert table.drop(columns="seconds").equals(alone.drop(columns="seconds"))
