r"""A game compiled to flat arrays, on which loops run fast.

Two tables of the same game. The *sequence form* keeps, for each player, what that player can do one after the other: a
sequence is an information set and an action, after the player's own earlier sequence. A terminal history is then one
sequence per player, and its utility, times chance's probability, is one entry. The *node table* keeps the tree itself, which
sampling needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr.games.game import Game
from kuhncfr.games.rules import validate
from kuhncfr.solver.arrays import Array, Index, NodeTable, SequenceForm
from kuhncfr.strategy import StrategyProfile


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A compiled game. Information sets and sequences are numbered player by player, parents before children.

    Attributes
    ----------
    game : Game
        What was compiled.
    players : int
        How many there are.
    infosets : tuple of str
        The information sets' names.
    actions : tuple of tuple of str
        What can be done at each.
    infosets_of : ndarray, shape (players + 1,)
        Where each player's information sets begin.
    sequences_of : ndarray, shape (players + 1,)
        Where each player's sequences begin; the first is the empty one.
    first : ndarray, shape (infosets,)
        The sequence of each information set's first action; the other actions follow.
    count : ndarray, shape (infosets,)
        How many actions there are.
    parent : ndarray, shape (infosets,)
        The owner's sequence that leads to the information set.
    start : ndarray, shape (sequences + 1,)
        Where the entries of each sequence begin in the next two.
    others : ndarray, shape (entries,)
        By what else a terminal history is reached: the other player's sequence; with several others, the number of
        sequences plus the row of `joint` that holds their combination.
    utility : ndarray, shape (entries,)
        The sequence's owner's utility there times chance's probability, in chips.
    joint : ndarray, shape (rows, players - 1)
        Combinations of the other players' sequences; none for two players.
    joints_of : ndarray, shape (players + 1,)
        Where the rows of each player begin.
    nodes : NodeTable
        The tree itself.
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
        return f"Tree({self.game!r})"

    @cached_property
    def form(self) -> SequenceForm:
        """The arrays of the sequence form, as the compiled loops take them."""
        return SequenceForm(**{name: getattr(self, name) for name in SequenceForm._fields})

    def named_sequences(self) -> Iterator[tuple[str, str, int]]:
        """Go through the information sets, the actions there and their sequences."""
        for infoset, actions, first in zip(self.infosets, self.actions, self.first.tolist(), strict=True):
            for k, action in enumerate(actions):
                yield infoset, action, first + k

    def uniform(self) -> Array:
        """Return the strategy that plays every action of an information set equally often; 1 for empty sequences."""
        strategy = self.empty_reach()
        strategy[strategy == 0] = np.repeat(1.0 / self.count.astype(float), self.count.astype(int))
        return strategy

    def empty_reach(self) -> Array:
        """Return 1 for each player's empty sequence and 0 for the others."""
        reach = np.zeros(int(self.sequences_of[-1]))
        reach[self.sequences_of[:-1].astype(int)] = 1.0
        return reach

    def averages(self, sums: Array) -> Array:
        """Return the average strategy for each row of sums: uniform where the sums are 0."""
        totals = self._totals(sums)
        averages: Array = np.divide(sums, totals, out=np.broadcast_to(self.uniform(), sums.shape).copy(), where=totals > 0)
        return averages

    def profile(self, strategy: Array) -> StrategyProfile:
        """Name the probabilities."""
        rows: dict[str, dict[str, float]] = {infoset: {} for infoset in self.infosets}
        for infoset, action, sequence in self.named_sequences():
            rows[infoset][action] = float(strategy[sequence])
        return StrategyProfile(rows)

    def _totals(self, sums: Array) -> Array:
        """Return, for each sequence, the sum over the actions of its information set; 0 for empty sequences."""
        totals = np.zeros_like(sums)
        for first, count in zip(self.first.tolist(), self.count.tolist(), strict=True):
            totals[..., first : first + count] = sums[..., first : first + count].sum(axis=-1, keepdims=True)
        return totals


def compile_game(game: "Game | Tree") -> Tree:
    """Compile a game; a compiled one is returned as it is.

    Parameters
    ----------
    game : Game or Tree
        A game is validated first.

    Returns
    -------
    Tree

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
    if isinstance(game, Tree):
        return game
    validate(game)
    walk = _Walk(game)
    sizes = [1 + sum(len(actions) for _, actions, _ in found) for found in walk.found]
    sequences_of = np.concatenate([[0], np.cumsum(sizes)])
    infosets_of = np.concatenate([[0], np.cumsum([len(found) for found in walk.found])])
    counts = [len(actions) for found in walk.found for _, actions, _ in found]
    ends = [1 + np.cumsum([len(actions) for _, actions, _ in found], dtype=np.int64) for found in walk.found]
    first = [sequences_of[i] + end - [len(a) for _, a, _ in walk.found[i]] for i, end in enumerate(ends)]
    parent = [sequences_of[i] + parent for i, found in enumerate(walk.found) for _, _, parent in found]
    return Tree(
        game=game,
        players=game.players,
        infosets=tuple(key for found in walk.found for key, _, _ in found),
        actions=tuple(actions for found in walk.found for _, actions, _ in found),
        infosets_of=_index(infosets_of),
        sequences_of=_index(sequences_of),
        first=_index(np.concatenate(first)),
        count=_index(counts),
        parent=_index(parent),
        **_terminal_table(walk.terminals, sequences_of),
        nodes=walk.nodes(infosets_of),
    )


class _Walk:
    """One walk over the game, breadth first, so that a node's children get neighbouring numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: list[list[tuple[str, tuple[str, ...], int]]] = [[] for _ in range(game.players)]
        self.terminals: dict[tuple[int, ...], list[Any]] = {}
        self._numbers: dict[str, tuple[int, int]] = {}  # information set: its number and first sequence, within its player
        self._sequences = [1] * game.players
        self._rows: list[tuple[int, int, int, int, int]] = []  # mover, child, count, player's infoset, its owner
        self._chance = [1.0]
        self._utilities: list[tuple[float, ...]] = []
        queue: list[tuple[str, tuple[int, ...], Any]] = [("", (0,) * game.players, Fraction(1))]
        for history, sequences, chance in queue:  # grows while it is walked
            queue.extend(self._visit(history, sequences, chance, len(queue)))

    def _visit(self, history: str, sequences: tuple[int, ...], chance: Any, child: int) -> list[tuple[str, tuple[int, ...], Any]]:
        game, players = self.game, self.game.players
        if game.is_terminal(history):
            utilities = game.utilities(history)
            self._rows.append((players + 1, len(self._utilities), 0, 0, 0))
            self._utilities.append(tuple(map(float, utilities)))
            expected = [chance * u for u in utilities]
            earlier = self.terminals.get(sequences)
            self.terminals[sequences] = [a + b for a, b in zip(earlier, expected, strict=True)] if earlier else expected
            return []
        if game.is_chance(history):
            outcomes = game.chance(history)
            self._rows.append((players, child, len(outcomes), 0, 0))
            self._chance.extend(map(float, outcomes.values()))
            return [(history + action, sequences, chance * p) for action, p in outcomes.items()]
        player, actions = game.player(history), tuple(game.actions(history))
        number, first = self._number(game.infoset(history), player, actions, sequences[player])
        self._rows.append((player, child, len(actions), number, player))
        self._chance.extend(1.0 for _ in actions)
        return [(history + a, (*sequences[:player], first + k, *sequences[player + 1 :]), chance) for k, a in enumerate(actions)]

    def _number(self, infoset: str, player: int, actions: tuple[str, ...], parent: int) -> tuple[int, int]:
        if infoset not in self._numbers:
            self._numbers[infoset] = len(self.found[player]), self._sequences[player]
            self.found[player].append((infoset, actions, parent))
            self._sequences[player] += len(actions)
        return self._numbers[infoset]

    def nodes(self, infosets_of: NDArray[np.int64]) -> NodeTable:
        """Return the node table, with information sets numbered over all players."""
        mover, child, count, number, owner = np.array(self._rows, dtype=np.int64).T
        infoset = np.where(mover < self.game.players, number + infosets_of[owner], 0)
        return NodeTable(
            mover=_index(mover),
            child=_index(child),
            count=_index(count),
            infoset=_index(infoset),
            chance=np.array(self._chance),
            utilities=np.array(self._utilities),
        )


def _terminal_table(terminals: dict[tuple[int, ...], list[Any]], sequences_of: NDArray[np.int64]) -> dict[str, Any]:
    """Sort the terminal histories by each player's own sequence: five of the arrays of a tree."""
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
        "start": _index(np.cumsum(entries)),
        "others": _index(np.concatenate(others)),
        "utility": np.concatenate(utility),
        "joint": _index(np.concatenate(joint)),
        "joints_of": _index(joints_of),
    }


def _index(numbers: Any) -> Index:
    return np.ascontiguousarray(numbers, dtype=np.uint64)
