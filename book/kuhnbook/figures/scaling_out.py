"""How far apart many runs end: what seeds make of a number, for each value of a setting."""

from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import COLOURS, LEVEL
from kuhnbook.figures.spread import PERCENTILES, bands
from kuhncfr.plot import rounded, tooltips


def over_seeds(table: pd.DataFrame, setting: str, column: str) -> pd.DataFrame:
    """Summarize runs by percentiles over the seeds, for each value of a setting.

    Parameters
    ----------
    table : DataFrame
        A row for each run, as :func:`kuhncfr.sweep` returns it.
    setting : str
        The column whose values are told apart, such as ``"ante"``.
    column : str
        What to summarize.

    Returns
    -------
    DataFrame
        A row for each value: the value, and the columns of ``PERCENTILES``.

    Examples
    --------
    >>> over_seeds(pd.DataFrame({"ante": [1, 1, 1, 2], "value_0": [0.0, 0.25, 1.0, 0.5]}), "ante", "value_0")
       ante  lowest  lower  median  upper  highest
    0     1     0.0  0.125    0.25  0.625      1.0
    1     2     0.5  0.500    0.50  0.500      0.5
    """
    found = table.groupby(setting)[column].quantile([percent / 100 for percent in PERCENTILES.values()])
    return found.unstack().set_axis(list(PERCENTILES), axis=1).reset_index()


def luck(table: pd.DataFrame, law: pd.DataFrame, *, y: str, unit: str) -> alt.LayerChart:
    """Draw over the ante how far apart the runs of many seeds end, and the law that they should obey.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_seeds`, by ``ante``.
    law : DataFrame
        Columns ``ante`` and ``value``, drawn as a dashed line in the order of the rows.
    y : str
        Title of the vertical axis.
    unit : str
        What the values are measured in, such as ``"chips a game"``.

    Returns
    -------
    altair.LayerChart
        As wide as the page: medians inside bands from the lower to the upper quartile and from the lowest to the highest.
    """
    base = alt.Chart(rounded(table)).encode(x=alt.X("ante:Q", title="ante S (chips)"))
    runs = tooltips({"ante:Q": "ante S (chips)"} | {f"{name}:Q": f"{name} ({unit})" for name in PERCENTILES})
    exact = tooltips({"ante:Q": "ante S (chips)", "value:Q": f"closed form ({unit})"})
    median = base.mark_line(color=COLOURS["average"], point=alt.OverlayMarkDef(color=COLOURS["average"], size=30))
    layers: list[Any] = [
        *bands(base, alt.Y("lowest:Q", title=y)),
        alt.Chart(rounded(law)).mark_line(**LEVEL, strokeWidth=2).encode(x="ante:Q", y="value:Q", tooltip=exact),
        median.encode(y="median:Q", tooltip=runs),
    ]
    padding = {"left": 5, "top": 32, "right": 5, "bottom": 5}  # the button of the menu is at the top
    return alt.LayerChart(layer=layers, width="container", height=300, padding=padding)
