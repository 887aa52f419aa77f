"""The chapter on sampling: how far from an equilibrium the runs of many seeds are."""

import altair as alt
import pandas as pd

from kuhncfr.plot import colour_and_dash, decades, rounded, tooltips


def convergence_bands(table: pd.DataFrame, *, x: str) -> alt.LayerChart:
    """Draw medians inside bands from the lowest to the highest run, on two logarithmic axes.

    Parameters
    ----------
    table : DataFrame
        From :func:`percentiles`, for one series or for several concatenated; ``iteration`` may hold another measure of work.
        The band of a single run has width 0.
    x : str
        Title of the horizontal axis.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    ValueError
        If there are more than six series.

    Examples
    --------
    >>> from kuhnbook.figures import percentiles
    >>> chart = convergence_bands(percentiles([10, 100], [[0.5, 0.25], [0.05, 0.025]], "CFR"), x="iterations T")
    >>> chart.data["highest"].tolist()
    [0.5, 0.05]
    """
    data = rounded(table, digits=3)
    colours = colour_and_dash("series", list(dict.fromkeys(data["series"])))
    axis = alt.X("iteration:Q", title=x, **decades(data["iteration"], "~s"))
    base = alt.Chart(data).encode(x=axis, color=colours["color"])
    titles = {f"{name}:Q": f"{name} (chips a game)" for name in ("lowest", "median", "highest")}
    tooltip = tooltips({"series:N": "series", "iteration:Q": x} | titles)
    y = alt.Y("lowest:Q", title="exploitability (chips a game)", **decades(pd.concat([data["lowest"], data["highest"]]), "~e"))
    band = base.mark_area(opacity=0.2).encode(y=y, y2="highest:Q")
    line = base.mark_line(strokeWidth=2).encode(y="median:Q", strokeDash=colours["strokeDash"], tooltip=tooltip)
    return alt.LayerChart(layer=[band, line], width="container", height=320)
