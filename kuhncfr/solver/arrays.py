"""Arguments of the compiled loops: named tuples of arrays and numbers, whose names cost nothing in compiled code."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Unsigned, so that compiled code need not check whether an index counts from the end.
Index = NDArray[np.uint64]
Array = NDArray[np.float64]
Counts = NDArray[np.int64]


class SequenceForm(NamedTuple):
    """The sequence form of a game: the arrays of a :class:`~kuhncfr.solver.CompiledGame` of the same names, described there."""

    infosets_of: Index
    sequences_of: Index
    first: Index
    count: Index  # type: ignore[assignment]  # hides the tuple's method
    parent: Index
    start: Index
    others: Index
    utility: Array
    joint: Index
    joints_of: Index


class NodeTable(NamedTuple):
    """The histories of a game, numbered so that the children of a node are consecutive and follow it.

    Attributes
    ----------
    mover : ndarray, shape (nodes,)
        The player to move; `players` where chance moves, `players` + 1 where the game is over.
    child : ndarray, shape (nodes,)
        The first child; at a terminal node, the row of `utilities`.
    count : ndarray, shape (nodes,)
        Number of children.
    infoset : ndarray, shape (nodes,)
        Number of the information set; 0 where no player moves.
    chance : ndarray, shape (nodes,)
        The probability that chance leads here from its node, 1 elsewhere.
    utilities : ndarray, shape (terminals, players)
        In chips.
    """

    mover: Index
    child: Index
    count: Index  # type: ignore[assignment]  # hides the tuple's method
    infoset: Index
    chance: Array
    utilities: Array


class State(NamedTuple):
    """The state of a solve.

    Attributes
    ----------
    regret : ndarray, shape (sequences,)
        The cumulative regret of each action, in chips.
    strategy : ndarray, shape (sequences,)
        The current strategy; 1 for empty sequences.
    cumulative : ndarray, shape (sequences,)
        The sums for the average strategy.
    reach : ndarray, shape (sequences + rows of `joint`,)
        Probability that the player plays each sequence; then a buffer for the probability of each combination of other players' sequences.
    value : ndarray, shape (sequences,)
        Buffer for the player's expected utility of each sequence; 0 when no loop runs.
    discount : ndarray, shape (2,)
        The product of all discounts so far, of positive and of negative regrets; 1 unless regrets are sampled.
    applied : ndarray, shape (infosets, 2)
        The same product when a walk last visited each information set: the discounts since then are still to be applied there.
    """

    regret: Array
    strategy: Array
    cumulative: Array
    reach: Array
    value: Array
    discount: Array
    applied: Array


class Rule(NamedTuple):
    """The update rule of an iteration.

    Attributes
    ----------
    alternating : bool
        Update one player after another, or all players at once.
    algorithm : named tuple
        The numbers of an :class:`~kuhncfr.cfr.Algorithm`.
    tie : float
        Regrets up to this many chips count as 0.
    """

    alternating: bool
    algorithm: Any
    tie: float


class Record(NamedTuple):
    """The number of iterations run, and the recorded states.

    Attributes
    ----------
    clock : ndarray, shape (1,)
        Number of iterations run.
    record_every : int
        Number of iterations from one record to the next; 0 to record none.
    regrets, strategies, cumulatives : ndarray, shape (records, sequences)
        The first three arrays of the :class:`State` at each record.
    """

    clock: Counts
    record_every: int
    regrets: Array
    strategies: Array
    cumulatives: Array


class Solve(NamedTuple):
    """The arguments that all iterating loops share."""

    form: SequenceForm
    state: State
    rule: Rule
    record: Record


class Goal(NamedTuple):
    """The target at which a solve stops.

    Attributes
    ----------
    target : float
        Exploitability to reach, in chips a game.
    due : ndarray, shape (1,)
        The iteration after which to check next: it does not depend on the speed of the machine.
    reach : ndarray, shape (sequences + rows of `joint`,)
        Buffer for the reach of the average strategy.
    """

    target: float
    due: Counts
    reach: Array


class Rolls(NamedTuple):
    """A block of random numbers, drawn ahead.

    Attributes
    ----------
    numbers : ndarray
        Uniform on [0, 1).
    used : ndarray, shape (1,)
        How many of them are used.
    last : numpy.uint64
        If more than this many are used, the rest may be too few for another iteration.
    """

    numbers: Array
    used: Index
    last: np.uint64


class Walk(NamedTuple):
    """The branches that a sampled walk follows, and its buffers.

    Attributes
    ----------
    external : bool
        Sample one action of each player except the learner, or follow all actions. Chance is always sampled.
    visited : ndarray, shape (nodes,)
        The nodes where players decided, parents before children.
    branch : ndarray, shape (nodes,)
        The index in `landing` at which the branches of each of these decisions begin.
    landing : ndarray, shape (nodes,)
        The end of each branch: the index of a later decision in `visited`; or, at a terminal node, the number of nodes plus the row of
        utilities.
    reach : ndarray, shape (nodes, players)
        Contribution of each player to the probability of reaching each decision.
    worth : ndarray, shape (nodes, players)
        Expected utility of each player at each decision.
    stamp : ndarray, shape (infosets,)
        The last walk that visited each information set.
    touched : ndarray, shape (infosets,)
        The information sets of the learners that this walk visited.
    """

    external: bool
    visited: Index
    branch: Index
    landing: Index
    reach: Array
    worth: Array
    stamp: Counts
    touched: Index


class Path(NamedTuple):
    """The settings and the buffers of a game that outcome sampling plays to its end.

    Attributes
    ----------
    exploration : float
        Probability with which the learner plays at random.
    visited : ndarray, shape (nodes,)
        The information sets where the learner decided, in order.
    taken : ndarray, shape (nodes,)
        The sequence that the learner played at each.
    """

    exploration: float
    visited: Index
    taken: Index
