"""Compile a function with Numba; without Numba, run it as it is and say so once."""

import contextlib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kuhncfr.cfr import algorithm

Function = Callable[..., Any]

compiled: Callable[[Function], Function]
inlined: Callable[[Function], Function]


def forget_outdated(folder: Path, *elsewhere: Path) -> None:
    """Remove what Numba keeps in ``__pycache__`` from before the last change of any file here, or of those elsewhere.

    Numba itself looks only at the file a loop stands in, not at those it took functions from.
    """
    changed = max(source.stat().st_mtime for source in (*folder.glob("*.py"), *elsewhere))
    for kept in (folder / "__pycache__").glob("*.nbi"):
        with contextlib.suppress(OSError):  # gone already, or not ours to remove
            if kept.stat().st_mtime < changed:
                kept.unlink()


try:
    from numba import njit
except ImportError:
    warnings.warn("Numba is not installed: the solver runs uncompiled, hundreds of times slower", RuntimeWarning, stacklevel=2)

    def compiled(function: Function) -> Function:
        """Return the function as it is."""
        return function

    inlined = compiled
else:
    forget_outdated(Path(__file__).parent, Path(algorithm.__file__))
    _OPTIONS: dict[str, Any] = {
        "cache": True,
        # No "fastmath": IEEE arithmetic in the order that is written, so that the same seed gives the same run on every processor.
        "error_model": "numpy",  # no question before each division whether it is by 0
        # No counting of references to arrays: it can cost more than the work, and whoever calls holds on to them anyway.
        # So loops allocate nothing; they get every array they need.
        "_nrt": False,
    }
    compiled = njit(**_OPTIONS)
    inlined = njit(**_OPTIONS, inline="always")  # written into its caller
