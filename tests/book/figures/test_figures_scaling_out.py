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


def test_the_bands_and_the_median_are_drawn_from_the_runs_and_the_law_from_its_own(chart, runs):
    wide, narrow, law, median = (layer["encoding"] for layer in chart["layer"])
    assert [(band["y"]["field"], band["y2"]["field"]) for band in (wide, narrow)] == [("lowest", "highest"), ("lower", "upper")]
    assert (law["y"]["field"], median["y"]["field"]) == ("value", "median")
    drawn = [chart["datasets"][layer["data"]["name"]] for layer in chart["layer"]]
    assert drawn[2] == [{"ante": 1, "value": 0.0555556}, {"ante": 2, "value": 0.1}]  # six significant digits
    assert drawn[0] == drawn[1] == drawn[3]
    medians = [runs.loc[runs["ante"] == ante, "value_1"].median() for ante in (1, 2)]
    assert [row["median"] for row in drawn[3]] == pytest.approx(medians, rel=1e-5)
