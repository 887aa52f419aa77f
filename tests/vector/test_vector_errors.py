"""What public games, ranges and strategies are not: an error names the argument and the value."""

import re

import pytest

import kuhncfr as kc
from kuhncfr.vector import Decision, PublicGame, Range, Showdown, VectorCFR, kuhn, one_bet

END, BETTING, GAME = Showdown(1), one_bet(3).betting, kuhn(3)
UNIFORM, HALVES = GAME.uniform(), [[0.5, 0.5]] * 3
ONE = Range([1])
# Sums of these weights have a rounding error of 1e-17, which is no deal.
ACES = Range([9, 9, 9], cards=[[0, 1], [0, 2], [0, 3]], weight=[0.1, 0.2, 0.7])
SAME_CARD, NO_WEIGHT = Range([9, 5], cards=[[0, 1], [0, 7]], weight=[0.3, 0.1]), Range([9, 5], cards=[[0, 1], [7, 8]], weight=[1, 0])


def game(*ranges, betting=BETTING):
    return PublicGame(betting, ranges, pot=2)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Decision(0, {}), ValueError, "children must name at least one action, got {}"),
        (lambda: Decision(0, [END]), TypeError, "children must be a mapping, such as a dict, got"),
        (lambda: Decision(0, {"a": None}), TypeError, "children['a'] must be a Decision, Fold or Showdown, got None of type NoneType"),
        (lambda: Decision(0, {1: END}), TypeError, "each name in children must be text, got 1 of type int"),
        *(
            (lambda name=name: Decision(0, {name: END}), ValueError, "each name in children must be printable, not empty and without '-'")
            for name in ("", " ", "a\nb", "a\0", "-", "all-in")
        ),
        (lambda: game(ONE, ONE, betting=END), TypeError, "betting must be a Decision, got Showdown"),
        (lambda: PublicGame(BETTING, ONE, pot=2), TypeError, "ranges must be a sequence of two ranges, got Range(1)"),
        (lambda: game(ONE, [1]), TypeError, "ranges[1] must be a Range, got [1] of type list"),
        (lambda: game(ONE, ONE, ONE), ValueError, "ranges must be those of 2 players, got 3"),
        (lambda: game(ONE, Range([1], cards=[[1]])), ValueError, "ranges must have equally many cards per hand, got 0 and 1"),
        (lambda: game(Range([1], cards=[[1]]), Range([2], cards=[[1]])), ValueError, "ranges must give the same hand the same rank"),
        (lambda: game(ACES, SAME_CARD), ValueError, "ranges must allow a deal: every two hands with a weight above 0 have a card"),
        (lambda: game(ACES, NO_WEIGHT), ValueError, "ranges must allow a deal"),
        (lambda: GAME.percent_of_pot(float("nan")), ValueError, "chips must be finite, got nan"),
        (lambda: Range([]), ValueError, "rank must have 1 to 1,000,000 entries, got 0"),
        (lambda: Range([1, float("nan")]), ValueError, "rank must be finite, got"),
        (lambda: Range([1, 2], weight=[1, -0.5]), ValueError, "weight must be between 0 and 1e+100, got [1, -0.5]"),
        (lambda: Range([1, 2], weight=[0, 0]), ValueError, "weight must not be 0 for every hand"),
        (lambda: Range([1, 2], cards=[[0], [-1]]), ValueError, "cards must be between 0 and 1e"),
        (lambda: Range([1, 2], cards=[[0, 1, 2], [3, 4, 5]]), ValueError, "cards must be at most 2 per hand, got 3"),
        (lambda: Range([1, 2], cards=[[0, 1], [2, 2]]), ValueError, "cards of a hand must differ, got [2, 2]"),
        (lambda: Range([1, 2], cards=[[0, 1], [1, 0]]), ValueError, "cards must differ from hand to hand, got [0, 1] twice"),
        (lambda: Range([1, 2, 3], names="abb"), ValueError, "names must differ from hand to hand, got 'b' twice"),
        (lambda: VectorCFR(kc.KuhnPoker()), TypeError, "game must be a PublicGame, got KuhnPoker"),
        *(
            (lambda sampling=sampling: kc.solve(GAME, sampling=sampling), ValueError, "sampling must be None for a public game")
            for sampling in ("chance", "external", "outcome")
        ),
        (lambda: kc.exploitability(GAME, [HALVES] * 4), TypeError, "strategy must be a mapping, such as a dict, got"),
        (lambda: kc.exploitability(GAME, UNIFORM | {"b": [["p", "b"]] * 3}), TypeError, "strategy['b'] must be numbers"),
    ],
)
def test_what_it_is_not_is_refused(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ({"": HALVES}, "strategy must be tables for '', 'p', 'pb', 'b', got none for 'p'"),
        (UNIFORM | {"bb": HALVES}, "strategy must be tables for '', 'p', 'pb', 'b', got one for 'bb'"),
        (UNIFORM | {"b": HALVES[:2]}, "strategy['b'] must have shape (3, 2), got shape (2, 2)"),
        (UNIFORM | {"b": [[0.5, 0.5], [0.5, 0.4], [1, 0]]}, "each row of strategy['b'] must sum to 1, got 0.9 in row 1"),
        (UNIFORM | {"b": [[1.5, -0.5]] * 3}, "strategy['b'] must be between 0 and 1.00001, got"),
    ],
)
def test_a_strategy_that_does_not_fit_is_refused(strategy, message):
    for function in (kc.expected_utilities, kc.best_response, kc.nash_conv):
        with pytest.raises(ValueError, match=re.escape(message)):
            function(GAME, strategy)
