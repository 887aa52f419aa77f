"""Larger games: a second implementation of their rules, chip by chip; and their sizes."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kuhncfr as kc

amounts = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=20)


def terminals(game):
    return {history for history in kc.histories(game) if game.is_terminal(history)}


class Table:
    """Two stacks and a pot: both players have paid the ante."""

    def __init__(self, ante):
        self.paid = [ante, ante]

    def match(self, seat):
        self.paid[seat] = self.paid[1 - seat]

    def put_in(self, seat, chips):
        self.match(seat)
        self.paid[seat] += chips

    def award(self, winner):
        """Everybody's net win; nobody's if the pot is shared."""
        pot = sum(self.paid)
        share = [Fraction(pot, 2)] * 2 if winner is None else [pot if seat == winner else 0 for seat in (0, 1)]
        return tuple(got - put for got, put in zip(share, self.paid, strict=True))


RAISE_LINES = ["pp", "bp", "bb", "brp", "brb", "pbp", "pbb", "pbrp", "pbrb"]


@given(ante=amounts)
def test_utilities_with_a_raise(ante):
    expected = {}
    for deal, line in product(permutations("JQK", 2), RAISE_LINES):
        table, raised = Table(ante), "b" in line
        for seat, action in zip((0, 1) * 2, line, strict=False):
            if action == "r" or (action == "b" and len(set(table.paid)) == 1):
                table.put_in(seat, 1)
            elif action == "b":
                table.match(seat)
        folded = (len(line) - 1) % 2 if raised and line.endswith("p") else None
        winner = 1 - folded if folded is not None else ["JQK".index(card) for card in deal].index(max(map("JQK".index, deal)))
        expected["".join(deal) + line] = table.award(winner)
    game = kc.RaiseKuhn(ante)
    assert {z: game.utilities(z) for z in terminals(game)} == expected


@given(ante=amounts, sizes=st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True))
def test_utilities_with_several_sizes(ante, sizes):
    expected = {}
    for first, second in permutations("JQK", 2):
        high = int("JQK".index(second) > "JQK".index(first))
        expected[f"{first}{second}pp"] = (ante, -ante) if high == 0 else (-ante, ante)
        for size in sizes:
            win = ante + size
            for passes, bettor in (("", 0), ("p", 1)):
                hand = f"{first}{second}{passes}{size}"
                expected[hand + "p"] = (ante, -ante) if bettor == 0 else (-ante, ante)
                expected[hand + "b"] = (win, -win) if high == 0 else (-win, win)
    game = kc.BetSizeKuhn(sizes, ante)
    assert {z: game.utilities(z) for z in terminals(game)} == expected


CALLED = ["cc", "crc", "crrc", "rc", "rrc"]
FOLDED = ["rf", "crf", "rrf", "crrf"]


def play_round(table, line, size):
    """Follow one round of betting; return the player who folded, or None."""
    for position, action in enumerate(line):
        seat = position % 2
        if action == "f":
            return seat
        if action == "r":
            table.put_in(seat, size)
        else:
            table.match(seat)
    return None


def strength(card, public):
    return (card.lower() == public.lower(), "jqk".index(card.lower()))


@given(ante=amounts, small=amounts, large=amounts)
def test_utilities_of_leduc_poker(ante, small, large):
    """All deals and betting lines."""
    game = kc.LeducPoker(ante, (small, large))
    for first, second in [("J", "j"), ("J", "k"), ("Q", "K"), ("k", "q")]:
        for line in FOLDED:
            table = Table(ante)
            assert game.utilities(first + second + line) == table.award(1 - play_round(table, line, small))
        for line, public, second_line in product(CALLED, "JQKjqk", CALLED + FOLDED):
            if public in (first, second):
                continue
            table = Table(ante)
            play_round(table, line, small)
            gave_up = play_round(table, second_line, large)
            strengths = [strength(card, public) for card in (first, second)]
            tie = None if strengths[0] == strengths[1] else int(strengths[1] > strengths[0])
            assert game.utilities(first + second + line + public + second_line) == table.award(tie if gave_up is None else 1 - gave_up)


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
    for history in sorted(terminal)[:: 1 + len(terminal) // 100]:
        edited = {history[:k] + letter + history[end:] for k in range(len(history) + 1) for end in (k, k + 1) for letter in ("", *letters)}
        for wrong in edited - terminal:
            with pytest.raises(ValueError, match=rf"^history must .*{wrong!r}$"):
                game.utilities(wrong)


def test_amounts_are_exact():
    assert kc.LeducPoker(0.1, [2, 4.5]) == kc.LeducPoker(Fraction(1, 10), (2, Fraction(9, 2)))
    assert len({kc.RaiseKuhn(1), kc.RaiseKuhn(1.0), kc.BetSizeKuhn([1, 2]), kc.BetSizeKuhn((1, 2))}) == 2
