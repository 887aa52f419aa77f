"""The chapter that evaluates three-player strategies: scores of played hands."""

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import GREY
from kuhnbook.figures.style import told_apart
from kuhnbook.figures.three_players import MARKERS
from kuhncfr.plot import rounded, tooltips


def scores(table: pd.DataFrame) -> alt.LayerChart:
    """Draw the z-score of each information set over how often it was played, with the band in which 19 of 20 should lie.

    Parameters
    ----------
    table : DataFrame
        Columns infoset, player (counted from 0), plays and z.
    """
    data = rounded(table[["infoset", "player", "plays", "z"]].astype({"plays": float}), 3)
    data["player"] = [f"player {player + 1}" for player in data["player"]]
    widest, reached = max(3.0, data["z"].abs().max()), "hands in which it was reached"
    powers = alt.Axis(values=[10**k for k in range(10)], format="~s")
    band = alt.Chart(pd.DataFrame({"low": [-1.96], "high": [1.96]})).mark_rect(color=GREY, opacity=0.18).encode(y="low:Q", y2="high:Q")
    points = alt.Chart(data).mark_point(size=60, strokeWidth=2, opacity=1)
    marks = points.encode(
        x=alt.X("plays:Q", title=reached, scale=alt.Scale(type="log"), axis=powers),
        y=alt.Y("z:Q", title="z-score", scale=alt.Scale(domain=[-widest, widest])),
        tooltip=tooltips({"infoset:N": "information set", "player:N": "player", "plays:Q": reached, "z:Q": "z-score"}),
        **told_apart("player", sorted(set(data["player"])), {}, shape=MARKERS),
    )
    return alt.LayerChart(layer=[band, marks], width="container", height=260)
