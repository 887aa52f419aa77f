"""Compile a loop with Numba, and keep the result no longer than it is up to date."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

from kuhncfr.cfr import algorithm
from kuhncfr.solver import arrays

Function = Callable[..., Any]

_OPTIONS: dict[str, Any] = {
    "cache": True,
    # No "fastmath": IEEE arithmetic in the order that is written, so that the same seed gives the same run on every processor.
    "error_model": "numpy",  # no question before each division whether it is by 0
    # No counting of references to arrays: it can cost more than the work, and whoever calls holds on to them anyway.
    # So loops allocate nothing; they get every array they need.
    "_nrt": False,
    "nogil": True,  # other threads may run meanwhile; a loop writes only to arrays of its own solve
}


def forget_outdated(folder: Path, *elsewhere: Path) -> None:
    """Remove what Numba keeps in ``__pycache__`` from before the last change of any file here, or of those elsewhere.

    Numba itself looks only at the file a loop stands in, not at those it took functions from.
    """
    changed = max(source.stat().st_mtime for source in (*folder.glob("*.py"), *elsewhere))
    for kept in (folder / "__pycache__").glob("*.nbi"):
        with contextlib.suppress(OSError):  # gone already, or not ours to remove
            if kept.stat().st_mtime < changed:
                kept.unlink()


forget_outdated(Path(__file__).parent, Path(algorithm.__file__), Path(arrays.__file__))
compiled: Callable[[Function], Function] = njit(**_OPTIONS)
inlined: Callable[[Function], Function] = njit(**_OPTIONS, inline="always")  # written into its caller
