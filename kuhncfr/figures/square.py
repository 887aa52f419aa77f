"""The square of the two mixed probabilities: where a run was, how its average winds in, and why it turns."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr._support.palette import PALETTE
from kuhncfr.dynamics.reduced_game import ReducedGame
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

_SQUARE = 440  # pixels; the book's pages draw a square smaller where there is less room, down to
_SMALLEST = 250  # on a phone
_PROBABILITIES = {"Q bets:Q": "P(Q bets)", "K calls:Q": "P(K calls)"}
_LABEL = np.array([30.0, 12.0])  # half the width and height that a number takes, in pixels


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

    Returns
    -------
    altair.VConcatChart
        The square, and below it the strip, equally wide.
    """
    arguments.text("description", description)
    equilibrium = arrays.array("equilibrium", equilibrium, (2,)).tolist()
    arrays.array("selected", selected, (2,))
    steps = arguments.steps("iterations", iterations)
    exact = arrays.array("points", points, (len(steps), 2))
    moved = exact + np.random.default_rng(0).uniform(-0.02, 0.02, exact.shape)
    columns = {"iteration": steps, "Q bets": exact[:, 0], "K calls": exact[:, 1], "x": moved[:, 0], "y": moved[:, 1]}
    data = pd.DataFrame(columns).round(3)
    brush = alt.selection_interval(encodings=["x"], value={"x": list(selected)})
    chosen = alt.Chart(data).transform_filter(brush)
    axes = {"x": axis("x", "P(Q bets)", (-0.04, 1.04)), "y": axis("y", "P(K calls)", (-0.04, 1.04))}
    tooltip = tooltips({"iteration:Q": "iteration t"} | _PROBABILITIES)
    square = alt.LayerChart(
        layer=[
            alt.Chart(data).mark_circle(size=20, opacity=0.75, color=PALETTE[0]).encode(**axes, tooltip=tooltip),
            chosen.mark_line(strokeWidth=1, color=PALETTE[1], opacity=0.7).encode(**axes, order="iteration:Q"),
            chosen.mark_circle(size=36, opacity=1, color=PALETTE[1]).encode(**axes, tooltip=tooltip),
            cross(equilibrium),
        ],
        width=_SQUARE,
        height=_SQUARE,
    )
    strip = alt.Chart(data).transform_fold(["Q bets", "K calls"], as_=["choice", "probability"]).mark_line(strokeWidth=1)
    colours = alt.Scale(domain=["Q bets", "K calls"], range=[PALETTE[0], PALETTE[2]])
    timeline = strip.encode(
        x=alt.X("iteration:Q", title="iteration t: drag to select", axis=alt.Axis(values=[0, int(data["iteration"].max())])),
        y=alt.Y("probability:Q", title=None, axis=alt.Axis(values=[0, 1], format=".1f")),
        color=alt.Color("choice:N", scale=colours, legend=alt.Legend(title=None, orient="top")),
    )
    timeline = timeline.add_params(brush).properties(width=_SQUARE, height=80)
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

    Returns
    -------
    altair.LayerChart
        A square.
    """
    arguments.text("description", description)
    steps, equilibrium = arguments.steps("iterations", iterations), arrays.array("equilibrium", equilibrium, (2,)).tolist()
    marked = arrays.array("marked", marked, ("marks",)).tolist()
    path = arrays.array("points", points, (len(steps), 2))
    data = pd.DataFrame({"iteration": steps, "x": path[:, 0], "y": path[:, 1]}).round(4)
    stops = data[data["iteration"].isin(marked)].assign(label=lambda table: table["iteration"].map("{:,}".format))
    reach = float(np.abs(path - np.asarray(equilibrium)).max()) * 1.15
    ranges = [(round(middle - reach, 3), round(middle + reach, 3)) for middle in equilibrium]
    axes = {"x": axis("x", "P(Q bets)", ranges[0]), "y": axis("y", "P(K calls)", ranges[1])}
    places = [_free_place(path, stop, np.array(ranges)) for stop in stops[["x", "y"]].to_numpy()]
    tooltip = tooltips({"iteration:Q": "iterations T", "x:Q": "average P(Q bets)", "y:Q": "average P(K calls)"})
    numbers = stops.rename(columns={"x": "from x", "y": "from y"})
    numbers = numbers.assign(x=[place[0] for place in places], y=[place[1] for place in places]).round(4)
    return alt.LayerChart(
        layer=[
            alt.Chart(data).mark_line(strokeWidth=1.5, color=PALETTE[0]).encode(**axes, order="iteration:Q", tooltip=tooltip),
            alt.Chart(stops).mark_circle(size=60, opacity=1, color=PALETTE[1]).encode(**axes, tooltip=tooltip),
            alt.Chart(numbers).mark_rule(color="gray").encode(**axes, x2="from x:Q", y2="from y:Q"),
            alt.Chart(numbers).mark_text(fontSize=13, color="white", stroke="white", strokeWidth=5).encode(**axes, text="label:N"),
            alt.Chart(numbers).mark_text(fontSize=13, color="black").encode(**axes, text="label:N"),
            cross(equilibrium),
        ],
        width=_SQUARE,
        height=_SQUARE,
        description=description,
    )


def four_rooms(game: ReducedGame, *, description: str) -> alt.LayerChart:
    """Draw what both players want in each of the four rooms into which the lines through the equilibrium cut the square.

    Parameters
    ----------
    game : ReducedGame
    description : str
        For readers who cannot see the chart.

    Returns
    -------
    altair.LayerChart
        A square: in the middle of each room the two wishes in words, and the arrow that they make together.

    Examples
    --------
    >>> four_rooms(ReducedGame(ante=1), description="Four arrows.").layer[2].data["wishes"].tolist()
    ['bluff more, call less', 'bluff more, call more', 'bluff less, call less', 'bluff less, call more']
    """
    arguments.text("description", description)
    arguments.instance("game", game, ReducedGame, what="a ReducedGame")
    middles = np.stack([game.equilibrium / 2, (1 + game.equilibrium) / 2])
    rows = []
    for x, y in ((x, y) for y in middles[:, 1] for x in middles[:, 0]):
        more = game.gradient([x, y]) > 0
        wishes = ", ".join(f"{verb} {'more' if wish else 'less'}" for verb, wish in zip(("bluff", "call"), more, strict=True))
        turn = float(np.degrees(np.arctan2(*np.where(more, 1, -1))))  # clockwise from upwards
        rows.append({"x": x, "y": y, "wishes": wishes, "turn": turn})
    rooms = rounded(pd.DataFrame(rows))
    centre = rounded(pd.DataFrame([game.equilibrium], columns=["x", "y"]))
    axes = {"x": axis("x", "P(Q bets)", (0, 1)), "y": axis("y", "P(K calls)", (0, 1))}
    words = alt.Chart(rooms).mark_text(fontSize=13, color="black", lineBreak=", ", baseline="bottom", dy=-8)
    arrows = alt.Chart(rooms).mark_point(shape="arrow", size=700, filled=True, opacity=1, color=PALETTE[0], yOffset=22)
    tooltip = tooltips({"x:Q": "middle P(Q bets)", "y:Q": "middle P(K calls)", "wishes:N": "wishes"})
    layers: list[Any] = [
        alt.Chart(centre).mark_rule(color="gray", strokeDash=[5, 4]).encode(x="x:Q"),
        alt.Chart(centre).mark_rule(color="gray", strokeDash=[5, 4]).encode(y="y:Q"),
        words.encode(**axes, text="wishes:N"),
        arrows.encode(**axes, angle=alt.Angle("turn:Q", scale=None), tooltip=tooltip),
        cross(game.equilibrium.tolist()),
    ]
    return alt.LayerChart(layer=layers, width=_SQUARE, height=_SQUARE, description=description)


def axis(channel: str, title: str, domain: tuple[float, float]) -> Any:
    """One axis of a square, ``"y"``, or of another field, ``"y:K"``; the title of the vertical one stands above it and costs no width."""
    arguments.text("title", title)
    arrays.array("domain", domain, (2,))
    channel, _, field = arguments.text("channel", channel).partition(":")
    arguments.choice("channel", channel, ("x", "y"))
    above: dict[str, Any] = (
        {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8} if channel == "y" else {}
    )
    encoding = {"x": alt.X, "y": alt.Y}[channel]
    return encoding(
        f"{field or channel}:Q", title=title, scale=alt.Scale(domain=list(domain), nice=False), axis=alt.Axis(tickCount=5, **above)
    )


def cross(equilibrium: Sequence[float]) -> alt.Chart:
    """A cross at the equilibrium."""
    x, y = arrays.array("equilibrium", equilibrium, (2,)).tolist()
    place = rounded(pd.DataFrame({"x": [x], "y": [y]}))
    tooltip = tooltips({"x:Q": "equilibrium P(Q bets)", "y:Q": "equilibrium P(K calls)"})
    chart: alt.Chart = (
        alt.Chart(place)
        .mark_point(shape="M-1,0H1M0,-1V1", size=140, stroke="black", strokeWidth=2)
        .encode(x="x:Q", y="y:Q", tooltip=tooltip)
    )
    return chart


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
