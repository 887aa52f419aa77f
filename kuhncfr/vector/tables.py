"""Strategies of a public game as tables: for each history of betting, an array of hands by actions."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr.strategy import ROUNDING, strategy_of
from kuhncfr.vector.ranges import Array

Tables = Mapping[str, Array]


def fitting(shapes: Mapping[str, tuple[int, int]], strategy: Any, called: str = "strategy") -> dict[str, Array]:
    """Validate a strategy, and scale each row to sum to 1.

    Parameters
    ----------
    shapes : mapping of str to tuple of two int
        The histories, each with its number of hands and of actions.
    strategy : mapping of str to array_like, or an object with an ``average_strategy``
        As for :meth:`kuhncfr.vector.PublicGame.expected_utilities`.
    called : str
        What error messages call it.

    Raises
    ------
    ValueError, TypeError
        If a history is missing or unknown, a table has another shape, or a row is not a distribution.
    """
    strategy = arguments.mapping(called, strategy_of(strategy))
    for history in (*strategy, *shapes):
        if history not in strategy or history not in shapes:
            found = "none" if history in shapes else "one"
            raise ValueError(f"{called} must be tables for {arguments.listed(shapes)}, got {found} for {arguments.shown(history)}")
    tables = {}
    for history, shape in shapes.items():
        name = f"{called}[{history!r}]"
        table = arrays.array(name, strategy[history], shape, least=0, most=1 + ROUNDING)
        total = table.sum(axis=1, keepdims=True)
        wrong = np.flatnonzero(abs(total - 1) > ROUNDING)
        if len(wrong):
            raise ValueError(f"each row of {name} must sum to 1, got {total[wrong[0], 0]:.6g} in row {wrong[0]}")
        tables[history] = table / total
    return tables
