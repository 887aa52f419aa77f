"""Ranges in the notation of players: the number of hands of each part, and the errors."""

from itertools import combinations

import pytest

from kuhncfr.vector.holdem import GRID, cards, hand_class, place
from kuhncfr.vector.holdem.range_notation import parse_range

BOARD = cards.parse_board("Qs Jh 2h 8d 3c")


def hands(text, board=()):
    return {cards.card_text(*held): weight for held, weight in parse_range("range", text, board).items()}


NUMBERS = {
    "QQ+": 18, "AKs": 4, "AKo": 12, "AK": 16, "22+": 78, "any two": 1_326, "Random": 1_326, "99-66": 24, "66-99": 24, "A2s+": 48,
    "K9o+": 48, "AK+": 16, "A5s-A2s": 16, "A2s-A5s": 16, "KA-KT": 64, "76s-54s": 12, "54o-76o": 36, "AsKh": 1, "KhAs": 1, "22+, 77": 78,
    "AA, KK:0": 6, " QQ + ,A Ks , 8 7 s : 0.5 ": 26,
}  # fmt: skip


@pytest.mark.parametrize(("text", "count"), NUMBERS.items())
def test_number_of_hands_of_each_part(text, count):
    assert len(hands(text)) == count


def test_the_classes_partition_all_hands():
    everything = [name for part in GRID for name in hands(part)]
    assert len(GRID) == 169
    assert sorted(everything) == sorted(hands("random"))
    assert all(hand_class(name) == part for part in GRID for name in hands(part))


def test_ranges_between_two_classes():
    assert hands("A5s-A3s") == hands("A5s, A4s, A3s")
    assert hands("T8o-86o") == hands("T8o, 97o, 86o")
    assert hands("99-77") == hands("99, 88, 77")
    assert hands("ATs+") == hands("ATs, AJs, AQs, AKs")


def test_weights_belong_to_their_part():
    assert set(hands("QQ, 87s:0.5").values()) == {1.0, 0.5}
    assert hands("AsKh:.25") == {"AsKh": 0.25}
    assert hands("87s:1.0") == hands("87s")


def test_hands_are_named_and_sorted_by_their_cards():
    found = list(hands("2c3d, AK, 22"))
    assert found[:3] == ["AsKs", "AsKh", "AsKd"]
    assert found[-2:] == ["2h2c", "2d2c"]
    assert "3d2c" in found


def test_classes_leave_out_cards_of_the_board():
    assert sorted(hands("QQ", BOARD)) == ["QdQc", "QhQc", "QhQd"]
    assert len(hands("QJ", BOARD)) == 9
    assert len(hands("random", BOARD)) == 47 * 46 // 2
    assert not any(set(cards.parse_cards("hand", name)) & set(BOARD) for name in hands("random", BOARD))


NO_RANGES = ["", "77o+", "aks", "AsAs", "AsKhQd", "AKs-AQo", "A5s-K2s", "AA-A2", "K2-KK", "87s:-1", "87s:1e-3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((text, f"got {text!r}") for text in NO_RANGES),
        ("QQ, AKx", "got 'AKx'"),
        ("87s:2", "weights from 0 to 1 after a colon, such as 87s:0.5, got '87s:2'"),
        ("22+, 77:0.5", "must give a hand one weight, got 0.5 in '77:0.5' for 7d7c, which has 1 already"),
        ("AA:0", "must have a possible hand, got none in 'AA:0'"),
    ],
)
def test_an_invalid_range_names_its_part(text, message):
    with pytest.raises(ValueError, match=r"^ranges\[0\] must ") as error:
        parse_range("ranges[0]", text)
    assert message in str(error.value)


def test_a_hand_with_a_card_of_the_board_raises():
    with pytest.raises(ValueError, match="must not name a hand with a card of the board QsJh2h8d3c, got 'QsQh'"):
        parse_range("range", "AA, QsQh", BOARD)
    with pytest.raises(ValueError, match="got none in 'QQ, JJ' on this board"):
        parse_range("range", "QQ, JJ", cards.parse_board("Qs Qh Qd Js Jh")[:3] + cards.parse_cards("cards", "Js Jh Jd"))


def test_a_range_is_text():
    with pytest.raises(TypeError, match=r"range must be text, got \['AA'\] of type list"):
        parse_range("range", ["AA"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Qs Jh 2h 8d", "board must be 5 cards, such as 'Qs Jh 2h 8d 3c', got 4"),
        ("Qs Jh 2h 8d 3c 4c", "got 6"),
        ("Qs Jh 2h 8d Qs", "board must not have a card twice, got Qs 2 times in 'Qs Jh 2h 8d Qs'"),
        ("Qs Jh 2h 8d 3x", "board must be cards, each a rank of 23456789TJQKA and a suit of cdhs, such as Qs, got 'Qs Jh 2h 8d 3x'"),
    ],
)
def test_an_invalid_board_raises(text, message):
    with pytest.raises(ValueError, match=r"^board must ") as error:
        cards.parse_board(text)
    assert message in str(error.value)


def test_cards_are_parsed_with_and_without_space():
    assert cards.parse_board("QsJh2h8d3c") == cards.parse_board(" Qs  Jh,2h 8d 3c ") == BOARD


def test_the_grid_has_suited_hands_above_its_diagonal():
    for name in GRID:
        row, column = place(name)
        assert GRID[13 * row + column] == name
        assert (column > row, column < row) == (name.endswith("s"), name.endswith("o"))
    assert GRID[:3] == ("AA", "AKs", "AQs")
    with pytest.raises(ValueError, match="name must be a class of hands, such as QQ, AKs or AKo, got 'KA'"):
        place("KA")


def test_the_class_of_a_hand_does_not_depend_on_the_order_of_its_cards():
    for one, other in combinations(("As", "Kh", "Ks", "Ad"), 2):
        assert hand_class(one + other) == hand_class(other + one)
    for wrong in ("AsK", "", "asks", "AsKsQs"):
        with pytest.raises(ValueError, match="hand must be two cards, such as AsKh, got"):
            hand_class(wrong)
