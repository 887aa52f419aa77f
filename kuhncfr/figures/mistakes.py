"""The figure of which test sees which mistake on which game."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from kuhncfr._support import arguments
from kuhncfr.figures.style import tooltips

_SEES, _BLIND = "sees it", "is blind"
_COLOURS = {_SEES: "#8CC8EE", _BLIND: "#F2B84B"}  # pale: black letters stand on them, and white ones in dark mode
_ROW = 44  # pixels: a name, and its cells below
_HEAD = 22  # pixels: a game's name may take a second line
_PLAIN: dict[str, Any] = {"labelAngle": 0, "labelOverlap": False, "ticks": False, "domain": False}


def blind_spots(seen: Mapping[tuple[str, str, str], bool], letters: Mapping[str, str], *, description: str) -> alt.LayerChart:
    """Draw a row for each mistake, and in it for each game a cell for each test: does the test see the mistake?

    Parameters
    ----------
    seen : mapping of tuple to bool
        By mistake, game and test, in the order in which they are drawn. What is missing stays empty.
    letters : mapping of str to str
        The letter that stands for each test.
    description : str
        For readers who cannot see the chart.

    Raises
    ------
    ValueError
        If there is nothing to draw, or a test has no letter.

    Examples
    --------
    >>> seen = {("chance forgotten", "coin", "value"): True, ("chance forgotten", "one-bet", "value"): False}
    >>> blind_spots(seen, {"value": "V"}, description="The coin sees it.").description
    'The coin sees it.'
    """
    arguments.text("description", description)
    letters = {test: arguments.text("each of letters", letter) for test, letter in arguments.mapping("letters", letters).items()}
    for place in arguments.instance("seen", seen, Mapping, what="a mapping, such as a dict"):
        if not isinstance(place, tuple) or len(place) != 3:
            raise TypeError(f"seen must map triples of a mistake, a game and a test, got {arguments.shown(place)}")
    mistakes, games, tests = (_distinct(names) for names in zip(*seen, strict=True)) if seen else ((), (), ())
    if not seen or not set(tests) <= set(letters):
        raise ValueError(f"every test must have a letter, and there must be one, got tests {tests} and letters for {tuple(letters)}")
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
    colour = alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values()))
    names = alt.Chart(pd.DataFrame({"mistake": mistakes})).mark_text(align="left", baseline="bottom", dy=-3, fontSize=13)
    layers: list[Any] = [
        base.mark_rect().encode(color=alt.Color("outcome:N", scale=colour, legend=alt.Legend(title="the test", orient="top"))),
        base.mark_text(color="black", fontSize=12).encode(text="letter:N"),
        names.encode(
            x=alt.value(2),
            y=alt.Y("mistake:N", sort=mistakes, bandPosition=0),
            text="mistake:N",
        ),
    ]
    view = alt.ViewBackground(stroke=None)
    return alt.LayerChart(layer=layers, view=view, width="container", height=_ROW * len(mistakes), description=description)


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
