"""Figures of training: the cumulative regrets of an information set above the strategies that come of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from kuhncfr._support import arguments, arrays
from kuhncfr._support.palette import PALETTE
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.figures.rounding import rounded
from kuhncfr.figures.style import tooltips

STRATEGIES = ("current", "average")

_WIDTH, _HEIGHT = 250, 130  # of a panel, in pixels: it fits on a phone, and two beside each other on a page
_NUMBERS = 30  # pixels for the numbers on a vertical axis, so that all panels begin at the same place
_COLUMNS = 2
_RECORD = {"infoset:N": "information set", "iteration:Q": "iteration t", "action:N": "action"}


def training_table(
    trajectory: Trajectory, infosets: Sequence[str] | Mapping[str, str], *, points: int = 100, logarithmic: bool = False
) -> pd.DataFrame:
    """Take from a trajectory what :func:`regret_and_strategy` draws, thinned to a number of records that a page can hold.

    Records are kept on a regular grid of iterations; the first and the last are always among them. Numbers are not rounded.

    Parameters
    ----------
    trajectory : Trajectory
    infosets : sequence of str, or mapping of str to str
        Which information sets.
    points : int
        How many records to keep, at least 2; all, if there are not more.
    logarithmic : bool
        Keep them at equal ratios of iterations (True), or at equal distances (False).

    Returns
    -------
    DataFrame
        A row per record, information set and action: ``iteration``, ``infoset``, ``action``, ``regret`` (cumulative, in chips),
        and the action's probability in the ``current`` and in the ``average`` strategy.

    Raises
    ------
    ValueError
        If nothing is left to draw: there is no record, no information set, an unknown one, or fewer than two points.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn, record
    >>> trajectory = record(CFR(OneBetKuhn()), iterations=1_000)
    >>> training_table(trajectory, ["Kb"], points=4, logarithmic=True).query("action == 'b'")[["iteration", "average"]].round(3)
       iteration  average
    4          1    0.500
    5         10    0.387
    6        100    0.363
    7       1000    0.335
    """
    logarithmic = arguments.flag("logarithmic", logarithmic)
    _check(trajectory, infosets)
    trajectory = trajectory.thinned(points, logarithmic=logarithmic)
    columns = {"regret": trajectory.cumulative_regret, "current": trajectory.current_strategy, "average": trajectory.average_strategy}
    parts = [
        pd.DataFrame(
            {
                "iteration": trajectory.iterations,
                "infoset": key,
                "action": action,
                **{name: series[key][action] for name, series in columns.items()},
            }
        )
        for key in infosets
        for action in trajectory.cumulative_regret[key]
    ]
    return pd.concat(parts, ignore_index=True)


def regret_and_strategy(
    trajectory: Trajectory,
    infosets: Sequence[str] | Mapping[str, str],
    *,
    description: str,
    zoom: tuple[float, float] | None = None,
    actions: Mapping[str, str] | None = None,
    points: int = 100,
    logarithmic: bool = False,
) -> alt.ConcatChart:
    r"""Draw how information sets learn: above, the cumulative regret of each action; below, the strategies.

    The current strategy (thin) plays each action in proportion to its *positive* regret, and the average (thick) is the answer.
    Negative regrets soon are so large that they hide the positive ones: `zoom` shows those.

    Parameters
    ----------
    trajectory : Trajectory
        Of a run of any game.
    infosets : sequence of str, or mapping of str to str
        Which information sets to draw, a column each, or what to call each of them.
    description : str
        For readers who cannot see the chart.
    zoom : tuple of float, optional
        The lowest and the highest regret to show, in chips; lines are cut off there. By default every column shows all it has.
    actions : mapping of str to str, optional
        What to call the actions, in this order; by default their own letters.
    points : int
        How many records to draw: see :func:`training_table`.
    logarithmic : bool
        Draw iterations on a logarithmic axis.

    Returns
    -------
    altair.ConcatChart
        Two columns; the book's pages put them below each other where there is little room.

    Raises
    ------
    ValueError
        If there is nothing to draw, the zoom is empty, an action has no name, or there are more than six actions.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn, record
    >>> trajectory = record(CFR(OneBetKuhn()), iterations=100)
    >>> chart = regret_and_strategy(trajectory, {"Kb": "King, after a bet"}, description="Two lines.", points=10)
    >>> len(chart.data)    # records times actions
    20
    """
    arguments.text("description", description)
    if zoom is not None:
        _check_zoom(zoom)
    if actions is not None:
        actions = {key: arguments.text("each of actions", name) for key, name in arguments.mapping("actions", actions).items()}
    table = rounded(training_table(trajectory, infosets, points=points, logarithmic=logarithmic))
    found = list(dict.fromkeys(table["action"]))
    names = {action: action for action in found} if actions is None else {a: actions[a] for a in actions if a in found}
    if set(names) != set(found):
        raise ValueError(f"actions must name {', '.join(map(repr, found))}, got {dict(actions or {})!r}")
    if len(names) > len(PALETTE):
        raise ValueError(f"at most {len(PALETTE)} actions can be told apart, got {len(names)}: {', '.join(names)}")
    titles = {key: infosets[key] if isinstance(infosets, Mapping) else key for key in arguments.names("infosets", infosets)}
    arguments.names("infosets", titles.values())
    legend = alt.Legend(title=None, orient="top", columns=2, symbolType="stroke", symbolSize=300, symbolStrokeWidth=3)
    colour = alt.Color("action:N", scale=alt.Scale(domain=list(names.values()), range=list(PALETTE[: len(names)])), legend=legend)
    above, below = (_iterations(table, logarithmic, numbered=numbered) for numbered in (False, True))
    panels: list[Any] = [
        alt.VConcatChart(vconcat=[_regrets(key, above, colour, zoom), _strategies(key, below, colour)], title=title, spacing=14)
        for key, title in titles.items()
    ]
    data = table.assign(action=table["action"].map(names))
    return alt.ConcatChart(concat=panels, columns=_COLUMNS, data=data, description=description)


def _iterations(table: pd.DataFrame, logarithmic: bool, *, numbered: bool) -> alt.X:
    axis: dict[str, Any] = {"format": "~s", "labelFlush": True, "tickCount": 4, "labels": numbered}
    if logarithmic:
        axis["values"] = [10**k for k in range(len(str(table["iteration"].max())))]
    scale = alt.Scale(type="log" if logarithmic else "linear", nice=False)
    return alt.X("iteration:Q", title="iteration t" if numbered else None, scale=scale, axis=alt.Axis(**axis))


def _regrets(key: str, x: alt.X, colour: alt.Color, zoom: tuple[float, float] | None) -> alt.LayerChart:
    scale = alt.Scale() if zoom is None else alt.Scale(domain=list(zoom), nice=False)
    y = alt.Y("regret:Q", title="regret (chips)", scale=scale, axis=alt.Axis(tickCount=5, format="~s", minExtent=_NUMBERS))
    zero: Any = alt.Chart().mark_rule(color="gray").encode(y=alt.YDatum(0))
    lines = alt.Chart().mark_line(clip=zoom is not None, strokeWidth=2)
    return alt.LayerChart(
        layer=[zero, lines.encode(x, y, colour, tooltip=tooltips(_RECORD | {"regret:Q": "cumulative regret (chips)"}))],
        transform=[alt.FilterTransform(filter=_only(key))],
        width=_WIDTH,
        height=_HEIGHT,
    )


def _strategies(key: str, x: alt.X, colour: alt.Color) -> alt.Chart:
    y = alt.Y("probability:Q", title="probability", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=[0, 0.5, 1], minExtent=_NUMBERS))
    legend = alt.Legend(title=None, orient="bottom", symbolType="stroke", symbolSize=300)
    width = alt.StrokeWidth("strategy:O", sort=list(STRATEGIES), scale=alt.Scale(domain=list(STRATEGIES), range=[1, 3.5]), legend=legend)
    chart: alt.Chart = (
        alt.Chart(width=_WIDTH, height=_HEIGHT)
        .transform_filter(_only(key))
        .transform_fold(list(STRATEGIES), as_=["strategy", "probability"])
        .mark_line()
        .encode(x, y, colour, width, tooltip=tooltips(_RECORD | {"strategy:O": "strategy", "probability:Q": "probability"}))
    )
    return chart


def _only(key: str) -> Any:
    return alt.FieldEqualPredicate(field="infoset", equal=key)


def _check(trajectory: Trajectory, infosets: Sequence[str] | Mapping[str, str]) -> None:
    known = arguments.instance("trajectory", trajectory, Trajectory, what="a Trajectory").cumulative_regret
    if not len(trajectory.iterations):
        raise ValueError("the trajectory has no records")
    names = [] if isinstance(infosets, str) else arguments.names("infosets", infosets)
    if not names:
        raise ValueError(f"infosets must name at least one information set, in a list or a mapping, got {arguments.shown(infosets)}")
    for key in names:
        if key not in known:
            raise ValueError(f"the trajectory has no information set {key!r}; it has {', '.join(map(repr, list(known)[:50]))}")


def _check_zoom(zoom: tuple[float, float]) -> None:
    low, high = arrays.array("zoom", zoom, (2,)).tolist()
    if not low < high:
        raise ValueError(f"zoom must be a lower and a higher regret, got {zoom!r}")
