"""The museum of mistakes: a picture of what each room does wrong, and which test sees which mistake on which game."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import INK, VERMILION
from kuhnbook.figures.style import told_apart
from kuhncfr.plot import rounded, tooltips

_SEES, _BLIND = "sees it", "misses it"
_ROW = 44  # pixels: a name, and its cells below
_HEAD = 22  # pixels: a game's name may take a second line


def side_by_side(table: pd.DataFrame, *, x: str, y: str, log: bool = False) -> alt.Chart:
    """Draw a quantity of two programs as two lines.

    Parameters
    ----------
    table : DataFrame
        Columns ``x``, ``y`` and ``program``: ``"CFR"`` or ``"this room"``.
    x, y : str
        Titles of the axes, with the units.
    log : bool
        Whether both axes are logarithmic.

    Examples
    --------
    >>> table = pd.DataFrame({"x": [1, 2], "y": [0.5, 0.25], "program": "CFR"})
    >>> side_by_side(table, x="iteration t", y="regret (chips)").mark.type
    'line'
    """
    scale = alt.Scale(type="log", nice=False) if log else alt.Scale(zero=False, nice=False)
    lines = alt.Chart(rounded(table), width="container", height=260).mark_line(strokeWidth=2.5)
    return lines.encode(
        x=alt.X("x:Q", title=x, scale=scale, axis=alt.Axis(tickCount=4, format="~s") if log else alt.Axis(tickCount=5)),
        y=alt.Y("y:Q", title=y, scale=alt.Scale(type="log") if log else alt.Undefined, axis=alt.Axis(tickCount=4)),
        tooltip=tooltips({"program:N": "program", "x:Q": x, "y:Q": y}),
        **told_apart("program", ["CFR", "this room"], {"symbolOpacity": 1}),
    )


def weighed(played: pd.DataFrame, averages: pd.DataFrame, *, y: str) -> alt.LayerChart:
    """Draw what a player plays in each iteration, the larger the likelier the player is to be there, and two averages of it.

    Parameters
    ----------
    played : DataFrame
        A row per iteration: ``x``, the iteration; ``y``, a probability; ``reach``, the player's own reach.
    averages : DataFrame
        As for :func:`side_by_side`.
    y : str
        Title of the vertical axis.
    """
    lines = side_by_side(averages, x="iteration t", y=y)
    size = alt.Size("reach:Q", title="own reach", scale=alt.Scale(domain=[0, 1], range=[2, 160]), legend=None)
    told = tooltips({"x:Q": "iteration t", "y:Q": y, "reach:Q": "own reach (probability)"})
    dots = alt.Chart(rounded(played)).mark_circle(color=INK, opacity=0.35).encode(x="x:Q", y="y:Q", size=size, tooltip=told)
    return alt.LayerChart(layer=[dots, lines], width="container", height=260)


def cancelling(table: pd.DataFrame) -> alt.Chart:
    """Draw, for many profiles, how far the value is off against how far the profile is from an equilibrium.

    Parameters
    ----------
    table : DataFrame
        Columns ``exploitability`` and ``value``, both in chips a game.
    """
    gap, value = "exploitability (chips a game)", "what room 5 says (chips a game)"
    dots = alt.Chart(rounded(table), width="container", height=300).mark_circle(size=45, opacity=0.5, color=VERMILION)
    told = tooltips({"exploitability:Q": gap, "value:Q": value})
    return dots.encode(x=alt.X("exploitability:Q", title=gap, axis=alt.Axis(tickCount=8)), y=alt.Y("value:Q", title=value), tooltip=told)


def claims(table: pd.DataFrame) -> alt.Chart:
    """Draw the exploitability of some profiles by two programs, as bars.

    Parameters
    ----------
    table : DataFrame
        Columns ``profile``, ``program`` (``"right"`` or ``"this room"``) and ``exploitability``, in chips a game.
    """
    bars = alt.Chart(rounded(table), width="container", height=190).mark_bar()
    return bars.encode(
        x=alt.X("exploitability:Q", title="exploitability (chips a game)"),
        y=alt.Y("profile:N", sort=None, title=None, axis=alt.Axis(labelLimit=0)),
        yOffset=alt.YOffset("program:N", sort=None),
        tooltip=tooltips({"profile:N": "profile", "program:N": "measure", "exploitability:Q": "exploitability (chips a game)"}),
        **told_apart("program", ["right", "this room"], {}),
    )


def blind_spots(seen: Mapping[tuple[str, str, str], bool], letters: Mapping[str, str]) -> alt.LayerChart:
    """Draw a row for each mistake, and in it for each game a cell for each test: does the test see the mistake?

    Parameters
    ----------
    seen : mapping of tuple to bool
        By mistake, game and test, in the order in which they are drawn. What is missing stays empty.
    letters : mapping of str to str
        The letter that stands for each test.

    Examples
    --------
    >>> seen = {("chance forgotten", "coin", "value"): True, ("chance forgotten", "one-bet", "value"): False}
    >>> blind_spots(seen, {"value": "V"}).layer[0].data["outcome"].tolist()
    ['sees it', 'misses it']
    """
    cells = pd.DataFrame(list(seen), columns=["mistake", "game", "test"])
    cells = cells.assign(letter=cells["test"].map(letters), outcome=[_SEES if sees else _BLIND for sees in seen.values()])
    mistakes, games = (cells[column].unique().tolist() for column in ("mistake", "game"))
    plain: dict[str, Any] = {"labelAngle": 0, "labelOverlap": False, "ticks": False, "domain": False}
    above = alt.Axis(orient="top", labelExpr="split(datum.label, ' ')", labelPadding=_HEAD, **plain)
    base = alt.Chart(cells).encode(
        x=alt.X("game:N", sort=games, title=None, axis=above, scale=alt.Scale(paddingInner=0.12, paddingOuter=0.02)),
        xOffset=alt.XOffset("test:N", sort=list(letters), scale=alt.Scale(domain=list(letters), paddingInner=0.1)),
        y=alt.Y("mistake:N", sort=mistakes, axis=None, scale=alt.Scale(paddingInner=0.45, paddingOuter=0.4)),
        tooltip=tooltips({"mistake:N": "mistake", "game:N": "game", "test:N": "test", "outcome:N": "the test"}),
    )
    names = alt.Chart(pd.DataFrame({"mistake": mistakes})).mark_text(align="left", baseline="bottom", dy=-3, fontSize=13)
    layers: list[Any] = [
        base.mark_rect().encode(**told_apart("outcome", [_SEES, _BLIND], {"title": "the test"})),
        base.mark_text(color=INK, fontSize=12).encode(text="letter:N"),
        names.encode(x=alt.value(2), y=alt.Y("mistake:N", sort=mistakes, bandPosition=0), text="mistake:N"),
    ]
    return alt.LayerChart(layer=layers, view=alt.ViewBackground(stroke=None), width="container", height=_ROW * len(mistakes))
