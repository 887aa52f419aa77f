"""What the compiled loops take: arrays and numbers in bundles, under names that compile away.

A player's hands stand in *groups* of :data:`WIDE`, in the order of their ranks; a hand is a lane of its group.
The last group is filled up with hands that never come. There are few arrays, for each takes its time to compile.

Examples
--------
Kuhn poker with one bet and the cards J, Q and K, 6 deals. Player 1 passes, which is a showdown for 1 chip, or bets. Then player 2 folds
and loses 1 chip, or calls for a showdown of 2.

>>> from kuhncfr.vector import OneBetKuhn
>>> from kuhncfr.vector.sequence_form import against, forms
>>> game = OneBetKuhn(cards=3)
>>> form, _ = forms(game)

Player 1 has three rows: 0 for nothing, 1 for pass, 2 for bet. The only decision has its actions in rows 1 and 2, and row 0 leads to it.

>>> form.decisions.tolist()
[[1, 2, 0]]

After row 1 there may be a showdown, after row 2 a showdown or a fold. These three slots have one end each. Player 2 leads there by row 0,
nothing; by row 2, a call; and by row 1, a fold. Stakes are divided by the 6 deals.

>>> form.slot.tolist(), int(form.showdowns), form.start.tolist()
([[0, 0], [1, 0], [2, 3]], 2, [0, 1, 2, 3])
>>> form.others.tolist(), (6 * form.stake).tolist()
([0, 2, 1], [1.0, 2.0, 1.0])

All three hands are in one group. Suppose that player 2 calls with K, and half of the time with Q. For the showdown after the bet, player 1
gets the numbers 2 × (0, 1/2, 1) / 6, as running sums from :data:`SHIFT` on; and for the fold 1 × (1, 1/2, 0) / 6, and their total.

>>> called, folded = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]) / 6, np.array([2, 1, 0]) / 12

Now Q looks up what J contributes, and what J and Q do. The second number less the total is what K contributes, with a minus sign. Where
the other player folds, the own card is taken out of the total.

>>> places = against(*game.ranges).places[:, 1]
>>> showdown = called[places[BELOW]] + called[places[UPTO]] - called[-1]
>>> fold = folded.sum() - folded[places[SAME]]
>>> print(round(6 * showdown, 12), round(6 * fold, 12))
-2.0 1.0

So Q loses 2 chips to K, which calls, and wins 1 from J, which folds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kuhncfr.solver.arrays import Array, Index

Places = NDArray[np.uint32]

WIDE = 16
"""How many hands are in a group: two of the widest vectors that processors have, so that one is computed while the other is waited for."""

# The columns of `decisions`, and those of `slot`.
FIRST, ACTIONS, PARENT = (np.uint64(column) for column in range(3))
SHOWDOWNS, FOLDS = (np.uint64(column) for column in range(2))
# The rows of `places`: three, and three more for each of two cards.
BELOW, UPTO, SAME, LOWER, EQUAL, HELD = (np.uint64(row) for row in range(6))
EACH_CARD = np.uint64(3)

LINE = 8  # numbers, of which the processor fetches all or none
SHIFT = np.uint64(LINE - 1)
"""Where running sums begin, with 0: the next one, to which a whole group is added, then begins a line."""


class Form(NamedTuple):
    """What one player can do one after the other in public: row 0 is nothing, then one row for each action of each decision.

    Where the betting may end after a row, the row has a *slot*: one for all its showdowns, one for all its folds.

    Attributes
    ----------
    decisions : ndarray, shape (decisions, 3)
        The row of the first action, the number of actions, and the row that leads to the decision.
    slot : ndarray, shape (rows, 2)
        The number of the row's slot for showdowns and of that for folds, from 1 on; 0 for none.
    showdowns : int
        How many slots are for showdowns; they come first.
    start : ndarray, shape (slots + 1,)
        Where the ends of each slot begin in the next two.
    others : ndarray, shape (ends,)
        The other player's row that leads there.
    stake : ndarray, shape (ends,)
        What the player wins there if the hand is the better one, or at a fold with any hand, over the number of deals.
    """

    decisions: Index
    slot: Index
    showdowns: np.uint64
    start: Index
    others: Index
    stake: Array


class Against(NamedTuple):
    """One player's hands against the other's.

    Attributes
    ----------
    weight : ndarray, shape (own groups × WIDE,)
        One's own weights; 0 for hands that fill up.
    hands : int
        How many the other has.
    cards : int
        How many there are in a hand.
    in_line : bool
        Whether the k-th hand of both has the k-th rank, no two alike: then what a hand looks up stands at its own place.
    places : ndarray, shape (3 or 9, own groups × WIDE)
        How many of the other's hands rank lower, and how many rank lower or equal, as places in the running sums; which has the very
        same cards, one past the last if none. For each of two cards: how many of those that hold it rank lower, and lower or equal, as
        places in the sums by card, which have an entry more for each card; and the card.
    order : ndarray, shape (2 × other's hands, filled up)
        The other's hands by card, and those with the same card by rank; None but with two cards in a hand. So is the next.
    begin : ndarray, shape (cards + 1,)
        Where in `order` those with each card begin.
    """

    weight: Array
    hands: np.uint64
    cards: np.uint64
    in_line: bool
    places: Places
    order: Places | None
    begin: Index | None


class State(NamedTuple):
    """What one player has learnt, in arrays of shape (groups, rows - 1, WIDE): nothing is learnt of row 0.

    Attributes
    ----------
    regret : ndarray
        The cumulative regret of each action, in chips.
    ahead : ndarray
        The regret that the next strategy matches: the same array, unless the algorithm is predictive. Of many hands the fewest numbers
        should be kept, for it takes longer to fetch them than to compute them anew.
    cumulative : ndarray
        The sums for the average strategy.
    """

    regret: Array
    ahead: Array
    cumulative: Array


class Room(NamedTuple):
    """What a player was told about the other's hands, and room for a walk.

    Attributes
    ----------
    told : ndarray, shape (slots, more than the other's hands)
        What folds are worth against each of the other's hands, then 0; of what showdowns are worth, the running sums, from
        :data:`SHIFT` on.
    total : ndarray, shape (slots, WIDE)
        What folds are worth against all of them, in each lane.
    mixed : ndarray, shape (slots of showdowns, more than the other's hands)
        What the running sums are sums of; None but with two cards in a hand. So are the next two.
    by_card : ndarray, shape (slots, 2 × other's hands + cards)
        What folds are worth against the hands that hold each card; for showdowns, running sums over these, less half of their total.
    running : ndarray, shape (more than 2 × other's hands,)
        Just room.
    strategy, reach, value : ndarray, shape (rows, WIDE)
        What a group of hands plays; how likely it plays all that leads to a row; what the player expects from there, 0 when no loop runs.
    """

    told: Array
    total: Array
    mixed: Array | None
    by_card: Array | None
    running: Array | None
    strategy: Array
    reach: Array
    value: Array


class Side(NamedTuple):
    """All that belongs to one player."""

    form: Form
    against: Against
    state: State
    room: Room


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
