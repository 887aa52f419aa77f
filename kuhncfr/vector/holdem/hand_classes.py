"""Strategies by class of hands, on the 13 × 13 grid of players: suited hands above the diagonal of pairs, offsuit hands below."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.vector.holdem.cards import RANKS, SUITS
from kuhncfr.vector.holdem.reach_probabilities import decision_at, reach
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array
from kuhncfr.vector.tables import fitting

_HIGH_FIRST = RANKS[::-1]
GRID_SIDE = len(RANKS)
_HAND = re.compile(f"([{RANKS}][{SUITS}]){{2}}")
GRID = tuple(
    high + low if high == low else f"{high}{low}s" if column > row else f"{low}{high}o"
    for row, high in enumerate(_HIGH_FIRST)
    for column, low in enumerate(_HIGH_FIRST)
)


class GroupStrategy(NamedTuple):
    """The strategy of a group of hands at a decision, weighted by reach.

    Attributes
    ----------
    reach : float
        The sum of the reach of the hands, weights included.
    actions : ndarray, shape (actions,)
        The probability of each action; NaN if never reached.
    """

    reach: float
    actions: Array


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


def by_class(game: PublicGame, strategy: Mapping[str, Array], history: str) -> dict[str, GroupStrategy]:
    r"""Return the strategy of each class of hands at a decision.

    Let :math:`\pi_i(h)` be the player's reach with hand h, its weight in the range included. A class C takes action a with probability

    .. math:: \sum_{h \in C} \pi_i(h) \, \sigma(h, a) \,\Big/\, \sum_{h \in C} \pi_i(h)

    Parameters
    ----------
    game : PublicGame
        A game returned by :func:`~kuhncfr.vector.river`.
    strategy : mapping of str to ndarray, shape (hands, actions)
        For instance ``run.average_strategy``.
    history : str
        A key of ``game.decisions``.

    Returns
    -------
    dict of str to GroupStrategy
        The classes in the player's range, in the order of the grid.

    Examples
    --------
    >>> from kuhncfr.vector import river
    >>> game = river("Qs Jh 2h 8d 3c", ("AK, QQ", "TT"), pot=100, stack=200, bets=["100%"])
    >>> {name: (found.reach, found.actions.tolist()) for name, found in by_class(game, game.uniform(), "").items()}
    {'AKs': (4.0, [0.5, 0.5]), 'AKo': (12.0, [0.5, 0.5]), 'QQ': (3.0, [0.5, 0.5])}
    """
    player = decision_at(game, history).player
    found = by_group(game, strategy, history, list(map(hand_class, game.ranges[player].names)))
    return {name: found[name] for name in GRID if name in found}


def by_group(game: PublicGame, strategy: Mapping[str, Array], history: str, groups: Sequence[str]) -> dict[str, GroupStrategy]:
    """Return the strategy of any groups of hands at a decision, for instance of all hands that make two pair.

    Parameters
    ----------
    game, strategy, history
        As for :func:`by_class`.
    groups : sequence of str
        The group of each of the player's hands.

    Returns
    -------
    dict of str to GroupStrategy
        In the order of their first hands.
    """
    player = decision_at(game, history).player
    group_of = np.array(arguments.names("groups", groups, size=len(game.ranges[player])))
    here, table = reach(game, strategy, history)[player], fitting(game.shapes, strategy)[history]
    found = {}
    for name in dict.fromkeys(groups):
        members = group_of == name
        total = float(here[members].sum())
        actions = here[members] @ table[members]
        found[name] = GroupStrategy(total, actions / total if total > 0 else np.full(table.shape[1], np.nan))
    return found
