"""What the compiled loops take: arrays and numbers in bundles, under names that compile away.

A player's hands stand in *groups* of :data:`~kuhncfr.solver.arrays.WIDE`, in the order of their ranks; a hand is a lane of its group.
The last group is filled up with hands that never come.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kuhncfr.solver.arrays import Array, Index

Places = NDArray[np.uint32]


class Ends(NamedTuple):
    """Where the betting ends after some of a player's rows, all with folds, or all with showdowns.

    Attributes
    ----------
    slot : ndarray, shape (rows,)
        The number of the row among those with such ends, from 1 on; 0 for the others.
    start : ndarray, shape (slots + 1,)
        Where the ends of each begin in the next two.
    others : ndarray, shape (ends,)
        The other player's row that leads there.
    stake : ndarray, shape (ends,)
        What the player wins there if the hand is the better one, or at a fold with any hand, over the number of deals.
    """

    slot: Index
    start: Index
    others: Index
    stake: Array


class Form(NamedTuple):
    """What one player can do one after the other in public: row 0 is nothing, then one row for each action of each decision.

    Attributes
    ----------
    first, count, parent : ndarray, shape (decisions,)
        The row of each decision's first action, the number of its actions, and the row that leads to the decision.
    showdowns, folds : Ends
        How the betting may end.
    """

    first: Index
    count: Index  # type: ignore[assignment]  # hides the tuple's method
    parent: Index
    showdowns: Ends
    folds: Ends


class Against(NamedTuple):
    """One player's hands against the other's.

    Attributes
    ----------
    weight : ndarray, shape (own groups × WIDE,)
        One's own weights; 0 for hands that fill up, as in the next.
    chance : ndarray, shape (other's groups × WIDE,)
        The other's.
    hands : int
        How many the other has.
    in_line : bool
        Whether the k-th hand of both has the k-th rank, no two alike: then what a hand looks up below stands at its own place.
    below, upto : ndarray, shape (own groups × WIDE,)
        How many of the other's hands rank lower; and lower or equal.
    same : ndarray, shape (own groups × WIDE,)
        Which of the other's hands has the very same cards, one past the last if none has; empty if hands have no cards.
    held : ndarray, shape (2, own groups × WIDE)
        The cards. From here on, all is empty but with two cards in a hand.
    order : ndarray, shape (2 × other's hands, filled up to a multiple of WIDE)
        The other's hands by card, and those with the same card by rank.
    begin : ndarray, shape (cards + 1,)
        Where in `order` those with each card begin.
    lower, equal : ndarray, shape (2, own groups × WIDE)
        How many of the other's hands that hold this card rank lower, and lower or equal; as places in the sums by card, which have one
        entry more for each card.
    """

    weight: Array
    chance: Array
    hands: np.uint64
    in_line: bool
    below: Places
    upto: Places
    same: Places
    held: Places
    order: Places
    begin: Index
    lower: Places
    equal: Places


class State(NamedTuple):
    """What one player has learnt, in arrays of shape (groups, rows, WIDE).

    Attributes
    ----------
    regret : ndarray
        The cumulative regret of each action, in chips.
    strategy : ndarray
        The current strategy.
    cumulative : ndarray
        The sums for the average strategy.
    """

    regret: Array
    strategy: Array
    cumulative: Array


class Room(NamedTuple):
    """What a player was told about the other's hands, and room for a walk.

    Attributes
    ----------
    sums : ndarray, shape (slots of showdowns, more than the other's hands)
        Running sums of what showdowns are worth against each of the other's hands.
    mixed : ndarray, shape (slots of showdowns, more than the other's hands)
        What they are sums of; not kept, but with two cards in a hand.
    centred : ndarray, shape (slots of showdowns, 2 × other's hands + cards)
        Running sums of it over the hands that hold each card, less half of their total.
    folded : ndarray, shape (slots of folds, more than the other's hands)
        What folds are worth against each of the other's hands, then 0.
    total : ndarray, shape (slots of folds, WIDE)
        The sums of that by lane.
    everybody : ndarray, shape (slots of folds,)
        The sums of that.
    by_card : ndarray, shape (slots of folds, cards)
        The sums over the hands that hold each card.
    running : ndarray, shape (more than 2 × other's hands,)
        Just room.
    reach, value : ndarray, shape (rows, WIDE)
        How likely the player plays what leads to a row; what the player expects from there, 0 when no loop runs.
    """

    sums: Array
    mixed: Array
    centred: Array
    folded: Array
    total: Array
    everybody: Array
    by_card: Array
    running: Array
    reach: Array
    value: Array


class Records(NamedTuple):
    """The arrays of a :class:`State` after each recorded iteration, of shape (records, groups, rows, WIDE)."""

    regret: Array
    strategy: Array
    cumulative: Array


class Side(NamedTuple):
    """All that belongs to one player."""

    form: Form
    against: Against
    state: State
    room: Room
    records: Records


class Rule(NamedTuple):
    """How an iteration updates.

    Attributes
    ----------
    alternating : bool
        One player after the other, or both at once.
    alpha, beta, gamma
        As in :class:`~kuhncfr.cfr.Algorithm`.
    lowest : float
        Regrets below are raised to it: 0 with a floor, otherwise minus infinity.
    ahead : float
        1 if predictive, otherwise 0.
    tie : float
        Regrets up to this many chips count as 0.
    """

    alternating: bool
    alpha: float
    beta: float
    gamma: float
    lowest: float
    ahead: float
    tie: float
