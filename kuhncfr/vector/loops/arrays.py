"""What the compiled loops take: arrays and numbers in bundles, under names that compile away."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Unsigned: compiled code then need not ask whether an index counts from the end.
Index = NDArray[np.uint32]
Array = NDArray[np.float64]
Counts = NDArray[np.int64]

BLOCK = 256
"""How many of a player's hands are taken through all decisions at once: what is known of them should fit next to the processor."""


class Ends(NamedTuple):
    """Where the betting ends, for each row of a player.

    Attributes
    ----------
    start : ndarray, shape (rows + 1,)
        Where the ends of each row begin in the next two.
    others : ndarray, shape (ends,)
        The other player's row that leads there.
    stake : ndarray, shape (ends,)
        What the player wins there if the hand is the better one, or at a fold with any hand, over the number of deals.
    """

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
        How the betting may end after each row.
    """

    first: Index
    count: Index  # type: ignore[assignment]  # hides the tuple's method
    parent: Index
    showdowns: Ends
    folds: Ends


class Against(NamedTuple):
    """One player's hands against the other's, both in the order of their ranks.

    Attributes
    ----------
    chance : ndarray, shape (other's hands,)
        The other's weights.
    weight : ndarray, shape (own hands,)
        One's own.
    below, upto : ndarray, shape (own hands,)
        How many of the other's hands rank lower; and lower or equal.
    same : ndarray, shape (own hands,)
        Which of the other's hands has the very same cards, one past the last if none has; empty if hands have no cards.
    held : ndarray, shape (cards in a hand, own hands)
        The cards; from here on, empty but with two cards in a hand.
    order : ndarray, shape (2 × other's hands,)
        The other's hands by card, and those with the same card by rank.
    begin : ndarray, shape (cards + 1,)
        Where in `order` those with each card begin.
    lower, equal : ndarray, shape (2, own hands)
        How many of the other's hands that hold this card rank lower, and lower or equal; as places in the sums by card, which have one
        entry more for each card.
    """

    chance: Array
    weight: Array
    below: Index
    upto: Index
    same: Index
    held: Index
    order: Index
    begin: Index
    lower: Index
    equal: Index


class State(NamedTuple):
    """What one player has learnt, in arrays of shape (rows, hands).

    Attributes
    ----------
    regret : ndarray
        The cumulative regret of each action, in chips.
    strategy : ndarray
        The current strategy.
    cumulative : ndarray
        The sums for the average strategy.
    reach : ndarray
        How likely the player plays all the actions that lead to a row and it.
    """

    regret: Array
    strategy: Array
    cumulative: Array
    reach: Array


class Room(NamedTuple):
    """Where a player's walk keeps what it needs in between.

    Attributes
    ----------
    mixed : ndarray, shape (rows with folds, other's hands + 1)
        What folds are worth against each of the other's hands, then a 0.
    total : ndarray, shape (rows with folds,)
        The sum of that.
    by_card : ndarray, shape (rows with folds, cards)
        Its sums over the hands that hold each card.
    sums : ndarray, shape (rows with showdowns, other's hands + 1)
        Running sums of what showdowns are worth against each of the other's hands.
    centred : ndarray, shape (rows with showdowns, 2 × other's hands + cards)
        The same over the hands that hold each card, less half of their total.
    one, two : ndarray, shape (2 × other's hands + 1,)
        Just room.
    value : ndarray, shape (rows, BLOCK)
        What the player expects from each row, with each hand of the block.
    expected, positive : ndarray, shape (BLOCK,)
        What the player expects from a decision; the sum of the positive regrets there.
    answer : ndarray, shape (rows, own hands)
        The reach of the average strategy.
    """

    mixed: Array
    total: Array
    by_card: Array
    sums: Array
    centred: Array
    one: Array
    two: Array
    value: Array
    expected: Array
    positive: Array
    answer: Array


class Records(NamedTuple):
    """The first three arrays of a :class:`State` after each recorded iteration, of shape (records, rows, hands)."""

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
        1 if predictive, otherwise 0: how often the last regrets are counted once more.
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
