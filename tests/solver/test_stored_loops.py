"""The cache of compiled loops is never out of date; without a writable cache, the loops run as well."""

import importlib.util
import io
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from numba import config

import kuhncfr
from kuhncfr.solver.loops import compiled

LOOP = "def add_up(numbers):\n    total = 0.0\n    for number in numbers:\n        total += number\n    return total\n"


@pytest.fixture
def found(tmp_path, monkeypatch):
    """Compile a function of a separate file as a new process does; return whether it was in the cache."""
    monkeypatch.setattr(config, "CACHE_DIR", "")
    path = tmp_path / "adding.py"
    path.write_text(LOOP, encoding="utf-8")

    def find():
        spec = importlib.util.spec_from_file_location("adding", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        monkeypatch.setitem(sys.modules, "adding", module)  # where Numba looks for it
        loop = compiled.compiled(module.add_up)
        assert loop((1.0, 2.5)) == 3.5
        return bool(loop.stats.cache_hits)

    return find


def test_the_next_process_finds_what_was_compiled_unless_a_source_has_changed(found, monkeypatch):
    assert [found() for _ in range(3)] == [False, True, True]
    monkeypatch.setattr(compiled, "_SOURCES", "another digest")
    assert [found() for _ in range(2)] == [False, True]


def test_a_change_of_any_file_of_the_loops_changes_the_digest(tmp_path):
    root = Path(kuhncfr.__file__).parent
    sources = [*root.glob("solver/loops/*.py"), *root.glob("vector/loops/*.py"), root / "cfr/algorithm.py", root / "solver/arrays.py"]
    copies = [Path(shutil.copy(source, tmp_path / f"{k}.py")) for k, source in enumerate(sources)]
    assert compiled.digest_of(*sources) == compiled._SOURCES == compiled.digest_of(*reversed(sources))
    digests = {compiled.digest_of(*copies)}
    for copy in copies:
        copy.write_text(copy.read_text(encoding="utf-8") + "#", encoding="utf-8")
        digests.add(compiled.digest_of(*copies))
    assert len(digests) == len(copies) + 1


# A tree, and public games with one card in a hand, none and two.
PROGRAM = """
import kuhncfr as kc
from kuhncfr.vector import Range, PublicGame, kuhn

print(kc.solve(kc.KuhnPoker(), 20).exploitability)
pairs = Range([3, 1, 2, 2, 5, 4, 1, 3, 2, 6, 6], cards=[[k, (k * k + 3) % 11 + 11] for k in range(11)], weight=range(1, 12))
for game in (kuhn(cards=11), kuhn(cards=11, independent=True), PublicGame(kuhn(cards=3).betting, (pairs, pairs), pot=2)):
    run = kc.solve(game, 5, algorithm="dcfr", alternating=False)
    print(run.exploitability, *(p for table in run.average_strategy.values() for p in table.flat))
"""


def solved(program, **variables):
    """Solve in a new process with these environment variables."""
    command = [sys.executable, "-W", "default", "-c", program]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_a_process_that_cannot_cache_warns_once_and_solves(tmp_path):
    (tmp_path / "file").touch()  # where the folder should be: that stops the superuser, too
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache"), "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator"}
    _, told = solved("import kuhncfr as kc\nkc.solve(kc.OneBetKuhn(), 20)", **nowhere)
    assert told.startswith("kuhncfr:0: RuntimeWarning: each process compiles the loops anew: set NUMBA_CACHE_DIR")
    assert told.count("\n") == 1


def test_uncompiled_loops_compute_the_same_bits():
    """With NUMBA_DISABLE_JIT the loops run as plain Python, for a debugger."""
    with redirect_stdout(io.StringIO()) as here:
        exec(PROGRAM, {})
    assert solved(PROGRAM, NUMBA_DISABLE_JIT="1") == (here.getvalue(), "")
