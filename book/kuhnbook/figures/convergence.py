"""The chapter on convergence: a run to move along, the spiral of its average, bands of many runs, the account that regrets keep."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhnbook.figures.colours import COLOURS, GREY, INK, LEVEL, PAPER
from kuhnbook.figures.spread import PERCENTILES, bands
from kuhnbook.figures.style import ABOVE_AXIS, AVERAGE, CURRENT, cross, slider, square, told_apart
from kuhncfr.plot import rounded, tooltips


def distance_bands(table: pd.DataFrame, factor: float) -> alt.LayerChart:
    r"""Draw the distances of many runs on two logarithmic axes, with the line :math:`\text{factor} / \sqrt T`.

    Parameters
    ----------
    table : DataFrame
        From :func:`kuhnbook.figures.percentiles`, with a column ``watched``: one of the runs, drawn as a thin line.
    factor : float
        Height of the dashed line at T = 1.

    Returns
    -------
    altair.LayerChart
        As wide as the page.
    """
    data = rounded(table)
    line = rounded(pd.DataFrame({"iteration": data["iteration"], "expected": factor / np.sqrt(data["iteration"])}))
    logarithmic = alt.Scale(type="log", nice=False)
    across, up = alt.Axis(values=[100, 1_000, 10_000], format=","), alt.Axis(values=[0.001, 0.01, 0.1], format="~g")
    base = alt.Chart(data).encode(x=alt.X("iteration:Q", title="iterations T", scale=logarithmic, axis=across))
    told = {f"{name}:Q": f"{name} (chips a game)" for name in (*PERCENTILES, "watched")}
    tooltip = tooltips({"iteration:Q": "iterations T"} | told)
    expected = tooltips({"iteration:Q": "iterations T", "expected:Q": f"{factor:g} / √T (chips a game)"})
    bound = alt.Chart(line).mark_line(color=COLOURS["bound"], strokeDash=[6, 4], strokeWidth=2)
    layers: list[Any] = [
        *bands(base, alt.Y("lowest:Q", title="NashConv (chips a game)", scale=logarithmic, axis=up)),
        base.mark_line(color=COLOURS["average"], strokeWidth=3).encode(y="median:Q", tooltip=tooltip),
        base.mark_line(color=COLOURS["average"], strokeWidth=1).encode(y="watched:Q", tooltip=tooltip),
        bound.encode(x="iteration:Q", y="expected:Q", tooltip=expected),
    ]
    return alt.LayerChart(layer=layers, width="container", height=300)


def over_antes(exact: pd.DataFrame, found: pd.DataFrame, *, y: str) -> alt.LayerChart:
    """Draw exact curves over the ante and, on them, what CFR found.

    Parameters
    ----------
    exact, found : DataFrame
        Columns ``ante``, ``series`` and ``value``; curves are drawn in the order of the rows.
    y : str
        Title of the vertical axis.

    Returns
    -------
    altair.LayerChart
        As wide as the page.
    """
    colour = alt.Color("series:N", scale=alt.Scale(domain=list(dict.fromkeys(exact["series"]))), legend=None)
    ante = "ante S (chips)"
    shared = {"x": alt.X("ante:Q", title=ante), "y": alt.Y("value:Q", title=y), "color": colour}
    exactly, nearly = (tooltips({"series:N": "series", "ante:Q": ante, "value:Q": f"{whose}: {y}"}) for whose in ("exact", "CFR"))
    curves = alt.Chart(rounded(exact).assign(order=range(len(exact)))).mark_line(strokeWidth=2)
    points = alt.Chart(rounded(found)).mark_point(size=70, filled=False, strokeWidth=2)
    layers: list[Any] = [curves.encode(**shared, order="order:Q", tooltip=exactly), points.encode(**shared, tooltip=nearly)]
    return alt.LayerChart(layer=layers, width="container", height=280)


# --- The square of the two mixed probabilities ----

_SQUARE = 440  # pixels; the book's pages draw a square smaller where there is less room, down to
_SMALLEST = 250  # on a phone
_EQUILIBRIUM = {"x:Q": "equilibrium P(Q bets)", "y:Q": "equilibrium P(K calls)"}
_LABEL = np.array([30.0, 12.0])  # half the width and height that a number takes, in pixels


def spiral(iterations: ArrayLike, points: ArrayLike, equilibrium: Sequence[float], marked: Sequence[int]) -> alt.LayerChart:
    """Draw the path of the average strategy around the equilibrium, both axes on one scale.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    points : array_like, shape (records, 2)
        The probabilities that Q bets and that K calls.
    equilibrium : sequence of float, length 2
    marked : sequence of int
        At which of the iterations to write the number.

    Returns
    -------
    altair.LayerChart
        A square.
    """
    path = np.asarray(points, dtype=float)
    data = pd.DataFrame({"iteration": iterations, "x": path[:, 0], "y": path[:, 1]}).round(4)
    stops = data[data["iteration"].isin(marked)].assign(label=lambda table: table["iteration"].map("{:,}".format))
    reach = float(np.abs(path - np.asarray(equilibrium)).max()) * 1.15
    ranges = [(round(middle - reach, 3), round(middle + reach, 3)) for middle in equilibrium]
    axes = square("P(Q bets)", "P(K calls)", ranges)
    places = [_free_place(path, stop, np.array(ranges)) for stop in stops[["x", "y"]].to_numpy()]
    tooltip = tooltips({"iteration:Q": "iterations T", "x:Q": "average P(Q bets)", "y:Q": "average P(K calls)"})
    numbers = stops.rename(columns={"x": "from x", "y": "from y"})
    numbers = numbers.assign(x=[place[0] for place in places], y=[place[1] for place in places]).round(4)
    layers: list[Any] = [
        alt.Chart(data).mark_line(strokeWidth=1.5, color=COLOURS["average"]).encode(**axes, order="iteration:Q", tooltip=tooltip),
        alt.Chart(stops).mark_circle(size=60, opacity=1, color=COLOURS["average"]).encode(**axes, tooltip=tooltip),
        alt.Chart(numbers).mark_rule(color=GREY).encode(**axes, x2="from x:Q", y2="from y:Q"),
        alt.Chart(numbers).mark_text(fontSize=13, color=PAPER, stroke=PAPER, strokeWidth=5).encode(**axes, text="label:N"),
        alt.Chart(numbers).mark_text(fontSize=13, color=INK).encode(**axes, text="label:N"),
        cross(equilibrium, _EQUILIBRIUM),
    ]
    return alt.LayerChart(layer=layers, width=_SQUARE, height=_SQUARE)


def _free_place(path: NDArray[np.float64], stop: NDArray[np.float64], ranges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where to write the number of a stop: the nearest place where it hides no point of the path, even in the smallest square."""
    pixel = (ranges[:, 1] - ranges[:, 0]) / _SMALLEST
    angles = np.arange(0, 2 * np.pi, np.pi / 8) + np.pi / 16
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    places = [stop + length * way * pixel for length in range(20, 120, 4) for way in ways]
    free = (
        place
        for place in places
        if (np.abs((path - place) / pixel) > _LABEL).any(axis=1).all()
        and (place - _LABEL * pixel > ranges[:, 0]).all()
        and (place + _LABEL * pixel < ranges[:, 1]).all()
    )
    return next(free, stop)


# --- A run to move along ----

_SCRUBBED, _STRIP = 400, 70  # pixels; the book's pages draw both smaller where there is less room
_TRAIL = 40  # records behind the current strategy that are drawn with it
_SCRUBBED_DIGITS = 4  # after the point: as many as the title shows

_SCRUBBED_COLUMNS = {
    "t": "iteration t",
    "q": "current P(Q bets)",
    "k": "current P(K calls)",
    "Q": "average P(Q bets)",
    "K": "average P(K calls)",
    "e": "exploitability of the current strategy (chips a game)",
    "E": "exploitability of the average (chips a game)",
}
_SCRUBBER_TOOLTIP = tooltips({f"{name}:Q": title for name, title in _SCRUBBED_COLUMNS.items()})


def scrubber(
    iterations: ArrayLike, current: ArrayLike, average: ArrayLike, exploitability: ArrayLike, equilibrium: Sequence[float], *, start: int
) -> alt.VConcatChart:
    """Draw a recorded run with a slider over its iterations; the reader's browser does the rest.

    In the square: the current strategy at t with the records before it, and the average with its path up to t. Below,
    over time: both probabilities and the exploitability, with a rule at t. The title shows the numbers recorded at t.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
        Equally far apart.
    current, average : array_like, shape (records, 2)
        The probabilities that Q bets and that K calls.
    exploitability : array_like, shape (records, 2)
        Of the current strategy and of the average, in chips a game.
    equilibrium : sequence of float, length 2
    start : int
        The iteration at which the slider starts.

    Returns
    -------
    altair.VConcatChart
        A square and three strips, equally wide.

    Examples
    --------
    >>> chart = scrubber([10, 20], [[1, 0], [0, 1]], [[1, 0], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.1]], (1 / 3, 1 / 3), start=20)
    >>> chart.to_dict()["params"][0]["bind"]["max"]
    20
    """
    steps = np.asarray(iterations)
    numbers = np.column_stack([current, average, exploitability]).round(_SCRUBBED_DIGITS)
    table = rounded(pd.DataFrame(numbers, columns=list(_SCRUBBED_COLUMNS)[1:]))
    table.insert(0, "t", steps)
    first, last, step = int(steps[0]), int(steps[-1]), int(steps[1] - steps[0])
    views = [
        _scrubbed_square(equilibrium, step),
        _scrubbed_strip("P(Q bets)", ("q", "Q")),
        _scrubbed_strip("P(K calls)", ("k", "K")),
        _scrubbed_strip("exploitability (chips a game)", ("e", "E"), last=True),
    ]
    data = alt.InlineData(values=table.to_dict("records"), name="run")  # the title looks its numbers up by this name
    title = alt.Title(alt.expr(_scrubber_title(first, step)), frame="bounds", offset=14)
    now = slider("now", start, "t: iteration", first, last, step)
    return alt.VConcatChart(vconcat=views, spacing=8, data=data, title=title).add_params(now)


def _scrubber_title(first: int, step: int) -> str:
    record = f"data('run')[round((now - {first}) / {step})]"
    number = {name: f"format({record}.{name}, '.{_SCRUBBED_DIGITS}f')" for name in list(_SCRUBBED_COLUMNS)[1:]}
    return f"""[
  't = ' + format(now, ','),
  'current: Q bets ' + {number["q"]} + ', K calls ' + {number["k"]},
  'average: Q bets ' + {number["Q"]} + ', K calls ' + {number["K"]},
  'exploitability, in chips:',
  'current ' + {number["e"]} + ', average ' + {number["E"]}
]"""


def _scrubbed_square(equilibrium: Sequence[float], step: int) -> alt.LayerChart:
    domain = (-0.04, 1.04)
    current, average = (square("P(Q bets)", "P(K calls)", [domain] * 2, fields) for fields in ("qk", "QK"))
    tooltip = _SCRUBBER_TOOLTIP
    recent = alt.Chart().transform_filter(f"datum.t <= now && datum.t > now - {_TRAIL * step}")
    so_far = alt.Chart().transform_filter("datum.t <= now")
    here = alt.Chart().transform_filter("datum.t == now")
    layers: list[Any] = [
        recent.mark_line(color=COLOURS["current"], strokeWidth=1.5, opacity=0.6).encode(**current, order="t:Q", tooltip=tooltip),
        so_far.mark_line(color=COLOURS["average"], strokeWidth=2).encode(**average, order="t:Q", tooltip=tooltip),
        cross(equilibrium, _EQUILIBRIUM),
        here.mark_square(size=130, opacity=1, color=COLOURS["current"], stroke=PAPER).encode(**current, tooltip=tooltip),
        here.mark_circle(size=130, opacity=1, color=COLOURS["average"], stroke=PAPER).encode(**average, tooltip=tooltip),
    ]
    return alt.LayerChart(layer=layers, width=_SCRUBBED, height=_SCRUBBED)


def _scrubbed_strip(title: str, fields: tuple[str, str], *, last: bool = False) -> alt.LayerChart:
    """A quantity of both strategies over time, with a rule at t."""
    ticks: Any = {"format": "~s", "tickCount": 5, "labels": last, "labelFlush": True}
    x = alt.X("t:Q", title="iteration t" if last else None, scale=alt.Scale(nice=False), axis=alt.Axis(**ticks))
    scale, numbers = (alt.Scale(type="log"), {"tickCount": 3, "format": "~g"}) if last else (alt.Scale(domain=[0, 1]), {"values": [0, 1]})
    legend = {"direction": "vertical", "symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 3}
    colours = told_apart("strategy", [CURRENT, AVERAGE], legend)
    axis = alt.Axis(**numbers, **ABOVE_AXIS)
    positive = "datum.{0} > 0" if last else "true"  # 0 has no logarithm
    layers: list[Any] = []
    for field, name, width in zip(fields, (CURRENT, AVERAGE), (1, 2.5), strict=True):
        line = alt.Chart().transform_filter(positive.format(field)).transform_calculate(strategy=f"'{name}'").mark_line(strokeWidth=width)
        layers.append(line.encode(x, alt.Y(f"{field}:Q", title=title, scale=scale, axis=axis), **colours, tooltip=_SCRUBBER_TOOLTIP))
    rule = alt.Chart().transform_filter("datum.t == now").mark_rule(color=INK, strokeWidth=2).encode(x)
    return alt.LayerChart(layer=[*layers, rule], width=_SCRUBBED, height=_STRIP)


# --- The account that regrets keep ----

_ACCOUNT = {
    "t": "iteration t",
    "bluffs": "current P(Q bets)",
    "account": "the King's account (chips)",
    "share": "the account divided by t (chips)",
    "half": "half the error of the Queen's average (chips)",
}


def account(table: pd.DataFrame, *, start: int) -> alt.VConcatChart:
    """Draw how the King's regrets add up the Queen's errors, with a slider over the iterations; the reader's browser does the rest.

    Parameters
    ----------
    table : DataFrame
        A row per iteration, from 1: ``t``; ``bluffs``, the current probability that Q bets; ``account``, the King's regret
        for b minus that for p after the iteration, in chips; ``half``, half the error of the Queen's average.
    start : int
        The iteration at which the slider starts.

    Returns
    -------
    altair.VConcatChart
        Three strips, equally wide.

    Examples
    --------
    >>> rows = pd.DataFrame({"t": [1, 2], "bluffs": [0.5, 1], "account": [0.1, 0.4], "half": [0.08, 0.2]})
    >>> account(rows, start=2).to_dict()["params"][0]["bind"]["max"]
    2
    """
    rows = rounded(table.assign(share=table["account"] / table["t"]).round(_SCRUBBED_DIGITS))
    last = int(rows["t"].max())
    borrows = alt.condition(f"datum.bluffs > {1 / 3}", alt.value(COLOURS["wins"]), alt.value(COLOURS["loses"]))
    swings, narrow = float(rows["account"].abs().max()), float(rows["share"].abs().quantile(0.98))
    line = alt.Chart().mark_line(color=INK, strokeWidth=2, clip=True)
    dashed = alt.Chart().mark_line(color=COLOURS["average"], strokeWidth=2, strokeDash=[6, 4], clip=True)
    strips = [
        _account_strip({"bluffs": alt.Chart().mark_rule(aria=False).encode(y2=alt.datum(1 / 3), color=borrows)}, 1 / 3, (0, 1), last),
        _account_strip({"account": line}, 0, (-swings, swings), last),
        _account_strip({"share": line, "half": dashed}, 0, (-narrow, narrow), last, labels=True),
    ]
    number = {name: f"format(data('account')[now - 1].{name}, '+.{_SCRUBBED_DIGITS}f')" for name in ("account", "share", "half")}
    words = f"""[
  't = ' + format(now, ',') + ', account ' + {number["account"]} + ' chips',
  'account divided by t ' + {number["share"]},
  'half the error of the average ' + {number["half"]}
]"""
    title = alt.Title(alt.expr(words), frame="bounds", offset=14)
    data = alt.InlineData(values=rows.to_dict("records"), name="account")  # the title looks its numbers up by this name
    now = slider("now", start, "t: iteration", 1, last, 1)
    return alt.VConcatChart(vconcat=strips, spacing=20, data=data, title=title).add_params(now)


def _account_strip(
    marks: Mapping[str, alt.Chart], level: float, domain: tuple[float, float], last: int, *, labels: bool = False
) -> alt.LayerChart:
    """Quantities up to the slider's iteration, with a dashed line at a level; the first gives the strip its title."""
    axis = alt.Axis(tickCount=5, labels=labels, labelFlush=True)
    x = alt.X("t:Q", title=_ACCOUNT["t"] if labels else None, scale=alt.Scale(domain=[0, last], nice=False), axis=axis)
    y: Any = {"title": _ACCOUNT[next(iter(marks))], "scale": alt.Scale(domain=domain), "axis": alt.Axis(tickCount=3, **ABOVE_AXIS)}
    tooltip = tooltips({f"{name}:Q": title for name, title in _ACCOUNT.items()})
    layers: list[Any] = [
        mark.transform_filter("datum.t <= now").encode(x=x, y=alt.Y(f"{name}:Q", **y), tooltip=tooltip) for name, mark in marks.items()
    ]
    rule = alt.Chart(alt.InlineData([{"level": level}])).mark_rule(**LEVEL).encode(y="level:Q")
    return alt.LayerChart(layer=[*layers, rule], width=_SCRUBBED, height=_STRIP)
