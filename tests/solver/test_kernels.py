"""What Numba keeps of the loops is never out of date nor damaged; where nothing can be kept, the loops run all the same."""

import errno
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import caching

from kuhncfr.cfr import algorithm
from kuhncfr.solver import arrays
from kuhncfr.solver.loops import cache, compiled

LOOP = "def add_up(numbers):\n    total = 0.0\n    for number in numbers:\n        total += number\n    return total\n"


@pytest.fixture
def function(tmp_path, monkeypatch):
    """A function in a file of its own, beside which Numba keeps what it compiles."""
    monkeypatch.setattr(caching.config, "CACHE_DIR", "")
    path = tmp_path / "adding.py"
    path.write_text(LOOP, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("adding", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "adding", module)  # where Numba looks for it
    return module.add_up


@pytest.fixture
def untold(monkeypatch):
    """As in a new process."""
    monkeypatch.setattr(cache, "_told", cache.Event())


def answer(function):
    """Do what a new process does; tell whether it found something to load."""
    loop = compiled.compiled(function)
    assert loop((1.0, 2.5)) == 3.5
    return bool(loop.stats.cache_hits)


def kept(folder, ending):
    (path,) = (folder / "__pycache__").glob(f"*.{ending}")
    return path


def test_the_next_process_finds_what_was_compiled(function):
    assert [answer(function) for _ in range(3)] == [False, True, True]


def test_a_change_of_any_source_makes_numba_compile_again(function, tmp_path, monkeypatch):
    answer(function)
    monkeypatch.setattr(compiled, "_SOURCES", "another digest")
    assert [answer(function) for _ in range(2)] == [False, True]
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("a = 1\n", encoding="utf-8")
    other.write_text("b = 2\n", encoding="utf-8")
    before = cache.digest_of(one, other)
    assert cache.digest_of(other, one) == before
    one.write_text("a = 2\n", encoding="utf-8")
    assert cache.digest_of(one, other) != before


def test_a_change_of_a_file_beside_it_makes_numba_compile_again(function, tmp_path):
    """Loops of other wings take one another's functions too."""

    def in_a_new_process():
        compiled._beside.cache_clear()
        return answer(function)

    assert [in_a_new_process() for _ in range(2)] == [False, True]
    (tmp_path / "other.py").write_text("a = 1\n", encoding="utf-8")
    assert [in_a_new_process() for _ in range(2)] == [False, True]


@pytest.mark.parametrize("error", [AttributeError, ImportError])
def test_what_tells_of_types_that_are_gone_is_replaced(function, monkeypatch, error):
    def gone(_):
        raise error

    answer(function)
    with monkeypatch.context() as patch:
        patch.setattr(caching.IndexDataCacheFile, "_load_index", gone)
        assert not answer(function)
    assert answer(function)


def test_all_sources_count():
    loops = Path(compiled.__file__).parent
    assert (loops / "steps.py").exists()
    assert cache.digest_of(*loops.glob("*.py"), Path(algorithm.__file__), Path(arrays.__file__)) == compiled._SOURCES


def flipped(content):
    """One bit, in the middle of the machine code."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:1],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: bytes(len(content)),
        lambda content: b"garbage",
        flipped,
    ],
    ids=["empty", "one byte", "half", "all but one byte", "one byte more", "zeros", "garbage", "one bit"],
)
def test_a_damaged_file_is_replaced(function, tmp_path, ending, damage):
    answer(function)
    path = kept(tmp_path, ending)
    path.write_bytes(damage(path.read_bytes()))
    assert [answer(function) for _ in range(2)] == [False, True]


def test_a_file_that_is_gone_is_written_again(function, tmp_path):
    answer(function)
    kept(tmp_path, "nbc").unlink()
    assert [answer(function) for _ in range(2)] == [False, True]


def test_what_another_numba_wrote_is_replaced(function, monkeypatch):
    """Also what Numba keeps by itself, without a digest."""
    loop = compiled.njit(**compiled._OPTIONS, cache=True)(function)
    loop((1.0, 2.5))
    assert [answer(function) for _ in range(2)] == [False, True]


def test_a_full_disk_costs_a_warning(function, untold, monkeypatch):
    def full(path, mode):
        if mode == "wb":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return Path(path).open(mode)

    monkeypatch.setattr(caching, "open", full, raising=False)
    with pytest.warns(RuntimeWarning, match="compiled code is not kept, so that each process compiles anew") as seen:
        assert [answer(function) for _ in range(2)] == [False, False]
    assert [os.strerror(errno.ENOSPC) in str(warning.message) for warning in seen] == [True]


def test_a_folder_that_cannot_be_written_costs_a_warning(function, untold, tmp_path, monkeypatch):
    """A file stands where the folder should be; that stops the superuser too."""
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)  # where Python keeps the module, unless it is told to keep nothing
    (tmp_path / "__pycache__").write_text("in the way", encoding="utf-8")
    monkeypatch.setattr(caching.config, "CACHE_LOCATOR_CLASSES", "InTreeCacheLocator")
    with pytest.warns(RuntimeWarning, match="no folder for it can be written to") as seen:
        assert [answer(function) for _ in range(2)] == [False, False]
    assert len(seen) == 1


@pytest.mark.parametrize("part", ["_load_index", "_load_data", "_open_for_write", "_data_path"])
def test_another_numba_costs_a_warning(function, untold, part, monkeypatch):
    """What is kept is kept by inner parts of Numba, which another version may call otherwise."""
    monkeypatch.delattr(caching.IndexDataCacheFile, part)
    with pytest.warns(RuntimeWarning, match=r"Numba [\d.]+ keeps it in a way that is not known here") as seen:
        assert [answer(function) for _ in range(2)] == [False, False]
    assert len(seen) == 1


def test_a_process_that_can_keep_nothing_solves_and_says_so_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache"), "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator"}
    program = "import kuhncfr as kc; print(kc.solve(kc.KuhnPoker(), 100).iterations)"
    done = subprocess.run([sys.executable, "-c", program], env=os.environ | nowhere, capture_output=True, text=True, check=True)
    assert done.stdout == "100\n"
    assert done.stderr.startswith("kuhncfr:0: RuntimeWarning: compiled code is not kept")
    assert done.stderr.count("\n") == 1
