"""How strong the hands are on a board."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, import_pokerkit, written
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
_FOR_A_FLUSH = 3  # cards of its suit that the board must have


class Strength(NamedTuple):
    """How strong a hand is.

    Attributes
    ----------
    rank : int
        The higher one wins; equal ones tie.
    category : str
        What players call it, one of `CATEGORIES`, from the weakest to the strongest.
    """

    rank: int
    category: str


def category(board: str, hand: str) -> str:
    """Return what a hand makes on a board.

    Parameters
    ----------
    board, hand : str
        Five cards, and two others.

    Returns
    -------
    str
        "high card", "one pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind" or "straight flush".

    Examples
    --------
    >>> category("Qs Jh 2h 8d 3c", "QhJc"), category("Qs Jh 2h 8d 3c", "ThTd")
    ('two pair', 'one pair')
    """
    table, held = cards.board(board), cards.parsed("hand", hand)
    found = strengths(table).get((max(held), min(held))) if len(held) == 2 else None
    if found is None:
        raise ValueError(f"hand must be two cards that are not on the board {board}, such as AsKh, got {arguments.shown(hand)}")
    return found.category


@lru_cache(maxsize=8)
def strengths(board: tuple[int, ...]) -> dict[Hand, Strength]:
    """Return how strong each of the 1,081 hands is that can be dealt with five cards on the table, highest cards first.

    Hands of the same ranks are equally strong, unless a suit makes a flush possible and they hold different cards of it: that leaves a
    tenth of them to rank.

    Examples
    --------
    >>> found = strengths(cards.board("Qs Jh 2h 8d 3c"))
    >>> len(found), found[cards.parsed("hand", "QhQc")]
    (1081, Strength(rank=5697, category='three of a kind'))
    """
    hand_of = import_pokerkit().StandardHighHand.from_game
    live = [card for card in reversed(range(len(RANKS) * len(SUITS))) if card not in board]
    on_board = [card % len(SUITS) for card in board]
    flush = {suit for suit in on_board if on_board.count(suit) >= _FOR_A_FLUSH}
    known: dict[tuple[tuple[int, bool], ...], Strength] = {}
    found = {}
    for held in combinations(live, 2):
        alike = tuple((card // len(SUITS), card % len(SUITS) in flush) for card in held)
        if alike not in known:
            entry = hand_of(written(*held), written(*board)).entry
            known[alike] = Strength(entry.index, str(entry.label).lower())
        found[held] = known[alike]
    return found


def on_board(board: tuple[int, ...], hands: Range) -> list[Strength]:
    """Return how strong hands are on the board that they were made for.

    Raises
    ------
    ValueError
        If they are none of two cards each, or have other ranks on this board.
    """
    known = strengths(board)
    found = [known.get((int(held[-1]), int(held[0]))) for held in hands.cards] if hands.cards.shape[1] else []
    strong = [one for one, rank in zip(found, hands.rank, strict=False) if one is not None and one.rank == rank]
    if len(strong) < len(hands):
        raise ValueError(f"board must be the one that the game was made with, got {written(*board)}")
    return strong
