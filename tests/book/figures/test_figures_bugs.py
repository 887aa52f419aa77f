"""The chart of what tests see: a cell for each, in its place, with its letter."""

import pytest

from kuhnbook import figures

SEEN = {("signs", "twice", "value"): True, ("signs", "twice", "iterates"): False, ("cards", "one-bet", "value"): False}
LETTERS = {"value": "V", "iterates": "I"}


@pytest.fixture
def chart():
    return figures.blind_spots(SEEN, LETTERS, description="Three cells.").to_dict()


def rows(chart, layer):
    return chart["datasets"][(chart["layer"][layer].get("data") or chart["data"])["name"]]


def test_each_cell_says_what_the_test_does_there(chart):
    for layer in (0, 1):
        assert [tuple(row.values()) for row in rows(chart, layer)] == [
            ("signs", "twice", "value", "V", "sees it"),
            ("signs", "twice", "iterates", "I", "is blind"),
            ("cards", "one-bet", "value", "V", "is blind"),
        ]


def test_mistakes_and_games_keep_their_order_and_tests_stand_side_by_side(chart):
    encoding = chart["layer"][0]["encoding"]
    assert (encoding["y"]["sort"], encoding["x"]["sort"]) == (["signs", "cards"], ["twice", "one-bet"])
    assert encoding["xOffset"]["scale"]["domain"] == ["value", "iterates"]
    assert [row["mistake"] for row in rows(chart, 2)] == ["signs", "cards"]
