"""The strength of hands on a board."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, card_text, import_pokerkit
from kuhncfr.vector.ranges import Range

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


class Strength(NamedTuple):
    """The strength of a hand.

    Attributes
    ----------
    rank : int
        The higher rank wins; equal ranks tie.
    category : str
        One of `CATEGORIES`, which are listed from the weakest to the strongest.
    """

    rank: int
    category: str


def category(board: str, hand: str) -> str:
    """Return the category of a hand on a board.

    Parameters
    ----------
    board, hand : str
        Five cards, and two cards that are not on the board.

    Returns
    -------
    str
        From "high card" to "straight flush".

    Examples
    --------
    >>> category("Qs Jh 2h 8d 3c", "QhJc"), category("Qs Jh 2h 8d 3c", "ThTd")
    ('two pair', 'one pair')
    """
    own = cards.parse_cards("hand", hand)
    found = strengths(cards.parse_board(board)).get((max(own), min(own))) if len(own) == 2 else None
    if found is None:
        raise ValueError(f"hand must be two cards that are not on the board {board}, such as AsKh, got {arguments.shown(hand)}")
    return found.category


@lru_cache(maxsize=8)
def strengths(board: tuple[int, ...]) -> dict[Hand, Strength]:
    """Return the strength of each of the 1,081 hands that can be dealt with a board, highest cards first.

    Examples
    --------
    >>> found = strengths(cards.parse_board("Qs Jh 2h 8d 3c"))
    >>> len(found), found[cards.parse_cards("hand", "QhQc")]
    (1081, Strength(rank=5697, category='three of a kind'))
    """
    hand_of = import_pokerkit().StandardHighHand.from_game
    live = [card for card in reversed(range(len(RANKS) * len(SUITS))) if card not in board]
    found = {}
    for held in combinations(live, 2):
        entry = hand_of(card_text(*held), card_text(*board)).entry
        found[held] = Strength(entry.index, str(entry.label).lower())
    return found


def strengths_on_board(board: tuple[int, ...], hands: Range) -> list[Strength]:
    """Return the strengths of a range's hands on the board of its game.

    Raises
    ------
    ValueError
        If the hands do not have two cards each, or their ranks are not those on this board.
    """
    known = strengths(board)
    found = [known.get((int(held[-1]), int(held[0]))) for held in hands.cards] if hands.cards.shape[1] else []
    strong = [one for one, rank in zip(found, hands.rank, strict=False) if one is not None and one.rank == rank]
    if len(strong) < len(hands):
        raise ValueError(f"board must be that of the game, got {card_text(*board)}")
    return strong
