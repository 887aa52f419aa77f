"""Compile a loop with Numba, and cache the result for the next process."""

import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

from numba import extending, njit

from kuhncfr.cfr import algorithm
from kuhncfr.solver import arrays

Function = Callable[..., Any]

_OPTIONS: dict[str, Any] = {
    # No "fastmath": IEEE arithmetic in the written order, so that the same seed gives the same run on every processor.
    "error_model": "numpy",  # no check for division by 0
    # No reference counts: counting can cost more than the loop, and the caller holds references to all arrays anyway.
    # So loops must not allocate; every array is passed to them.
    "_nrt": False,
    "nogil": True,  # other threads may run meanwhile: a loop writes only to arrays of its own solve
    "no_cfunc_wrapper": True,  # no loop is called from C
}


def digest_of(*sources: Path) -> str:
    """Return a digest of these files."""
    return hashlib.sha256(b"".join(hashlib.sha256(source.read_bytes()).digest() for source in sorted(sources))).hexdigest()[:16]


_SOURCES = digest_of(*Path(__file__).parents[2].glob("*/loops/*.py"), Path(algorithm.__file__), Path(arrays.__file__))


def compiled(function: Function) -> Function:
    """Compile a function when it is first called.

    Numba caches the result under the function's name, and compiles again if the function's own file has changed. But loops use
    functions and types of other files; so a digest of all these files becomes part of the name.
    """
    function.__qualname__ += f"_{_SOURCES}"
    try:
        loop: Function = njit(**_OPTIONS, cache=True)(function)
    except RuntimeError:  # Numba finds no folder that it can write to
        _warn()
        loop = njit(**_OPTIONS)(function)
    return loop


@cache
def _warn() -> None:
    """Warn once that compiled loops cannot be cached."""
    message = "each process compiles the loops anew: set NUMBA_CACHE_DIR to a writable folder"
    warnings.warn_explicit(message, RuntimeWarning, "kuhncfr", 0)


def inlined(function: Function) -> Function:
    """Inline a function at each call in the source; best for a function that is called once."""
    loop: Function = njit(**_OPTIONS, inline="always")(function)
    return loop


def merged(function: Function) -> Function:
    """Inline a function in machine code only: Numba compiles it once for several calls."""
    loop: Function = njit(**_OPTIONS | {"no_cpython_wrapper": True}, forceinline=True)(function)
    return loop


_numba: Any = extending  # only some of it has annotations


def replaces(function: Any, result: Any, *kinds: Any) -> Callable[[Function], Function]:
    """Have Numba replace a function by the LLVM code that the decorated function generates, for arguments of these kinds.

    The replaced function itself runs with ``NUMBA_DISABLE_JIT``.
    """

    def find(*args: Any) -> Any:
        return result if all(map(isinstance, args, kinds)) else None

    names = [Parameter(f"argument_{k}", Parameter.POSITIONAL_OR_KEYWORD) for k in range(len(kinds))]
    find.__signature__ = Signature(names)  # type: ignore[attr-defined]

    def register(generate: Function) -> Function:
        _numba.type_callable(function)(lambda context: find)
        _numba.lower_builtin(function, *kinds)(lambda context, builder, signature, args: generate(context, builder, signature.args, *args))
        return generate

    return register
