"""Many runs over the ante: percentiles over the seeds, and the law beneath them."""

import numpy as np
import pytest

import kuhncfr as kc
from kuhnbook import figures
from kuhncfr.plot import PERCENTILES


@pytest.fixture(scope="module")
def runs():
    over = {"ante": [2, 1], "sampling": ["external"]}
    return kc.sweep(kc.OneBetKuhn, over, seeds=range(9), iterations=20)


def test_percentiles_over_seeds_are_numpys(runs):
    table = figures.over_seeds(runs, "ante", "value_0")
    assert table["ante"].tolist() == [1, 2]
    for row in table.to_dict("records"):
        values = runs.loc[runs["ante"] == row["ante"], "value_0"]
        assert len(values) == 9
        expected = np.percentile(values, [0, 25, 50, 75, 100])
        assert [row[name] for name in PERCENTILES] == expected.tolist()
