"""Figures of the river: strategies by class of hands and by strength, and the bluffs that each hand sees."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import COLOURS, GREY, LEVEL
from kuhnbook.figures.style import told_apart
from kuhncfr.plot import rounded, tooltips
from kuhncfr.vector.holdem.hand_classes import GRID, GRID_SIDE, place

_SIZE = 450  # pixels; smaller on narrow pages
_TOP, _BOTTOM = 0.54, 0.95  # of a cell: where its bar begins and ends, below the name
_DIGITS = 3
_FONT = "min(13, width / 28)"  # 12 pixels on a phone


def hand_grid(
    table: pd.DataFrame,
    actions: Sequence[str],
    *,
    choices: Mapping[str, str] | None = None,
    says: Mapping[tuple[str, ...], str] | None = None,
) -> alt.LayerChart:
    """Draw the 13 × 13 grid of classes, each with a bar that is divided among its actions.

    Parameters
    ----------
    table : DataFrame
        A row per class that is held: ``hand``, a class such as ``"AKs"``, and a column for each action, how often it is
        taken, times how often the hand is held: the part of the bar's full width that it fills.
    actions : sequence of str
        In the order of the bars.
    choices : mapping of str to str, optional
        Columns of `table` with texts, each with the name of its control: the reader chooses one text of each, and sees those rows.
    says : mapping of tuple of str to str, optional
        What the title says for each choice of texts, in the order of `choices`, which it needs.

    Returns
    -------
    altair.LayerChart
        A square.

    Examples
    --------
    >>> chart = hand_grid(pd.DataFrame({"hand": ["AA"], "check": [0.25], "bet": [0.75]}), ["check", "bet"])
    >>> len(chart.to_dict()["layer"])
    3
    """
    names, controls = list(actions), dict(choices or {})
    signals = {column: f"choice{k}" for k, column in enumerate(controls, 1)}
    classes = pd.DataFrame({"hand": GRID, **_places(pd.Series(GRID))})
    cells = alt.Chart(classes).mark_rect(fill=None, stroke=GREY, strokeOpacity=0.35, aria=False)
    labels = alt.Chart(classes).mark_text(aria=False, fontSize=alt.ExprRef(_FONT))
    drawn = alt.Chart(_bars(table, names, list(controls))).mark_rect()
    if controls:
        drawn = drawn.transform_filter(" && ".join(f"datum['{column}'] == {signal}" for column, signal in signals.items()))
    drawn = drawn.transform_calculate(words="datum.hand + ': ' + datum.action + ' ' + format(datum.share, '.0%')")
    told = tooltips({"hand:N": "hand", "action:N": "action", "share:Q": "share of the deals with this hand"})
    colours = told_apart("action", names, {"columns": 4})
    place = {"x": _across("x:Q"), "x2": "right:Q", "y": _down("y:Q"), "y2": "bottom:Q"}
    layers: list[Any] = [
        cells.encode(**place),
        drawn.encode(**place, **colours, description="words:N", tooltip=told),
        labels.encode(x=_across("middle:Q"), y=_down("name:Q"), text="hand:N"),
    ]
    chart = alt.LayerChart(layer=layers, width=_SIZE, height=_SIZE)
    for column, label in controls.items():
        texts = list(dict.fromkeys(table[column]))
        chart = chart.add_params(alt.param(name=signals[column], value=str(texts[0]), bind=alt.binding_select(options=texts, name=label)))
    return chart if says is None else chart.properties(title=alt.Title(alt.expr(_title(signals.values(), says)), frame="bounds", offset=10))


def _bars(table: pd.DataFrame, names: list[str], controls: list[str]) -> pd.DataFrame:
    """Return a row per hand and action with the position of its bar; bars too thin to be visible are left out."""
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
    """Return the position of each class's cell and of its name."""
    y, x = (pd.Series([place(hand)[k] for hand in hands], index=hands.index) for k in range(2))
    return {"x": x, "y": y, "right": x + 1, "bottom": y + 1, "middle": x + 0.5, "name": y + _TOP / 2}


def _across(field: str) -> alt.X:
    return alt.X(field, axis=None, scale=alt.Scale(domain=[0, GRID_SIDE], nice=False, zero=False))


def _down(field: str) -> alt.Y:
    return alt.Y(field, axis=None, scale=alt.Scale(domain=[GRID_SIDE, 0], nice=False, zero=False))


def _title(signals: Iterable[str], says: Mapping[tuple[str, ...], str]) -> str:
    """Return an expression for the text of the current choice."""
    key = " + '|' + ".join(signals)
    words = ", ".join(f"{_quoted('|'.join(texts))}: [{', '.join(map(_quoted, said.splitlines()))}]" for texts, said in says.items())
    return f"({{{words}}})[{key}]"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# --- Hands by strength ----


def by_strength(table: pd.DataFrame, parts: Sequence[str], *, marked: Sequence[str] = ()) -> alt.LayerChart:
    """Draw the strategy of each hand, the weakest on the left; the width of a hand is its weight.

    Parameters
    ----------
    table : DataFrame
        A row per hand or class of hands, from the weakest to the strongest: ``hand``, ``weight``, how often it is held, in
        any unit, and a column for each part, the share of it; the shares of a row sum to 1.
    parts : sequence of str
        From below to above.
    marked : sequence of str
        The hands that are named, above their rectangles.

    Returns
    -------
    altair.LayerChart
        As wide as the page.

    Examples
    --------
    >>> hands = pd.DataFrame({"hand": ["Q", "K", "A"], "weight": [1, 1, 1], "check": [2 / 3, 1, 0], "bet": [1 / 3, 0, 1]})
    >>> by_strength(hands, ["check", "bet"]).to_dict()["layer"][0]["encoding"]["x2"]
    {'field': 'upto'}
    """
    names = list(parts)
    data = _stretches(table.reset_index(drop=True), names)
    unit, percent = alt.Scale(domain=[0, 1]), alt.Axis(format="%", tickCount=5)
    columns = 3 if sum(map(len, names)) < 30 else 2  # as a phone has room
    rectangles = alt.Chart(data).mark_rect(stroke=None)
    rectangles = rectangles.encode(
        x=alt.X("from:Q", title="hands, from the weakest to the strongest", scale=unit, axis=percent),
        x2="upto:Q",
        y=alt.Y("low:Q", title="probability", scale=unit, axis=percent),
        y2="high:Q",
        tooltip=tooltips({"hand:N": "hand", "part:N": "action", "share:Q": "probability", "held:Q": "share of the range"}),
        **told_apart("part", names, {"columns": columns}),
    )
    layers: list[Any] = [rectangles]
    for k, hand in enumerate(marked):  # neighbours move apart
        words = alt.Chart(data[data["hand"] == hand].head(1)).transform_calculate(middle="(datum.from + datum.upto) / 2")
        words = words.mark_text(baseline="bottom", dx=9 * (-1) ** (k + 1), dy=-3, fontSize=12, aria=False)
        layers.append(words.encode(x=alt.X("middle:Q", scale=unit), y=alt.value(0), text="hand:N"))
    return alt.LayerChart(layer=layers, width="container", height=240)


def _stretches(table: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """Return a row per hand and part with the edges of its rectangle; parts with probability 0 are left out."""
    held = table["weight"] / table["weight"].sum()
    upto, high = held.cumsum(), table[names].cumsum(axis=1)
    parts = []
    for name in names:
        part = pd.DataFrame({"hand": table["hand"], "part": name, "share": table[name], "held": held, "from": upto - held, "upto": upto})
        parts.append(part.assign(low=high[name] - table[name], high=high[name]))
    found = pd.concat(parts, ignore_index=True)
    return rounded(found[found["share"] >= 10**-_DIGITS].round(_DIGITS + 1), _DIGITS + 1)


def bluffs_seen(table: pd.DataFrame, needed: float, *, marked: Sequence[str] = (), domain: tuple[float, float] = (0, 1)) -> alt.LayerChart:
    """Draw the probability that each hand calls over the share of bluffs among the bets that it can face.

    Parameters
    ----------
    table : DataFrame
        A row per hand or class: ``hand``, ``seen``, how often it beats a bet, and ``calls``, how often it calls.
    needed : float
        How often it has to for a call to earn what a fold does: a dashed line.
    marked : sequence of str
        The hands that are named.
    domain : tuple of float
        What the horizontal axis shows; hands outside of it are left out.

    Returns
    -------
    altair.LayerChart
        As wide as the page.

    Examples
    --------
    >>> hands = pd.DataFrame({"hand": ["99", "TT"], "seen": [0.34, 0.28], "calls": [1.0, 0.0]})
    >>> len(bluffs_seen(hands, 1 / 3, marked=["99"]).to_dict()["layer"])
    3
    """
    low, high = domain
    inside = table[table["seen"].between(low, high)]
    data = rounded(inside[["hand", "seen", "calls"]].round(_DIGITS + 1), _DIGITS + 1)
    across = alt.Scale(domain=[low, high], nice=False, zero=False)
    x = alt.X("seen:Q", title="bets that this hand beats", scale=across, axis=alt.Axis(format="%", tickCount=6))
    above = alt.Scale(domain=[-0.05, 1.2], nice=False)
    y = alt.Y("calls:Q", title="how often it calls", scale=above, axis=alt.Axis(format="%", values=[0, 0.5, 1]))
    tooltip = tooltips({"hand:N": "hand", "seen:Q": "bets that it beats (share)", "calls:Q": "how often it calls"})
    line = rounded(pd.DataFrame({"needed": [needed]}))
    names = data[data["hand"].isin(marked)]
    align = alt.ExprRef(f"datum.seen < {needed:.3f} - 0.005 ? 'right' : 'left'")  # off the line
    layers: list[Any] = [
        alt.Chart(line).mark_rule(**LEVEL).encode(x=alt.X("needed:Q", scale=across), tooltip=tooltips({"needed:Q": "needed (share)"})),
        alt.Chart(data).mark_circle(size=70, color=COLOURS["call"], opacity=0.7).encode(x=x, y=y, tooltip=tooltip),
        alt.Chart(names).mark_text(align=align, dx=6, dy=-12, fontSize=13, aria=False).encode(x=x, y=y, text="hand:N"),
    ]
    return alt.LayerChart(layer=layers, width="container", height=280)
