"""Compile a function with Numba; without Numba, run it as it is and say so once."""

import warnings
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]

compiled: Callable[[Function], Function]
inlined: Callable[[Function], Function]

try:
    from numba import njit
except ImportError:
    warnings.warn("Numba is not installed: the solver runs uncompiled, hundreds of times slower", RuntimeWarning, stacklevel=2)

    def compiled(function: Function) -> Function:
        """Return the function as it is."""
        return function

    inlined = compiled
else:
    # Sums may be taken in any order, which lets the machine add several terms at once. Nothing else is relaxed.
    _ORDER = {"contract", "reassoc", "nsz"}
    compiled = njit(cache=True, fastmath=_ORDER)
    # Written into its caller: a call counts references to every array it is given, which can cost more than the work.
    inlined = njit(cache=True, fastmath=_ORDER, inline="always")
