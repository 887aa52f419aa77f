"""Numbers in charts keep so many significant digits; whole numbers stay whole."""

import pandas as pd
import pytest

from kuhncfr.figures.rounding import rounded, significant


@pytest.mark.parametrize(("digits", "x", "y"), [(6, 0.000123457, 98765.4), (3, 0.000123, 98800.0)])
def test_floats_of_a_table_are_rounded(digits, x, y):
    table = rounded(pd.DataFrame({"T": [1_234_567], "x": [0.000123456789], "y": [98765.4321], "name": ["a"]}), digits)
    assert table.to_dict("records") == [{"T": 1_234_567, "x": x, "y": y, "name": "a"}]
    assert significant([0.000123456789, 98765.4321], digits).tolist() == [x, y]


def test_six_digits_are_usual():
    assert significant([1 / 3]).tolist() == rounded(pd.DataFrame({"x": [1 / 3]}))["x"].tolist() == [0.333333]
