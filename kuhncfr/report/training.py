"""The sheets of a report about a run: how its exploitability fell, and how regrets made the strategies."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.games.game import InformationSet
from kuhncfr.report.sheet import Chart, Column, Line, Sheet

_RECORDS = 100  # of an information set, for its charts
_ON_THE_WAY = 200  # of the exploitability

_ITERATION = Column("iteration", "iterations", "After how many iterations of the run.", "count")


def convergence(trajectory: Trajectory) -> list[Sheet]:
    """Return the sheet of the exploitability over the iterations, if it was recorded."""
    if trajectory.exploitability is None:
        return []
    thin = trajectory.thinned(_ON_THE_WAY, logarithmic=True)
    assert thin.exploitability is not None
    heights = [float(e) if e > 0 else None for e in thin.exploitability]  # 0 has no logarithm
    rows = tuple(zip(thin.iterations.tolist(), heights, strict=True))
    meaning = "NashConv of the average strategy divided by the number of players: the average epsilon; empty where it is 0."
    columns = (_ITERATION, Column("exploitability", "chips a hand", meaning, "distance"))
    about = f"How far the average strategy was from an equilibrium: {len(rows)} of the run's {len(trajectory.iterations):,} records."
    positive = [height for height in heights if height is not None]
    if not positive:
        return [Sheet("Convergence", about, columns, rows)]
    low = math.floor(math.log10(min(positive)))
    description = (
        f"A line on two logarithmic axes: exploitability from {positive[0]:.2g} chips a hand after {rows[0][0]:,} iterations "
        f"to {positive[-1]:.2g} after {rows[-1][0]:,}."
    )
    chart = Chart(
        "Exploitability of the average strategy",
        description,
        sheet="Convergence",
        rows=(0, len(rows) - 1),
        x=0,
        lines=(Line(1, 0),),
        y_title="chips a hand",
        bounds=(10.0**low, 10.0 ** max(low + 1, math.ceil(math.log10(max(positive))))),
        logarithmic=True,
    )
    return [Sheet("Convergence", about, columns, rows, ((chart,),))]


def training(own: Sequence[InformationSet], trajectory: Trajectory, player: int, most: int) -> tuple[Sheet, Sheet]:
    """Return a sheet that draws the regrets and strategies of a player's first information sets, and one that holds them."""
    shown = own[:most]
    thin = trajectory.thinned(_RECORDS)
    actions = list(dict.fromkeys(action for infoset in shown for action in infoset.actions))
    series = {"R": thin.cumulative_regret, "current P": thin.current_strategy, "average P": thin.average_strategy}
    rows = tuple(
        (
            infoset.key,
            int(step),
            *(float(of[infoset.key][a][k]) if a in infoset.actions else None for of in series.values() for a in actions),
        )
        for infoset in shown
        for k, step in enumerate(thin.iterations)
    )
    which = "all information sets" if len(shown) == len(own) else f"the first {len(shown)} of {len(own)} information sets"
    about = f"How player {player + 1} learnt: {which}, {len(thin.iterations)} of the run's {len(trajectory.iterations):,} records each."
    data = Sheet(f"Training {player + 1}", about, _columns(actions), rows)
    charts = tuple(_charts(infoset, data, k, actions, thin) for k, infoset in enumerate(shown))
    drawn = (
        f"How player {player + 1} learnt, by information set: regrets, the same near 0, and the strategies. "
        f"The current strategy plays each action in proportion to its positive regret. The numbers are in {data.name}."
    )
    return Sheet(f"Charts {player + 1}", drawn, charts=charts), data


def _columns(actions: list[str]) -> tuple[Column, ...]:
    regret = "Cumulative regret of action {}: how much better than the current strategies it would have been, over all iterations."
    current = "How likely action {} is in the current strategy, which the next iteration plays."
    average = "How likely action {} is in the average strategy, which is the run's answer."
    return (
        Column("information set", "", "What the player knows when it is their turn."),
        _ITERATION,
        *(Column(f"R({a})", "chips", regret.format(a), "distance") for a in actions),
        *(Column(f"current P({a})", "probability", current.format(a), "share") for a in actions),
        *(Column(f"average P({a})", "probability", average.format(a), "share") for a in actions),
    )


def _charts(infoset: InformationSet, data: Sheet, number: int, actions: list[str], thin: Trajectory) -> tuple[Chart, ...]:
    """Draw the regrets of an information set in full and near 0, and its strategies."""
    records = len(thin.iterations)
    rows = (number * records, (number + 1) * records - 1)
    places = [actions.index(action) for action in infoset.actions]
    regrets = tuple(Line(2 + k, k) for k in places)
    probabilities = tuple(Line(2 + len(actions) + k, k, thick=False) for k in places)
    probabilities += tuple(Line(2 + 2 * len(actions) + k, k) for k in places)
    low, high = _near_zero(thin.cumulative_regret[infoset.key])
    last = ", ".join(f"{a} {series[-1]:.3g}" for a, series in thin.cumulative_regret[infoset.key].items())
    answer = ", ".join(f"{a} {series[-1]:.3g}" for a, series in thin.average_strategy[infoset.key].items())
    key, end = infoset.key, f"at the end {last} chips"
    place: dict[str, Any] = {"sheet": data.name, "rows": rows, "x": 1}
    return (
        Chart(
            f"{key}: regret",
            f"Cumulative regrets at {key} over the iterations; {end}.",
            **place,
            lines=regrets,
            y_title="chips",
        ),
        Chart(
            f"{key}: regret near 0",
            f"The same between {low:g} and {high:g} chips; {end}.",
            **place,
            lines=regrets,
            y_title="chips",
            bounds=(low, high),
            step=-low,
        ),
        Chart(
            f"{key}: strategy",
            f"Current strategy (thin) and average strategy (thick) at {key}; at the end the average is {answer}.",
            **place,
            lines=probabilities,
            y_title="probability",
            bounds=(0, 1),
            step=0.25,
        ),
    )


def _near_zero(regrets: Mapping[str, NDArray[np.float64]]) -> tuple[float, float]:
    """Return bounds that show every positive regret, and a little of the negative ones: 1, 2 or 5 times a power of ten."""
    highest = max(float(series.max()) for series in regrets.values())
    if highest <= 0:
        return -0.5, 1.0
    power = 10.0 ** math.floor(math.log10(highest))
    top = next(step * power for step in (1, 2, 5, 10) if step * power >= highest)
    return -top / 2, top
