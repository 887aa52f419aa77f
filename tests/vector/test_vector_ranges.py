"""Ranges and matchups: prefix sums against the table of all pairs of hands."""

from dataclasses import FrozenInstanceError
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kuhncfr.vector import Matchup, Range


def pairs(own, other):
    """For all pairs of hands, whether they can be dealt together, and the utility of the own hand: two tables of n²."""
    apart = ~(own.cards[:, None, :, None] == other.cards[None, :, None, :]).any(axis=(2, 3))
    return apart.astype(float), apart * np.sign(own.rank[:, None] - other.rank[None, :])


@st.composite
def ranges(draw):
    """Two ranges of hands with no, one or two cards from a deck of up to ten; hands tie, and some are in one range only."""
    each = draw(st.integers(0, 2))
    deck = draw(st.integers(max(each, 1), 10))
    known = list(combinations(range(deck), each)) if each else [()] * deck
    ranks = draw(st.lists(st.integers(-2, 2), min_size=len(known), max_size=len(known)))
    of_each = st.lists(st.sampled_from(range(len(known))), min_size=1, max_size=len(known), unique=True)
    return [Range([ranks[k] for k in held], cards=[known[k] for k in held]) for held in (draw(of_each), draw(of_each))]


@given(ranges(), st.integers(0, 2**32))
def test_prefix_sums_agree_with_the_table_of_all_pairs(two, seed):
    own, other = two
    reach = np.random.default_rng(seed).choice([0, 0.1, 1, 3], size=len(other))
    for one, another, weight in ((own, other, reach), (own, own, np.ones(len(own)))):
        met, won = pairs(one, another)
        against = Matchup(one, another)
        np.testing.assert_allclose(against.opponent_reach(weight), met @ weight, rtol=0, atol=1e-12)
        np.testing.assert_allclose(against.showdown_values(weight), won @ weight, rtol=0, atol=1e-12)


def test_cards_may_have_any_order_and_any_numbers():
    one, other = Range([5, 7], cards=[[9, 1_000_000], [3, 0]]), Range([7, 6], cards=[[0, 3], [1_000_000, 2]])
    assert Matchup(one, other).opponent_reach(np.array([1.0, 2.0])).tolist() == [1, 2]
    assert Matchup(one, other).showdown_values(np.array([1.0, 2.0])).tolist() == [-1, 2]


def test_the_attributes_of_a_range():
    cards = np.array([[3, 1], [2, 1]])
    held = Range([0.5, 2], cards=cards, weight=[1, 4], names=["low", "high"])
    cards[:] = 0
    assert held.cards.tolist() == [[1, 3], [1, 2]]
    assert held.weight.tolist() == [0.25, 1]
    assert (len(held), held.names, repr(held)) == (2, ("low", "high"), "Range(2)")
    with pytest.raises(FrozenInstanceError):
        held.rank = [1, 2]
    for array in (held.rank, held.cards, held.weight):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_hands_are_named_by_their_ranks_by_default():
    assert Range([3, 1, 0.25]).names == ("3", "1", "0.25")
    assert Range([3, 1, 3]).names == ("1", "2", "3")
