"""Compile a loop with Numba, and store the result for the next process."""

import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba import njit

from kuhncfr.cfr import algorithm
from kuhncfr.solver import arrays

Function = Callable[..., Any]

_OPTIONS: dict[str, Any] = {
    # No "fastmath": IEEE arithmetic in the order that is written, so that the same seed gives the same run on every processor.
    "error_model": "numpy",  # no question before each division whether it is by 0
    # No counting of references to arrays: it can cost more than the work, and whoever calls holds on to them anyway.
    # So loops allocate nothing; they get every array they need.
    "_nrt": False,
    "nogil": True,  # other threads may run meanwhile; a loop writes only to arrays of its own solve
    "no_cfunc_wrapper": True,  # nobody calls a loop from C
}


def digest_of(*sources: Path) -> str:
    """Return a digest of these files."""
    return hashlib.sha256(b"".join(hashlib.sha256(source.read_bytes()).digest() for source in sorted(sources))).hexdigest()[:16]


_SOURCES = digest_of(*Path(__file__).parents[2].glob("*/loops/*.py"), Path(algorithm.__file__), Path(arrays.__file__))


def compiled(function: Function) -> Function:
    """Compile a function when it is first called.

    Numba stores the result under the function's name, and compiles again when the function's own file has changed. But loops take
    functions and types from one another's files; so a digest of all of them becomes part of the name.
    """
    function.__qualname__ += f"_{_SOURCES}"
    try:
        loop: Function = njit(**_OPTIONS, cache=True)(function)
    except RuntimeError:  # Numba finds no folder that it may write to
        _warn()
        loop = njit(**_OPTIONS)(function)
    return loop


@cache
def _warn() -> None:
    """Say once, and in one line, what can be done where nothing can be stored."""
    message = "each process compiles the loops anew: set NUMBA_CACHE_DIR to a folder that can be written to"
    warnings.warn_explicit(message, RuntimeWarning, "kuhncfr", 0)


def inlined(function: Function) -> Function:
    """Write a function into those that call it, once for each call; best if there is one."""
    loop: Function = njit(**_OPTIONS, inline="always")(function)
    return loop


def merged(function: Function) -> Function:
    """Have a function written into those that call it only when they become machine code: several calls compile it once."""
    loop: Function = njit(**_OPTIONS | {"no_cpython_wrapper": True}, forceinline=True)(function)
    return loop
