"""Run tests against a mutated source without changing the file: in a separate process with a time limit."""

import importlib
import os
import resource
import shlex
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import hypothesis
import pytest

# Third-party modules that the package and its tests import: the parent loads them once for all trials.
ELSEWHERE = ["_hypothesis_pytestplugin", "numba", "numpy", "rich", "xdist.scheduler"]
OPTIONS = [
    *("-qq", "--exitfirst", "--tb=line", "--assert=plain", "--override-ini=addopts=", "--hypothesis-profile=mutants"),
    # These plugins take longer than most tests: they collect garbage twice, for example.
    *("-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:faulthandler"),
    *("-p", "no:unraisableexception", "-p", "no:threadexception"),
]
MEMORY = 2 << 30  # an endless loop may fill the memory


def prepare() -> None:
    """Import the modules that all trials share; the loops are not compiled."""
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    for name in ELSEWHERE:
        importlib.import_module(name)
    # The same examples every time, without a search for the smallest failing one.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", derandomize=True, deadline=None, database=None, max_examples=20, phases=phases)


def trial(path: Path, source: str, tests: str, seconds: float | None = None) -> tuple[bool, float]:
    """Return whether the tests pass with this source of the file, and the processor time in seconds."""
    child = os.fork()
    if not child:
        os._exit(_run(path, source, tests, seconds))
    _, status, used = os.wait4(child, 0)
    return status == 0, used.ru_utime + used.ru_stime


def _run(path: Path, source: str, tests: str, seconds: float | None) -> int:
    if seconds is not None:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, _Finder(path, source))
    try:
        return int(pytest.main([*OPTIONS, *shlex.split(tests)]))
    except BaseException:
        return 1


class _Finder(MetaPathFinder):
    """Finds one module of the package, and loads another source for it."""

    def __init__(self, path: Path, source: str) -> None:
        self.name = ".".join(path.with_suffix("").parts)
        self.path = path.resolve()
        self.source = source

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=_Loader(fullname, str(self.path), self.source))


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")
