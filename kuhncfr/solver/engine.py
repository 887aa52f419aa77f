"""The arrays of one solve, and the compiled loops that advance them."""

from collections.abc import Mapping

import numpy as np

from kuhncfr._support.memory import check_room
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.arrays import Array, Goal, Path, Record, Rolls, Rule, Solve, State, Walk
from kuhncfr.solver.dice import Dice
from kuhncfr.solver.loops import average, outcome, sampled, whole_tree
from kuhncfr.solver.tree import Tree


class Engine:
    """The state of a solve, and how to advance it."""

    def __init__(
        self, tree: Tree, algorithm: Algorithm, *, sampling: str | None, alternating: bool, rng: np.random.Generator, exploration: float
    ) -> None:
        self.tree = tree
        self.state = _beginning(tree)
        self._rule = _rule(tree, algorithm, alternating)
        self._clock = np.zeros(1, dtype=np.int64)
        self._due = np.ones(1, dtype=np.int64)
        self._average_reach = _reach(tree)
        self.reached = False  # the target of the last advance
        self.dice = None if sampling is None else Dice(rng, _most_rolls(tree))
        self._loops = outcome if sampling == "outcome" else sampled
        if sampling is not None:
            self._room = _path(tree, exploration) if sampling == "outcome" else _walk(tree, external=sampling == "external")
        self.make_room(0, 0)

    @property
    def done(self) -> int:
        """How many iterations were run; the loops keep count themselves, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    @property
    def due(self) -> int:
        """After which iteration to look next whether the target is reached."""
        return int(self._due[0])

    def go_on_from(self, iterations: int, due: int, reached: bool, rng: np.random.Generator | None, arrays: Mapping[str, Array]) -> None:
        """Take over the state of another engine: its arrays of these names, its clock, and its generator with the numbers drawn ahead."""
        for name in ("regret", "strategy", "cumulative", "reach"):
            getattr(self.state, name)[: len(arrays[name])] = arrays[name]
        for room, name in zip(self._rows, ("recorded_regret", "recorded_strategy", "recorded_cumulative"), strict=True):
            room[: len(arrays[name])] = arrays[name]
        if rng is not None:
            self.dice = Dice(rng, _most_rolls(self.tree), arrays["drawn"])
        self._clock[0], self._due[0], self.reached = iterations, due, reached

    def look_again(self) -> None:
        """Look for another target, at the iterations at which it would have been looked for all along."""
        self.reached = False
        while self._due[0] < self._clock[0]:  # where both are equal, that look is still to come
            self._due[0] += self._due[0] // 16 + 1

    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by asking them for no iteration."""
        if self.dice is None:
            self._advance(self.done, target)
        else:
            none = Rolls(numbers=np.zeros(1), used=np.zeros(1, dtype=np.uint64), last=np.uint64(0))
            self._loops.iterate(self.done, none, self._room, self.tree.nodes, self._solve)

    def make_room(self, every: int, end: int) -> None:
        """Make room for a record every so many iterations until `end`; 0 records nothing."""
        self.every = every
        rows = end // every if every else 0
        check_room(f"{rows:,} records", 3 * rows * self.state.regret.nbytes, "record less often")
        self._rows = tuple(np.empty((rows, len(self.state.regret))) for _ in range(3))  # regrets, current strategies, sums
        self._solve = Solve(self.tree.form, self.state, self._rule, Record(self._clock, every, *self._rows))

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; tell whether it is."""
        self.reached = self._advance(end, target)
        return self.reached

    def _advance(self, end: int, target: float | None) -> bool:
        goal = None if target is None else Goal(target, self._due, self._average_reach)
        if self.dice is None:
            if goal is not None:
                return bool(whole_tree.iterate_until(goal, end, self._solve))
            whole_tree.iterate(end, self._solve)
            return False
        while goal is not None and self.done < end:
            self._sample(min(end, int(self._due[0])))
            if average.reaches(goal, self._solve):
                return True
        self._sample(end)
        return False

    def exploitability(self) -> float:
        """Return the exploitability of the average strategy."""
        return float(average.exploitability(self.tree.form, self.state.cumulative, self._average_reach, self.state.value))

    def rows(self) -> tuple[Array, ...]:
        """Return what was recorded: regrets, current strategies and sums for the average, a row per record."""
        return tuple(rows[: self.done // self.every if self.every else 0] for rows in self._rows)

    def _sample(self, end: int) -> None:
        while self.dice is not None and self.done < end:
            self._loops.iterate(end, self.dice.rolls(), self._room, self.tree.nodes, self._solve)


def exploitabilities(tree: Tree, sums: Array) -> Array:
    """Return the exploitability of the average strategy for each row of sums."""
    found = np.zeros(len(sums))
    average.exploitabilities(tree.form, sums, _reach(tree), np.zeros(sums.shape[-1]), found)
    return found


def _beginning(tree: Tree) -> State:
    """Everybody plays everything equally often, and nothing is learnt."""
    regret, cumulative, value = (np.zeros(int(tree.sequences_of[-1])) for _ in range(3))
    reach = _reach(tree)
    average.exploitability(tree.form, cumulative, reach, value)  # nothing is summed yet: what stays is the uniform strategy's reach
    return State(regret=regret, strategy=tree.uniform(), cumulative=cumulative, reach=reach, value=value)


def _rule(tree: Tree, algorithm: Algorithm, alternating: bool) -> Rule:
    return Rule(
        alternating=alternating,
        floor=algorithm.floor,
        predictive=algorithm.predictive,
        alpha=float(algorithm.alpha),
        beta=float(algorithm.beta),
        gamma=float(algorithm.gamma),
        tie=TIE * float(np.abs(tree.nodes.utilities).max(initial=0.0)),
    )


def _reach(tree: Tree) -> Array:
    """Make room for the reach of each sequence, and then of each combination of other players' sequences."""
    return np.concatenate([tree.empty_reach(), np.zeros(len(tree.joint))])


def _most_rolls(tree: Tree) -> int:
    """Return how many random numbers an iteration may need.

    Each player walks; a walk comes by a node at most once, and outcome sampling takes up to two numbers there.
    """
    return 2 * tree.players * int(np.count_nonzero(tree.nodes.count))


def _walk(tree: Tree, external: bool) -> Walk:
    nodes, infosets = len(tree.nodes.mover), len(tree.infosets)
    visited, branch, landing = (np.zeros(nodes, dtype=np.uint64) for _ in range(3))
    reach, worth = (np.zeros((nodes, tree.players)) for _ in range(2))
    stamp, touched = np.zeros(infosets, dtype=np.int64), np.zeros(infosets, dtype=np.uint64)
    return Walk(external=external, visited=visited, branch=branch, landing=landing, reach=reach, worth=worth, stamp=stamp, touched=touched)


def _path(tree: Tree, exploration: float) -> Path:
    visited, taken = (np.zeros(len(tree.nodes.mover), dtype=np.uint64) for _ in range(2))
    return Path(exploration=exploration, visited=visited, taken=taken)
