"""The arrays of one solve, and the compiled loops that advance them."""

import numpy as np

from kuhncfr.solver.arrays import Array, Goal, Path, Record, Solve, State, Walk
from kuhncfr.solver.compiled_game import CompiledGame
from kuhncfr.solver.loops import average, outcome, sampled, updates, whole_tree
from kuhncfr.solver.random_stream import Position, RandomStream, no_rolls
from kuhncfr.solver.resumable import ResumableEngine
from kuhncfr.solver.settings import EXPLORATION, Settings


class Engine(ResumableEngine):
    """The state of a solve of a compiled game, and the methods that advance it.

    Parameters
    ----------
    tree : CompiledGame
        The game to solve.
    settings : Settings
        The settings of the solve.
    rng : numpy.random.Generator or None
        Source of the samples, if there are any.
    iterations : int
        Number of iterations for whose records to allocate memory.
    """

    PARAMETERS = updates.PARAMETERS

    def __init__(self, tree: CompiledGame, settings: Settings, rng: np.random.Generator | None = None, iterations: int = 0) -> None:
        self.tree = tree
        self.state = state = _beginning(tree)
        # A walk restores the other arrays, or writes to them before it reads them.
        recorded = {"regret": state.regret, "strategy": state.strategy, "cumulative": state.cumulative}
        learnt = recorded | {"reach": state.reach[: len(state.regret)]}
        sampling = settings.sampling
        if sampling is not None:
            learnt |= {"discount": state.discount, "applied": state.applied}
        super().__init__(settings, learnt, recorded, iterations, float(np.abs(tree.nodes.utilities).max(initial=0.0)))
        self._average_reach = _reach(tree)
        # Each player walks; a walk visits a node at most once, and outcome sampling takes up to two random numbers there.
        most = 2 * tree.players * int(np.count_nonzero(tree.nodes.count))
        self._random = None if sampling is None or rng is None else RandomStream(rng, most)
        self._loops = outcome if sampling == "outcome" else sampled
        if sampling is not None:
            exploration = EXPLORATION if settings.exploration is None else settings.exploration
            self._room = _path(tree, exploration) if sampling == "outcome" else _walk(tree, external=sampling == "external")
        self._solve = Solve(tree.form, state, self.rule, Record(self._clock, self.record_every, *self._records.values()))

    @property
    def position(self) -> Position | None:
        """Position in the stream of random numbers; None if the solve uses none."""
        return None if self._random is None else self._random.position

    def compile(self, target: float | None) -> None:
        """Compile the loops by running zero iterations; the first time this may take some seconds."""
        if self._random is None:
            self.advance(self.done, target)
        else:
            self._loops.iterate(self.done, no_rolls(), self._room, self.tree.nodes, self._solve)

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is at most `target`; return whether the target is reached."""
        goal = None if target is None else Goal(target, self._due, self._average_reach)
        if self._random is None:
            if goal is not None:
                return bool(whole_tree.iterate_until(goal, end, self._solve))
            whole_tree.iterate(end, self._solve)
            return False
        while self.done < end:
            stop = end if goal is None else min(end, int(self._due[0]))
            while self.done < stop:
                self._loops.iterate(stop, self._random.rolls(), self._room, self.tree.nodes, self._solve)
            if goal is not None and average.reaches(goal, self._solve):
                return True
        return False


def exploitabilities(tree: CompiledGame, sums: Array) -> Array:
    """Return the exploitability of the average strategy for each row of sums."""
    found = np.zeros(len(sums))
    average.exploitabilities(tree.form, sums, _reach(tree), np.zeros(sums.shape[-1]), found)
    return found


def _beginning(tree: CompiledGame) -> State:
    """Return the state before the first iteration: all players play the uniform strategy, and all sums are 0."""
    regret, cumulative, value = (np.zeros(int(tree.sequences_of[-1])) for _ in range(3))
    strategy, reach = tree.uniform(), _reach(tree)
    reach[: len(strategy)] = tree.reach(strategy)
    discount, applied = np.ones(2), np.ones((len(tree.infosets), 2))
    return State(regret, strategy, cumulative, reach, value, discount, applied)


def _reach(tree: CompiledGame) -> Array:
    """Return a buffer for the reach of each sequence, then of each combination of other players' sequences."""
    return np.concatenate([tree.empty_reach(), np.zeros(len(tree.joint))])


def _walk(tree: CompiledGame, external: bool) -> Walk:
    nodes, infosets = len(tree.nodes.mover), len(tree.infosets)
    visited, branch, landing = (np.zeros(nodes, dtype=np.uint64) for _ in range(3))
    reach, worth = (np.zeros((nodes, tree.players)) for _ in range(2))
    stamp, touched = np.zeros(infosets, dtype=np.int64), np.zeros(infosets, dtype=np.uint64)
    return Walk(external=external, visited=visited, branch=branch, landing=landing, reach=reach, worth=worth, stamp=stamp, touched=touched)


def _path(tree: CompiledGame, exploration: float) -> Path:
    visited, taken = (np.zeros(len(tree.nodes.mover), dtype=np.uint64) for _ in range(2))
    return Path(exploration=exploration, visited=visited, taken=taken)
