"""The strength of hands on a board."""

from functools import lru_cache
from itertools import combinations

from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, card_text, import_pokerkit


@lru_cache(maxsize=8)
def strengths(board: tuple[int, ...]) -> dict[Hand, int]:
    """Return the rank of each of the 1,081 hands that can be dealt with a board, highest cards first; the higher rank wins, equal ones tie.

    Examples
    --------
    >>> from kuhncfr.vector.holdem.cards import parse_board, parse_cards
    >>> found = strengths(parse_board("Qs Jh 2h 8d 3c"))
    >>> len(found), found[parse_cards("hand", "QhQc")]
    (1081, 5697)
    """
    hand_of = import_pokerkit().StandardHighHand.from_game
    live = [card for card in reversed(range(len(RANKS) * len(SUITS))) if card not in board]
    return {held: hand_of(card_text(*held), card_text(*board)).entry.index for held in combinations(live, 2)}
