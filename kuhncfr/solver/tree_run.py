"""The result of a solve of a compiled game."""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import numpy as np

from kuhncfr.cfr.trajectory import Trajectory, assemble
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.compiled_game import CompiledGame
from kuhncfr.solver.run import KINDS, Run, hashed
from kuhncfr.solver.settings import Settings
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    from kuhncfr.solver.engine import Engine


@dataclass(frozen=True, eq=False, repr=False)
class TreeRun(Run):
    """The result of a solve of a compiled game."""

    tree: CompiledGame

    _FIRST = 64

    @cached_property
    def values(self) -> tuple[float, ...]:
        return _values(self.tree, self._averages)

    @cached_property
    def exploitability(self) -> float:
        return float(self._exploitabilities(self._arrays["cumulative"][None])[0])

    @cached_property
    def average_strategy(self) -> StrategyProfile:
        return self.tree.profile(self._averages)

    @property
    def _averages(self) -> Array:
        return self.tree.averages(self._arrays["cumulative"])

    @cached_property
    def current_strategy(self) -> StrategyProfile:
        return self.tree.profile(self._arrays["strategy"])

    @cached_property
    def trajectory(self) -> Trajectory | None:
        record_every = self.settings.record_every
        if record_every is None:
            return None
        regrets, strategies, sums = (self._arrays[f"recorded_{name}"] for name in ("regret", "strategy", "cumulative"))
        quantities = {"current_strategy": strategies, "average_strategy": self.tree.averages(sums), "cumulative_regret": regrets}
        series = {
            (quantity, infoset, action): rows[:, sequence]
            for quantity, rows in quantities.items()
            for infoset, action, sequence in self.tree.named_sequences()
        }
        steps = np.arange(1, len(sums) + 1, dtype=np.int64) * record_every
        return assemble(steps, series, self._exploitabilities(sums))

    def _exploitabilities(self, sums: Array) -> Array:
        from kuhncfr.solver.engine import exploitabilities  # at first use: it imports Numba

        return exploitabilities(self.tree, sums)

    @property
    def _solved(self) -> CompiledGame:
        return self.tree

    @staticmethod
    def _fingerprint(game: CompiledGame) -> str:
        """Return a hash that is equal for equal trees, whatever the class of the game."""
        return hashed((game.players, game.infosets, game.actions), (*game.form, *game.nodes))

    @staticmethod
    def _begin(game: CompiledGame, settings: Settings, rng: np.random.Generator | None, iterations: int) -> "Engine":
        from kuhncfr.solver.engine import Engine  # at first use: it imports Numba

        return Engine(game, settings, rng, iterations)

    @classmethod
    def _snapshot(cls, engine: "Engine", interrupted: bool) -> Self:
        return cls(engine.tree.game, engine.settings, engine.done, interrupted, engine.snapshot(), engine.position, engine.tree)


KINDS[CompiledGame] = TreeRun


def _values(tree: CompiledGame, strategy: Array) -> tuple[float, ...]:
    """Return the expected utility of each player, from the probability of the last action of each sequence."""
    alone, start = tree.reach(strategy), tree.start.astype(np.int64)
    others = np.concatenate([alone, alone[tree.joint.astype(np.int64)].prod(axis=1)])[tree.others.astype(np.int64)]
    expected = (tree.utility * np.repeat(alone, np.diff(start)) * others).tolist()
    ends = start[tree.sequences_of.astype(np.int64)].tolist()
    return tuple(math.fsum(expected[begin:end]) for begin, end in pairwise(ends))  # rounded once, so the same on every processor
