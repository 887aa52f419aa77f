"""A run to move along: the current strategy against the average, in the square and over time, at the iteration that a slider chooses."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhncfr._support import arguments, arrays
from kuhncfr._support.palette import PALETTE
from kuhncfr.figures.learning import AVERAGE, CURRENT
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.square import axis, cross
from kuhncfr.figures.style import tooltips

_SQUARE, _STRIP = 400, 70  # pixels; the book's pages draw both smaller where there is less room
_TRAIL = 40  # records behind the current strategy that are drawn with it
_DIGITS = 4  # after the point: as many as the title tells

_COLUMNS = {
    "t": "iteration t",
    "q": "current P(Q bets)",
    "k": "current P(K calls)",
    "Q": "average P(Q bets)",
    "K": "average P(K calls)",
    "e": "exploitability of the current strategy (chips a game)",
    "E": "exploitability of the average (chips a game)",
}


def scrubber(
    iterations: ArrayLike,
    current: ArrayLike,
    average: ArrayLike,
    exploitability: ArrayLike,
    equilibrium: Sequence[float],
    *,
    description: str,
    start: int | None = None,
) -> alt.VConcatChart:
    """Draw a recorded run with a slider over its iterations; the reader's browser does the rest.

    In the square: the current strategy at t with the records before it, and the average with its whole path up to t. Below,
    over time: both probabilities and the exploitability, with a rule at t. The title tells the numbers recorded at t.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
        Equally far apart.
    current, average : array_like, shape (records, 2)
        The probabilities that Q bets and that K calls.
    exploitability : array_like, shape (records, 2)
        Of the current strategy and of the average, in chips a game.
    equilibrium : sequence of float, length 2
    description : str
        For readers who cannot see the chart.
    start : int, optional
        The iteration at which the slider starts: by default the last one.

    Returns
    -------
    altair.VConcatChart
        A square and three strips, equally wide.

    Raises
    ------
    ValueError
        If iterations are not equally far apart, the arrays do not fit, or `start` was not recorded.

    Examples
    --------
    >>> chart = scrubber([10, 20], [[1, 0], [0, 1]], [[1, 0], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.1]], (1 / 3, 1 / 3), description="")
    >>> chart.to_dict()["params"][0]["bind"]["max"]
    20
    """
    arguments.text("description", description)
    equilibrium = arrays.array("equilibrium", equilibrium, (2,)).tolist()
    steps = arguments.steps("iterations", iterations)
    given = {"current": current, "average": average, "exploitability": exploitability}
    numbers = [arrays.array(name, series, ("records", 2)) for name, series in given.items()]
    if any(series.shape != (len(steps), 2) for series in numbers):
        shapes = ", ".join(str(series.shape) for series in numbers)
        raise ValueError(f"current, average and exploitability must have shape ({len(steps)}, 2), got {shapes}")
    if len(steps) < 2 or len(set(np.diff(steps).tolist())) != 1 or steps[1] <= steps[0]:
        raise ValueError("iterations must be at least two, rising, and equally far apart")
    begin = int(steps[-1]) if start is None else arguments.count("start", start)
    if begin not in steps:
        raise ValueError(f"start must be one of the iterations, from {steps[0]} to {steps[-1]}, got {start!r}")
    table = rounded(pd.DataFrame(np.column_stack(numbers).round(_DIGITS), columns=list(_COLUMNS)[1:]))
    table.insert(0, "t", steps)
    first, last, step = int(steps[0]), int(steps[-1]), int(steps[1] - steps[0])
    dial = alt.binding_range(min=first, max=last, step=step, name="t: iteration")
    slider = alt.param(name="now", value=begin, bind=dial)
    strips = [
        _strip("P(Q bets)", ("q", "Q")),
        _strip("P(K calls)", ("k", "K")),
        _strip("exploitability (chips a game)", ("e", "E"), last=True),
    ]
    chart = alt.VConcatChart(vconcat=[_square(equilibrium, step), *strips], spacing=8, description=description)
    data = alt.InlineData(values=table.to_dict("records"), name="run")  # the title looks its numbers up by this name
    title = alt.Title(alt.expr(_words(first, step)), frame="bounds", offset=14)
    return chart.properties(data=data, title=title).add_params(slider)


def _words(first: int, step: int) -> str:
    record = f"data('run')[round((now - {first}) / {step})]"
    number = {name: f"format({record}.{name}, '.{_DIGITS}f')" for name in list(_COLUMNS)[1:]}
    return f"""[
  't = ' + format(now, ','),
  'current: Q bets ' + {number["q"]} + ', K calls ' + {number["k"]},
  'average: Q bets ' + {number["Q"]} + ', K calls ' + {number["K"]},
  'exploitability (chips): ' + {number["e"]} + ' and ' + {number["E"]}
]"""


def _square(equilibrium: Sequence[float], step: int) -> alt.LayerChart:
    domain = (-0.04, 1.04)
    current, average = (
        {"x": axis(f"x:{one}", "P(Q bets)", domain), "y": axis(f"y:{other}", "P(K calls)", domain)}
        for one, other in (("q", "k"), ("Q", "K"))
    )
    tooltip = _tooltip()
    recent = alt.Chart().transform_filter(f"datum.t <= now && datum.t > now - {_TRAIL * step}")
    so_far = alt.Chart().transform_filter("datum.t <= now")
    here = alt.Chart().transform_filter("datum.t == now")
    layers: list[Any] = [
        recent.mark_line(color=PALETTE[0], strokeWidth=1.5, opacity=0.6).encode(**current, order="t:Q", tooltip=tooltip),
        so_far.mark_line(color=PALETTE[1], strokeWidth=2).encode(**average, order="t:Q", tooltip=tooltip),
        cross(equilibrium),
        here.mark_circle(size=130, opacity=1, color=PALETTE[0], stroke="white").encode(**current, tooltip=tooltip),
        here.mark_point(size=130, opacity=1, filled=True, shape="square", color=PALETTE[1], stroke="white").encode(
            **average, tooltip=tooltip
        ),
    ]
    return alt.LayerChart(layer=layers, width=_SQUARE, height=_SQUARE)


def _strip(title: str, fields: tuple[str, str], *, last: bool = False) -> alt.LayerChart:
    """A quantity of both strategies over time, with a rule at t."""
    ticks: Any = {"format": "~s", "tickCount": 5, "labels": last, "labelFlush": True}
    x = alt.X("t:Q", title="iteration t" if last else None, scale=alt.Scale(nice=False), axis=alt.Axis(**ticks))
    above: Any = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8}
    scale, numbers = (alt.Scale(type="log"), {"tickCount": 3, "format": "~g"}) if last else (alt.Scale(domain=[0, 1]), {"values": [0, 1]})
    legend = alt.Legend(title=None, orient="top", direction="vertical", symbolType="stroke", symbolSize=300, symbolStrokeWidth=3)
    colours = alt.Scale(domain=[CURRENT, AVERAGE], range=list(PALETTE[:2]))
    positive = "datum.{0} > 0" if last else "true"  # 0 has no logarithm
    layers: list[Any] = [
        alt.Chart()
        .transform_filter(positive.format(field))
        .transform_calculate(strategy=f"'{name}'")
        .mark_line(strokeWidth=width)
        .encode(
            x,
            alt.Y(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(**numbers, **above)),
            color=alt.Color("strategy:N", scale=colours, legend=legend),
            tooltip=_tooltip(),
        )
        for field, name, width in zip(fields, (CURRENT, AVERAGE), (1, 2.5), strict=True)
    ]
    rule = alt.Chart().transform_filter("datum.t == now").mark_rule(color="black", strokeWidth=2).encode(x)
    return alt.LayerChart(layer=[*layers, rule], width=_SQUARE, height=_STRIP)


def _tooltip() -> list[alt.Tooltip]:
    return tooltips({f"{name}:Q": title for name, title in _COLUMNS.items()})
