"""Hands by class, as players lay them out: 13 × 13, suited above the diagonal of pairs, offsuit below."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.vector.hands import Array
from kuhncfr.vector.holdem.cards import RANKS
from kuhncfr.vector.holdem.reach import reach
from kuhncfr.vector.public import PublicGame

_HIGH_FIRST = RANKS[::-1]
GRID = tuple(
    high + low if high == low else f"{high}{low}s" if column > row else f"{low}{high}o"
    for row, high in enumerate(_HIGH_FIRST)
    for column, low in enumerate(_HIGH_FIRST)
)


class ClassStrategy(NamedTuple):
    """What the hands of a class do at a node, on average over those that come there.

    Attributes
    ----------
    reach : float
        How many of its hands come there, each counted by its weight and by how likely its player gets there.
    actions : ndarray, shape (actions,)
        How often they take each action; NaN if none comes there.
    """

    reach: float
    actions: Array


def hand_class(hand: str) -> str:
    """Return the class of a hand.

    Examples
    --------
    >>> hand_class("AsKs"), hand_class("KhAs"), hand_class("7d7c")
    ('AKs', 'AKo', '77')
    """
    high, low = sorted((hand[0], hand[2]), key=_HIGH_FIRST.index)
    return high + low + ("" if high == low else "s" if hand[1] == hand[3] else "o")


def place(name: str) -> tuple[int, int]:
    """Return the row and the column of a class in the 13 × 13 grid, from 0, aces first.

    Examples
    --------
    >>> place("AA"), place("AKs"), place("AKo"), place("22")
    ((0, 0), (0, 1), (1, 0), (12, 12))
    """
    arguments.choice("name", name, GRID)
    high, low = _HIGH_FIRST.index(name[0]), _HIGH_FIRST.index(name[1])
    return (low, high) if name.endswith("o") else (high, low)


def by_class(game: PublicGame, strategy: Mapping[str, Array], history: str) -> dict[str, ClassStrategy]:
    r"""Return what each class of hands does at a node.

    With :math:`\pi_i(h)` for how likely the player gets there with hand h, its weight in the range included, a class C takes action a with

    .. math:: \sum_{h \in C} \pi_i(h) \, \sigma(h, a) \,\Big/\, \sum_{h \in C} \pi_i(h)

    Parameters
    ----------
    game : PublicGame
        Made by :func:`~kuhncfr.vector.river`.
    strategy : mapping of str to ndarray, shape (hands, actions)
        Such as ``run.average_strategy``.
    history : str
        Where; a key of ``game.turns``.

    Returns
    -------
    dict of str to ClassStrategy
        The classes in the player's range, in the order of the grid.

    Examples
    --------
    >>> from kuhncfr.vector import river
    >>> game = river("Qs Jh 2h 8d 3c", ("AK, QQ", "TT"), pot=100, stack=200, bets=["100%"])
    >>> {name: (found.reach, found.actions.tolist()) for name, found in by_class(game, game.uniform(), "").items()}
    {'AKs': (4.0, [0.5, 0.5]), 'AKo': (12.0, [0.5, 0.5]), 'QQ': (3.0, [0.5, 0.5])}
    """
    arguments.choice("history", history, game.turns)
    player = game.turns[history].player
    here, table = reach(game, strategy, history)[player], strategy[history]
    classes = np.array([hand_class(name) for name in game.hands[player].names])
    found = {}
    for name in GRID:
        members = classes == name
        if members.any():
            many = here[members].sum()
            taken = here[members] @ table[members]
            found[name] = ClassStrategy(float(many), taken / many if many > 0 else np.full(table.shape[1], np.nan))
    return found
