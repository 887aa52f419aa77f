"""The river as a public game: its betting in chips, rivers solved on paper, and the errors."""

from fractions import Fraction

import pytest

import kuhncfr as kc
from kuhncfr.vector import Decision, Fold, Showdown, river
from kuhncfr.vector.betting import nodes

BOARD = "Qs Jh 2h 8d 3c"


def ends(game):
    """The stake of each terminal node."""
    return {history: node for history, node in nodes(game.betting, "-") if not isinstance(node, Decision)}


def test_the_game_of_two_full_ranges():
    game = river(BOARD, ("random", "any two"), pot=100, stack=200)
    assert len(list(nodes(game.betting))) == 33
    assert [len(hands) for hands in game.ranges] == [1_081, 1_081]
    assert game.deals == 1_070_190 == 1_081 * 45 * 44 // 2
    assert game.ranges[0].names[0] == "AsAh"
    assert game.percent_of_pot(0.5) == 0.5


def test_the_stake_of_each_terminal_node():
    game = river(BOARD, ("AA", "KK"), pot=100, stack=200, bets=("50%",), raises=("100%", "all-in"))
    after_bet = {  # a bet of 50 into 100 can be raised by the pot after the call, 200, to 250: more than the stack
        "fold": Fold(winner=0, stake=50),
        "call": Showdown(100),
        "all in-fold": Fold(winner=1, stake=100),
        "all in-call": Showdown(250),
    }
    assert {history.removeprefix("bet 50-"): end for history, end in ends(game).items() if history.startswith("bet 50-")} == after_bet
    assert ends(game)["check-check"] == Showdown(50)
    assert ends(game)["check-bet 50-fold"] == Fold(winner=1, stake=50)
    assert [decision.player for decision in game.decisions.values()] == [0, 1, 0, 1, 1, 0]


def test_raises_in_per_cent_of_the_pot_are_added_to_the_call():
    game = river(BOARD, ("AA", "KK"), pot=100, stack=1_000, bets=[50], raises=["50%", 120, 100, 99])
    assert list(game.decisions["bet 50"].children) == ["fold", "call", "raise 100", "raise 120", "raise 150"]  # 99 does not double the bet
    assert ends(game)["bet 50-raise 150-call"] == Showdown(200)
    assert ends(game)["bet 50-raise 120-fold"] == Fold(winner=1, stake=100)


def test_sizes_are_exact_and_equal_sizes_count_once():
    game = river(BOARD, ("AA", "KK"), pot=Fraction(100, 3), stack=50, bets=("25%", Fraction(25, 3), "150%", "all-in", 12.5), raises=())
    assert list(game.decisions[""].children) == ["check", "bet 25/3", "bet 12.5", "all in"]
    assert ends(game)["bet 25/3-call"] == Showdown(Fraction(50, 3) + Fraction(25, 3))
    assert ends(game)["all in-call"] == Showdown(Fraction(50, 3) + 50)
    assert list(game.decisions["all in"].children) == ["fold", "call"]


def test_all_in_may_be_less_than_twice_the_bet():
    game = river(BOARD, ("AA", "KK"), pot=100, stack=80, bets=("50%", "all in"))
    assert list(game.decisions["bet 50"].children) == ["fold", "call", "all in"]
    assert list(game.decisions["all in"].children) == ["fold", "call"]


@pytest.mark.parametrize(("one", "two", "value"), [("AcAd", "KcKd", 50), ("KcKd", "AcAd", -50), ("AcKd", "AdKc", 0)])
def test_with_one_hand_each_only_the_pot_is_won(one, two, value):
    """On paper: both players know which hand is better. The worse one never calls, so that pot/2 is won, or nothing in a tie."""
    game = river(BOARD, (one, two), pot=100, stack=200)
    run = kc.solve(game, 2_000, algorithm="cfr+")
    assert run.values == pytest.approx((value, -value), abs=1e-3)
    assert run.exploitability < 1e-3


@pytest.mark.parametrize("bet", [25, 50, 100, 300])
def test_the_nuts_or_nothing_bluffs_by_the_formula_of_three_cards(bet):
    """On paper: player 1 has the nuts or nothing, as likely, player 2 a hand between. The pot is P, the bet b, all-in.

    The nuts bet. Who bluffs as often as x makes a caller win P + b with x/(1 + x) and lose b with 1/(1 + x): indifferent at x = b/(P + b).
    Who calls as often as y lets a bluff win P with 1 − y and lose b with y: indifferent at y = P/(P + b). Nothing loses P/2 then, bluff or
    not; the nuts win P/2 + y·b. Half of each: V = y·b/2 = Pb/(2(P + b)).
    """
    pot = 100
    game = river(BOARD, ("Tc9c, 7c6c", "AhAd"), pot=pot, stack=bet, bets=["all-in"])
    run = kc.solve(game, 20_000, algorithm="cfr+", target=1e-5)
    nuts, nothing = (game.ranges[0].names.index(name) for name in ("Tc9c", "7c6c"))
    first, answer = run.average_strategy[""], run.average_strategy["all in"]
    assert first[nuts, 1] == pytest.approx(1, abs=1e-3)
    assert first[nothing, 1] == pytest.approx(bet / (pot + bet), abs=2e-3)
    assert answer[0, 1] == pytest.approx(pot / (pot + bet), abs=2e-3)
    assert run.values[0] == pytest.approx(pot * bet / (2 * (pot + bet)), abs=1e-4)


GOOD = {"board": BOARD, "ranges": ("AA", "KK"), "pot": 100, "stack": 200}


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"board": "Qs Jh 2h 8d"}, ValueError, "board must be 5 cards"),
        ({"board": 5}, TypeError, "board must be text, got 5"),
        ({"ranges": "AA"}, TypeError, "ranges must be a sequence of two ranges, got 'AA'"),
        ({"ranges": ("AA", "")}, ValueError, r"ranges\[1\] must be parts between commas"),
        ({"pot": 0}, ValueError, "pot must be greater than 0, got 0"),
        ({"stack": -1}, ValueError, "stack must be greater than 0, got -1"),
        ({"bets": ("300%",)}, ValueError, r"bets\[0\] must be at most the stack, 200 chips, got '300%': 300"),
        ({"bets": ("50%", 201)}, ValueError, r"bets\[1\] must be at most the stack, 200 chips, got 201"),
        ({"bets": ("0%",)}, ValueError, r"bets\[0\] must be a part of the pot such as '50%', a number of chips, or 'all-in', got '0%'"),
        ({"bets": "50%"}, TypeError, "bets must be a sequence of sizes"),
        ({"raises": (201,)}, ValueError, r"raises\[0\] must be at most the stack, 200 chips, got 201"),
        ({"raises": ("x",), "bets": ("all-in",)}, ValueError, r"raises\[0\] must be a part of the pot"),
    ],
)
def test_errors_name_the_argument_and_what_is_allowed(wrong, error, told):
    with pytest.raises(error, match=f"^{told}"):
        river(**{**GOOD, **wrong})
