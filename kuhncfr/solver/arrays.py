"""What the compiled loops take: arrays and numbers in bundles, under names that compile away."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Unsigned: compiled code then need not ask whether an index counts from the end.
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
    """The histories of a game, numbered so that a node's children stand side by side, after it.

    Attributes
    ----------
    mover : ndarray, shape (nodes,)
        The player to move; `players` where chance moves, `players` + 1 where the game is over.
    child : ndarray, shape (nodes,)
        The first child; at a terminal node, the row of `utilities`.
    count : ndarray, shape (nodes,)
        How many children there are.
    infoset : ndarray, shape (nodes,)
        The information set, 0 where no player moves.
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
    """What a solve has learnt.

    Attributes
    ----------
    regret : ndarray, shape (sequences,)
        The cumulative regret of each action, in chips.
    strategy : ndarray, shape (sequences,)
        The current strategy; 1 for empty sequences.
    cumulative : ndarray, shape (sequences,)
        The sums for the average strategy.
    reach : ndarray, shape (sequences + rows of `joint`,)
        How likely its owner plays each sequence; then room for how likely each combination of other players' sequences is.
    value : ndarray, shape (sequences,)
        Room for what the owner expects from each sequence; 0 when no loop runs.
    """

    regret: Array
    strategy: Array
    cumulative: Array
    reach: Array
    value: Array


class Rule(NamedTuple):
    """How an iteration updates.

    Attributes
    ----------
    alternating : bool
        One player after the other, or everybody at once.
    regret_matching_plus, predictive, alpha, beta, gamma
        As in :class:`~kuhncfr.cfr.Algorithm`.
    tie : float
        Regrets up to this many chips count as 0.
    """

    alternating: bool
    regret_matching_plus: bool
    predictive: bool
    alpha: float
    beta: float
    gamma: float
    tie: float


class Record(NamedTuple):
    """What a solve has done so far.

    Attributes
    ----------
    clock : ndarray, shape (1,)
        How many iterations.
    every : int
        Every so many of them are recorded; 0 for none.
    regrets, strategies, cumulatives : ndarray, shape (records, sequences)
        The first three arrays of the :class:`State` after each of those.
    """

    clock: Counts
    every: int
    regrets: Array
    strategies: Array
    cumulatives: Array


class Solve(NamedTuple):
    """What all loops that iterate need."""

    form: SequenceForm
    state: State
    rule: Rule
    record: Record


class Goal(NamedTuple):
    """Where a solve may stop.

    Attributes
    ----------
    target : float
        The exploitability to reach, in chips a game.
    due : ndarray, shape (1,)
        After which iteration to look next: not left to how fast the machine is.
    reach : ndarray, shape (sequences + rows of `joint`,)
        Room for the reach of the average strategy.
    """

    target: float
    due: Counts
    reach: Array


class Rolls(NamedTuple):
    """Random numbers drawn ahead.

    Attributes
    ----------
    numbers : ndarray
        Between 0 and 1.
    used : ndarray, shape (1,)
        How many are used up.
    last : numpy.uint64
        With more than this many used, those left may not do for another iteration.
    """

    numbers: Array
    used: Index
    last: np.uint64


class Walk(NamedTuple):
    """Which branches of the tree a walk follows, and room for it.

    Attributes
    ----------
    external : bool
        One action of everybody but the learner, drawn at random, or all; of chance, it is one anyway.
    visited : ndarray, shape (nodes,)
        The nodes at which players decided, each before those below it.
    branch : ndarray, shape (nodes,)
        Where the branches of each of these decisions begin in `landing`.
    landing : ndarray, shape (nodes,)
        Where each branch leads: the number of a later decision; or, past all of those, of a row of utilities plus the number of nodes.
    reach : ndarray, shape (nodes, players)
        What each player contributed to getting to each decision.
    worth : ndarray, shape (nodes, players)
        What each player expects from there.
    stamp : ndarray, shape (infosets,)
        The last walk that came by each information set.
    touched : ndarray, shape (infosets,)
        The information sets of the learners that this walk came by.
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
    """How the learner plays a single game to its end, and room for it.

    Attributes
    ----------
    exploration : float
        How often at random.
    visited : ndarray, shape (nodes,)
        The information sets at which the learner decided, in order.
    taken : ndarray, shape (nodes,)
        The sequence that was played at each.
    """

    exploration: float
    visited: Index
    taken: Index
