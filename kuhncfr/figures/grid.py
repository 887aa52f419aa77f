"""What to do with each of the 169 classes of hold'em hands: the grid that players know, with controls to choose which one."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import altair as alt
import pandas as pd

from kuhncfr._support import arguments, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips
from kuhncfr.vector.holdem.classes import GRID, SIDE, place

_SIZE = 450  # pixels; the book's pages draw it smaller where there is less room
_TOP, _BOTTOM = 0.54, 0.95  # of a cell, where its bar begins and ends; the name stands above it
_DIGITS = 3
_FONT = "max(7, min(13, width / 35))"


def hand_grid(
    table: pd.DataFrame,
    actions: Sequence[str],
    *,
    description: str,
    choices: Mapping[str, str] | None = None,
    says: Mapping[tuple[str, ...], str] | None = None,
) -> alt.LayerChart:
    """Draw the 13 × 13 classes of hands, each with a bar that its actions share.

    Parameters
    ----------
    table : DataFrame
        A row per class that is held: ``hand``, a class such as ``"AKs"``, and a column for each action, how often it is
        taken, times how often the hand is held: the part of the bar's full width that it fills.
    actions : sequence of str
        In the order of the bars.
    description : str
        For readers who cannot see the chart.
    choices : mapping of str to str, optional
        Columns of `table` with texts, each with the name of its control: the reader chooses one text of each, and sees those rows.
    says : mapping of tuple of str to str, optional
        What the title tells for each choice of texts, in the order of `choices`.

    Returns
    -------
    altair.LayerChart
        A square.

    Raises
    ------
    ValueError
        If a hand is none of the classes or stands twice, the actions of one fill more than a bar, or a title is missing.

    Examples
    --------
    >>> chart = hand_grid(pd.DataFrame({"hand": ["AA"], "check": [0.25], "bet": [0.75]}), ["check", "bet"], description="")
    >>> len(chart.to_dict()["layer"])
    3
    """
    arguments.text("description", description)
    names = arguments.names("actions", actions)
    if not names:
        raise ValueError("actions must name one at least")
    chosen = {} if choices is None else arguments.mapping("choices", choices)
    controls = {arguments.text("a column", column): arguments.text("a control", label) for column, label in chosen.items()}
    tables.table("table", table, numbers=names, columns=("hand", *controls))
    _check(table, names, list(controls))
    bars = _bars(table, names, list(controls))
    classes = pd.DataFrame({"hand": GRID, **_places(pd.Series(GRID))})
    cells = alt.Chart(classes).mark_rect(fill=None, stroke="gray", strokeOpacity=0.35, aria=False)
    labels = alt.Chart(classes).mark_text(aria=False, fontSize=alt.ExprRef(_FONT))
    drawn = alt.Chart(bars).mark_rect()
    if controls:
        drawn = drawn.transform_filter(" && ".join(f"datum['{column}'] == {_signal(k)}" for k, column in enumerate(controls)))
    across, down = _axis("X"), _axis("Y")
    colours = alt.Scale(domain=names, range=list(PALETTE[: len(names)]))
    told = {"hand:N": "hand", "action:N": "action", "share:Q": "share of the deals with this hand"}
    layers: list[Any] = [
        cells.encode(x=across("x:Q"), x2="right:Q", y=down("y:Q"), y2="bottom:Q"),
        drawn.transform_calculate(words="datum.hand + ': ' + datum.action + ' ' + format(datum.share, '.0%')").encode(
            x=across("x:Q"),
            x2="right:Q",
            y=down("y:Q"),
            y2="bottom:Q",
            color=alt.Color("action:N", scale=colours, legend=alt.Legend(title=None, orient="top", columns=4)),
            description="words:N",
            tooltip=tooltips(told),
        ),
        labels.encode(x=across("middle:Q"), y=down("name:Q"), text="hand:N"),
    ]
    chart = alt.LayerChart(layer=layers, width=_SIZE, height=_SIZE, description=description)
    params = [
        alt.param(name=_signal(k), value=str(table[column].iloc[0]), bind=alt.binding_select(options=_texts(table, column), name=label))
        for k, (column, label) in enumerate(controls.items())
    ]
    if says is not None:
        chart = chart.properties(
            title=alt.Title(
                alt.expr(_title(table, list(controls), arguments.instance("says", says, Mapping, what="a mapping of choices"))),
                frame="bounds",
                offset=10,
            )
        )
    return chart.add_params(*params) if params else chart


def _check(table: pd.DataFrame, names: list[str], controls: list[str]) -> None:
    if unknown := [hand for hand in table["hand"] if hand not in GRID]:
        raise ValueError(f"hand must be a class such as AA, AKs or AKo, got {arguments.shown(unknown[0])}")
    if table.duplicated(["hand", *controls]).any():
        raise ValueError("table must have one row for each hand and choice")
    filled = table[names].sum(axis=1)
    if (table[names] < 0).any(axis=None) or (filled > 1 + 1e-9).any():
        raise ValueError(f"actions of each hand of the table must be 0 or more, and fill at most a whole bar, got {filled.max():g}")


def _bars(table: pd.DataFrame, names: list[str], controls: list[str]) -> pd.DataFrame:
    """Return a row per hand and action with where its bar lies; those too thin to be seen are left out."""
    places = _places(table["hand"])
    right = table[names].cumsum(axis=1)
    parts = []
    for name in names:
        part = table[["hand", *controls]].assign(action=name, share=table[name])
        part["x"] = (places["x"] + right[name] - table[name]).round(_DIGITS)
        part["right"] = (places["x"] + right[name]).round(_DIGITS)
        part["y"], part["bottom"] = places["y"] + _TOP, places["y"] + _BOTTOM
        parts.append(part[part["share"] >= 10**-_DIGITS])
    return rounded(pd.concat(parts, ignore_index=True).round({"share": _DIGITS, "y": 2, "bottom": 2}))


def _places(hands: "pd.Series[str]") -> dict[str, "pd.Series[float]"]:
    """Return where the cell of each class lies, and where its name stands."""
    y, x = (pd.Series([place(hand)[k] for hand in hands], index=hands.index) for k in range(2))
    return {"x": x, "y": y, "right": x + 1, "bottom": y + 1, "middle": x + 0.5, "name": y + _TOP / 2}


def _axis(channel: str) -> Any:
    kind = getattr(alt, channel)
    domain = [0, SIDE] if channel == "X" else [SIDE, 0]
    return lambda field: kind(field, axis=None, scale=alt.Scale(domain=domain, nice=False, zero=False))


def _signal(k: int) -> str:
    return f"choice{k + 1}"


def _texts(table: pd.DataFrame, column: str) -> list[str]:
    return [arguments.text(f"each of {column}", text) for text in dict.fromkeys(table[column])]


def _title(table: pd.DataFrame, controls: list[str], says: Mapping[tuple[str, ...], str]) -> str:
    """Return an expression for the words that belong to what is chosen."""
    missing = [texts for texts in product(*(_texts(table, column) for column in controls)) if texts not in says]
    if missing:
        raise ValueError(f"says must have words for each choice, none for {arguments.shown(missing[0])}")
    key = " + '|' + ".join(_signal(k) for k in range(len(controls))) or "''"
    words = ", ".join(f"{_quoted('|'.join(texts))}: [{', '.join(map(_quoted, said.splitlines()))}]" for texts, said in says.items())
    return f"({{{words}}})[{key}]"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
