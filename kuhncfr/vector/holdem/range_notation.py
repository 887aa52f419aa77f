"""Parse ranges in the notation of players, such as "QQ+, AKs, 87s:0.5"."""

import re
from collections.abc import Iterable
from itertools import combinations

from kuhncfr._support import arguments
from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, card_number, card_text, import_pokerkit

ALLOWED = (
    "parts between commas, each a class of hands such as QQ, AKs, AKo or AK, those from it on such as QQ+ or A2s+, those between two "
    "such as 99-66, A5s-A2s or 76s-54s, two cards such as AsKh, or 'random'; after a colon how often, from 0 to 1, such as 87s:0.5"
)
ALL = ("random", "anytwo")  # without the space

_CLASS = f"([{RANKS}])([{RANKS}])([so]?)"
_CLASSES = re.compile(rf"{_CLASS}(\+|-{_CLASS})?")
_SUITED_PAIR = re.compile(rf"([{RANKS}])\1[so]")
_COMBINATION = re.compile(f"([{RANKS}][{SUITS}]){{2}}")
_WEIGHT = re.compile(r"\d{1,20}(\.\d{0,20})?|\.\d{1,20}")


def parse_range(name: str, text: str, board: tuple[int, ...] = ()) -> dict[Hand, float]:
    """Return the hands of a range with their weights, highest cards first.

    Hands of a class that have a card of the board are left out. A hand may be named twice with the same weight.

    Parameters
    ----------
    name : str
        The name of the argument, for error messages.
    text : str
        For instance ``"QQ+, AKs, 87s:0.5"``.
    board : tuple of int
        Cards that no hand can have.

    Returns
    -------
    dict of tuple of int to float
        Hands with a weight of 0 are left out.

    Raises
    ------
    ValueError, TypeError
        If a part is not in the notation, names a hand with a card of the board, or gives a hand a second weight; or if no hand is left.

    Examples
    --------
    >>> len(parse_range("range", "QQ+")), len(parse_range("range", "AK")), len(parse_range("range", "random"))
    (18, 16, 1326)
    """
    weights: dict[Hand, float] = {}
    for part in arguments.text(name, text).split(","):
        what, colon, often = ("".join(side.split()) for side in part.partition(":"))
        weight = _weight(name, part, often) if colon else 1.0
        for hand in _hands(name, part, what):
            if not set(hand) & set(board):
                if weights.setdefault(hand, weight) != weight:
                    raise ValueError(
                        f"{name} must give a hand one weight, got {weight:g} in {arguments.shown(part.strip())} for {card_text(*hand)}, "
                        f"which has {weights[hand]:g} already"
                    )
            elif _COMBINATION.fullmatch(what):
                raise ValueError(f"{name} must not name a hand with a card of the board {card_text(*board)}, got {arguments.shown(what)}")
    possible = {hand: weights[hand] for hand in sorted(weights, reverse=True) if weights[hand] > 0}
    if not possible:
        raise ValueError(f"{name} must have a possible hand, got none in {arguments.shown(text)}{' on this board' if board else ''}")
    return possible


def _weight(name: str, part: str, often: str) -> float:
    if not _WEIGHT.fullmatch(often) or float(often) > 1:
        raise ValueError(f"{name} must have weights from 0 to 1 after a colon, such as 87s:0.5, got {arguments.shown(part.strip())}")
    return float(often)


def _hands(name: str, part: str, what: str) -> Iterable[Hand]:
    """Return the hands of one part of a range."""
    if what.lower() in ALL:
        return combinations(reversed(range(len(RANKS) * len(SUITS))), 2)
    if _SUITED_PAIR.search(what) or not (_CLASSES.fullmatch(what) or _COMBINATION.fullmatch(what)):
        raise _unknown(name, part)
    try:
        hands = sorted(sorted(map(card_number, cards), reverse=True) for cards in import_pokerkit().analysis.parse_range(*_simpler(what)))
        return [(high, low) for high, low in hands]
    except ValueError as error:  # the ends of a range do not match, or a card occurs twice
        raise _unknown(name, part) from error


def _simpler(what: str) -> list[str]:
    """Expand A5s-A2s, and return anything else unchanged: pokerkit parses ranges only if both cards fall."""
    ends = re.fullmatch(f"{_CLASS}-{_CLASS}", what)
    if ends is None or ends[1] != ends[4] or ends[3] != ends[6] or ends[1] in (ends[2], ends[5]):  # AA-A2 is no range of this kind
        return [what]
    low, high = sorted((RANKS.index(ends[2]), RANKS.index(ends[5])))
    return [f"{ends[1]}{rank}{ends[3]}" for rank in RANKS[low : high + 1] if rank != ends[1]]


def _unknown(name: str, part: str) -> ValueError:
    return ValueError(f"{name} must be {ALLOWED}; got {arguments.shown(part.strip())}")
