r"""A game compiled to flat arrays for fast loops.

One walk over the game builds two tables. The *node table* is the tree, for sampling: it has a node for each history, and the
children of a node have consecutive numbers. Kuhn poker's first nodes, where chance deals, player 1 moves and player 2 moves::

    node      0         1        2        3        4    5   ...   10           11         ...
    history   ""        J        Q        K        JQ   JK  ...   JQp          JQb        ...
    mover     chance    chance   chance   chance   1    1   ...   2            2          ...
    child     1         4        6        8        10   12  ...   22           24         ...
    count     3         2        2        2        2    2   ...   2            2          ...

The *sequence form* is for walks of the whole game: it lists the sequences of each player. A sequence is an information set and an action
there; its parent is the player's own earlier sequence. Player 1's sequences in Kuhn poker::

    sequence  0         1    2    3    4    5    6    7     8     9     10    11    12
    is        (empty)   Jp   Jb   Qp   Qb   Kp   Kb   Jpbp  Jpbb  Qpbp  Qpbb  Kpbp  Kpbb
    parent    none      0    0    0    0    0    0    1     1     3     3     5     5

A terminal history is one sequence per player, and its utility times the probability of chance is one entry: JQpbb is player 1's
sequence 8 and player 2's "bet with the Queen after a pass", with the utility -2 times 1/6.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments
from kuhncfr._support.progress import announced
from kuhncfr.games.game import Game
from kuhncfr.games.kuhn import KuhnPoker
from kuhncfr.games.validation import Decision, Node, walk
from kuhncfr.solver.arrays import Array, Index, NodeTable, SequenceForm
from kuhncfr.strategy import StrategyProfile

_MANY_CARDS = range(100, 500)  # so many take seconds to compile, and more are too many


@dataclass(frozen=True, eq=False, repr=False)
class CompiledGame(arguments.Compiled):
    """A compiled game. Information sets and sequences are numbered player by player, parents before children.

    Attributes
    ----------
    game : Game
        The game that was compiled.
    players : int
        Number of players.
    infosets : tuple of str
        Names of the information sets.
    actions : tuple of tuple of str
        The actions at each information set.
    infosets_of : ndarray, shape (players + 1,)
        Number of each player's first information set.
    sequences_of : ndarray, shape (players + 1,)
        Number of each player's first sequence, the empty one.
    first : ndarray, shape (infosets,)
        The sequence of the first action at each information set; those of the other actions follow.
    count : ndarray, shape (infosets,)
        Number of actions at each information set.
    parent : ndarray, shape (infosets,)
        The player's sequence that leads to each information set.
    start : ndarray, shape (sequences + 1,)
        Index of each sequence's first entry in `others` and `utility`.
    others : ndarray, shape (entries,)
        The sequence of the other player that leads to the same terminal history; with several other players, the number of sequences
        plus the row of `joint` that holds their combination.
    utility : ndarray, shape (entries,)
        The player's utility there times the probability of chance, in chips.
    joint : ndarray, shape (rows, players - 1)
        Combinations of the other players' sequences; none for two players.
    joints_of : ndarray, shape (players + 1,)
        The first row of each player in `joint`.
    nodes : NodeTable
        The tree.
    """

    game: Game
    players: int
    infosets: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    infosets_of: Index
    sequences_of: Index
    first: Index
    count: Index
    parent: Index
    start: Index
    others: Index
    utility: Array
    joint: Index
    joints_of: Index
    nodes: NodeTable

    def __repr__(self) -> str:
        return f"CompiledGame({self.game!r})"

    @cached_property
    def form(self) -> SequenceForm:
        """The arrays of the sequence form, as the compiled loops take them."""
        return SequenceForm(**{name: getattr(self, name) for name in SequenceForm._fields})

    def named_sequences(self) -> Iterator[tuple[str, str, int]]:
        """Yield the information set, the action and the number of each sequence that is not empty."""
        for infoset, actions, first in zip(self.infosets, self.actions, self.first.tolist(), strict=True):
            for k, action in enumerate(actions):
                yield infoset, action, first + k

    def uniform(self) -> Array:
        """Return the uniform strategy: equal probabilities at each information set; 1 for empty sequences."""
        strategy = self.empty_reach()
        strategy[strategy == 0] = np.repeat(1.0 / self.count.astype(float), self.count.astype(int))
        return strategy

    def empty_reach(self) -> Array:
        """Return 1 for each player's empty sequence and 0 for the others."""
        reach = np.zeros(int(self.sequences_of[-1]))
        reach[self.sequences_of[:-1].astype(int)] = 1.0
        return reach

    def reach(self, strategy: Array) -> Array:
        """Return the player's own reach of each sequence: the product of the probabilities of all its actions."""
        reach, given = self.empty_reach().tolist(), strategy.tolist()
        for first, count, parent in zip(self.first.tolist(), self.count.tolist(), self.parent.tolist(), strict=True):
            for sequence in range(first, first + count):
                reach[sequence] = reach[parent] * given[sequence]
        return np.array(reach)

    def averages(self, sums: Array) -> Array:
        """Normalize each row of sums, shape (..., sequences), to the average strategy; it is uniform where the sums are 0."""
        totals = np.zeros_like(sums)  # of each sequence: the sum over the actions of its information set; 0 for empty sequences
        for first, count in zip(self.first.tolist(), self.count.tolist(), strict=True):
            totals[..., first : first + count] = sums[..., first : first + count].sum(axis=-1, keepdims=True)
        averages: Array = np.divide(sums, totals, out=np.broadcast_to(self.uniform(), sums.shape).copy(), where=totals > 0)
        return averages

    def profile(self, strategy: Array) -> StrategyProfile:
        """Return a strategy, an array over the sequences, as a profile."""
        rows: dict[str, dict[str, float]] = {infoset: {} for infoset in self.infosets}
        for infoset, action, sequence in self.named_sequences():
            rows[infoset][action] = float(strategy[sequence])
        return StrategyProfile({**rows, **getattr(self.game, "locked", {})})


def compile_game(game: "Game | CompiledGame") -> CompiledGame:
    """Compile a game; return a compiled game unchanged.

    Parameters
    ----------
    game : Game or CompiledGame
        A game is validated first.

    Returns
    -------
    CompiledGame

    Raises
    ------
    ValueError
        If the game breaks a rule of :class:`~kuhncfr.games.Game`, or has more than 2,000,000 histories.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker
    >>> tree = compile_game(KuhnPoker())
    >>> len(tree.infosets), len(tree.nodes.mover), len(tree.nodes.utilities)
    (12, 58, 30)
    >>> int(tree.sequences_of[1])       # player 1: the empty sequence, and two actions at each of six information sets
    13
    """
    if isinstance(game, CompiledGame):
        return game
    plain: Game = arguments.game("game", game)
    if isinstance(plain, KuhnPoker) and plain.players == 2 and plain.cards in _MANY_CARDS:
        twin = f"kuhncfr.vector.kuhn(cards={plain.cards}, ante={plain.ante}, bet={plain.bet})"
        warnings.warn(f"this tree takes long to compile: {twin} is the same game for all cards at once, and fast", stacklevel=2)
    form, tree = _SequenceFormBuilder(), _NodeTableBuilder(plain)
    for node in announced(walk(plain), "histories"):
        form.add(node)
        tree.add(node)
    decisions = sorted(form.decisions, key=lambda decision: decision.player)  # stable: parents stay before children
    owners = [decision.player for decision in decisions]
    actions = [len(decision.actions) for decision in decisions]
    infosets_of = np.searchsorted(owners, range(plain.players + 1))
    sequences_of = np.concatenate([[0], np.cumsum(np.bincount(owners, weights=actions, minlength=plain.players) + 1)]).astype(np.int64)
    return CompiledGame(
        game=plain,
        players=plain.players,
        infosets=tuple(decision.infoset for decision in decisions),
        actions=tuple(decision.actions for decision in decisions),
        infosets_of=index(infosets_of),
        sequences_of=index(sequences_of),
        first=index([sequences_of[decision.player] + decision.first for decision in decisions]),
        count=index(actions),
        parent=index([sequences_of[decision.player] + decision.parent for decision in decisions]),
        **_terminal_table(form.expected, sequences_of),
        nodes=tree.table({decision.infoset: number for number, decision in enumerate(decisions)}),
    )


class _SequenceFormBuilder:
    """Collect the information sets, and the expected utilities of each combination of sequences."""

    def __init__(self) -> None:
        self.decisions: list[Decision] = []
        self.expected: dict[tuple[int, ...], tuple[Any, ...]] = {}  # exact: probability of chance times utility, summed

    def add(self, node: Node) -> None:
        if node.utilities:
            here = tuple(node.chance_reach * utility for utility in node.utilities)
            earlier = self.expected.get(node.sequences)  # of a history that differs from this one in the actions of chance only
            self.expected[node.sequences] = tuple(map(add, earlier, here)) if earlier else here
        elif node.decision is not None and node.decision.history == node.history:
            self.decisions.append(node.decision)


class _NodeTableBuilder:
    """Collect the rows of the node table."""

    def __init__(self, game: Game) -> None:
        self._players = game.players
        self._rows: list[tuple[int, int, int]] = []  # mover, child, count
        self._infosets: list[str | None] = []
        self._chance = [1.0]
        self._utilities: list[tuple[float, ...]] = []
        self._child = 1  # the next number for a child

    def add(self, node: Node) -> None:
        self._infosets.append(None if node.decision is None else node.decision.infoset)
        if node.utilities:
            self._rows.append((self._players + 1, len(self._utilities), 0))
            self._utilities.append(tuple(map(float, node.utilities)))
            return
        mover = self._players if node.decision is None else node.decision.player
        self._rows.append((mover, self._child, len(node.moves)))
        self._chance += [1.0] * len(node.moves) if isinstance(node.moves, tuple) else map(float, node.moves.values())
        self._child += len(node.moves)

    def table(self, numbers: dict[str, int]) -> NodeTable:
        """Return the table; `numbers` maps each information set to its number."""
        mover, child, count = np.array(self._rows, dtype=np.int64).T
        infoset = [0 if name is None else numbers[name] for name in self._infosets]
        return NodeTable(index(mover), index(child), index(count), index(infoset), np.array(self._chance), np.array(self._utilities))


def _terminal_table(terminals: dict[tuple[int, ...], tuple[Any, ...]], sequences_of: NDArray[np.int64]) -> dict[str, Any]:
    """Return the arrays of the terminal histories, sorted by each player's own sequence."""
    players = len(sequences_of) - 1
    sequences = np.array(list(terminals), dtype=np.int64) + sequences_of[:-1]
    utilities = np.array([[float(u) for u in sums] for sums in terminals.values()])
    entries = np.zeros(sequences_of[-1] + 1, dtype=np.int64)
    others, utility, joint, joints_of = [], [], [], [0]
    for player in range(players):
        own = sequences[:, player]
        theirs = np.delete(sequences, player, axis=1)
        if players == 2:
            combinations, other = theirs[:0], theirs[:, 0]
        else:
            combinations, row = np.unique(theirs, axis=0, return_inverse=True)
            other = sequences_of[-1] + joints_of[-1] + row.ravel()
        order = np.lexsort((other, own))
        np.add.at(entries, own + 1, 1)
        others.append(other[order])
        utility.append(utilities[order, player])
        joint.append(combinations)
        joints_of.append(joints_of[-1] + len(combinations))
    return {
        "start": index(np.cumsum(entries)),
        "others": index(np.concatenate(others)),
        "utility": np.concatenate(utility),
        "joint": index(np.concatenate(joint)),
        "joints_of": index(joints_of),
    }


def index(numbers: Any) -> Index:
    """Return whole numbers as compiled loops take them."""
    return np.ascontiguousarray(numbers, dtype=np.uint64)
