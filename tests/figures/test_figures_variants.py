"""What stands behind the figures that compare variants: all the data, few digits, series told apart twice."""

import numpy as np
import pandas as pd
import pytest

from kuhncfr import figures
from kuhncfr.figures.style import PALETTE


def datasets(chart):
    return [pd.DataFrame(rows) for rows in chart.to_dict()["datasets"].values()]


def dataset_with(chart, *columns):
    (found,) = [table for table in datasets(chart) if set(columns) <= set(table.columns)]
    return found


def encodings(chart, channel):
    return [layer["encoding"][channel] for layer in chart.to_dict()["layer"] if channel in layer.get("encoding", {})]


RACE = pd.DataFrame({"cfr": [0.1234567, 0.0123456], "cfr+": [0.05, 0.0]}, index=[10, 1_000])


def test_a_race_holds_every_algorithm_at_every_stop_but_no_zero():
    """A logarithmic axis has no place for 0."""
    data = dataset_with(figures.race(RACE, description="words"), "algorithm")
    rows = {(row.algorithm, row.iterations): row.distance for row in data.itertuples()}
    assert rows == {("cfr", 10): 0.123, ("cfr", 1_000): 0.0123, ("cfr+", 10): 0.05}


def test_a_race_is_drawn_on_two_logarithmic_axes():
    chart = figures.race(RACE, description="words", root=1.0)
    assert len(chart.to_dict()["layer"]) == 2
    for channel in ("x", "y"):
        assert [axis["scale"]["type"] for axis in encodings(chart, channel)] == ["log", "log"]


def test_axes_mark_powers_of_ten_and_nothing_else():
    chart = figures.race(RACE, description="words")
    (x,), (y,) = encodings(chart, "x"), encodings(chart, "y")
    assert sorted(x["axis"]["values"]) == [10, 100, 1_000]
    assert sorted(y["axis"]["values"]) == [0.1]


def test_a_long_axis_marks_every_other_power():
    table = pd.DataFrame({"cfr": [1.0, 1e-7]}, index=[1, 10])
    (y,) = encodings(figures.race(table, description="words"), "y")
    assert sorted(y["axis"]["values"]) == [1e-6, 1e-4, 1e-2, 1]


def test_an_axis_without_a_power_of_ten_is_marked_all_the_same():
    table = pd.DataFrame({"cfr": [0.05, 0.02]}, index=[20, 80])
    (x,) = encodings(figures.race(table, description="words"), "x")
    assert "values" not in x["axis"]


def test_the_axis_marks_the_powers_of_ten_that_only_the_reference_line_reaches():
    marked = [
        figures.race(RACE, description="words", root=root).to_dict()["layer"][0]["encoding"]["y"]["axis"]["values"] for root in (None, 2e4)
    ]
    assert set(marked[0]) < set(marked[1])
    assert max(marked[1]) > float(RACE.max(axis=None))


def test_the_reference_line_falls_like_one_over_root_t():
    tables = datasets(figures.race(RACE, description="words", root=2.0))
    (line,) = [table for table in tables if "algorithm" not in table.columns]
    assert line["distance"].tolist() == pytest.approx((2 / np.sqrt(line["iterations"])).tolist(), rel=5e-3)
    assert line["iterations"].tolist() == [10, 1_000]


def test_series_differ_in_colour_and_in_dashes():
    chart = figures.race(RACE, description="words")
    (colour,), (dash,) = encodings(chart, "color"), encodings(chart, "strokeDash")
    assert colour["scale"]["domain"] == dash["scale"]["domain"] == ["cfr", "cfr+"]
    assert colour["scale"]["range"] == list(PALETTE[:2])
    assert dash["scale"]["range"][0] != dash["scale"]["range"][1]


def test_more_series_than_colours_are_refused():
    many = pd.DataFrame(np.ones((1, 7)), index=[1], columns=list("abcdefg"))
    with pytest.raises(ValueError, match="at most 6 series can be told apart, got 7"):
        figures.race(many, description="words")


def test_bands_over_runs_hold_the_percentiles():
    runs = np.array([[0.5, 0.25, 1.0], [0.05, 0.025, 0.1]])
    table = figures.over_runs([10, 100], runs, "external")
    chart = figures.race_bands(table, x="histories visited", description="words")
    data = dataset_with(chart, "median")
    assert data["lowest"].tolist() == [0.25, 0.025]
    assert data["median"].tolist() == [0.5, 0.05]
    assert data["highest"].tolist() == [1.0, 0.1]
    assert [axis["title"] for axis in encodings(chart, "x")] == ["histories visited"] * 2


def test_running_sums_hold_every_round():
    table = pd.DataFrame({"plain": [-1.0, -2.0, -1.0], "floored": [0.0, 0.0, 1.0]}, index=[1, 2, 3])
    chart = figures.running_sums(table, x="round", y="sum", description="words")
    data = dataset_with(chart, "series")
    for name, column in table.items():
        mine = data[data["series"] == name]
        assert mine["round"].tolist() == [1, 2, 3]
        assert mine["sum"].tolist() == column.tolist()
    assert dataset_with(chart, "zero")["zero"].tolist() == [0]


@pytest.mark.parametrize(
    "draw",
    [
        lambda words: figures.race(RACE, description=words),
        lambda words: figures.race_bands(figures.over_runs([10], [[0.5]], "x"), x="T", description=words),
        lambda words: figures.running_sums(RACE, x="round", y="sum", description=words),
    ],
)
def test_every_chart_says_what_it_shows_and_fits_its_page(draw):
    spec = draw("what it shows").to_dict()
    assert spec["description"] == "what it shows"
    assert spec["width"] == "container"
