"""Figures of larger games: a payoff table of sequences, values over the size of the deck, mixed decisions, and how games grow."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import INK
from kuhnbook.figures.style import signed, told_apart
from kuhncfr.plot import significant, tooltips


def payoff_table(table: ArrayLike, rows: Sequence[str], columns: Sequence[str]) -> alt.LayerChart:
    """Draw a sparse table of whole numbers: what is not 0 is coloured by its sign.

    Parameters
    ----------
    table : array_like of int, shape (rows, columns)
        The payoffs to player 1.
    rows, columns : sequence of str
        The sequences of player 1 and of player 2.
    """
    cells = signed(table, row=rows, column=columns).rename(columns={"number": "payoff"})
    base = alt.Chart(cells).encode(
        x=alt.X("column:N", sort=None, scale=alt.Scale(domain=list(columns)), title="sequence of player 2", axis=alt.Axis(labelAngle=-90)),
        y=alt.Y("row:N", sort=None, scale=alt.Scale(domain=list(rows)), title="sequence of player 1"),
        tooltip=tooltips({"row:N": "sequence of player 1", "column:N": "sequence of player 2", "payoff:Q": "player 1 wins (chips)"}),
    )
    layers: list[Any] = [
        base.mark_rect().encode(**told_apart("sign", ["wins", "loses"], {"title": "player 1"})),
        base.mark_text(color=INK, fontSize=12).encode(text=alt.Text("payoff:Q", format="+d")),
    ]
    return alt.LayerChart(layer=layers, width="container", height=380)


def value_by_cards(exact: Mapping[int, float], found: Mapping[int, float]) -> alt.LayerChart:
    """Draw the value of a game over the number of cards: exact values as a line with points, found ones as rings.

    Parameters
    ----------
    exact, found : mapping of int to float
        The value to player 1, in chips a game, by the number of cards.
    """
    parts = [
        pd.DataFrame({"cards": list(values), "value": significant(list(values.values()), digits=5), "by": name})
        for name, values in (("linear programme", exact), ("CFR", found))
    ]
    cards, value = "cards in the deck", "value to player 1 (chips a game)"
    shared = {
        "x": alt.X("cards:O", title=cards, axis=alt.Axis(labelAngle=0)),
        "y": alt.Y("value:Q", title=value, scale=alt.Scale(zero=False)),
        **told_apart("by", ["linear programme", "CFR"], {}),
    }
    exactly, nearly = (tooltips({"cards:O": cards, "value:Q": f"{by}: {value}"}) for by in ("exact", "CFR"))
    line = alt.Chart(parts[0]).mark_line(point=True, strokeWidth=2).encode(**shared, tooltip=exactly)
    rings = alt.Chart(parts[1]).mark_point(size=130, strokeWidth=2).encode(**shared, tooltip=nearly)
    return alt.LayerChart(layer=[line, rings], width="container", height=280)


def growth(table: pd.DataFrame, *, x: str) -> alt.Chart:
    """Draw counts on a logarithmic axis, a line for each column.

    Parameters
    ----------
    table : DataFrame
        A column per count, indexed by what grows.
    x : str
        What grows.
    """
    data = table.rename_axis("size").reset_index().melt("size", var_name="what", value_name="count")
    lines = alt.Chart(data, width="container", height=280).mark_line(point=True, strokeWidth=2)
    return lines.encode(
        x=alt.X("size:O", title=x, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("count:Q", title="count", scale=alt.Scale(type="log"), axis=alt.Axis(format="~e", tickCount=6)),
        tooltip=tooltips({"size:O": x, "what:N": "what is counted", "count:Q": "count"}),
        **told_apart("what", list(table.columns), {"columns": 1, "symbolType": "stroke", "symbolSize": 300}, strokeDash=[]),
    )
