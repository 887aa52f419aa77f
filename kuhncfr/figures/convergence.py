"""Figures of how runs come closer: bands, the square of the two mixed probabilities, and the ante."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from kuhncfr.figures.style import PALETTE

PERCENTILES = {"lowest": 0, "lower": 25, "median": 50, "upper": 75, "highest": 100}

_DIGITS = 6  # significant ones, in chart data
_SQUARE = 250  # pixels: with its labels it fits a phone


def over_time(iterations: ArrayLike, series: Mapping[str, ArrayLike], bins: int = 25) -> pd.DataFrame:
    """Summarise series by percentiles within bins of equally many consecutive records.

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

    Raises
    ------
    ValueError
        If there are more bins than records, or none.

    Examples
    --------
    >>> over_time([10, 20, 30, 40], {"Q": [0.0, 1.0, 0.25, 0.75]}, bins=2)
      series  iteration  lowest  lower  median  upper  highest
    0      Q       15.0    0.00  0.250     0.5  0.750     1.00
    1      Q       35.0    0.25  0.375     0.5  0.625     0.75
    """
    if not 1 <= bins <= len(np.asarray(iterations)):
        raise ValueError(f"bins must lie between 1 and the number of records, {len(np.asarray(iterations))}; got {bins!r}")
    parts = []
    for name, values in series.items():
        pieces = zip(np.array_split(np.asarray(iterations), bins), np.array_split(np.asarray(values, dtype=float), bins), strict=True)
        rows = [{"series": name, "iteration": float(steps.mean()), **_percentiles(piece)} for steps, piece in pieces]
        parts.append(pd.DataFrame(rows))
    return pd.concat(parts, ignore_index=True)


def over_runs(iterations: ArrayLike, values: ArrayLike, name: str) -> pd.DataFrame:
    """Summarise many runs by percentiles over the runs at each record.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    values : array_like, shape (records, runs)
    name : str
        What the values are called.

    Returns
    -------
    DataFrame
        A row per record, with the columns of :func:`over_time`.

    Examples
    --------
    >>> over_runs([100], [[0.5, 0.25, 1.0]], "NashConv")
         series  iteration  lowest  lower  median  upper  highest
    0  NashConv        100    0.25  0.375     0.5   0.75      1.0
    """
    rows = zip(np.asarray(iterations), np.asarray(values, dtype=float), strict=True)
    return pd.DataFrame([{"series": name, "iteration": step, **_percentiles(row)} for step, row in rows])


def _percentiles(values: Any) -> dict[str, float]:
    return dict(zip(PERCENTILES, np.percentile(values, list(PERCENTILES.values())).tolist(), strict=True))


def bands(table: pd.DataFrame, *, y: str, description: str, level: float | None = None) -> alt.LayerChart:
    """Draw medians inside bands from the lower to the upper quartile and from the lowest to the highest value.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_time`.
    y : str
        What the vertical axis shows: probabilities.
    description : str
        For readers who cannot see the chart.
    level : float, optional
        Where to draw a dashed horizontal line: the equilibrium.
    """
    data = rounded(table)
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1)
    colour = alt.Color("series:N", sort=list(dict.fromkeys(data["series"])), legend=legend)
    base = alt.Chart(data).encode(x=alt.X("iteration:Q", title="iteration"), color=colour)
    probability = alt.Scale(domain=[0, 1])
    layers: list[Any] = [
        base.mark_area(opacity=0.15).encode(y=alt.Y("lowest:Q", title=y, scale=probability), y2="highest:Q"),
        base.mark_area(opacity=0.35).encode(y="lower:Q", y2="upper:Q"),
        base.mark_line(strokeWidth=2).encode(y="median:Q", tooltip=["series:N", "iteration:Q", *(f"{name}:Q" for name in PERCENTILES)]),
    ]
    if level is not None:
        rule = pd.DataFrame({"level": [float(f"{level:.{_DIGITS}g}")]})
        layers.append(alt.Chart(rule).mark_rule(color="black", strokeDash=[5, 4]).encode(y="level:Q"))
    return alt.LayerChart(layer=layers, width="container", height=260, description=description)


def distance_bands(table: pd.DataFrame, factor: float, *, description: str) -> alt.LayerChart:
    r"""Draw the distances of many runs on two logarithmic axes, with the line :math:`\text{factor} / \sqrt T`.

    Parameters
    ----------
    table : DataFrame
        From :func:`over_runs`.
    factor : float
        Height of the dashed line at T = 1.
    description : str
        For readers who cannot see the chart.
    """
    data = rounded(table)
    line = rounded(pd.DataFrame({"iteration": data["iteration"], "expected": factor / np.sqrt(data["iteration"])}))
    iterations = alt.X("iteration:Q", title="iterations T", scale=alt.Scale(type="log", nice=False), axis=alt.Axis(labelSeparation=8))
    base = alt.Chart(data).encode(x=iterations)
    logarithmic = alt.Scale(type="log", nice=False)
    wide = base.mark_area(opacity=0.15, color=PALETTE[0])
    narrow = base.mark_area(opacity=0.35, color=PALETTE[0])
    return alt.LayerChart(
        layer=[
            wide.encode(y=alt.Y("lowest:Q", title="NashConv in chips a game", scale=logarithmic), y2="highest:Q"),
            narrow.encode(y="lower:Q", y2="upper:Q"),
            base.mark_line(color=PALETTE[0]).encode(y="median:Q", tooltip=["iteration:Q", *(f"{name}:Q" for name in PERCENTILES)]),
            alt.Chart(line).mark_line(color=PALETTE[1], strokeDash=[6, 4], strokeWidth=2).encode(x="iteration:Q", y="expected:Q"),
        ],
        width="container",
        height=300,
        description=description,
    )


def square_with_timeline(
    iterations: ArrayLike, points: ArrayLike, equilibrium: Sequence[float], selected: tuple[int, int], *, description: str
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
    description : str
        For readers who cannot see the chart.
    """
    exact = np.asarray(points, dtype=float)
    moved = exact + np.random.default_rng(0).uniform(-0.02, 0.02, exact.shape)
    columns = {"iteration": np.asarray(iterations), "Q bets": exact[:, 0], "K calls": exact[:, 1], "x": moved[:, 0], "y": moved[:, 1]}
    data = pd.DataFrame(columns).round(3)
    brush = alt.selection_interval(encodings=["x"], value={"x": list(selected)})
    chosen = alt.Chart(data).transform_filter(brush)
    axes = {"x": _axis("x", "P(Q bets)", (-0.04, 1.04)), "y": _axis("y", "P(K calls)", (-0.04, 1.04))}
    square = alt.LayerChart(
        layer=[
            alt.Chart(data).mark_circle(size=30, opacity=0.25, color=PALETTE[0]).encode(**axes),
            chosen.mark_line(strokeWidth=1, color=PALETTE[1], opacity=0.7).encode(**axes, order="iteration:Q"),
            chosen.mark_circle(size=36, opacity=1, color=PALETTE[1]).encode(**axes, tooltip=["iteration:Q", "Q bets:Q", "K calls:Q"]),
            _cross(equilibrium),
        ],
        width=_SQUARE,
        height=_SQUARE,
    )
    strip = alt.Chart(data).transform_fold(["Q bets", "K calls"], as_=["choice", "probability"]).mark_line(strokeWidth=1)
    colours = alt.Scale(domain=["Q bets", "K calls"], range=[PALETTE[0], PALETTE[2]])
    timeline = strip.encode(
        x=alt.X("iteration:Q", title="iteration: drag to select", axis=alt.Axis(values=[0, int(data["iteration"].max())])),
        y=alt.Y("probability:Q", title=None, axis=alt.Axis(values=[0, 1], format=".1f")),
        color=alt.Color("choice:N", scale=colours, legend=alt.Legend(title=None, orient="top")),
    )
    timeline = timeline.add_params(brush).properties(width=_SQUARE, height=60)
    resolve = alt.Resolve(scale=alt.ScaleResolveMap(color="independent"))  # the legend belongs to the strip
    return alt.VConcatChart(vconcat=[square, timeline], resolve=resolve, description=description)


def spiral(
    iterations: ArrayLike, points: ArrayLike, equilibrium: Sequence[float], marked: Sequence[int], *, description: str
) -> alt.LayerChart:
    """Draw the path of the average strategy around the equilibrium, both axes on one scale.

    Parameters
    ----------
    iterations : array_like of int, shape (records,)
    points : array_like, shape (records, 2)
        The probabilities that Q bets and that K calls.
    equilibrium : sequence of float, length 2
    marked : sequence of int
        At which of the iterations to write the number.
    description : str
        For readers who cannot see the chart.
    """
    path = np.asarray(points, dtype=float)
    data = pd.DataFrame({"iteration": np.asarray(iterations), "x": path[:, 0], "y": path[:, 1]}).round(4)
    stops = data[data["iteration"].isin(list(marked))].assign(label=lambda table: table["iteration"].map("{:,}".format))
    reach = float(np.abs(path - np.asarray(equilibrium)).max()) * 1.15
    ranges = [(round(middle - reach, 3), round(middle + reach, 3)) for middle in equilibrium]
    axes = {"x": _axis("x", "P(Q bets)", ranges[0]), "y": _axis("y", "P(K calls)", ranges[1])}
    number = alt.Chart(stops)
    place: dict[str, Any] = {"align": "left", "dx": 7, "dy": -8, "fontSize": 13}
    return alt.LayerChart(
        layer=[
            alt.Chart(data).mark_line(strokeWidth=1.5, color=PALETTE[0]).encode(**axes, order="iteration:Q"),
            alt.Chart(stops).mark_circle(size=60, opacity=1, color=PALETTE[1]).encode(**axes, tooltip=["iteration:Q", "x:Q", "y:Q"]),
            number.mark_text(**place, color="white", stroke="white", strokeWidth=4).encode(**axes, text="label:N"),
            number.mark_text(**place, color="black").encode(**axes, text="label:N"),
            _cross(equilibrium),
        ],
        width=_SQUARE,
        height=_SQUARE,
        description=description,
    )


def over_antes(exact: pd.DataFrame, found: pd.DataFrame, *, y: str, description: str) -> alt.LayerChart:
    """Draw exact curves over the ante and, on them, what CFR found.

    Parameters
    ----------
    exact, found : DataFrame
        Columns ``ante``, ``series`` and ``value``; curves are drawn in the order of the rows.
    y : str
        Title of the vertical axis.
    description : str
        For readers who cannot see the chart.
    """
    names = list(dict.fromkeys(exact["series"]))
    colour = alt.Color("series:N", sort=names, legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None)
    axes = {"x": alt.X("ante:Q", title="ante S in chips"), "y": alt.Y("value:Q", title=y), "color": colour}
    curves = rounded(exact).assign(order=range(len(exact)))
    return alt.LayerChart(
        layer=[
            alt.Chart(curves).mark_line(strokeWidth=2).encode(**axes, order="order:Q"),
            alt.Chart(rounded(found))
            .mark_point(size=70, filled=False, strokeWidth=2)
            .encode(**axes, tooltip=["series:N", "ante:Q", "value:Q"]),
        ],
        width="container",
        height=280,
        description=description,
    )


def rounded(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with its floats rounded to six significant digits, so that another computer writes the same chart.

    Examples
    --------
    >>> rounded(pd.DataFrame({"T": [1_234_567], "value": [0.0012345678]}))
             T     value
    0  1234567  0.001235
    >>> rounded(pd.DataFrame({"value": [0.0012345678]}))["value"][0]
    np.float64(0.00123457)
    """
    floats = table.select_dtypes("float").columns
    return table.assign(**{name: [float(f"{value:.{_DIGITS}g}") for value in table[name]] for name in floats})


def _axis(channel: str, title: str, domain: tuple[float, float]) -> Any:
    """One axis of a square; the title of the vertical one stands above it, where it costs no width."""
    above: dict[str, Any] = (
        {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8} if channel == "y" else {}
    )
    encoding = {"x": alt.X, "y": alt.Y}[channel]
    return encoding(f"{channel}:Q", title=title, scale=alt.Scale(domain=list(domain), nice=False), axis=alt.Axis(tickCount=5, **above))


def _cross(equilibrium: Sequence[float]) -> alt.Chart:
    place = rounded(pd.DataFrame({"x": [float(equilibrium[0])], "y": [float(equilibrium[1])]}))
    chart: alt.Chart = alt.Chart(place).mark_point(shape="M-1,0H1M0,-1V1", size=140, stroke="black", strokeWidth=2).encode(x="x:Q", y="y:Q")
    return chart
