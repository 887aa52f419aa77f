"""The games against a second implementation of their rules, chip by chip, with nothing taken from the package; and their sizes."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import comb, factorial, perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc

amounts = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=20)
reproducible = settings(max_examples=8, deadline=None, derandomize=True)


def follow(line, paid, chips):
    """Follow the betting seat by seat, with the chips of a bet or a raise; return who is still in.

    To pass is to fold after a bet; to bet, after a bet, is to call.
    """
    still_in = set(range(len(paid)))
    for turn, action in enumerate(line):
        seat, most = turn % len(paid), max(paid)
        if action == "f" or (action == "p" and paid[seat] < most):
            still_in.discard(seat)
        elif action == "r" or (action not in "pc" and most == min(paid)):
            paid[seat] = most + chips[action]
        elif action != "p":
            paid[seat] = most
    return still_in


def award(paid, still_in, strengths):
    """Everybody's net win: the strongest who are still in share the pot."""
    best = max(strengths[seat] for seat in still_in)
    winners = [seat for seat in still_in if strengths[seat] == best]
    return tuple(Fraction(sum(paid), len(winners)) * (seat in winners) - put for seat, put in enumerate(paid))


def played(deck, lines, ante, chips, players=2):
    """The utilities of a game with one card each: by history, for every deal and line."""
    found = {}
    for deal, line in product(permutations(deck, players), lines):
        paid = [ante] * players
        found["".join(deal) + line] = award(paid, follow(line, paid, chips), [deck.index(card) for card in deal])
    return found


def terminals(game):
    return {history for history in kc.histories(game) if game.is_terminal(history)}


def utilities(game):
    return {z: game.utilities(z) for z in terminals(game)}


def with_sizes(*sizes):
    lines = [f"{passes}{size}{answer}" for passes, size, answer in product(("", "p"), sizes, "pb")]
    return partial(kc.BetSizeKuhn, sizes), "JQK", ["pp", *lines], {str(size): size for size in sizes}


@pytest.mark.parametrize(
    ("make", "deck", "lines", "chips"),
    [
        (kc.OneBetKuhn, "QKA", ["p", "bp", "bb"], {"b": 1}),
        (kc.RaiseKuhn, "JQK", ["pp", "bp", "bb", "brp", "brb", "pbp", "pbb", "pbrp", "pbrb"], {"b": 1, "r": 1}),
        with_sizes(3),
        with_sizes(9, 1, 2, 4),
    ],
)
@reproducible
@given(ante=amounts)
def test_utilities_of_two_players_with_three_cards(make, deck, lines, chips, ante):
    assert utilities(make(ante=ante)) == played(deck, lines, ante, chips)


def kuhn_betting(players):
    """All betting sequences of Kuhn poker: all players pass, or one bets and the others respond in turn."""
    answers = list(map("".join, product("pb", repeat=players - 1)))
    return ["p" * players, *("p" * before + "b" + answer for before in range(players) for answer in answers)]


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (2, 7), (3, 4), (3, 5), (4, 5)])
def test_kuhn_utilities(players, cards):
    ante, bet = 3, Fraction(2, 7)
    deck = "JQK" if cards == 3 else "1234567"[:cards]
    assert utilities(kc.KuhnPoker(players, cards, ante, bet)) == played(deck, kuhn_betting(players), ante, {"b": bet}, players)


CALLED = ["cc", "crc", "crrc", "rc", "rrc"]
FOLDED = ["rf", "crf", "rrf", "crrf"]


@reproducible
@given(ante=amounts, small=amounts, large=amounts)
def test_utilities_of_leduc_poker(ante, small, large):
    """All betting lines of some deals, with all public cards."""
    game = kc.LeducPoker(ante, (small, large))
    for first, second in [("J", "j"), ("J", "k"), ("Q", "K"), ("k", "q")]:
        for line in FOLDED:
            paid = [ante, ante]
            assert game.utilities(first + second + line) == award(paid, follow(line, paid, {"r": small}), [0, 0])
        for line, public, second_line in product(CALLED, set("JQKjqk") - {first, second}, CALLED + FOLDED):
            paid = [ante, ante]
            follow(line, paid, {"r": small})
            strengths = [(card.lower() == public.lower(), "jqk".index(card.lower())) for card in (first, second)]
            expected = award(paid, follow(second_line, paid, {"r": large}), strengths)
            assert game.utilities(first + second + line + public + second_line) == expected


def test_terminal_histories_of_leduc_poker():
    """The terminal histories are the deals and lines that the rules allow, and utilities sum to zero."""
    game = kc.LeducPoker()
    deals, boards = permutations("JQKjqk", 2), list(permutations("JQKjqk", 3))
    expected = {f"{a}{b}{line}" for (a, b), line in product(deals, FOLDED)}
    expected |= {f"{a}{b}{line}{public}{end}" for (a, b, public), line, end in product(boards, CALLED, CALLED + FOLDED)}
    found = list(kc.histories(game))
    assert len(found) == 9457
    assert {h for h in found if game.is_terminal(h)} == expected
    assert len(expected) == 5520
    assert {sum(game.utilities(z)) for z in expected} == {0}
    infosets = kc.information_sets(game)
    assert Counter(len(found.actions) for found in infosets.values()) == {2: 624, 3: 312}
    assert infosets["JrcQ"].histories == tuple(f"J{other}rcQ" for other in "Kjqk")
    assert [(infosets[key].player, infosets[key].actions) for key in ("J", "jrcQrr", "Kr")] == [
        (0, ("c", "r")),
        (0, ("f", "c")),
        (1, ("f", "c", "r")),
    ]
    assert game.chance("Jkrc") == dict.fromkeys("QKjq", Fraction(1, 4))
    assert max(game.utilities(z)[0] for z in expected) == 1 + 2 * 2 + 2 * 4


MISTYPED = (
    (kc.OneBetKuhn(), "AKQpb"),
    (kc.KuhnPoker(), "JQKpb"),
    (kc.KuhnPoker(3, 4), "1234pb"),
    (kc.MatrixGame([[1, 2]]), "abc"),
    (kc.RaiseKuhn(), "JQKpbr"),
    (kc.BetSizeKuhn(), "JQKpb12"),
    (kc.LeducPoker(), "JjQfcr"),
)


@pytest.mark.parametrize(("game", "letters"), MISTYPED, ids=lambda part: type(part).__name__)
def test_only_terminal_histories_have_utilities(game, letters):
    terminal = terminals(game)
    for history in sorted(terminal)[:: 1 + len(terminal) // 40]:
        edited = {history[:k] + letter + history[end:] for k in range(len(history) + 1) for end in (k, k + 1) for letter in ("", *letters)}
        for wrong in edited - terminal:
            with pytest.raises(ValueError, match=rf"^history must .*{wrong!r}$"):
                game.utilities(wrong)


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


@pytest.mark.parametrize("game", [kc.OneBetKuhn(0.25), kc.KuhnPoker(2, 6), kc.KuhnPoker(3, 4, 2, 3)], ids=repr)
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
    assert kc.LeducPoker(0.1, [2, 4.5]) == kc.LeducPoker(Fraction(1, 10), (2, Fraction(9, 2)))
    assert len({kc.RaiseKuhn(1), kc.RaiseKuhn(1.0), kc.BetSizeKuhn([1, 2]), kc.BetSizeKuhn((1, 2))}) == 2


def test_matrix_game_of_two():
    game = kc.MatrixGame([[3, 0], [1, 2]], actions=("xy", "lr"))
    kc.validate(game)
    assert game.zero_sum
    assert utilities(game) == {"xl": (3, -3), "xr": (0, 0), "yl": (1, -1), "yr": (2, -2)}
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
