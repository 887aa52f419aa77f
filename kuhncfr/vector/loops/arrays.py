"""The arguments of the compiled loops: arrays and numbers in named tuples, which cost nothing once compiled.

A player's hands are sorted by rank and cut into *groups* of :data:`LANES`; a hand is a lane of its group. The last group is padded with
hands of weight 0. Arrays are few, because each adds to the time of compilation.

Examples
--------
Kuhn poker with one bet and the cards J, Q and K, 6 deals. Player 1 passes, which leads to a showdown for 1 chip, or bets. Player 2 then
folds and loses 1 chip, or calls for a showdown of 2.

>>> from kuhncfr.vector import one_bet
>>> from kuhncfr.vector.sequence_form import compile_matchup, sequence_forms
>>> game = one_bet(cards=3)
>>> form, _ = sequence_forms(game)

Player 1 has three sequences: 0 is the empty one, 1 is pass, 2 is bet. The actions of the only decision are the sequences 1 and 2; its
parent is sequence 0.

>>> form.decisions.tolist()
[[1, 2, 0, 0]]

After sequence 1 there may be a showdown, after sequence 2 a showdown or a fold. Each of these three slots has one terminal node. Player
2's sequences there are 0, the empty one; 2, a call; and 1, a fold. Stakes are divided by the 6 deals.

>>> form.slot.tolist(), int(form.showdowns), form.start.tolist()
([[0, 0], [1, 0], [2, 3]], 2, [0, 1, 2, 3])
>>> form.others.tolist(), (6 * form.stake).tolist()
([0, 2, 1], [1.0, 2.0, 1.0])

All three hands are in one group. Suppose that player 2 calls with K, and with Q half of the time. For the showdown after the bet, player 1
receives the prefix sums of 2 × (0, 1/2, 1) / 6, from :data:`OFFSET` on; for the fold, 1 × (1, 1/2, 0) / 6 and its total.

>>> called, folded = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]) / 6, np.array([2, 1, 0]) / 12

Player 1's Q looks up two prefix sums: over J, and over J and Q. Their sum minus the total is what J adds minus what K adds. At the fold,
the own card is subtracted from the total.

>>> from kuhncfr.vector.loops.terminal_values import BELOW, SAME, UPTO
>>> places = compile_matchup(*game.ranges).places[:, 1]
>>> showdown = called[places[BELOW]] + called[places[UPTO]] - called[-1]
>>> fold = folded.sum() - folded[places[SAME]]
>>> print(round(6 * showdown, 12), round(6 * fold, 12))
-2.0 1.0

So Q loses 2 chips to K, which calls, and wins 1 chip from J, which folds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kuhncfr.solver.arrays import Array, Index

Places = NDArray[np.uint32]

LANES = 16
"""How many hands a group has: two of the widest vectors that processors have, so that one is computed while the other is awaited."""

# The columns of `decisions`, and those of `slot`.
FIRST, ACTIONS, PARENT, LOCKED = (np.uint64(column) for column in range(4))
SHOWDOWNS, FOLDS = (np.uint64(column) for column in range(2))

CACHE_LINE = 8  # numbers, which the processor fetches together
OFFSET = np.uint64(CACHE_LINE - 1)
"""The index of the first prefix sum, which is 0: the next one, to which a whole group is added, then begins a cache line."""


class SequenceForm(NamedTuple):
    """The public sequence form of one player: sequence 0 is the empty one, then each decision has one sequence per action.

    The terminal nodes that a sequence leads to are collected in *slots*: one for all its showdowns, one for all its folds.

    Attributes
    ----------
    decisions : ndarray, shape (decisions, 4)
        The sequence of the first action, the number of actions, the parent sequence, and 1 if the strategy is locked, else 0.
    slot : ndarray, shape (sequences, 2)
        The sequence's slot for showdowns and its slot for folds, counted from 1; 0 if it has none.
    showdowns : int
        The number of slots for showdowns, which come first.
    start : ndarray, shape (slots + 1,)
        Where the terminal nodes of each slot begin in the next two arrays.
    others : ndarray, shape (terminal nodes,)
        The opponent's sequence at the terminal node.
    stake : ndarray, shape (terminal nodes,)
        What the player wins there, with the better hand or after a fold with any hand, divided by the number of deals.
    """

    decisions: Index
    slot: Index
    showdowns: np.uint64
    start: Index
    others: Index
    stake: Array


class CompiledMatchup(NamedTuple):
    """A :class:`~kuhncfr.vector.Matchup` as flat arrays: a player's hands against the opponent's, both sorted by rank.

    Attributes
    ----------
    weight : ndarray, shape (own groups × LANES,)
        The own weights, padded with 0.
    hands : int
        The number of the opponent's hands.
    cards : int
        The number of cards per hand.
    aligned : bool
        Whether the k-th hands of both players have the k-th rank, all different: then each hand looks up its own index.
    places : ndarray, shape (3 or 9, own groups × LANES)
        The number of the opponent's hands that rank lower, and that rank lower or equal, as indices of prefix sums; the hand with the
        same cards, or the number of hands if there is none. For each of two cards: the number of the hands with this card that rank lower,
        and lower or equal, as indices of the sums by card, which have one more entry per card; and the card.
    order : ndarray, shape (2 × opponent's hands, padded)
        The opponent's hands sorted by card, then by rank. None unless hands have two cards, like the next.
    begin : ndarray, shape (cards + 1,)
        Where in `order` the hands with each card begin.
    """

    weight: Array
    hands: np.uint64
    cards: np.uint64
    aligned: bool
    places: Places
    order: Places | None
    begin: Index | None


class State(NamedTuple):
    """What one player has learnt, in arrays of shape (groups, sequences - 1, LANES): the empty sequence is left out.

    Attributes
    ----------
    regret : ndarray
        The cumulative regret of each action, in chips.
    predicted : ndarray
        The regrets that the next strategy matches: the same array unless the algorithm is predictive. With many hands, fetching numbers
        takes longer than computing them again, so that as few as possible are stored.
    cumulative : ndarray
        The sums for the average strategy.
    """

    regret: Array
    predicted: Array
    cumulative: Array


class Workspace(NamedTuple):
    """The opponent's reach at the terminal nodes, as the opponent has sent it, and temporary arrays of a walk.

    Attributes
    ----------
    sent : ndarray, shape (slots, more than the opponent's hands)
        The reach of each of the opponent's hands times the stake: at folds as it is, then 0; at showdowns as prefix sums from
        :data:`OFFSET` on.
    total : ndarray, shape (slots, LANES)
        At folds, the sum over all hands, in each lane.
    summands : ndarray, shape (slots for showdowns, more than the opponent's hands)
        The summands of the prefix sums. None unless hands have two cards, like the next two.
    by_card : ndarray, shape (slots, 2 × opponent's hands + cards)
        At folds, the sum over the hands with each card; at showdowns, prefix sums over these hands, minus half of their total.
    running : ndarray, shape (more than 2 × opponent's hands,)
        Temporary prefix sums.
    strategy, reach, value : ndarray, shape (sequences, LANES)
        For a group of hands: the strategy, the reach of each sequence, and the value after it, 0 between the loops.
    """

    sent: Array
    total: Array
    summands: Array | None
    by_card: Array | None
    running: Array | None
    strategy: Array
    reach: Array
    value: Array


class PlayerArrays(NamedTuple):
    """All arrays of one player."""

    form: SequenceForm
    matchup: CompiledMatchup
    state: State
    workspace: Workspace
