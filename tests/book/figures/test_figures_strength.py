"""Strategies over sorted hands, and what each hand sees: widths are weights, heights are shares, and the line is where it should be."""

import pandas as pd
import pytest

from kuhnbook import figures

HANDS = pd.DataFrame({"hand": ["Q", "K", "A"], "weight": [2, 1, 1], "check": [0.75, 1, 0], "bet": [0.25, 0, 1]}, index=[7, 7, 9])
SEEN = pd.DataFrame({"hand": ["99", "TT", "T9s"], "seen": [0.34, 0.28, 0.95], "calls": [1.0, 0.0, 1.0]})


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


def test_each_hand_stands_where_it_sees_and_does():
    chart = figures.bluffs_seen(SEEN, 1 / 3, description="Hands.", marked=["TT", "T9s"], domain=(0.2, 0.5))
    points, *names = sorted((rows for rows in chart.to_dict()["datasets"].values() if "seen" in rows[0]), key=lambda rows: -len(rows))
    assert points == [{"hand": "99", "seen": 0.34, "calls": 1}, {"hand": "TT", "seen": 0.28, "calls": 0}]
    assert [[row["hand"] for row in part] for part in names] == [["TT"]]
    assert rows(chart, "needed") == [{"needed": 0.333333}]
