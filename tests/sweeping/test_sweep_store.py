"""The store of a sweep: finished runs are not solved again, a damaged file is named, and no table is lost."""

import errno
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import kuhncfr as kc
from kuhncfr import sweeping

OVER = {"ante": [1, 2], "sampling": ["external"]}


def numbers(table):
    """All columns but the duration."""
    return table.drop(columns="seconds")


@pytest.fixture
def solved(monkeypatch):
    """The list of games and seeds that were solved."""
    calls, original = [], sweeping.solve

    def solve(tree, *, seed, **settings):
        calls.append((tree.game.ante, seed))
        return original(tree, seed=seed, **settings)

    monkeypatch.setattr(sweeping, "solve", solve)
    return calls


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A store, and the table."""
    path = tmp_path_factory.mktemp("filled") / "store"
    return path, kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)


@pytest.fixture
def copied(filled, tmp_path):
    shutil.copytree(filled[0], tmp_path / "store")
    return tmp_path / "store", filled[1]


def test_stored_runs_are_not_solved_again(copied, solved):
    path, table = copied
    assert kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path).equals(table)
    assert solved == []


def test_only_missing_runs_are_solved(copied, solved):
    path, table = copied
    more = kc.sweep(kc.OneBetKuhn, OVER, seeds=range(3), iterations=20, store=path)
    assert solved == [(1, 2), (2, 2)]
    assert more[more.seed < 2].reset_index(drop=True).equals(table)


def test_a_game_with_an_equal_tree_is_the_same_run(copied, solved):
    path, table = copied

    class Mine(kc.OneBetKuhn):
        pass

    again = kc.sweep(Mine, {**OVER, "ante": [1.0, 2.0]}, seeds=range(2), iterations=20, store=path)
    assert solved == []
    assert again.exploitability.equals(table.exploitability)


@pytest.mark.parametrize(
    "other",
    [
        {"iterations": 21},
        {"over": {**OVER, "algorithm": ["dcfr"]}},
        {"over": {**OVER, "sampling": ["chance"]}},
        {"over": {**OVER, "ante": [3, 4]}},
        {"over": {**OVER, "target": [1e-9]}},
        {"over": {**OVER, "sampling": ["chance"], "alternating": [False]}},
        {"seeds": [2, 3]},
    ],
    ids=str,
)
def test_other_settings_are_another_run(other, copied, solved):
    kc.sweep(**{"game": kc.OneBetKuhn, "over": OVER, "seeds": range(2), "iterations": 20, "store": copied[0], **other})
    assert len(solved) == 4


def test_a_game_that_changed_is_another_even_with_the_same_name(copied, solved):
    class OneBetKuhn(kc.OneBetKuhn):
        def utilities(self, history):
            return tuple(2 * won for won in super().utilities(history))

    kc.sweep(OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])
    assert len(solved) == 4


def test_another_version_of_the_package_solves_again(copied, solved, monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeping.version", lambda _: "0.0")
    kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=copied[0])
    assert len(solved) == 4


def test_a_run_stored_twice_gives_one_row(tmp_path):
    over = {"ante": [1, 1.0]}
    table, again = (kc.sweep(kc.OneBetKuhn, over, iterations=5, store=tmp_path) for _ in range(2))
    assert again.iterations.tolist() == table.iterations.tolist() == [5, 5]
    assert numbers(again).equals(numbers(table))


def test_games_for_two_and_three_players_are_read_back(tmp_path):
    table, again = (kc.sweep(kc.KuhnPoker, {"players": [2, 3]}, iterations=5, store=tmp_path) for _ in range(2))
    assert again.equals(table)
    assert "value_2" not in kc.sweep(kc.KuhnPoker, {"players": [2]}, iterations=5, store=tmp_path)


def test_runs_that_raise_are_not_stored(tmp_path):
    for _ in range(2):
        table = kc.sweep(kc.OneBetKuhn, {"ante": [1, -1], "algorithm": ["cfr", "sarsa"]}, iterations=5, store=tmp_path)
        assert table.error.notna().tolist() == [False, True, True, True]
    assert len(list(tmp_path.iterdir())) == 1


def test_ctrl_c_leaves_finished_runs_in_the_store(tmp_path, solved, monkeypatch):
    original = sweeping.solve

    def interrupted(tree, **settings):
        if tree.game.ante == 3:
            raise KeyboardInterrupt
        return original(tree, **settings)

    over = {"ante": [1, 2, 3, 4], "sampling": ["external"]}
    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "solve", interrupted)
        assert kc.sweep(kc.OneBetKuhn, over, iterations=5, store=tmp_path).error.notna().tolist() == [False, False, True, True]
    assert kc.sweep(kc.OneBetKuhn, over, iterations=5, store=tmp_path).error.isna().all()
    assert [ante for ante, _ in solved] == [1, 2, 3, 4]


@pytest.mark.parametrize("harm", ["cut", "flipped", "renamed", "foreign", "empty"])
def test_a_damaged_file_is_named_and_nothing_is_solved(harm, copied, solved):
    path, table = copied
    file = min(path.iterdir())
    content = bytearray(file.read_bytes())
    if harm == "flipped":
        content[len(content) // 2] ^= 1
    if harm == "renamed":
        file = file.rename(path / "runs.parquet")
    file.write_bytes({"cut": content[:-1], "foreign": b"notes", "empty": b""}.get(harm, content))
    with pytest.raises(ValueError, match="damaged, or not a file of a sweep: delete it to solve its runs again") as error:
        kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)
    assert str(file) in str(error.value)
    assert solved == []
    file.unlink()
    assert numbers(kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path)).equals(numbers(table))
    assert len(solved) == 1


def test_a_file_with_other_columns_is_named(tmp_path):
    import pandas

    content = pandas.DataFrame({"key": ["a"]}).to_parquet()
    (tmp_path / sweeping._name(content)).write_bytes(content)
    with pytest.raises(ValueError, match=sweeping._name(content)):
        kc.sweep(kc.OneBetKuhn, store=tmp_path)


def test_an_incomplete_file_of_a_killed_sweep_is_ignored(copied):
    path, table = copied
    (path / ".kuhncfr-0123456789abcdef.part").write_bytes(b"half")
    assert kc.sweep(kc.OneBetKuhn, OVER, seeds=range(2), iterations=20, store=path).equals(table)


@pytest.mark.parametrize("bad", ["missing/store", "file"])
def test_an_unusable_store_is_refused_before_anything_is_solved(bad, tmp_path, solved):
    (tmp_path / "file").write_text("here")
    with pytest.raises(OSError, match=bad):
        kc.sweep(kc.OneBetKuhn, store=tmp_path / bad)
    assert solved == []


def test_the_table_is_complete_despite_a_full_disk(tmp_path, solved, monkeypatch, recwarn):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        table = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3]}, iterations=5, store=tmp_path)
    assert f"the store {tmp_path} lacks some runs, which the table has: No space" in str(recwarn.pop(UserWarning).message)
    assert numbers(table).equals(numbers(kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3]}, iterations=5)))
    assert list(tmp_path.iterdir()) == []


def test_two_sweeps_share_a_store(tmp_path):
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        asked = [pool.submit(kc.sweep, kc.OneBetKuhn, OVER, range(10), iterations=100, store=tmp_path) for _ in range(2)]
        tables = [one.result() for one in asked]
    tables.append(kc.sweep(kc.OneBetKuhn, OVER, range(10), iterations=100, store=tmp_path))
    expected = numbers(kc.sweep(kc.OneBetKuhn, OVER, range(10), iterations=100))
    assert [numbers(table).equals(expected) for table in tables] == [True] * 3


KILLED = """
import os, sys
import kuhncfr as kc
from kuhncfr import sweeping
original, left = sweeping.solve, [1, 2]
sweeping.solve = lambda *arguments, **settings: original(*arguments, **settings) if left and left.pop() else os._exit(9)
kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5, store=sys.argv[1])
"""


def test_a_killed_sweep_continues_from_the_store(tmp_path, solved):
    assert subprocess.run([sys.executable, "-c", KILLED, tmp_path], check=False).returncode == 9
    table = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5, store=tmp_path)
    assert [ante for ante, _ in solved] == [3, 4]
    assert numbers(table).equals(numbers(kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3, 4]}, iterations=5)))
