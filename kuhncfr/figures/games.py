"""Figures of larger games: a payoff table of sequences, values over the size of the deck, mixed decisions, and how games grow."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhncfr._support import arguments, arrays, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import significant
from kuhncfr.figures.style import tooltips

_BLUE, _VERMILION = PALETTE[:2]
_WINS, _LOSES = "#8CC8EE", "#F2B84B"  # pale: black numbers stand on them, and white ones in dark mode
_MEEK_TO_BOLD = (_VERMILION, "#3A8FC4", "#00436E")


def payoff_table(table: ArrayLike, rows: Sequence[str], columns: Sequence[str], *, description: str) -> alt.LayerChart:
    """Draw a sparse table of whole numbers: what is not 0 is coloured by its sign.

    Parameters
    ----------
    table : array_like of int, shape (rows, columns)
        The payoffs to player 1.
    rows, columns : sequence of str
        The sequences of player 1 and of player 2.
    description : str
        For readers who cannot see the chart.

    Raises
    ------
    ValueError
        If the names do not fit the table.
    """
    arguments.text("description", description)
    rows, columns = arguments.names("rows", rows), arguments.names("columns", columns)
    numbers = arrays.array("table", table, ("rows", "columns"))
    if (numbers != np.round(numbers)).any() or not numbers.any():
        raise ValueError(f"table must hold whole numbers, and one that is not 0, got {arguments.shown(table)}")
    if numbers.shape != (len(rows), len(columns)):
        raise ValueError(f"table must have shape ({len(rows)}, {len(columns)}), one number per pair of names, got {numbers.shape}")
    cells = [
        {"row": rows[i], "column": columns[j], "payoff": int(numbers[i, j]), "sign": "wins" if numbers[i, j] > 0 else "loses"}
        for i, j in zip(*np.nonzero(numbers), strict=True)
    ]
    colour = alt.Scale(domain=["wins", "loses"], range=[_WINS, _LOSES])
    base = alt.Chart(pd.DataFrame(cells)).encode(
        x=alt.X("column:N", sort=None, scale=alt.Scale(domain=list(columns)), title="sequence of player 2", axis=alt.Axis(labelAngle=-90)),
        y=alt.Y("row:N", sort=None, scale=alt.Scale(domain=list(rows)), title="sequence of player 1"),
        tooltip=tooltips({"row:N": "sequence of player 1", "column:N": "sequence of player 2", "payoff:Q": "player 1 wins (chips)"}),
    )
    layers: list[Any] = [
        base.mark_rect().encode(color=alt.Color("sign:N", scale=colour, legend=alt.Legend(title="player 1", orient="top"))),
        base.mark_text(color="black", fontSize=12).encode(text=alt.Text("payoff:Q", format="+d")),
    ]
    return alt.LayerChart(layer=layers, width="container", height=380, description=description)


def value_by_cards(exact: Mapping[int, float], found: Mapping[int, float], *, description: str) -> alt.LayerChart:
    """Draw the value of a game over the number of cards: exact values as a line with points, found ones as rings.

    Parameters
    ----------
    exact, found : mapping of int to float
        The value to player 1, in chips a game, by the number of cards.
    description : str
        For readers who cannot see the chart.
    """
    arguments.text("description", description)
    exact, found = arguments.numbers("exact", exact), arguments.numbers("found", found)
    parts = [
        pd.DataFrame({"cards": list(values), "value": significant(list(values.values()), digits=5), "by": name})
        for name, values in (("linear programme", exact), ("CFR", found))
    ]
    colour = alt.Color("by:N", sort=None, scale=alt.Scale(range=[_BLUE, _VERMILION]), legend=alt.Legend(title=None, orient="top"))
    axes = {
        "x": alt.X("cards:O", title="cards in the deck", axis=alt.Axis(labelAngle=0)),
        "y": alt.Y("value:Q", title="value to player 1 (chips a game)", scale=alt.Scale(zero=False)),
    }
    exactly, nearly = (
        tooltips({"cards:O": "cards in the deck", "value:Q": f"{by}: value to player 1 (chips a game)"}) for by in ("exact", "CFR")
    )
    line = alt.Chart(parts[0]).mark_line(point=True, strokeWidth=2).encode(**axes, color=colour, tooltip=exactly)
    rings = alt.Chart(parts[1]).mark_point(size=130, strokeWidth=2).encode(**axes, color=colour, tooltip=nearly)
    layers: list[Any] = [line, rings]
    return alt.LayerChart(layer=layers, width="container", height=280, description=description)


def mixed_decisions(rows: Mapping[str, Mapping[str, float]], actions: Mapping[str, str], *, description: str) -> alt.Chart:
    """Draw a bar for each decision, divided in proportion to the probabilities of the actions.

    Parameters
    ----------
    rows : mapping of str to mapping of str to float
        The probability of each action, by what the bar is called.
    actions : mapping of str to str
        What each action is called, at most three, from the meekest to the boldest: so are they coloured.
    description : str
        For readers who cannot see the chart.
    """
    arguments.text("description", description)
    called = {arguments.text("each of actions", key): arguments.text("each of actions", name) for key, name in _few(actions).items()}
    shares = {name: arguments.numbers(f"rows[{name!r}]", row) for name, row in arguments.mapping("rows", rows).items()}
    if not shares:
        raise ValueError("rows must be one at least, got none")
    table = pd.DataFrame(
        [
            {"decision": name, "action": what, "order": k, "probability": round(float(row.get(action, 0)), 2)}
            for name, row in shares.items()
            for k, (action, what) in enumerate(called.items())
        ]
    )
    colour = alt.Scale(domain=list(called.values()), range=list(_MEEK_TO_BOLD[-len(called) :]))
    chart: alt.Chart = (
        alt.Chart(table, width="container", height=24 * len(rows), description=description)
        .mark_bar(stroke="white", strokeWidth=1)
        .encode(
            x=alt.X("probability:Q", title="probability", stack="normalize"),
            y=alt.Y("decision:N", sort=None, title=None),
            color=alt.Color("action:N", scale=colour, legend=alt.Legend(title=None, orient="top", columns=1)),
            order="order:Q",
            tooltip=tooltips({"decision:N": "decision", "action:N": "action", "probability:Q": "probability"}),
        )
    )
    return chart


def growth(table: pd.DataFrame, *, x: str, description: str) -> alt.Chart:
    """Draw counts on a logarithmic axis, a line for each column.

    Parameters
    ----------
    table : DataFrame
        A column per count, indexed by what grows.
    x : str
        What grows.
    description : str
        For readers who cannot see the chart.
    """
    arguments.text("description", description)
    arguments.text("x", x)
    tables.table("table", table, every=True)
    data = table.rename_axis("size").reset_index().melt("size", var_name="what", value_name="count")
    names = list(table.columns)
    chart: alt.Chart = (
        alt.Chart(data, width="container", height=280, description=description)
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=alt.X("size:O", title=x, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("count:Q", title="count", scale=alt.Scale(type="log"), axis=alt.Axis(format="~e", tickCount=6)),
            color=alt.Color("what:N", sort=names, legend=alt.Legend(title=None, orient="top", columns=1)),
            strokeDash=alt.StrokeDash("what:N", sort=names, legend=None),
            tooltip=tooltips({"size:O": x, "what:N": "what is counted", "count:Q": "count"}),
        )
    )
    return chart


def _few(actions: Mapping[str, str]) -> Mapping[str, str]:
    """Refuse more actions than there are colours."""
    if not 1 <= len(arguments.mapping("actions", actions)) <= len(_MEEK_TO_BOLD):
        raise ValueError(f"actions must be from one to {len(_MEEK_TO_BOLD)}, got {arguments.shown(actions)}")
    return actions
