"""Strategies over sorted hands, and what each hand sees: widths are weights, heights are shares, and the line is where it should be."""

import pandas as pd
import pytest

from kuhnbook import figures

HANDS = pd.DataFrame({"hand": ["Q", "K", "A"], "weight": [2, 1, 1], "check": [0.75, 1, 0], "bet": [0.25, 0, 1]}, index=[7, 7, 9])


def rows(chart, column):
    """The one table of a chart that has this column."""
    (found,) = [rows for rows in chart.to_dict()["datasets"].values() if column in rows[0]]
    return found


def test_a_hand_is_as_wide_as_it_is_often_held():
    found = {(row["hand"], row["part"]): row for row in rows(figures.by_strength(HANDS, ["check", "bet"], description=""), "part")}
    assert set(found) == {("Q", "check"), ("Q", "bet"), ("K", "check"), ("A", "bet")}
    assert [(found[key]["from"], found[key]["upto"]) for key in found] == [(0, 0.5), (0.5, 0.75), (0, 0.5), (0.75, 1)]
    assert [(found["Q", part]["low"], found["Q", part]["high"]) for part in ("check", "bet")] == [(0, 0.75), (0.75, 1)]
    area = sum((row["upto"] - row["from"]) * (row["high"] - row["low"]) for row in found.values())
    assert area == pytest.approx(1)
