"""How strong the hands are on a board."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, import_pokerkit, written

_FOR_A_FLUSH = 3  # cards of its suit that the board must have


class Strength(NamedTuple):
    """How strong a hand is.

    Attributes
    ----------
    rank : int
        The higher one wins; equal ones tie.
    category : str
        What players call it: "high card", "one pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"
        or "straight flush".
    """

    rank: int
    category: str


@lru_cache(maxsize=8)
def strengths(board: tuple[int, ...]) -> dict[Hand, Strength]:
    """Return how strong each of the 1,081 hands is that can be dealt with five cards on the table, highest cards first.

    Hands of the same ranks are equally strong, unless a suit makes a flush possible and they hold different cards of it: that leaves a
    tenth of them to rank.

    Examples
    --------
    >>> from kuhncfr.vector.holdem import cards
    >>> strengths(cards.board("Qs Jh 2h 8d 3c"))[cards.parsed("hand", "TsTc")].category
    'one pair'
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
