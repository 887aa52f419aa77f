"""Numbers in a chart are rounded, so that another computer, whose last digits differ, writes the same chart."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments

DIGITS = 6  # significant ones, unless told otherwise


def significant(numbers: ArrayLike, digits: int = DIGITS) -> NDArray[np.float64]:
    """Return the numbers, shape (n,), rounded to so many significant digits.

    Examples
    --------
    >>> significant([1 / 3, 98_765.4], digits=3)
    array([3.33e-01, 9.88e+04])
    """
    digits = arguments.count("digits", digits, minimum=1, maximum=17)
    return np.array([float(f"{number:.{digits}g}") for number in _row(numbers)])


def rounded(table: pd.DataFrame, digits: int = DIGITS) -> pd.DataFrame:
    """Return the table with its floats rounded to so many significant digits; whole numbers stay as they are.

    Examples
    --------
    >>> rounded(pd.DataFrame({"T": [1_234_567], "distance": [0.0012345678]}), digits=3)
             T  distance
    0  1234567   0.00123
    """
    digits = arguments.count("digits", digits, minimum=1, maximum=17)
    arguments.instance("table", table, pd.DataFrame, what="a pandas.DataFrame")
    return table.assign(**{name: significant(table[name], digits) for name in table.select_dtypes("float").columns})


def _row(numbers: ArrayLike) -> NDArray[np.float64]:
    """Check that there are numbers; one may be missing, and a bound may be infinite."""
    try:
        found = np.asarray(numbers)
    except ValueError as error:
        raise ValueError(f"numbers must have shape (n,), got {arguments.shown(numbers)}") from error
    if found.ndim != 1 or not (found.dtype.kind in "iuf" or found.dtype.kind == "O" or found.size == 0):
        raise TypeError(f"numbers must have shape (n,), got {arguments.shown(numbers)}")
    return found.astype(float)
