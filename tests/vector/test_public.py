"""Public games: the deals and their probabilities, and the histories."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest

from kuhncfr.vector import Decision, PublicGame, Range, Showdown, kuhn, one_bet

BETTING = one_bet(3).betting
PAIRS = [[0, 1], [0, 2], [1, 2], [3, 4]]


def game(one, two, betting=BETTING, pot=2):
    return PublicGame(betting, (one, two), pot)


def test_the_probability_of_a_deal_is_proportional_to_the_product_of_its_weights():
    one, two = Range([1, 2, 3, 4], cards=PAIRS, weight=[1, 2, 4, 4]), Range([3, 4], cards=PAIRS[2:], weight=[1, 3])
    # In quarters and thirds of the largest: only {3, 4} meets {1, 2}, and {0, 1}, {0, 2}, {1, 2} meet {3, 4}.
    assert game(one, two).deals == pytest.approx(1 * 1 / 3 + (1 / 4 + 2 / 4 + 4 / 4) * 1)


def test_both_players_may_have_the_same_range():
    deck = Range([1, 2, 3], cards=[[1], [2], [3]])
    assert game(deck, deck).deals == 6
    assert game(Range([1, 2, 3]), Range([2])).deals == 3


def test_histories_are_letters_or_words():
    assert list(kuhn(3).decisions) == ["", "p", "pb", "b"]
    end = Showdown(1)
    checked = Decision(1, {"all in": Decision(0, {"call": end, "f": end}), "check": end})
    words = Decision(0, {"check": checked, "b": Decision(1, {"c": end})})
    named = game(Range([1, 2]), Range([1]), words)
    assert list(named.decisions) == ["", "check", "check-all in", "b"]
    assert (named.child("", "check"), named.child("check", "all in")) == ("check", "check-all in")
    assert [table.shape for table in named.uniform().values()] == [(2, 2), (1, 2), (2, 2), (1, 1)]
    assert named.uniform()["check"].tolist() == [[0.5, 0.5]]


def test_a_game_is_equal_to_itself_only():
    """So that a dict can store results by game, however many hands it has."""
    spot, other = one_bet(3), one_bet(3)
    assert {spot: 1, other: 2}[spot] == 1
    assert {spot.ranges[0]: 1, other.ranges[0]: 2}[spot.ranges[0]] == 1


def test_chips():
    spot = one_bet(10, ante=Fraction(1, 3))
    assert spot.pot == Fraction(2, 3)
    assert spot.percent_of_pot(Fraction(1, 3)) == 50
    assert spot.percent_of_pot(np.float64(-0.5)) == -75
    assert spot.largest_stake == pytest.approx(4 / 3)
    with pytest.raises(FrozenInstanceError):
        spot.pot = 1
    assert repr(spot) == "PublicGame(10 hands against 10, 2 decisions)"
