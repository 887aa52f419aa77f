"""Classes of hands, on the 13 × 13 grid of players: suited hands above the diagonal of pairs, offsuit hands below."""

import re

from kuhncfr._support import arguments
from kuhncfr.vector.holdem.cards import RANKS, SUITS

_HIGH_FIRST = RANKS[::-1]
GRID_SIDE = len(RANKS)
_HAND = re.compile(f"([{RANKS}][{SUITS}]){{2}}")
GRID = tuple(
    high + low if high == low else f"{high}{low}s" if column > row else f"{low}{high}o"
    for row, high in enumerate(_HIGH_FIRST)
    for column, low in enumerate(_HIGH_FIRST)
)


def hand_class(hand: str) -> str:
    """Return the class of a hand; the order of its cards makes no difference.

    Examples
    --------
    >>> hand_class("AsKs"), hand_class("KhAs"), hand_class("7d7c")
    ('AKs', 'AKo', '77')
    """
    if not _HAND.fullmatch(arguments.text("hand", hand)):
        raise ValueError(f"hand must be two cards, such as AsKh, got {arguments.shown(hand)}")
    high, low = sorted((hand[0], hand[2]), key=_HIGH_FIRST.index)
    return high + low + ("" if high == low else "s" if hand[1] == hand[3] else "o")


def place(name: str) -> tuple[int, int]:
    """Return the row and the column of a class in the 13 × 13 grid, counted from 0, aces first.

    Examples
    --------
    >>> place("AA"), place("AKs"), place("AKo"), place("22")
    ((0, 0), (0, 1), (1, 0), (12, 12))
    """
    if not isinstance(name, str) or name not in GRID:
        raise ValueError(f"name must be a class of hands, such as QQ, AKs or AKo, got {arguments.shown(name)}")
    return divmod(GRID.index(name), GRID_SIDE)
