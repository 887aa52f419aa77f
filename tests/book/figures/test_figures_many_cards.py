"""The charts of many cards: sums of the triangle, stretches that cover the deck, fractions that stay exact."""

import numpy as np
import pytest

from kuhnbook import figures
from kuhncfr.vector import Matchup, Range

REACH = [5, 1, 4, 2, 6, 3]


def triangle(reach=REACH):
    return figures.who_beats_whom(reach, description="A triangle.")


def stretches(rows):
    return figures.stretches(rows, title="P(b)", description="Bars.")


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


def test_stretches_cover_the_deck_once_and_keep_its_sum():
    rng = np.random.default_rng(1)
    b = np.sort(rng.random(1_000)) * rng.integers(0, 2, 1_000)
    table = stretches({"all": b}).data
    assert table["from"].tolist()[1:] == table["to"].tolist()[:-1]
    assert (table["from"].iloc[0], table["to"].iloc[-1]) == (0, 1)
    assert table["highest"].tolist()[:-1] == [lowest - 1 for lowest in table["lowest"]][1:]
    sizes = table["highest"] - table["lowest"] + 1
    assert (sizes * table["probability"]).sum() == pytest.approx(b.sum(), abs=0.005 * 1_000)


def test_cards_of_one_shade_are_one_stretch_with_their_mean():
    table = stretches({"few": [1, 0.99, 0.5, 0, 0]}).data
    assert table[["lowest", "highest", "probability"]].to_numpy().tolist() == [[1, 2, 0.99], [3, 3, 0.5], [4, 5, 0]]
