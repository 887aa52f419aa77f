"""The triangle of many cards: its sums are what a showdown wins."""

import numpy as np

from kuhnbook import figures
from kuhncfr.vector import Matchup, Range

REACH = [5, 1, 4, 2, 6, 3]


def triangle(reach=REACH):
    return figures.who_beats_whom(reach)


def test_the_sums_are_what_a_showdown_wins():
    """As the package counts them, without the square; and each is the sum of its row of the square."""
    cells, _, sums = (layer.data for layer in triangle().layer)
    deck = Range(rank=range(6), cards=np.arange(6)[:, None])
    assert sums["number"].tolist() == Matchup(deck, deck).showdown_values(np.array(REACH, float)).tolist() == [-16, -10, -5, 1, 9, 18]
    assert cells.groupby("own")["number"].sum().tolist() == sums["number"].tolist()


def test_a_row_differs_from_the_one_above_in_two_cells():
    cells = triangle().layer[0].data
    square = cells.pivot_table(index="own", columns="other", values="number").fillna(0).to_numpy()
    assert square.shape == (6, 6)
    assert (np.diff(square, axis=0) != 0).sum(axis=1).tolist() == [2] * 5
    assert np.diag(square).tolist() == [0] * 6
    assert cells["sign"].tolist() == ["wins" if number > 0 else "loses" for number in cells["number"]]
