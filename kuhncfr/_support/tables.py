"""Checks of tables; it is not in :mod:`kuhncfr._support.arguments` because it imports pandas, which takes long."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from kuhncfr._support import arguments


def table(name: str, value: object, *, numbers: Iterable[str] = (), columns: Iterable[str] = (), every: bool = False) -> pd.DataFrame:
    """Return `value`, a table with a row at least and these columns, of which some, or all, hold numbers; one may be missing (NaN)."""
    found: pd.DataFrame = arguments.instance(name, value, pd.DataFrame, what="a pandas.DataFrame")
    numbers = list(found.columns) if every else list(numbers)
    for column in (*numbers, *columns):
        if column not in found.columns:
            raise ValueError(f"{name} must have a column {arguments.shown(column)}, got the columns {arguments.shown(list(found.columns))}")
    if not len(found) or not len(found.columns):
        raise ValueError(f"{name} must have a row and a column at least, got shape {found.shape}")
    for column in numbers:
        series(f"{name}[{column!r}]", found[column])
    return found


def series(name: str, values: "pd.Series[float]") -> None:
    """Check that a column holds numbers: NaN where one is missing, but no infinite ones."""
    try:
        found = values.to_numpy(dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{name} must hold numbers, got {arguments.shown(values.tolist())}") from error
    if np.isinf(found).any():
        raise ValueError(f"{name} must hold finite numbers, got {arguments.shown(values.tolist())}")
