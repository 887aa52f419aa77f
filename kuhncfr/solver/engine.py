"""The arrays of one solve, and the compiled loops that advance them."""

from typing import Any

import numpy as np

from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.dice import Dice
from kuhncfr.solver.loops import outcome, sampled, whole_tree
from kuhncfr.solver.tree import Array, Tree


class Engine:
    """The state of a solve: regrets, current strategy, its reach, and sums for the average; one number per sequence."""

    def __init__(
        self, tree: Tree, algorithm: Algorithm, sampling: str | None, alternating: bool, rng: np.random.Generator, exploration: float
    ) -> None:
        self.tree = tree
        self.sampling = sampling
        self.alternating = alternating
        self.exploration = exploration
        sequences = int(tree.sequences_of[-1])
        self.regret, self.cumulative = np.zeros(sequences), np.zeros(sequences)
        self.strategy = tree.uniform()
        self._form = _form(tree)
        self._value = np.zeros(sequences)
        self.reach, self._average_reach = _reach(tree), _reach(tree)
        whole_tree.average_reach(self._form, self.cumulative, self.reach)  # nothing is summed yet, so it is that of the uniform strategy
        exponents = (float(algorithm.alpha), float(algorithm.beta), float(algorithm.gamma))
        self._rule = (algorithm.floor, algorithm.predictive), exponents, TIE * float(np.abs(tree.nodes.utilities).max(initial=0.0))
        self._scratch = self._sampling_scratch()
        # Each player walks; a walk comes by a node at most once, and outcome sampling takes up to two numbers there.
        self._dice = Dice(rng, most=2 * tree.players * int(np.count_nonzero(tree.nodes.count)))
        self._clock = np.zeros(1, dtype=np.int64)
        self._due = np.ones(1, dtype=np.int64)  # when to compare with the target next: not left to how fast the machine is
        self.record(0, 0)

    @property
    def done(self) -> int:
        """How many iterations were run; the loops keep count themselves, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    def record(self, every: int, end: int) -> None:
        """Make room to record every so many iterations until `end`; 0 records nothing."""
        self.every = every
        rows = end // every if every else 0
        self._rows = tuple(np.empty((rows, len(self.regret))) for _ in range(3))  # regrets, current strategies, sums

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; tell whether it is."""
        if self.sampling is None:
            state = (self.regret, self.strategy, self.reach, self.cumulative, self._value)
            if target is not None:
                common = (self._form, state, self._average_reach, self._rule, self.alternating, self._record)
                return bool(whole_tree.iterate_until((target, self._due), end, *common))
            whole_tree.iterate(end, self._form, state, self._rule, self.alternating, self._record)
            return False
        while target is not None and self.done < end:
            due = int(self._due[0])
            self._sample(min(end, due))
            if self.done == due:
                self._due[0] += due // 16 + 1
                if self.exploitability() <= target:
                    return True
        self._sample(end)
        return False

    @property
    def _record(self) -> tuple[Any, ...]:
        return (self._clock, self.every, *self._rows)

    def exploitability(self) -> float:
        """Return the exploitability of the average strategy."""
        return float(exploitabilities(self.tree, self.cumulative[None])[0])

    def rows(self) -> tuple[Array, ...]:
        """Return what was recorded: regrets, current strategies and sums for the average, a row per record."""
        return tuple(rows[: self.done // self.every if self.every else 0] for rows in self._rows)

    def _sample(self, end: int) -> None:
        tree = self.tree
        table = tree.nodes.columns
        state = (self.regret, self.strategy, self.cumulative, tree.first, tree.count)
        while self.done < end:
            dice = self._dice.table()
            own = (tree.infosets_of, tree.parent, self.reach)
            if self.sampling == "outcome":
                outcome.iterate(end, dice, self.exploration, table, own, state, self._scratch, self._rule, self._record)
            else:
                external = self.sampling == "external"
                sampled.iterate(end, dice, external, self.alternating, table, own, state, self._scratch, self._rule, self._record)

    def _sampling_scratch(self) -> tuple[Any, ...]:
        nodes, players, infosets = len(self.tree.nodes.mover), self.tree.players, len(self.tree.infosets)
        if self.sampling is None:
            return ()
        places = [np.zeros(nodes, dtype=np.uint64) for _ in range(3)]  # visited, branch, landing
        if self.sampling == "outcome":
            return (*places[:2], self._value)
        per_player = [np.zeros((nodes, players)) for _ in range(2)]  # reach, worth
        return (*places, *per_player, self._value, np.zeros(infosets, dtype=np.int64), np.zeros(infosets, dtype=np.uint64))


def exploitabilities(tree: Tree, sums: Array) -> Array:
    """Return the exploitability of the average strategy for each row of sums."""
    found = np.zeros(len(sums))
    whole_tree.exploitabilities(_form(tree), sums, _reach(tree), np.zeros(sums.shape[-1]), found)
    return found


def _reach(tree: Tree) -> Array:
    """Make room for the reach of each sequence, and then of each combination of other players' sequences."""
    return np.concatenate([tree.empty_reach(), np.zeros(len(tree.joint))])


def _form(tree: Tree) -> tuple[Any, ...]:
    """Return the sequence form in the order in which the loops take it."""
    sizes = tree.sequences_of, tree.infosets_of
    return (*sizes, tree.first, tree.count, tree.parent, tree.start, tree.others, tree.utility, tree.joint, tree.joints_of)
