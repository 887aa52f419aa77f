"""The grid of hands: where each class stands, how wide its bars are, and what the reader's choices filter."""

import pandas as pd

from kuhnbook import figures

TABLE = pd.DataFrame({"hand": ["AKs", "AKo", "22"], "check": [0.25, 0.0, 0.5], "bet": [0.75, 1.0, 0.0]})


def draw(table=TABLE, actions=("check", "bet"), **options):
    return figures.hand_grid(table, list(actions), **({"description": "Hands."} | options))


def bars(chart):
    (rows,) = [rows for rows in chart.to_dict()["datasets"].values() if "action" in rows[0]]
    return {(row["hand"], row["action"]): row for row in rows}


def test_suited_hands_stand_above_the_diagonal_and_others_below():
    chart = draw()
    (cells,) = [rows for rows in chart.to_dict()["datasets"].values() if "name" in rows[0]]
    places = {cell["hand"]: (cell["x"], cell["y"]) for cell in cells}
    assert len(set(places.values())) == 169
    assert (places["AKs"], places["AKo"], places["AA"], places["22"]) == ((1, 0), (0, 1), (0, 0), (12, 12))
    assert all((x > y, x < y) == (hand.endswith("s"), hand.endswith("o")) for hand, (x, y) in places.items())


def test_bars_lie_side_by_side_and_are_as_wide_as_their_shares():
    found = bars(draw())
    assert set(found) == {("AKs", "check"), ("AKs", "bet"), ("AKo", "bet"), ("22", "check")}
    assert [(found["AKs", a]["x"], found["AKs", a]["right"], found["AKs", a]["share"]) for a in ("check", "bet")] == [
        (1, 1.25, 0.25),
        (1.25, 2, 0.75),
    ]
    assert (found["22", "check"]["x"], found["22", "check"]["right"]) == (12, 12.5)
    assert all(int(bar["y"]) < bar["y"] < bar["bottom"] < int(bar["y"]) + 1 for bar in found.values())
