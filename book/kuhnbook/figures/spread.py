"""The spread of many runs: percentiles, which several figures draw as bands."""

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import COLOURS

PERCENTILES = {"lowest": 0, "lower": 25, "median": 50, "upper": 75, "highest": 100}


def percentiles(iterations: ArrayLike, values: ArrayLike, name: str) -> pd.DataFrame:
    """Compute percentiles over many runs at each record, for :func:`~kuhnbook.figures.convergence_bands`.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    values : array_like, shape (records, runs)
    name : str
        Name of the series.

    Returns
    -------
    DataFrame
        A row per record: ``series``, ``iteration``, and the percentiles 0, 25, 50, 75 and 100 as ``lowest``, ``lower``,
        ``median``, ``upper`` and ``highest``.

    Examples
    --------
    >>> percentiles([100], [[0.5, 0.25, 1.0]], "NashConv")
         series  iteration  lowest  lower  median  upper  highest
    0  NashConv        100    0.25  0.375     0.5   0.75      1.0
    """
    found = np.percentile(np.asarray(values, dtype=float), list(PERCENTILES.values()), axis=1)
    return pd.DataFrame({"series": name, "iteration": iterations, **dict(zip(PERCENTILES, found, strict=True))})


def bands(base: alt.Chart, y: alt.Y) -> list[alt.Chart]:
    """Draw the bands from the lowest to the highest run, with the axis `y`, and between the quartiles."""
    wide, narrow = (base.mark_area(opacity=opacity, color=COLOURS["average"]) for opacity in (0.15, 0.35))
    return [wide.encode(y=y, y2="highest:Q"), narrow.encode(y="lower:Q", y2="upper:Q")]
