"""What stands behind the figures of convergence: rooms that lead to the next."""

import numpy as np
import pandas as pd
import pytest

from kuhnbook import dynamics, figures


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
