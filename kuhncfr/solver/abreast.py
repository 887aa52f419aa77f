"""The arrays of runs that take every step together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.arrays import WIDE, Array, State
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.loops import side_by_side
from kuhncfr.solver.loops.side_by_side import Blocks
from kuhncfr.solver.run import Run
from kuhncfr.solver.settings import Settings
from kuhncfr.solver.tree import Tree

_LINE = 8  # numbers in a line of the processor's cache; a vector that lies across two lines takes twice as long to fetch


@dataclass(frozen=True)
class Task:
    """What one of the runs is asked to do."""

    tree: Tree
    algorithm: Algorithm
    rng: np.random.Generator


@dataclass(frozen=True)
class How:
    """What all of them share."""

    iterations: int
    alternating: bool
    every: int
    threads: int
    progress: bool


class Abreast:
    """Runs without sampling, :data:`~kuhncfr.solver.arrays.WIDE` to a block; all of their games have one form."""

    def __init__(self, tasks: Sequence[Task], how: How) -> None:
        self._trees = [task.tree for task in tasks]
        self._every = how.every
        self.size = -(-len(tasks) // WIDE)
        first = tasks[0]
        self._settings = [Settings(task.algorithm, None, how.alternating, record_every=how.every or None) for task in tasks]
        beginning = Engine(first.tree, self._settings[0], None, 0).state
        records = (self.size, how.iterations // how.every if how.every else 0, len(beginning.regret), WIDE)
        rules = np.array([_rule(task) for task in tasks])
        self.blocks = Blocks(
            form=self._trees[0].form,
            utility=self._in_lanes(np.array([tree.utility for tree in self._trees])),
            state=State(*(self._in_lanes(array[None]) for array in beginning)),
            rules=self._in_lanes(rules),
            alike=np.array([(part == part[0]).all() for part in _split(rules[:, :3])], dtype=np.int64),
            factors=_aligned((self.size, 3, WIDE)),
            clock=np.zeros(self.size, dtype=np.int64),
            alternating=how.alternating,
            every=how.every,
            regrets=_aligned(records),
            strategies=_aligned(records),
            cumulatives=_aligned(records),
        )

    @property
    def done(self) -> int:
        """How many iterations every run has behind it."""
        return int(self.blocks.clock.min())

    @property
    def furthest(self) -> int:
        """How many iterations some run has behind it."""
        return int(self.blocks.clock.max())

    def advance(self, end: int, low: int, high: int) -> None:
        """Run the blocks from number `low` to before `high` until iteration `end`."""
        side_by_side.iterate(end, low, high, self.blocks)

    def finish(self, interrupted: bool) -> list[Run]:
        """Take the runs apart again."""
        blocks, done = self.blocks, self.done
        recorded = done // self._every if self._every else 0
        rows = [array[:, :recorded] for array in (blocks.regrets, blocks.strategies, blocks.cumulatives)]
        named = {f"recorded_{name}": array for name, array in zip(("regret", "strategy", "cumulative"), rows, strict=True)}
        learnt = {name: array[:, : blocks.state.regret.shape[1]] for name, array in blocks.state._asdict().items() if name != "value"}
        return [
            Run(tree, settings, done, interrupted, {name: _lane(array, number) for name, array in (learnt | named).items()}, None)
            for number, (tree, settings) in enumerate(zip(self._trees, self._settings, strict=True))
        ]

    def _in_lanes(self, runs: Array) -> Array:
        """Lay the rows of an array, one of each run or one for all, side by side; the last fills up its block."""
        numbers = np.minimum(np.arange(self.size * WIDE), len(runs) - 1)
        lanes = _aligned((self.size, runs.shape[1], WIDE))
        lanes[...] = runs[numbers].reshape(self.size, WIDE, -1).transpose(0, 2, 1)
        return lanes


def _rule(task: Task) -> list[float]:
    """Return a run's column of ``rules``."""
    algorithm = task.algorithm
    tie = TIE * float(np.abs(task.tree.nodes.utilities).max(initial=0.0))
    lowest = 0.0 if algorithm.floor else -np.inf
    return [algorithm.alpha, algorithm.beta, algorithm.gamma, lowest, float(algorithm.predictive), tie]


def _split(rows: Array) -> list[Array]:
    """Return the rows of each block."""
    return [rows[low : low + WIDE] for low in range(0, len(rows), WIDE)]


def _lane(lanes: Array, number: int) -> Array:
    """Return what belongs to one run."""
    return np.ascontiguousarray(lanes[number // WIDE, ..., number % WIDE])


def _aligned(shape: tuple[int, ...]) -> Array:
    """Return an array, not yet filled, that begins where a line of the cache does."""
    size = int(np.prod(shape))
    room = np.empty(size + _LINE)
    begin = -(room.ctypes.data // room.itemsize) % _LINE
    return room[begin : begin + size].reshape(shape)
