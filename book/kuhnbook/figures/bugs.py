"""The figure of which test sees which mistake on which game."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from kuhnbook.figures.colours import INK
from kuhncfr.plot import tooltips

_SEES, _BLIND = "sees it", "misses it"
_ROW = 44  # pixels: a name, and its cells below
_HEAD = 22  # pixels: a game's name may take a second line
_PLAIN: dict[str, Any] = {"labelAngle": 0, "labelOverlap": False, "ticks": False, "domain": False}


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
    mistakes, games, _ = (_distinct(names) for names in zip(*seen, strict=True))
    cells = [
        {"mistake": mistake, "game": game, "test": test, "letter": letters[test], "outcome": _SEES if sees else _BLIND}
        for (mistake, game, test), sees in seen.items()
    ]
    rows: dict[str, Any] = {"y": alt.Y("mistake:N", sort=mistakes, axis=None, scale=alt.Scale(paddingInner=0.45, paddingOuter=0.4))}
    inside = alt.XOffset("test:N", sort=list(letters), scale=alt.Scale(domain=list(letters), paddingInner=0.1))
    base = alt.Chart(pd.DataFrame(cells)).encode(
        x=alt.X(
            "game:N",
            sort=games,
            title=None,
            axis=alt.Axis(orient="top", labelExpr="split(datum.label, ' ')", labelPadding=_HEAD, **_PLAIN),
            scale=alt.Scale(paddingInner=0.12, paddingOuter=0.02),
        ),
        xOffset=inside,
        tooltip=tooltips({"mistake:N": "mistake", "game:N": "game", "test:N": "test", "outcome:N": "the test"}),
        **rows,
    )
    colour = alt.Scale(domain=[_SEES, _BLIND])
    names = alt.Chart(pd.DataFrame({"mistake": mistakes})).mark_text(align="left", baseline="bottom", dy=-3, fontSize=13)
    layers: list[Any] = [
        base.mark_rect().encode(color=alt.Color("outcome:N", scale=colour, legend=alt.Legend(title="the test", orient="top"))),
        base.mark_text(color=INK, fontSize=12).encode(text="letter:N"),
        names.encode(
            x=alt.value(2),
            y=alt.Y("mistake:N", sort=mistakes, bandPosition=0),
            text="mistake:N",
        ),
    ]
    view = alt.ViewBackground(stroke=None)
    return alt.LayerChart(layer=layers, view=view, width="container", height=_ROW * len(mistakes))


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
