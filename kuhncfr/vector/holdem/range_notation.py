"""Ranges in the notation of players: "QQ+, AKs, 87s:0.5"."""

import re
from collections.abc import Iterable
from itertools import combinations

from kuhncfr._support import arguments
from kuhncfr.vector.holdem.cards import RANKS, SUITS, Hand, import_pokerkit, number, written

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


def parse(name: str, text: str, board: tuple[int, ...] = ()) -> dict[Hand, float]:
    """Return the hands of a range with their weights, highest cards first.

    Of a class, those hands are left out that hold a card of the board. A hand may be named twice if it has the same weight both times.

    Parameters
    ----------
    name : str
        What errors call the range.
    text : str
        Such as ``"QQ+, AKs, 87s:0.5"``.
    board : tuple of int
        Cards that nobody can hold.

    Returns
    -------
    dict of tuple of int to float
        Hands whose weight is 0 are left out.

    Raises
    ------
    ValueError, TypeError
        If a part is not in the notation, names a hand that holds a card of the board or has another weight already, or if no hand is left.

    Examples
    --------
    >>> len(parse("range", "QQ+")), len(parse("range", "AK")), len(parse("range", "random"))
    (18, 16, 1326)
    """
    weights: dict[Hand, float] = {}
    for part in arguments.text(name, text).split(","):
        what, colon, often = ("".join(side.split()) for side in part.partition(":"))
        weight = _weight(name, part, often) if colon else 1.0
        for held in _hands(name, part, what):
            if not set(held) & set(board):
                if weights.setdefault(held, weight) != weight:
                    raise ValueError(
                        f"{name} must give a hand one weight, got {weight:g} in {arguments.shown(part.strip())} for {written(*held)}, "
                        f"which has {weights[held]:g} already"
                    )
            elif _COMBINATION.fullmatch(what):
                raise ValueError(f"{name} must not name a hand with a card of the board {written(*board)}, got {arguments.shown(what)}")
    left = {held: weights[held] for held in sorted(weights, reverse=True) if weights[held] > 0}
    if not left:
        raise ValueError(f"{name} must leave a hand to be dealt, got none in {arguments.shown(text)}{' on this board' if board else ''}")
    return left


def _weight(name: str, part: str, often: str) -> float:
    if not _WEIGHT.fullmatch(often) or float(often) > 1:
        raise ValueError(f"{name} must have weights from 0 to 1 after a colon, such as 87s:0.5, got {arguments.shown(part.strip())}")
    return float(often)


def _hands(name: str, part: str, what: str) -> Iterable[Hand]:
    """Return the hands that a part stands for."""
    if what.lower() in ALL:
        return combinations(reversed(range(len(RANKS) * len(SUITS))), 2)
    if _SUITED_PAIR.search(what) or not (_CLASSES.fullmatch(what) or _COMBINATION.fullmatch(what)):
        raise _unknown(name, part)
    try:
        held = sorted(sorted(map(number, cards), reverse=True) for cards in import_pokerkit().analysis.parse_range(*_simpler(what)))
        return [(high, low) for high, low in held]
    except ValueError as error:  # of a range with ends that do not go together, or of a card that is there twice
        raise _unknown(name, part) from error


def _simpler(what: str) -> list[str]:
    """Return A5s-A2s one by one, and all else as it is: pokerkit knows ranges between two only if both cards fall."""
    ends = re.fullmatch(f"{_CLASS}-{_CLASS}", what)
    if ends is None or ends[1] != ends[4] or ends[3] != ends[6] or ends[1] in (ends[2], ends[5]):  # AA-A2 is no such row
        return [what]
    low, high = sorted((RANKS.index(ends[2]), RANKS.index(ends[5])))
    return [f"{ends[1]}{rank}{ends[3]}" for rank in RANKS[low : high + 1] if rank != ends[1]]


def _unknown(name: str, part: str) -> ValueError:
    return ValueError(f"{name} must be {ALLOWED}; got {arguments.shown(part.strip())}")
