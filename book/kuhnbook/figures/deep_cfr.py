"""The chapter on Deep CFR: how far runs with different settings are from an equilibrium."""

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import BLUE, GREY
from kuhncfr.plot import decades, rounded, tooltips


def settings(table: pd.DataFrame, uniform: float) -> alt.LayerChart:
    """Draw the exploitability of several runs for each setting as dots on a logarithmic axis, beside that of uniform play.

    Parameters
    ----------
    table : DataFrame
        Columns ``setting``, in the order of the rows, and ``x``, the exploitability in chips a game.
    uniform : float
        The exploitability of uniform play.

    Examples
    --------
    >>> chart = settings(pd.DataFrame({"setting": ["1 step"], "x": [0.25]}), uniform=0.5)
    >>> [layer.mark.type for layer in chart.layer]
    ['rule', 'point']
    """
    title = "exploitability (chips a game)"
    x = alt.X("x:Q", title=title, **decades(pd.concat([table["x"], pd.Series([uniform])]), "~g"))
    line = alt.Chart(pd.DataFrame({"x": [uniform]})).mark_rule(strokeDash=[4, 3], color=GREY).encode(x=x)
    dots = alt.Chart(rounded(table)).mark_point(filled=True, size=60, color=BLUE, opacity=0.8)
    dots = dots.encode(
        x=x,
        y=alt.Y("setting:N", sort=None, title=None, axis=alt.Axis(labelLimit=0)),
        tooltip=tooltips({"setting:N": "setting", "x:Q": title}),
    )
    return alt.LayerChart(layer=[line, dots], width="container", height=320)
