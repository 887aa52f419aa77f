"""The triangle of many cards: its sums are what a showdown wins."""

import numpy as np

from kuhnbook import figures
from kuhncfr.vector import Matchup, Range

REACH = [5, 1, 4, 2, 6, 3]


def test_the_sums_are_what_a_showdown_wins():
    """As the package counts them, without the square; and each is the sum of its row of the square."""
    cells, _, sums = (layer.data for layer in figures.who_beats_whom(REACH).layer)
    deck = Range(rank=range(6), cards=np.arange(6)[:, None])
    assert sums["number"].tolist() == Matchup(deck, deck).showdown_values(np.array(REACH, float)).tolist() == [-16, -10, -5, 1, 9, 18]
    assert cells.groupby("own")["number"].sum().tolist() == sums["number"].tolist()
