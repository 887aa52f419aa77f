"""Native charts of a workbook, which refer to the cells of its sheets."""

import math
from typing import Any

import pandas as pd

from kuhncfr._support.palette import PALETTE

_WIDTH, _ROWS = 480, 15  # of a chart, in pixels, and in rows of a sheet


def add_convergence_chart(writer: Any, name: str, table: pd.DataFrame) -> None:
    """Add the exploitability over the iterations, on two logarithmic axes."""
    title, rows = "Exploitability of the average strategy", range(1, len(table) + 1)
    axes = [{"name": name, "log_base": 10, "crossing": "min"} for name in ("iteration", "chips a hand")]
    _insert(writer, name, table, rows, title, [("exploitability", PALETTE[0])], axes, (0, 0))


def add_training_charts(writer: Any, name: str, table: pd.DataFrame) -> None:
    """Add a row of charts for each information set: its regrets, the positive and the smallest negative ones, and its strategies."""
    for row, (key, part) in enumerate(table.groupby("information set", sort=False)):
        titles = list(part.dropna(axis="columns"))[2:]  # of the actions that are allowed here
        actions = len(titles) // 3
        number = {title: (k - 2) % (len(table.columns) // 3) for k, title in enumerate(table)}  # of the action, among those of the table
        lines = [(title, PALETTE[number[title] % len(PALETTE)]) for title in titles]
        top = math.ceil(max(1, part[titles[:actions]].max(axis=None)))
        rows = range(1 + row * len(part), 1 + (row + 1) * len(part))
        x = {"name": "iteration", "min": 0, "max": int(part["iteration"].max())}
        charts: list[tuple[str, list[Any], dict[str, Any]]] = [
            ("regret", lines[:actions], {"name": "chips"}),
            ("regret near 0", lines[:actions], {"name": "chips", "min": -top / 2, "max": top}),
            ("strategy", lines[actions:], {"name": "probability", "min": 0, "max": 1}),
        ]
        for column, (title, shown, y) in enumerate(charts):
            _insert(writer, name, table, rows, f"{key}: {title}", shown, [x, y], (row, column))


def _insert(
    writer: Any, name: str, table: pd.DataFrame, rows: range, title: str, lines: list[Any], axes: list[Any], at: tuple[int, int]
) -> None:
    """Add a chart beside the table: lines over the iterations in these rows, each with a colour, at a place in a grid of charts."""
    chart, x = writer.book.add_chart({"type": "scatter", "subtype": "straight"}), table.columns.get_loc("iteration")
    for line, colour in lines:
        y, look = table.columns.get_loc(line), {"color": colour, "width": 0.75 if line.startswith("current") else 2.25}
        cells = {"categories": [name, rows[0], x, rows[-1], x], "values": [name, rows[0], y, rows[-1], y]}
        chart.add_series({"name": [name, 0, y], **cells, "line": look})
    chart.set_title({"name": title, "name_font": {"size": 11}, "overlay": False})
    chart.set_x_axis({"label_position": "low", **axes[0]})
    chart.set_y_axis({"label_position": "low", **axes[1]})
    chart.set_legend({"position": "bottom"})
    beside = {"x_offset": at[1] * (_WIDTH + 10), "description": f"{title}, over the iterations"}
    writer.sheets[name].insert_chart(1 + at[0] * _ROWS, len(table.columns) + 1, chart, beside)
