"""Figures that compare variants of CFR: sums of regrets, races on logarithmic axes, and bands over sampled runs."""

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import GREY
from kuhncfr.plot import colour_and_dash, rounded, tooltips

# Significant digits of charted numbers: fewer than elsewhere, because long runs magnify the last digit's rounding.
_DIGITS = 3


def running_sums(table: pd.DataFrame, *, x: str, y: str) -> alt.LayerChart:
    """Draw sums that change round by round, with a line at 0.

    Parameters
    ----------
    table : DataFrame
        A column per sum, indexed by round.
    x, y : str
        Titles of the axes.
    """
    data = rounded(table.rename_axis("round").reset_index().melt("round", var_name="series", value_name="sum"), _DIGITS)
    zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=GREY).encode(y="zero:Q")
    lines = alt.Chart(data).mark_line(strokeWidth=2)
    lines = lines.encode(
        x=alt.X("round:Q", title=x, scale=alt.Scale(nice=False)),
        y=alt.Y("sum:Q", title=y),
        tooltip=tooltips({"series:N": "series", "round:Q": x, "sum:Q": y}),
        **colour_and_dash("series", list(table.columns)),
    )
    return alt.LayerChart(layer=[zero, lines], width="container", height=260)
