"""What stands behind the figures of convergence: rooms that lead to the next, and percentiles over runs."""

import numpy as np
import pandas as pd
import pytest

from kuhnbook import dynamics, figures
from kuhnbook.figures.spread import PERCENTILES


def dataset_with(chart, *columns):
    """The table of a chart that has these columns."""
    (found,) = [rows for rows in chart.to_dict()["datasets"].values() if set(columns) <= set(rows[0])]
    return pd.DataFrame(found)


@pytest.mark.parametrize("ante", [1, 2])
def test_each_room_leads_to_the_next(ante):
    game = dynamics.ReducedGame(ante)
    rooms = dataset_with(figures.four_rooms(game), "wishes")
    for x, y, wishes, turn in rooms[["x", "y", "wishes", "turn"]].to_numpy():
        bluff, call = game.gradient((x, y))
        assert wishes == f"bluff {'more' if bluff > 0 else 'less'}, call {'more' if call > 0 else 'less'}"
        up = np.radians(90 - turn)  # an angle of 0 points upwards, and 90 to the right
        assert np.sign([np.cos(up), np.sin(up)]).tolist() == np.sign([bluff, call]).tolist()
    assert sorted(rooms["turn"]) == [-135, -45, 45, 135]


def test_bands_over_runs_hold_the_percentiles():
    runs = np.array([[0.5, 0.25, 1.0], [0.05, 0.025, 0.1]])
    chart = figures.convergence_bands(figures.percentiles([10, 100], runs, "external"), x="histories visited")
    assert chart.data[["iteration", *PERCENTILES]].to_numpy() == pytest.approx(
        np.array([[10, 0.25, 0.375, 0.5, 0.75, 1.0], [100, 0.025, 0.0375, 0.05, 0.075, 0.1]])
    )
    assert [layer["encoding"]["x"]["title"] for layer in chart.to_dict()["layer"]] == ["histories visited"] * 2
