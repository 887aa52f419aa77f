"""Sums that change round by round: every round is drawn, and a line at 0."""

import pandas as pd

from kuhnbook import figures


def test_running_sums_hold_every_round():
    table = pd.DataFrame({"plain": [-1.0, -2.0, -1.0], "floored": [0.0, 0.0, 1.0]}, index=[1, 2, 3])
    chart = figures.running_sums(table, x="round", y="sum", description="words")
    data = chart.layer[1].data
    for name, column in table.items():
        mine = data[data["series"] == name]
        assert mine["round"].tolist() == [1, 2, 3]
        assert mine["sum"].tolist() == column.tolist()
    assert chart.layer[0].data["zero"].tolist() == [0]
