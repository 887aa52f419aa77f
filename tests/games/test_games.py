"""The games against a second implementation of their rules: chip by chip, with nothing taken from the package."""

from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc

amounts = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=20)
reproducible = settings(max_examples=20, deadline=None, derandomize=True)


def play_out(deal, betting, ante, bet, weakest_first):
    """Each player's utility: pay the antes, follow the betting seat by seat, give the pot to the best remaining card."""
    stacks = [-ante for _ in deal]
    pot = ante * len(deal)
    still_in = set(range(len(deal)))
    somebody_bet = False
    for turn, action in enumerate(betting):
        seat = turn % len(deal)
        if action == "b":
            stacks[seat] -= bet
            pot += bet
            somebody_bet = True
        elif somebody_bet:
            still_in.discard(seat)
    stacks[max(still_in, key=lambda seat: weakest_first.index(deal[seat]))] += pot
    return tuple(stacks)


def kuhn_betting(players):
    """All betting sequences of Kuhn poker: all players pass, or one bets and the others respond in turn."""
    answers = list(map("".join, product("pb", repeat=players - 1)))
    return ["p" * players, *("p" * before + "b" + answer for before in range(players) for answer in answers)]


def terminals(game):
    return [history for history in kc.histories(game) if game.is_terminal(history)]


@reproducible
@given(ante=amounts)
def test_one_bet_utilities(ante):
    game = kc.OneBetKuhn(ante)
    expected = {
        "".join(deal) + betting: play_out(deal, betting, ante, 1, "QKA") for deal in permutations("AKQ", 2) for betting in ("p", "bp", "bb")
    }
    assert {z: game.utilities(z) for z in terminals(game)} == expected


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (2, 4), (2, 7), (3, 4), (3, 5), (4, 5)])
@pytest.mark.parametrize(("ante", "bet"), [(1, 1), (Fraction(1, 4), 2), (3, Fraction(2, 7))])
def test_kuhn_utilities(players, cards, ante, bet):
    game = kc.KuhnPoker(players, cards, ante, bet)
    deck = "JQK" if cards == 3 else "1234567"[:cards]
    expected = {
        "".join(deal) + betting: play_out(deal, betting, ante, bet, deck)
        for deal in permutations(deck, players)
        for betting in kuhn_betting(players)
    }
    assert {z: game.utilities(z) for z in terminals(game)} == expected


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (2, 10), (3, 6), (4, 5)])
def test_size_of_kuhn_poker_in_closed_form(players, cards):
    game = kc.KuhnPoker(players, cards)
    nodes, ends = list(kc.histories(game)), terminals(game)
    assert len(set(nodes)) == len(nodes) == game.number_of_histories
    assert len(ends) == perm(cards, players) * (1 + players * 2 ** (players - 1))
    # For each of the `players` positions of the bet: the bet, then the responses to every sequence of earlier responses.
    decisions_per_card = players * (1 + sum(2**answered for answered in range(players - 1)))
    assert len(kc.information_sets(game)) == cards * decisions_per_card
    # A player cannot distinguish the other players' cards.
    ways = comb(cards - 1, players - 1) * factorial(players - 1)
    assert {len(found.histories) for found in kc.information_sets(game).values()} == {ways}


@pytest.mark.parametrize("game", [kc.OneBetKuhn(0.25), kc.KuhnPoker(2, 6), kc.KuhnPoker(3, 4), kc.KuhnPoker(4, 5, 2, 3)], ids=repr)
def test_deals_are_equally_likely_and_utilities_sum_to_zero(game):
    likely = {"": Fraction(1)}
    while game.is_chance(min(likely)):
        likely = {hand + card: p * q for hand, p in likely.items() for card, q in game.chance(hand).items()}
    assert set(likely) == set(map("".join, permutations(game.deck, game.players)))
    assert set(likely.values()) == {Fraction(1, len(likely))}
    assert game.zero_sum
    assert {sum(game.utilities(z)) for z in terminals(game)} == {0}
    assert {type(u) for z in terminals(game) for u in game.utilities(z)} == {Fraction}
    kc.validate(game)


@pytest.mark.parametrize("game", [kc.OneBetKuhn(), kc.KuhnPoker(3, 5)], ids=repr)
def test_an_information_set_is_the_own_card_and_the_betting(game):
    for key, found in kc.information_sets(game).items():
        for history in found.histories:
            betting = history[game.players :]
            assert found.player == game.player(history) == len(betting) % game.players
            assert key == history[found.player] + betting
            assert found.actions == game.actions(history) == ("p", "b")


@pytest.mark.parametrize(
    ("game", "utilities", "gain"),
    [
        (kc.OneBetKuhn(), (Fraction(1, 4), Fraction(-1, 4)), Fraction(2, 3)),
        (kc.OneBetKuhn(Fraction(2, 7)), (Fraction(1, 14), Fraction(-1, 14)), Fraction(8, 21)),
        (kc.KuhnPoker(), (Fraction(1, 8), Fraction(-1, 8)), Fraction(11, 12)),
        (kc.KuhnPoker(3, 4), (Fraction(15, 64), Fraction(-3, 64), Fraction(-3, 16)), Fraction(33, 16)),
    ],
    ids=repr,
)
def test_uniform_profile(game, utilities, gain):
    profile = kc.StrategyProfile.uniform(game)
    assert kc.expected_utilities(game, profile) == utilities
    assert kc.nash_conv(game, profile) == gain


@pytest.mark.parametrize("cards", [3, 4, 9, 10, 35, 36, 60, 500])
def test_decks_have_distinct_names(cards):
    deck = kc.KuhnPoker(cards=cards).deck
    assert len(set(deck)) == len(deck) == cards
    assert not set(deck) & set("pb")  # no card is named like an action
    assert all(card.isprintable() and not card.isspace() for card in deck)


def test_amounts_are_exact():
    assert kc.OneBetKuhn(0.1) == kc.OneBetKuhn(Fraction(1, 10)) == kc.OneBetKuhn(np.float64(0.1))
    assert kc.KuhnPoker(ante=np.int64(2), bet=0.3) == kc.KuhnPoker(2, 3, Fraction(2), Fraction(3, 10))
    assert {kc.OneBetKuhn(1): "a game can be looked up"}[kc.OneBetKuhn(1.0)]
    assert kc.KuhnPoker(players=3) == kc.KuhnPoker(players=3, cards=4)


def test_matrix_game_of_two():
    game = kc.MatrixGame([[3, 0], [1, 2]], actions=("xy", "lr"))
    kc.validate(game)
    assert game.zero_sum
    assert {z: game.utilities(z) for z in terminals(game)} == {"xl": (3, -3), "xr": (0, 0), "yl": (1, -1), "yr": (2, -2)}
    assert kc.information_sets(game)["2"].histories == ("x", "y")  # the second player does not observe the first player's choice
    with pytest.raises(ValueError, match="chance never moves in a matrix game, asked at 'x'"):
        game.chance("x")


def test_general_payoffs_that_happen_to_sum_to_zero():
    assert kc.MatrixGame([[[1, -1], [0, 0]]]).zero_sum
    assert not kc.MatrixGame([[[1, -1], [0, 0.5]]]).zero_sum


def test_matrix_game_of_three():
    payoffs = np.arange(2 * 3 * 2 * 3).reshape(2, 3, 2, 3)
    game = kc.MatrixGame(payoffs, actions=("ab", "xyz", "lr"))
    kc.validate(game)
    assert not game.zero_sum
    assert game.utilities("byr") == tuple(payoffs[1, 1, 1])
    assert [found.actions for found in kc.information_sets(game).values()] == [tuple("ab"), tuple("xyz"), tuple("lr")]


@pytest.mark.parametrize("actions", [("ab",), ("ab", "xyz", "l"), ("ab", "xy"), ("ab", "xyx"), "ab"])
def test_matrix_with_names_that_do_not_fit(actions):
    with pytest.raises(ValueError, match=r"^actions must be one string per player with \[2, 3\] different characters, got") as caught:
        kc.MatrixGame([[1, 2, 3], [4, 5, 6]], actions=actions)
    assert str(caught.value).endswith(repr(actions))
