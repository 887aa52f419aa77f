"""The sheets of a report about a run: its exploitability, regrets and strategies over the iterations."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kuhncfr._support.palette import PALETTE
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.games.game import InformationSet
from kuhncfr.report.sheet import Chart, Column, Sheet
from kuhncfr.report.strategies import INFOSET

_RECORDS = 100  # in the charts of an information set
_EXPLOITABILITY_RECORDS = 200

_ITERATION = Column("iterations", "Number of iterations of the run so far.", "count")
_COLUMNS = {
    "R": Column("chips", "Cumulative regret: how much more than the current strategies the action would have won in total.", "chips"),
    "current P": Column("probability", "Probability of the action in the current strategy, which the next iteration plays.", "number"),
    "average P": Column("probability", "Probability of the action in the average strategy, the result of the run.", "number"),
}
_THICK, _THIN = 2.25, 0.75  # widths of lines


def convergence_sheets(trajectory: Trajectory) -> list[Sheet]:
    """Return the sheet of the exploitability over the iterations, if it was recorded."""
    if trajectory.exploitability is None:
        return []
    thin = trajectory.subsample(_EXPLOITABILITY_RECORDS, logarithmic=True)
    assert thin.exploitability is not None
    meaning = "NashConv of the average strategy divided by the number of players: the average epsilon; empty where it is 0."
    columns = {"iteration": _ITERATION, "exploitability": Column("chips a hand", meaning, "small")}
    positive = thin.exploitability > 0  # 0 has no logarithm
    table = pd.DataFrame({"iteration": thin.iterations, "exploitability": np.where(positive, thin.exploitability, np.nan)})
    about = f"How far the average strategy was from an equilibrium: {len(table)} of the run's {len(trajectory.iterations):,} records."
    charts = [[_exploitability_chart(thin.iterations, thin.exploitability[positive])]] if positive.any() else []
    return [Sheet("Convergence", about, columns, table, charts)]


def _exploitability_chart(iterations: NDArray[np.int64], heights: NDArray[np.float64]) -> Chart:
    first, last = iterations[0], iterations[-1]
    description = (
        f"A line on two logarithmic axes: exploitability from {heights[0]:.2g} chips a hand after {first:,} iterations "
        f"to {heights[-1]:.2g} after {last:,}."
    )
    x_axis = {"name": "iteration", **_decades(first, last)}
    y_axis = {"name": "chips a hand", "num_format": "0E+00", **_decades(heights.min(), heights.max())}
    title, rows = "Exploitability of the average strategy", (0, len(iterations) - 1)
    return Chart(title, description, "Convergence", rows, 0, {1: _line(0)}, x_axis, y_axis)


def _decades(lowest: float, highest: float) -> dict[str, Any]:
    """Return the options of a logarithmic axis from one power of ten to another."""
    low = math.floor(math.log10(lowest))
    high = max(low + 1, math.ceil(math.log10(highest)))
    return {"log_base": 10, "crossing": "min", "min": 10.0**low, "max": 10.0**high}


def training_sheets(own: Sequence[InformationSet], trajectory: Trajectory, player: int, most: int) -> tuple[Sheet, Sheet]:
    """Return a sheet with charts of the regrets and strategies at a player's first information sets, and one with the numbers."""
    shown, thin = own[:most], trajectory.subsample(_RECORDS)
    actions = list(dict.fromkeys(action for infoset in shown for action in infoset.actions))
    series = {"R": thin.cumulative_regret, "current P": thin.current_strategy, "average P": thin.average_strategy}
    columns = {f"{title}({action})": _COLUMNS[title] for title in series for action in actions}
    parts = []
    for infoset in shown:
        numbers = {f"{title}({action})": of[infoset.key].get(action, np.nan) for title, of in series.items() for action in actions}
        parts.append(pd.DataFrame({"information set": infoset.key, "iteration": thin.iterations, **numbers}))
    which = "all information sets" if len(shown) == len(own) else f"the first {len(shown)} of {len(own)} information sets"
    about = f"How player {player + 1} learnt: {which}, {len(thin.iterations)} of the run's {len(trajectory.iterations):,} records each."
    data = Sheet(f"Training {player + 1}", about, {"information set": INFOSET, "iteration": _ITERATION, **columns}, pd.concat(parts))
    drawn = (
        f"How player {player + 1} learnt, by information set: regrets, the same near 0, and the strategies. "
        f"The current strategy plays each action in proportion to its positive regret. The numbers are in {data.name}."
    )
    charts = [_charts(infoset, data.name, k, actions, thin) for k, infoset in enumerate(shown)]
    return Sheet(f"Charts {player + 1}", drawn, {}, pd.DataFrame(), charts), data


def _charts(infoset: InformationSet, sheet: str, number: int, actions: Sequence[str], thin: Trajectory) -> list[Chart]:
    """Return charts of the regrets of an information set, in full and near 0, and of its strategies."""
    records, key = len(thin.iterations), infoset.key
    places = [actions.index(action) for action in infoset.actions]
    regrets = {2 + k: _line(k) for k in places}
    current = {2 + len(actions) + k: _line(k, _THIN) for k in places}
    average = {2 + 2 * len(actions) + k: _line(k) for k in places}
    low, high = _near_zero(thin.cumulative_regret[key])
    end = f"at the end {_last(thin.cumulative_regret[key])} chips"
    answer = f"at the end the average is {_last(thin.average_strategy[key])}"

    def chart(title: str, description: str, lines: Mapping[int, dict[str, Any]], **y_axis: Any) -> Chart:
        rows = (number * records, (number + 1) * records - 1)
        x_axis = {"name": "iteration", "min": 0, "max": int(thin.iterations[-1])}
        return Chart(f"{key}: {title}", description, sheet, rows, 1, lines, x_axis, y_axis)

    near_zero = f"The same between {low:g} and {high:g} chips; {end}."
    strategies = f"Current strategy (thin) and average strategy (thick) at {key}; {answer}."
    return [
        chart("regret", f"Cumulative regrets at {key} over the iterations; {end}.", regrets, name="chips"),
        chart("regret near 0", near_zero, regrets, name="chips", min=low, max=high, major_unit=-low),
        chart("strategy", strategies, current | average, name="probability", min=0, max=1, major_unit=0.25),
    ]


def _line(colour: int, width: float = _THICK) -> dict[str, Any]:
    return {"color": PALETTE[colour % len(PALETTE)], "width": width}


def _last(row: Mapping[str, NDArray[np.float64]]) -> str:
    return ", ".join(f"{action} {series[-1]:.3g}" for action, series in row.items())


def _near_zero(regrets: Mapping[str, NDArray[np.float64]]) -> tuple[float, float]:
    """Return bounds that show all positive and the smallest negative regrets: 1, 2 or 5 times a power of ten."""
    highest = max(float(series.max()) for series in regrets.values())
    if highest <= 0:
        return -0.5, 1.0
    power = 10.0 ** math.floor(math.log10(highest))
    top = next(step * power for step in (1, 2, 5, 10) if step * power >= highest)
    return -top / 2, top
