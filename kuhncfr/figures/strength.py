"""A strategy over hands in the order of their strength, and what each hand sees of the other player's bets."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from kuhncfr._support import arguments, arrays, tables
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

_DIGITS = 3
_HELD = "weight"


def by_strength(table: pd.DataFrame, parts: Sequence[str], *, description: str) -> alt.Chart:
    """Draw what is done with each hand, the weakest on the left, each as wide as it is often held.

    Parameters
    ----------
    table : DataFrame
        A row per hand or class of hands, from the weakest to the strongest: ``hand``, ``weight``, how often it is held, in
        any unit, and a column for each part, the share of it; the shares of a row sum to 1.
    parts : sequence of str
        From below to above.
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    altair.Chart
        As wide as the page.

    Raises
    ------
    ValueError
        If shares do not sum to 1, or a weight is negative or all are 0.

    Examples
    --------
    >>> hands = pd.DataFrame({"hand": ["Q", "K", "A"], "weight": [1, 1, 1], "check": [2 / 3, 1, 0], "bet": [1 / 3, 0, 1]})
    >>> by_strength(hands, ["check", "bet"], description="").to_dict()["encoding"]["x2"]
    {'field': 'upto'}
    """
    arguments.text("description", description)
    names = arguments.names("parts", parts)
    tables.table("table", table, numbers=(_HELD, *names), columns=("hand",))
    if (table[_HELD] < 0).any() or not table[_HELD].any():
        raise ValueError("weight must be 0 or more for every hand of the table, and not 0 for all")
    if not np.allclose(table[names].sum(axis=1), 1, atol=1e-6):
        raise ValueError(
            f"shares of each hand of the table must sum to 1, got {table[names].sum(axis=1).min():g} to {table[names].sum(axis=1).max():g}"
        )
    colours = alt.Scale(domain=names, range=list(PALETTE[: len(names)]))
    percent: Any = {"format": "%", "tickCount": 5}
    chart: alt.Chart = (
        alt.Chart(_stretches(table.reset_index(drop=True), names))
        .mark_rect(stroke=None)
        .encode(
            x=alt.X("from:Q", title="hands, from the weakest to the strongest", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(**percent)),
            x2="upto:Q",
            y=alt.Y("low:Q", title="how often", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(**percent)),
            y2="high:Q",
            color=alt.Color("part:N", scale=colours, sort=names, legend=alt.Legend(title=None, orient="top", columns=2)),
            tooltip=tooltips({"hand:N": "hand", "part:N": "action", "share:Q": "how often", "held:Q": "share of the range"}),
        )
        .properties(width="container", height=240, description=description)
    )
    return chart


def _stretches(table: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """Return a row per hand and part with the edges of its rectangle; parts that never happen are left out."""
    held = table[_HELD] / table[_HELD].sum()
    upto, high = held.cumsum(), table[names].cumsum(axis=1)
    rows = [
        pd.DataFrame(
            {
                "hand": table["hand"],
                "part": name,
                "share": table[name],
                "held": held,
                "from": upto - held,
                "upto": upto,
                "low": high[name] - table[name],
                "high": high[name],
            }
        )
        for name in names
    ]
    found = pd.concat(rows, ignore_index=True)
    return rounded(found[found["share"] >= 10**-_DIGITS].round(_DIGITS + 1), _DIGITS + 1)


def bluffs_seen(
    table: pd.DataFrame, needed: float, *, description: str, marked: Sequence[str] = (), domain: tuple[float, float] = (0, 1)
) -> alt.LayerChart:
    """Draw how often each hand calls over how often, as that hand sees it, a bet is a bluff.

    Parameters
    ----------
    table : DataFrame
        A row per hand or class: ``hand``, ``seen``, how often it beats a bet, and ``calls``, how often it calls.
    needed : float
        How often it has to for a call to earn what a fold does: a dashed line.
    description : str
        For readers who cannot see the chart.
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
    >>> len(bluffs_seen(hands, 1 / 3, description="", marked=["99"]).to_dict()["layer"])
    3
    """
    arguments.text("description", description)
    tables.table("table", table, numbers=("seen", "calls"), columns=("hand",))
    needed = float(arguments.within("needed", needed, 0, 1))
    marked = arguments.names("marked", marked)
    low, high = arrays.array("domain", domain, (2,)).tolist()
    inside = table[table["seen"].between(low, high)]
    if inside.empty:
        raise ValueError(f"domain must hold a hand at least, got {arguments.shown(domain)}")
    data = rounded(inside[["hand", "seen", "calls"]].round(_DIGITS + 1), _DIGITS + 1)
    across = alt.Scale(domain=[low, high], nice=False, zero=False)
    x = alt.X("seen:Q", title="bets that this hand beats", scale=across, axis=alt.Axis(format="%", tickCount=6))
    above = alt.Scale(domain=[-0.05, 1.2], nice=False)
    y = alt.Y("calls:Q", title="how often it calls", scale=above, axis=alt.Axis(format="%", values=[0, 0.5, 1]))
    tooltip = tooltips({"hand:N": "hand", "seen:Q": "bets that it beats (share)", "calls:Q": "how often it calls"})
    line = rounded(pd.DataFrame({"needed": [needed]}))
    names = data[data["hand"].isin(marked)]
    layers: list[Any] = [
        alt.Chart(line)
        .mark_rule(strokeDash=[5, 4], color="gray")
        .encode(x=alt.X("needed:Q", scale=across), tooltip=tooltips({"needed:Q": "needed (share)"})),
        alt.Chart(data).mark_circle(size=70, color=PALETTE[0], opacity=0.7).encode(x=x, y=y, tooltip=tooltip),
        alt.Chart(names).mark_text(dy=-12, fontSize=13, aria=False).encode(x=x, y=y, text="hand:N"),
    ]
    return alt.LayerChart(layer=layers, width="container", height=280, description=description)
