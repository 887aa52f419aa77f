"""Figures of games with many cards: a showdown as a table, strategies as stretches of the deck, and periodic values."""

from collections.abc import Mapping
from numbers import Rational
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhnbook.figures.colours import INK, PROBABILITY
from kuhnbook.figures.style import signed, told_apart
from kuhncfr.plot import tooltips

_SHADES = 20  # of probability: neighbouring cards of the same shade form one stretch
_SUM = "sum"


def who_beats_whom(reach: ArrayLike) -> alt.LayerChart:
    r"""Draw the value of each card at a showdown: a row of signed reaches for each own card, and their sum.

    .. math:: \sum_{j < i} \pi(j) - \sum_{j > i} \pi(j)

    Parameters
    ----------
    reach : array_like, shape (cards,)
        How strongly each card of the other player is still there, from the lowest card on; in any unit. At most twelve.

    Returns
    -------
    altair.LayerChart

    Examples
    --------
    >>> chart = who_beats_whom([5, 7, 9])
    >>> chart.layer[2].data["number"].tolist()
    [-16.0, -4.0, 12.0]
    """
    weights = np.asarray(reach, dtype=float)
    names = [str(card) for card in range(1, len(weights) + 1)]
    signs = np.sign(np.subtract.outer(range(len(weights)), range(len(weights))))
    cells = signed(signs * weights, own=names, other=names)
    sums = pd.DataFrame({"own": names, "other": _SUM, "number": (signs @ weights).astype(float)})
    shared: dict[str, Any] = {
        "x": alt.X("other:N", sort=None, scale=alt.Scale(domain=[*names, _SUM]), title="the other's card", axis=alt.Axis(labelAngle=0)),
        "y": alt.Y("own:N", sort=None, scale=alt.Scale(domain=names), title="own card"),
        "tooltip": tooltips({"own:N": "own card", "other:N": "the other's card", "number:Q": "signed reach"}),
    }
    number = alt.Text("number:Q", format="+~g")
    layers: list[Any] = [
        alt.Chart(cells).mark_rect().encode(**shared, **told_apart("sign", ["wins", "loses"], {"title": "own card"})),
        alt.Chart(cells).mark_text(color=INK, fontSize=12).encode(**shared, text=number),
        alt.Chart(sums).mark_text(fontSize=13, fontWeight="bold").encode(**shared, text=number),
    ]
    return alt.LayerChart(layer=layers, width="container", height=max(60, 34 * len(names)))


def stretches(rows: Mapping[str, ArrayLike], *, title: str) -> alt.Chart:
    """Draw strategies or ranges as bars, from the lowest card on the left to the highest: the bluer, the higher the probability.

    Neighbouring cards that differ by less than a shade are drawn as one stretch, whose tooltip gives their mean.

    Parameters
    ----------
    rows : mapping of str to array_like, shape (cards,)
        A bar for each name: probabilities, from the lowest card on. Bars of different decks have the same length.
    title : str
        What a probability means.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> chart = stretches({"4 cards": [1, 0, 0, 0.5]}, title="P(b)")
    >>> chart.data[["lowest", "highest", "probability"]].to_numpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 3.0, 0.0], [4.0, 4.0, 0.5]]
    """
    table = pd.concat([_stretches(name, np.asarray(row, dtype=float)) for name, row in rows.items()], ignore_index=True)
    scale = alt.Scale(domain=[0, 0.5, 1], range=PROBABILITY, interpolate="rgb")
    legend = alt.Legend(orient="top", gradientLength=160, values=[0, 0.5, 1], titleLimit=300)
    bars = alt.Chart(table, width="container", height=28 * len(rows)).mark_bar(height={"band": 0.8}, x2Offset=1)  # neighbours touch
    return bars.encode(
        x=alt.X("from:Q", title="position in the deck, low to high", scale=alt.Scale(domain=[0, 1], nice=False)),
        x2="to:Q",
        y=alt.Y("bar:N", sort=None, title=None, axis=alt.Axis(labelLimit=220)),
        color=alt.Color("probability:Q", title=title, scale=scale, legend=legend),
        tooltip=tooltips({"bar:N": "bar", "lowest:Q": "from card", "highest:Q": "to card", "probability:Q": title}),
    )


def repeating(series: Mapping[str, Mapping[int, Rational]], *, y: str) -> alt.Chart:
    """Draw fractions over the number of cards, as one line with points per name.

    Parameters
    ----------
    series : mapping of str to mapping of int to Fraction
        For each name, a number by the number of cards.
    y : str
        What the numbers are.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> from fractions import Fraction
    >>> chart = repeating({"a": {3: Fraction(1, 4), 4: Fraction(0)}}, y="missing")
    >>> chart.data["exactly"].tolist()
    ['1/4', '0']
    """
    table = pd.DataFrame(series).rename_axis("cards").reset_index().melt("cards", var_name="what", value_name="exactly").dropna()
    table = table.assign(number=table["exactly"].astype(float).round(6), exactly=table["exactly"].map(str))
    legend = {"columns": 1, "labelLimit": 300, "symbolType": "stroke", "symbolSize": 300}
    lines = alt.Chart(table, width="container", height=260).mark_line(point=alt.OverlayMarkDef(size=60), strokeWidth=1.5)
    return lines.encode(
        x=alt.X("cards:Q", title="cards in the deck", scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickMinStep=1)),
        y=alt.Y("number:Q", title=y),
        tooltip=tooltips({"what:N": "game", "cards:Q": "cards in the deck", "exactly:N": y}),
        **told_apart("what", list(series), legend, strokeDash=[]),
    )


def _stretches(name: str, row: np.ndarray[Any, np.dtype[np.float64]]) -> pd.DataFrame:
    """Cut a bar where the shade changes."""
    shade = np.rint(row * _SHADES)
    starts = np.flatnonzero(np.diff(shade, prepend=np.nan) != 0)
    ends = np.append(starts[1:], len(row))
    means = [row[start:end].mean() for start, end in zip(starts, ends, strict=True)]
    edges = {"from": starts / len(row), "to": ends / len(row), "lowest": starts + 1, "highest": ends}
    return pd.DataFrame({"bar": name, **edges, "probability": means}).round({"from": 6, "to": 6, "probability": 2})
