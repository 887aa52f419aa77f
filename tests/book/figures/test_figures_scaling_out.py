"""Many runs over the ante: percentiles over the seeds, and the law beneath them."""

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures
from kuhncfr.plot import PERCENTILES


@pytest.fixture(scope="module")
def runs():
    over = {"ante": [2, 1], "sampling": ["external"]}
    return kc.sweep(kc.OneBetKuhn, over, seeds=range(9), iterations=20)


@pytest.fixture(scope="module")
def chart(runs):
    law = pd.DataFrame({"ante": [1, 2], "value": [1 / 18, 1 / 10]})
    table = figures.over_seeds(runs, "ante", "value_1")
    return figures.luck(table, law, y="value (chips)", unit="chips a game", description="words").to_dict()


def test_percentiles_over_seeds_are_numpys(runs):
    table = figures.over_seeds(runs, "ante", "value_1")
    assert table["ante"].tolist() == [1, 2]
    for row in table.to_dict("records"):
        values = runs.loc[runs["ante"] == row["ante"], "value_1"]
        assert len(values) == 9
        expected = np.percentile(values, [0, 25, 50, 75, 100])
        assert [row[name] for name in PERCENTILES] == expected.tolist()


def drawn(chart, layer):
    """The rows that a layer draws."""
    return chart["datasets"][chart["layer"][layer]["data"]["name"]]


def test_bands_median_and_law_are_drawn_from_their_columns(chart):
    wide, narrow, law, median = (layer["encoding"] for layer in chart["layer"])
    assert [(band["y"]["field"], band["y2"]["field"]) for band in (wide, narrow)] == [("lowest", "highest"), ("lower", "upper")]
    assert (law["y"]["field"], median["y"]["field"]) == ("value", "median")
    assert {encoding["x"]["field"] for encoding in (wide, narrow, law, median)} == {"ante"}
    assert drawn(chart, 2) == [{"ante": 1, "value": 0.0555556}, {"ante": 2, "value": 0.1}]  # six significant digits


def test_all_layers_of_the_runs_share_their_table(chart, runs):
    assert drawn(chart, 0) == drawn(chart, 1) == drawn(chart, 3)
    medians = [runs.loc[runs["ante"] == ante, "value_1"].median() for ante in (1, 2)]
    assert [row["median"] for row in drawn(chart, 3)] == pytest.approx(medians, rel=1e-5)


def test_it_describes_itself_with_units(chart):
    assert (chart["description"], chart["width"]) == ("words", "container")
    told = [field["title"] for layer in chart["layer"] for field in layer["encoding"].get("tooltip", [])]
    assert told == [
        "ante S (chips)",
        "closed form (chips a game)",
        "ante S (chips)",
        *(f"{name} (chips a game)" for name in PERCENTILES),
    ]
