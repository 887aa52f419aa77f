"""What a solve of a public game reached: tables of hands by actions."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.run import Run, hashed, run_class
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.cfr import in_proportion, matched
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array
from kuhncfr.vector.sequence_form import against, forms

if TYPE_CHECKING:
    from kuhncfr.vector.engine import RangeEngine, Worth

Tables = Mapping[str, Array]
Both = tuple[Array, Array]  # for each player, an array of shape (..., groups, rows of the form but row 0, WIDE)


@dataclass(frozen=True, eq=False)
class RangeTrajectory:
    """A solve, recorded: ``average_strategy["pb"]`` is an array of shape (records, hands, actions).

    Attributes
    ----------
    iterations : ndarray of int, shape (records,)
        After which iterations the solve was recorded.
    current_strategy : mapping of str to ndarray, shape (records, hands, actions)
        Probabilities, by the history of the betting.
    average_strategy : mapping of str to ndarray, shape (records, hands, actions)
        The same of the average.
    cumulative_regret : mapping of str to ndarray, shape (records, hands, actions)
        In chips, weighted by how likely the deal is.
    exploitability : ndarray, shape (records,)
        Of the average strategy, in chips a game.
    """

    iterations: NDArray[np.int64]
    current_strategy: Tables
    average_strategy: Tables
    cumulative_regret: Tables
    exploitability: Array


@dataclass(frozen=True, eq=False, repr=False)
class RangeRun(Run):
    """What a solve of a public game reached.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> run = kc.solve(kc.vector.KuhnPoker(cards=10), 1_000, algorithm="pcfr+")
    >>> run.average_strategy["pb"].shape                       # a row for each card, a column for each action
    (10, 2)
    >>> run.average_strategy["pb"][[0, -1]].round(3)           # after pass and bet the lowest card passes, the highest bets
    array([[1., 0.],
           [0., 1.]])
    """

    game: PublicGame
    settings: Settings
    iterations: int
    interrupted: bool
    _worth: "Worth"
    _arrays: Mapping[str, Array]
    _position: None

    _FIRST = 1

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what follows from the rest: the tables of a copy could be written to."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def values(self) -> tuple[float, float]:
        return self._worth.values

    @property
    def exploitability(self) -> float:
        return self._worth.exploitability

    @cached_property
    def average_strategy(self) -> Tables:
        r"""The average :math:`\bar\sigma^T`, which is the answer.

        A table, hands by actions, for each history; uniform where nothing was summed.
        """
        return _averages(self.game, self._both("cumulative"))

    @cached_property
    def current_strategy(self) -> Tables:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration would play, as tables of the same shape."""
        return _current(self.game, self._both("ahead"))

    @cached_property
    def trajectory(self) -> RangeTrajectory | None:
        """What was recorded on the way, with the exploitability at each record; None if nothing was asked for."""
        every = self.settings.record_every
        if every is None:
            return None
        engine, cumulative = self._begin(self.game, self.settings, None, 0), self._both("recorded_cumulative")
        return RangeTrajectory(
            iterations=np.arange(1, len(cumulative[0]) + 1, dtype=np.int64) * every,
            current_strategy=_current(self.game, self._both("recorded_ahead")),
            average_strategy=_averages(self.game, cumulative),
            cumulative_regret=_tables(self.game, self._both("recorded_regret")),
            exploitability=np.array([engine.worth(sums).exploitability for sums in zip(*cumulative, strict=True)]),
        )

    def _both(self, name: str) -> Both:
        """Return an array of each player; without prediction, the regrets ahead are the regrets."""
        name = name if f"{name}_1" in self._arrays else name.replace("ahead", "regret")
        return self._arrays[f"{name}_1"], self._arrays[f"{name}_2"]

    @property
    def _solved(self) -> PublicGame:
        return self.game

    @staticmethod
    def _prepared(game: PublicGame) -> PublicGame:
        return arguments.instance("game", game, PublicGame, what="a PublicGame")

    @staticmethod
    def _fingerprint(game: PublicGame) -> str:
        one, two = game.ordered
        tables = (*forms(game), against(one, two), against(two, one))
        return hashed(list(game.decisions), (np.asarray(part) for table in tables for part in table))

    @staticmethod
    def _begin(game: PublicGame, settings: Settings, _: np.random.Generator | None, iterations: int) -> "RangeEngine":
        if settings.sampling is not None:
            raise ValueError(f"sampling must be None for a public game, whose hands are all walked at once, got {settings.sampling!r}")
        from kuhncfr.vector.engine import RangeEngine  # only now: it imports Numba

        return RangeEngine(game, settings, iterations)

    @classmethod
    def _snapshot(cls, engine: "RangeEngine", interrupted: bool) -> Self:
        return cls(engine.game, engine.settings, engine.done, interrupted, engine.worth(), engine.snapshot(), None)


@run_class.register
def _(_: PublicGame) -> type[Run]:
    return RangeRun


def _averages(game: PublicGame, sums: Both) -> Tables:
    return _tables(game, sums, in_proportion)


def _current(game: PublicGame, ahead: Both) -> Tables:
    return _tables(game, ahead, partial(matched, tie=TIE * game.largest_stake))


def _tables(game: PublicGame, rows: Both, turn: Callable[[Array], Array] = np.copy) -> Tables:
    """Cut the rows of the form into tables, hands by actions in the game's order, each turned into something else, and read-only."""
    places = [np.argsort(game.by_rank[player]) for player in range(len(rows))]
    row, tables = [0, 0], dict[str, Array]()
    for history, node in game.decisions.items():
        player, actions = node.player, len(node.children)
        groups = np.moveaxis(rows[player][..., row[player] : row[player] + actions, :], -2, -1)  # (..., groups, WIDE, actions)
        table = groups.reshape(*groups.shape[:-3], math.prod(groups.shape[-3:-1]), actions)
        tables[history] = turn(table[..., places[player], :])
        tables[history].setflags(write=False)
        row[player] += actions
    return tables
