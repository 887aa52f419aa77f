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


def test_percentiles_over_seeds_are_numpys(runs):
    table = figures.over_seeds(runs, "ante", "value_1")
    assert table["ante"].tolist() == [1, 2]
    for row in table.to_dict("records"):
        values = runs.loc[runs["ante"] == row["ante"], "value_1"]
        assert len(values) == 9
        assert [row[name] for name in PERCENTILES] == np.percentile(values, [0, 25, 50, 75, 100]).tolist()


def test_the_bands_and_the_median_are_drawn_from_the_runs_and_the_law_from_its_own(runs):
    table, law = figures.over_seeds(runs, "ante", "value_1"), pd.DataFrame({"ante": [1, 2], "value": [1 / 18, 1 / 10]})
    chart = figures.luck(table, law, y="value (chips)", unit="chips a game", description="words").to_dict()
    encodings = [layer["encoding"] for layer in chart["layer"]]
    assert [encoding["y"]["field"] for encoding in encodings] == ["lowest", "lower", "value", "median"]
    assert [encoding["y2"]["field"] for encoding in encodings[:2]] == ["highest", "upper"]
    of_runs, too, of_law, again = (pd.DataFrame(chart["datasets"][layer["data"]["name"]]) for layer in chart["layer"])
    assert of_law.to_numpy().tolist() == [[1, 0.0555556], [2, 0.1]]  # six significant digits
    assert of_runs.equals(too)
    assert of_runs.equals(again)
    assert of_runs[list(PERCENTILES)].to_numpy() == pytest.approx(table[list(PERCENTILES)].to_numpy(), rel=1e-5)
