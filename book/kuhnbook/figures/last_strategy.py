"""The chapter on the last strategy: the current strategy under three rules, on the square of the two mixed probabilities."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import COLOURS
from kuhnbook.figures.style import cross, square, told_apart
from kuhncfr.plot import tooltips

_SQUARE = 440  # pixels; the book's pages draw a square smaller where there is less room
_TITLES = {"x:Q": "P(Q bets)", "y:Q": "P(K calls)"}


def three_rules(paths: Mapping[str, ArrayLike], equilibrium: Sequence[float]) -> alt.LayerChart:
    """Draw the path of the current strategy under each rule, with a disc where the last path ends.

    Parameters
    ----------
    paths : mapping of str to array_like, shape (steps, 2)
        By rule, the probabilities that Q bets and that K calls; all from the same point.
    equilibrium : sequence of float, length 2

    Returns
    -------
    altair.LayerChart
        A square.

    Examples
    --------
    >>> chart = three_rules({"together": [(0.4, 0.3), (0.4, 0.4)], "magnet": [(0.4, 0.3), (0.3, 0.4)]}, (1 / 3, 1 / 3))
    >>> [len(layer.data) for layer in chart.layer]
    [4, 1, 1]
    """
    tables = [pd.DataFrame(np.asarray(path), columns=["x", "y"]).rename_axis("step").reset_index() for path in paths.values()]
    data = pd.concat(tables, keys=paths, names=["rule"]).reset_index("rule").round(4)
    reach = float(np.abs(data[["x", "y"]].to_numpy() - np.asarray(equilibrium)).max()) * 1.1
    ranges = [(round(middle - reach, 2), round(middle + reach, 2)) for middle in equilibrium]
    axes = square("P(Q bets)", "P(K calls)", ranges)
    looks: dict[str, Any] = told_apart("rule", list(paths), {"columns": 3, "offset": 26}, strokeDash=())
    told = tooltips({"rule:N": "rule", "step:Q": "iterations t", **_TITLES})
    last = list(paths)[-1]
    layers: list[Any] = [
        alt.Chart(data).mark_line(strokeWidth=2).encode(**axes, **looks, order="step:Q", tooltip=told),
        alt.Chart(data.tail(1)).mark_circle(size=110, opacity=1, color=COLOURS[last]).encode(**axes, tooltip=told),
        cross(equilibrium, {key: f"equilibrium {title}" for key, title in _TITLES.items()}),
    ]
    return alt.LayerChart(layer=layers, width=_SQUARE, height=_SQUARE)
