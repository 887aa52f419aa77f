"""The chapter on convergence: bands of many records and runs, the square of the two mixed probabilities, a run to move along, all antes."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhnbook.dynamics.reduced_game import ReducedGame
from kuhnbook.figures.colours import COLOURS, GREY, INK, LEVEL, PAPER
from kuhnbook.figures.spread import PERCENTILES, percentiles_of
from kuhnbook.figures.style import AVERAGE, CURRENT, cross, square_axis
from kuhncfr.plot import rounded, tooltips

_PANEL = 190, 60  # pixels; the book's pages draw panels wider


def over_time(iterations: ArrayLike, series: Mapping[str, ArrayLike], bins: int = 25) -> pd.DataFrame:
    """Summarize series by percentiles within bins of equally many consecutive records.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
        The iteration of each record.
    series : mapping of str to array_like, shape (records,)
        By name.
    bins : int
        How many; at most one per record.

    Returns
    -------
    DataFrame
        A row per series and bin: ``series``, ``iteration`` (the middle of the bin) and the columns of ``PERCENTILES``.

    Examples
    --------
    >>> over_time([10, 20, 30, 40], {"Q": [0.0, 1.0, 0.25, 0.75]}, bins=2)
      series  iteration  lowest  lower  median  upper  highest
    0      Q       15.0    0.00  0.250     0.5  0.750     1.00
    1      Q       35.0    0.25  0.375     0.5  0.625     0.75
    """
    parts = []
    for name, values in series.items():
        pieces = zip(np.array_split(iterations, bins), np.array_split(values, bins), strict=True)
        rows = [{"series": name, "iteration": float(some.mean()), **percentiles_of(piece)} for some, piece in pieces]
        parts.append(pd.DataFrame(rows))
    return pd.concat(parts, ignore_index=True)


def _percentile_titles(unit: str) -> dict[str, str]:
    return {f"{name}:Q": f"{name} ({unit})" for name in PERCENTILES}


def bands(table: pd.DataFrame, *, y: str, level: float) -> alt.LayerChart:
    """Draw medians inside bands from the lower to the upper quartile and from the lowest to the highest value.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_time`.
    y : str
        What the vertical axis shows: probabilities.
    level : float
        Where to draw a dashed horizontal line: the equilibrium.

    Returns
    -------
    altair.LayerChart
        As wide as the page; one colour for each series.
    """
    data = rounded(table)
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1)
    colour = alt.Color("series:N", scale=alt.Scale(domain=list(dict.fromkeys(data["series"]))), legend=legend)
    layers = _bands(alt.Chart(data).encode(x=alt.X("iteration:Q", title="iteration T"), color=colour), y)
    rule = rounded(pd.DataFrame({"level": [level]}))
    layers.append(alt.Chart(rule).mark_rule(**LEVEL).encode(y="level:Q", tooltip=tooltips({"level:Q": "equilibrium (probability)"})))
    return alt.LayerChart(layer=layers, width="container", height=260)


def settled(table: pd.DataFrame) -> alt.ConcatChart:
    """Draw the bands of average probabilities, a panel for each series.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_time`.

    Returns
    -------
    altair.ConcatChart
        Two columns.
    """
    panels: list[Any] = []
    for name, rows in rounded(table).groupby("series", sort=False):
        x = alt.X("iteration:Q", title="iteration T", axis=alt.Axis(tickCount=3))
        base = alt.Chart(rows).encode(x=x, color=alt.value(COLOURS["average"]))
        panels.append(alt.LayerChart(layer=_bands(base, "probability"), title=str(name), width=_PANEL[0], height=_PANEL[1]))
    return alt.ConcatChart(concat=panels, columns=2)


def _bands(base: alt.Chart, y: str) -> list[Any]:
    """The areas between the extremes and between the quartiles, and the medians."""
    height = alt.Y("lowest:Q", title=y, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=[0, 0.5, 1], tickCount=3))
    told = {"series:N": "series", "iteration:Q": "iteration (middle of the stretch)"} | _percentile_titles("probability")
    return [
        base.mark_area(opacity=0.15).encode(y=height, y2="highest:Q"),
        base.mark_area(opacity=0.35).encode(y="lower:Q", y2="upper:Q"),
        base.mark_line(strokeWidth=2).encode(y="median:Q", tooltip=tooltips(told)),
    ]


def distance_bands(table: pd.DataFrame, factor: float) -> alt.LayerChart:
    r"""Draw the distances of many runs on two logarithmic axes, with the line :math:`\text{factor} / \sqrt T`.

    Parameters
    ----------
    table : DataFrame
        From :func:`kuhnbook.figures.percentiles`.
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
    tooltip = tooltips({"iteration:Q": "iterations T"} | _percentile_titles("chips a game"))
    expected = tooltips({"iteration:Q": "iterations T", "expected:Q": f"{factor:g} / √T (chips a game)"})
    wide = base.mark_area(opacity=0.15, color=COLOURS["average"])
    narrow = base.mark_area(opacity=0.35, color=COLOURS["average"])
    return alt.LayerChart(
        layer=[
            wide.encode(y=alt.Y("lowest:Q", title="NashConv (chips a game)", scale=logarithmic, axis=up), y2="highest:Q"),
            narrow.encode(y="lower:Q", y2="upper:Q"),
            base.mark_line(color=COLOURS["average"]).encode(y="median:Q", tooltip=tooltip),
            alt.Chart(line)
            .mark_line(color=COLOURS["bound"], strokeDash=[6, 4], strokeWidth=2)
            .encode(x="iteration:Q", y="expected:Q", tooltip=expected),
        ],
        width="container",
        height=300,
    )


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
        As wide as the page; with a legend if there are several series.
    """
    names = list(dict.fromkeys(exact["series"]))
    colour = alt.Color("series:N", scale=alt.Scale(domain=names), legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None)
    axes = {"x": alt.X("ante:Q", title="ante S (chips)"), "y": alt.Y("value:Q", title=y), "color": colour}
    curves = rounded(exact).assign(order=range(len(exact)))

    def tooltip(whose: str) -> list[alt.Tooltip]:
        return tooltips({"series:N": "series", "ante:Q": "ante S (chips)", "value:Q": f"{whose}: {y}"})

    return alt.LayerChart(
        layer=[
            alt.Chart(curves).mark_line(strokeWidth=2).encode(**axes, order="order:Q", tooltip=tooltip("exact")),
            alt.Chart(rounded(found)).mark_point(size=70, filled=False, strokeWidth=2).encode(**axes, tooltip=tooltip("CFR")),
        ],
        width="container",
        height=280,
    )


# --- The square of the two mixed probabilities ----

_SQUARE = 440  # pixels; the book's pages draw a square smaller where there is less room, down to
_SMALLEST = 250  # on a phone
_PROBABILITIES = {"Q bets:Q": "P(Q bets)", "K calls:Q": "P(K calls)"}
_EQUILIBRIUM = {"x:Q": "equilibrium P(Q bets)", "y:Q": "equilibrium P(K calls)"}
_LABEL = np.array([30.0, 12.0])  # half the width and height that a number takes, in pixels


def square_with_timeline(
    iterations: ArrayLike, points: ArrayLike, equilibrium: Sequence[float], selected: tuple[int, int]
) -> alt.VConcatChart:
    """Draw where the current strategy was in the unit square, above a strip of time in which the reader selects a stretch to follow.

    Dots are moved by up to 0.02 so that they do not hide each other.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    points : array_like, shape (records, 2)
        The probabilities that Q bets and that K calls.
    equilibrium : sequence of float, length 2
    selected : tuple of int
        The first and last iteration to follow until the reader chooses others.

    Returns
    -------
    altair.VConcatChart
        The square, and below it the strip, equally wide.
    """
    exact = np.asarray(points, dtype=float)
    moved = exact + np.random.default_rng(0).uniform(-0.02, 0.02, exact.shape)
    columns = {"iteration": iterations, "Q bets": exact[:, 0], "K calls": exact[:, 1], "x": moved[:, 0], "y": moved[:, 1]}
    data = pd.DataFrame(columns).round(3)
    brush = alt.selection_interval(encodings=["x"], value={"x": list(selected)})
    chosen = alt.Chart(data).transform_filter(brush)
    axes = {"x": square_axis("x", "P(Q bets)", (-0.04, 1.04)), "y": square_axis("y", "P(K calls)", (-0.04, 1.04))}
    tooltip = tooltips({"iteration:Q": "iteration t"} | _PROBABILITIES)
    square = alt.LayerChart(
        layer=[
            alt.Chart(data).mark_circle(size=20, opacity=0.5, color=COLOURS["current"]).encode(**axes, tooltip=tooltip),
            chosen.mark_line(strokeWidth=1, color=COLOURS["current"], opacity=0.7).encode(**axes, order="iteration:Q"),
            chosen.mark_circle(size=36, opacity=1, color=COLOURS["current"]).encode(**axes, tooltip=tooltip),
            cross(equilibrium, _EQUILIBRIUM),
        ],
        width=_SQUARE,
        height=_SQUARE,
    )
    strip = alt.Chart(data).transform_fold(["Q bets", "K calls"], as_=["choice", "probability"]).mark_line(strokeWidth=1)
    colours = alt.Scale(domain=["Q bets", "K calls"])
    timeline = strip.encode(
        x=alt.X("iteration:Q", title="iteration t: drag to select", axis=alt.Axis(values=[0, int(data["iteration"].max())])),
        y=alt.Y("probability:Q", title=None, axis=alt.Axis(values=[0, 1], format=".1f")),
        color=alt.Color("choice:N", scale=colours, legend=alt.Legend(title=None, orient="top")),
    )
    timeline = timeline.add_params(brush).properties(width=_SQUARE, height=80)
    resolve = alt.Resolve(scale=alt.ScaleResolveMap(color="independent"))  # the legend belongs to the strip
    return alt.VConcatChart(vconcat=[square, timeline], resolve=resolve)


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
    axes = {"x": square_axis("x", "P(Q bets)", ranges[0]), "y": square_axis("y", "P(K calls)", ranges[1])}
    places = [_free_place(path, stop, np.array(ranges)) for stop in stops[["x", "y"]].to_numpy()]
    tooltip = tooltips({"iteration:Q": "iterations T", "x:Q": "average P(Q bets)", "y:Q": "average P(K calls)"})
    numbers = stops.rename(columns={"x": "from x", "y": "from y"})
    numbers = numbers.assign(x=[place[0] for place in places], y=[place[1] for place in places]).round(4)
    return alt.LayerChart(
        layer=[
            alt.Chart(data).mark_line(strokeWidth=1.5, color=COLOURS["average"]).encode(**axes, order="iteration:Q", tooltip=tooltip),
            alt.Chart(stops).mark_circle(size=60, opacity=1, color=COLOURS["average"]).encode(**axes, tooltip=tooltip),
            alt.Chart(numbers).mark_rule(color=GREY).encode(**axes, x2="from x:Q", y2="from y:Q"),
            alt.Chart(numbers).mark_text(fontSize=13, color=PAPER, stroke=PAPER, strokeWidth=5).encode(**axes, text="label:N"),
            alt.Chart(numbers).mark_text(fontSize=13, color=INK).encode(**axes, text="label:N"),
            cross(equilibrium, _EQUILIBRIUM),
        ],
        width=_SQUARE,
        height=_SQUARE,
    )


def four_rooms(game: ReducedGame) -> alt.LayerChart:
    """Draw what both players want in each of the four rooms into which the lines through the equilibrium cut the square.

    Parameters
    ----------
    game : ReducedGame

    Returns
    -------
    altair.LayerChart
        A square: in the middle of each room the two wishes in words, and the arrow that they make together.

    Examples
    --------
    >>> four_rooms(ReducedGame(ante=1)).layer[2].data["wishes"].tolist()
    ['bluff more, call less', 'bluff more, call more', 'bluff less, call less', 'bluff less, call more']
    """
    middles = np.stack([game.equilibrium / 2, (1 + game.equilibrium) / 2])
    rows = []
    for x, y in ((x, y) for y in middles[:, 1] for x in middles[:, 0]):
        more = game.gradient([x, y]) > 0
        wishes = ", ".join(f"{verb} {'more' if wish else 'less'}" for verb, wish in zip(("bluff", "call"), more, strict=True))
        turn = float(np.degrees(np.arctan2(*np.where(more, 1, -1))))  # clockwise from upwards
        rows.append({"x": x, "y": y, "wishes": wishes, "turn": turn})
    rooms = rounded(pd.DataFrame(rows))
    centre = rounded(pd.DataFrame([game.equilibrium], columns=["x", "y"]))
    axes = {"x": square_axis("x", "P(Q bets)", (0, 1)), "y": square_axis("y", "P(K calls)", (0, 1))}
    words = alt.Chart(rooms).mark_text(fontSize=13, color=INK, lineBreak=", ", baseline="bottom", dy=-8)
    arrows = alt.Chart(rooms).mark_point(shape="arrow", size=700, filled=True, opacity=1, color=COLOURS["current"], yOffset=22)
    tooltip = tooltips({"x:Q": "P(Q bets) in the middle", "y:Q": "P(K calls) in the middle", "wishes:N": "what the players want"})
    layers: list[Any] = [
        alt.Chart(centre).mark_rule(**LEVEL).encode(x="x:Q"),
        alt.Chart(centre).mark_rule(**LEVEL).encode(y="y:Q"),
        words.encode(**axes, text="wishes:N"),
        arrows.encode(**axes, angle=alt.Angle("turn:Q", scale=None), tooltip=tooltip),
        cross(game.equilibrium, _EQUILIBRIUM),
    ]
    no_grid = alt.Config(axis=alt.AxisConfig(grid=False))  # no lines through the words
    return alt.LayerChart(layer=layers, width=_SQUARE, height=_SQUARE, config=no_grid)


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


def scrubber(
    iterations: ArrayLike,
    current: ArrayLike,
    average: ArrayLike,
    exploitability: ArrayLike,
    equilibrium: Sequence[float],
    *,
    start: int,
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
    table = rounded(
        pd.DataFrame(np.column_stack([current, average, exploitability]).round(_SCRUBBED_DIGITS), columns=list(_SCRUBBED_COLUMNS)[1:])
    )
    table.insert(0, "t", steps)
    first, last, step = int(steps[0]), int(steps[-1]), int(steps[1] - steps[0])
    dial = alt.binding_range(min=first, max=last, step=step, name="t: iteration")
    slider = alt.param(name="now", value=start, bind=dial)
    strips = [
        _scrubbed_strip("P(Q bets)", ("q", "Q")),
        _scrubbed_strip("P(K calls)", ("k", "K")),
        _scrubbed_strip("exploitability (chips a game)", ("e", "E"), last=True),
    ]
    chart = alt.VConcatChart(vconcat=[_scrubbed_square(equilibrium, step), *strips], spacing=8)
    data = alt.InlineData(values=table.to_dict("records"), name="run")  # the title looks its numbers up by this name
    title = alt.Title(alt.expr(_scrubber_title(first, step)), frame="bounds", offset=14)
    return chart.properties(data=data, title=title).add_params(slider)


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
    current, average = (
        {"x": square_axis(f"x:{one}", "P(Q bets)", domain), "y": square_axis(f"y:{other}", "P(K calls)", domain)}
        for one, other in (("q", "k"), ("Q", "K"))
    )
    tooltip = _scrubber_tooltip()
    recent = alt.Chart().transform_filter(f"datum.t <= now && datum.t > now - {_TRAIL * step}")
    so_far = alt.Chart().transform_filter("datum.t <= now")
    here = alt.Chart().transform_filter("datum.t == now")
    layers: list[Any] = [
        recent.mark_line(color=COLOURS["current"], strokeWidth=1.5, opacity=0.6).encode(**current, order="t:Q", tooltip=tooltip),
        so_far.mark_line(color=COLOURS["average"], strokeWidth=2).encode(**average, order="t:Q", tooltip=tooltip),
        cross(equilibrium, _EQUILIBRIUM),
        here.mark_circle(size=130, opacity=1, color=COLOURS["current"], stroke=PAPER).encode(**current, tooltip=tooltip),
        here.mark_point(size=130, opacity=1, filled=True, shape="square", color=COLOURS["average"], stroke=PAPER).encode(
            **average, tooltip=tooltip
        ),
    ]
    return alt.LayerChart(layer=layers, width=_SCRUBBED, height=_SCRUBBED)


def _scrubbed_strip(title: str, fields: tuple[str, str], *, last: bool = False) -> alt.LayerChart:
    """A quantity of both strategies over time, with a rule at t."""
    ticks: Any = {"format": "~s", "tickCount": 5, "labels": last, "labelFlush": True}
    x = alt.X("t:Q", title="iteration t" if last else None, scale=alt.Scale(nice=False), axis=alt.Axis(**ticks))
    above: Any = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8}
    scale, numbers = (alt.Scale(type="log"), {"tickCount": 3, "format": "~g"}) if last else (alt.Scale(domain=[0, 1]), {"values": [0, 1]})
    legend = alt.Legend(title=None, orient="top", direction="vertical", symbolType="stroke", symbolSize=300, symbolStrokeWidth=3)
    colours = alt.Scale(domain=[CURRENT, AVERAGE])
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
            tooltip=_scrubber_tooltip(),
        )
        for field, name, width in zip(fields, (CURRENT, AVERAGE), (1, 2.5), strict=True)
    ]
    rule = alt.Chart().transform_filter("datum.t == now").mark_rule(color=INK, strokeWidth=2).encode(x)
    return alt.LayerChart(layer=[*layers, rule], width=_SCRUBBED, height=_STRIP)


def _scrubber_tooltip() -> list[alt.Tooltip]:
    return tooltips({f"{name}:Q": title for name, title in _SCRUBBED_COLUMNS.items()})
