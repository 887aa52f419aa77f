"""The result of solving a public game: strategies as tables of hands by actions."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from kuhncfr.cfr.update import TIE, matched, normalized
from kuhncfr.solver.run import KINDS, Run, hashed
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array, PerPlayer
from kuhncfr.vector.sequence_form import compile_matchup, sequence_forms
from kuhncfr.vector.tables import Tables

if TYPE_CHECKING:
    from kuhncfr.vector.engine import Evaluation, RangeEngine


@dataclass(frozen=True, eq=False)
class RangeTrajectory:
    """The records of a solve: ``average_strategy["pb"]`` has shape (records, hands, actions).

    Attributes
    ----------
    iterations : ndarray of int, shape (records,)
        The recorded iterations.
    current_strategy : mapping of str to ndarray, shape (records, hands, actions)
        The current strategy at each history.
    average_strategy : mapping of str to ndarray, shape (records, hands, actions)
        The average strategy at each history.
    cumulative_regret : mapping of str to ndarray, shape (records, hands, actions)
        In chips, weighted by the probability of the deal.
    exploitability : ndarray, shape (records,)
        Of the average strategy, in chips per game.
    """

    iterations: NDArray[np.int64]
    current_strategy: Tables
    average_strategy: Tables
    cumulative_regret: Tables
    exploitability: Array


@dataclass(frozen=True, eq=False, repr=False)
class RangeRun(Run):
    """The result of :func:`kuhncfr.solve` for a public game.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> run = kc.solve(kc.vector.kuhn(cards=10), 1_000, algorithm="pcfr+")
    >>> run.average_strategy["pb"].shape                       # a row for each card, a column for each action
    (10, 2)
    >>> run.average_strategy["pb"][[0, -1]].round(3)           # after pass and bet the lowest card folds, the highest calls
    array([[1., 0.],
           [0., 1.]])
    """

    _evaluation: "Evaluation"

    _FIRST = 1

    @property
    def values(self) -> tuple[float, float]:
        return self._evaluation.values

    @property
    def exploitability(self) -> float:
        return self._evaluation.exploitability

    @cached_property
    def average_strategy(self) -> Tables:
        r"""The average strategy :math:`\bar\sigma^T`, the result, a table of hands by actions for each history.

        Uniform for a hand that never reached a decision.
        """
        return {**_averages(self.game, self._per_player("cumulative")), **self.game.locked}

    @cached_property
    def current_strategy(self) -> Tables:
        r"""The strategy :math:`\sigma^{T+1}` of the next iteration, as tables of the same shape."""
        return {**_current(self.game, self._per_player("predicted")), **self.game.locked}

    @cached_property
    def trajectory(self) -> RangeTrajectory | None:
        """The records, with the exploitability at each; None without ``record_every``."""
        every = self.settings.record_every
        if every is None:
            return None
        engine, cumulative = self._begin(self.game, self.settings, None, 0), self._per_player("recorded_cumulative")
        return RangeTrajectory(
            iterations=np.arange(1, len(cumulative[0]) + 1, dtype=np.int64) * every,
            current_strategy=_current(self.game, self._per_player("recorded_predicted")),
            average_strategy=_averages(self.game, cumulative),
            cumulative_regret=_tables(self.game, self._per_player("recorded_regret")),
            exploitability=np.array([engine.evaluate(sums).exploitability for sums in zip(*cumulative, strict=True)]),
        )

    def _per_player(self, name: str) -> PerPlayer:
        """Return an array for each player; if the algorithm is not predictive, the predicted regrets are the regrets."""
        name = name if f"{name}_0" in self._arrays else name.replace("predicted", "regret")
        return self._arrays[f"{name}_0"], self._arrays[f"{name}_1"]

    @staticmethod
    def _fingerprint(game: PublicGame) -> str:
        one, two = game.ordered
        tables = (*sequence_forms(game), compile_matchup(one, two), compile_matchup(two, one))
        parts = (part for table in tables for part in table if part is not None)  # hands of one card have no arrays by card
        return hashed(list(game.decisions), map(np.asarray, (*parts, *game.locked.values())))

    @staticmethod
    def _begin(game: PublicGame, settings: Settings, _: np.random.Generator | None, iterations: int) -> "RangeEngine":
        if settings.sampling is not None:
            raise ValueError(f"sampling must be None for a public game, which is walked for all hands at once, got {settings.sampling!r}")
        from kuhncfr.vector.engine import RangeEngine  # only now: it imports Numba

        return RangeEngine(game, settings, iterations)

    @classmethod
    def _snapshot(cls, engine: "RangeEngine", interrupted: bool) -> Self:
        return cls(engine.game, engine.settings, engine.done, interrupted, engine.snapshot(), None, engine.evaluate())


KINDS[PublicGame] = RangeRun


def _averages(game: PublicGame, sums: PerPlayer) -> Tables:
    return _tables(game, sums, normalized)


def _current(game: PublicGame, predicted: PerPlayer) -> Tables:
    return _tables(game, predicted, partial(matched, tie=TIE * game.largest_stake))


def _tables(game: PublicGame, arrays: PerPlayer, convert: Callable[[Array], Array] = np.copy) -> Tables:
    """Cut the arrays into tables of hands by actions, in the game's order of hands; convert each table and make it read-only."""
    places = [np.argsort(game.by_rank[player]) for player in range(len(arrays))]
    first, tables = [0, 0], dict[str, Array]()
    for history, node in game.decisions.items():
        player, actions = node.player, len(node.children)
        groups = np.moveaxis(arrays[player][..., first[player] : first[player] + actions, :], -2, -1)  # (..., groups, LANES, actions)
        table = groups.reshape(*groups.shape[:-3], math.prod(groups.shape[-3:-1]), actions)
        tables[history] = convert(table[..., places[player], :])
        tables[history].setflags(write=False)
        first[player] += actions
    return tables
