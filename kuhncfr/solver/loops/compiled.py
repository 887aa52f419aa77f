"""Compile a loop with Numba, and keep the result."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from numba import njit

from kuhncfr.cfr import algorithm
from kuhncfr.solver import arrays
from kuhncfr.solver.loops import cache

Function = Callable[..., Any]

_OPTIONS: dict[str, Any] = {
    # No "fastmath": IEEE arithmetic in the order that is written, so that the same seed gives the same run on every processor.
    "error_model": "numpy",  # no question before each division whether it is by 0
    # No counting of references to arrays: it can cost more than the work, and whoever calls holds on to them anyway.
    # So loops allocate nothing; they get every array they need.
    "_nrt": False,
    "nogil": True,  # other threads may run meanwhile; a loop writes only to arrays of its own solve
}

_SOURCES = cache.digest_of(*Path(__file__).parent.glob("*.py"), Path(algorithm.__file__), Path(arrays.__file__))


def compiled(function: Function, **options: Any) -> Function:
    """Compile a function when it is first called."""
    loop: Function = njit(**_OPTIONS, **options)(function)
    if loop is not function:  # with NUMBA_DISABLE_JIT it stays as it is
        cache.keep(loop, _SOURCES + _beside(Path(function.__code__.co_filename).parent))
    return loop


@lru_cache
def _beside(folder: Path) -> str:
    """Return a digest of all sources in a folder: other wings have loops of their own, which take one another's functions."""
    return cache.digest_of(*folder.glob("*.py"))


def inlined(function: Function) -> Function:
    """Write a function into those that call it."""
    return compiled(function, inline="always")


def merged(function: Function) -> Function:
    """Have a function written into those that call it only when they become machine code, which takes far less time to compile."""
    loop: Function = njit(**_OPTIONS, forceinline=True)(function)
    return loop
