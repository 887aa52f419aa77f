"""What stands behind the figures of convergence: percentiles, equal axes, reference lines, averages."""

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import dynamics, figures
from kuhncfr.plot import PERCENTILES

EQUILIBRIUM = (1 / 3, 1 / 3)


def dataset_with(chart, *columns):
    """The table of a chart that has these columns."""
    (found,) = [rows for rows in chart.to_dict()["datasets"].values() if set(columns) <= set(rows[0])]
    return pd.DataFrame(found)


def test_percentiles_within_bins_are_numpys():
    rng = np.random.default_rng(1)
    iterations, values = np.arange(10, 120, 10), rng.random(11)
    table = figures.over_time(iterations, {"Q": values, "K": 1 - values}, bins=3)
    assert table["series"].tolist() == ["Q"] * 3 + ["K"] * 3
    for row, part in zip(table[table["series"] == "Q"].to_dict("records"), (slice(0, 4), slice(4, 8), slice(8, 11)), strict=True):
        assert row["iteration"] == iterations[part].mean()
        expected = np.percentile(values[part], [0, 25, 50, 75, 100])
        assert [row[name] for name in ("lowest", "lower", "median", "upper", "highest")] == pytest.approx(expected.tolist())


def test_the_line_of_the_rate_falls_with_the_root_of_t():
    table = kc.plot.percentiles([100, 400, 1_600], np.full((3, 2), 0.01), "NashConv")
    chart = figures.distance_bands(table, 0.9, description="")
    assert dataset_with(chart, "expected")["expected"].tolist() == [0.09, 0.045, 0.0225]


def test_square_moves_dots_a_little():
    points = np.random.default_rng(3).integers(0, 2, size=(50, 2)).astype(float)
    chart = figures.square_with_timeline(np.arange(10, 510, 10), points, EQUILIBRIUM, (100, 200), description="")
    data = dataset_with(chart, "Q bets")
    assert (data[["Q bets", "K calls"]].to_numpy() == points).all()
    moved = np.abs(data[["x", "y"]].to_numpy() - points)
    assert 0.01 < moved.max() < 0.0205  # and rounded to three decimals


def test_numbers_along_the_spiral_lie_on_no_point_of_it():
    angle = np.linspace(0, 40, 2_000)
    path = 1 / 3 + 0.15 * np.exp(-angle / 10)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    chart = figures.spiral(np.arange(2_000), path, EQUILIBRIUM, [10, 500, 1_999], description="")
    scale = chart.to_dict()["layer"][0]["encoding"]["x"]["scale"]["domain"]
    for place in dataset_with(chart, "label", "from x")[["x", "y"]].to_numpy():
        away = np.abs(path - place) / (scale[1] - scale[0]) * 250  # pixels on a phone
        assert ((away[:, 0] > 29) | (away[:, 1] > 11)).all()


@pytest.mark.parametrize("ante", [1, 2])
def test_each_room_leads_to_the_next(ante):
    game = dynamics.ReducedGame(ante)
    rooms = dataset_with(figures.four_rooms(game, description=""), "wishes")
    for x, y, wishes, turn in rooms[["x", "y", "wishes", "turn"]].to_numpy():
        bluff, call = game.gradient((x, y))
        assert wishes == f"bluff {'more' if bluff > 0 else 'less'}, call {'more' if call > 0 else 'less'}"
        up = np.radians(90 - turn)  # an angle of 0 points upwards, and 90 to the right
        assert np.sign([np.cos(up), np.sin(up)]).tolist() == np.sign([bluff, call]).tolist()
    assert sorted(rooms["turn"]) == [-135, -45, 45, 135]


def test_bands_over_runs_hold_the_percentiles():
    runs = np.array([[0.5, 0.25, 1.0], [0.05, 0.025, 0.1]])
    chart = kc.plot.convergence_bands(kc.plot.percentiles([10, 100], runs, "external"), x="histories visited")
    assert chart.data[["iteration", *PERCENTILES]].to_numpy() == pytest.approx(
        np.array([[10, 0.25, 0.375, 0.5, 0.75, 1.0], [100, 0.025, 0.0375, 0.05, 0.075, 0.1]])
    )
    assert [layer["encoding"]["x"]["title"] for layer in chart.to_dict()["layer"]] == ["histories visited"] * 2
