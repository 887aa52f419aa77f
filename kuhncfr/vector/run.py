"""What a solve of a public game reached: tables of hands by actions."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kuhncfr.cfr.algorithm import as_algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.vector.cfr import in_proportion, matched
from kuhncfr.vector.hands import Array
from kuhncfr.vector.public import PublicGame

if TYPE_CHECKING:
    from kuhncfr.vector.engine import RangeEngine

Tables = Mapping[str, Array]
Both = tuple[Array, Array]  # for each player, an array of shape (..., groups, rows of the form but row 0, WIDE)


class Recorded(NamedTuple):
    """What was recorded on the way, with an axis for the records in front."""

    every: int
    regret: Both
    ahead: Both
    cumulative: Both


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


@dataclass(frozen=True, eq=False)
class RangeRun:
    """What a solve of a public game reached.

    Attributes
    ----------
    game : PublicGame
        What was solved.
    iterations : int
        How many were run, T.
    exploitability : float
        Of the average strategy, in chips a game.
    values : tuple of two floats
        What each player wins on average with the average strategies, in chips a game.
    interrupted : bool
        Whether Ctrl-C ended the solve early.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> run = kc.solve(kc.vector.kuhn(cards=10), 1_000, algorithm="pcfr+")
    >>> run.average_strategy["pb"].shape                       # a row for each card, a column for each action
    (10, 2)
    >>> run.average_strategy["pb"][[0, -1]].round(3)           # after pass and bet the lowest card passes, the highest bets
    array([[1., 0.],
           [0., 1.]])
    """

    game: PublicGame
    iterations: int
    exploitability: float
    values: tuple[float, float]
    interrupted: bool
    _ahead: Both = field(repr=False)
    _sums: Both = field(repr=False)
    _recorded: Recorded = field(repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what follows from the rest: the tables of a copy could be written to."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def average_strategy(self) -> Tables:
        r"""The average :math:`\bar\sigma^T`, which is the answer.

        A table, hands by actions, for each history; uniform where nothing was summed.
        """
        return _averages(self.game, self._sums)

    @cached_property
    def current_strategy(self) -> Tables:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration would play, as tables of the same shape."""
        return _current(self.game, self._ahead)

    @cached_property
    def trajectory(self) -> RangeTrajectory | None:
        """What was recorded on the way, with the exploitability at each record; None if nothing was asked for."""
        (every, regret, ahead, cumulative) = self._recorded
        if not every:
            return None
        from kuhncfr.vector.engine import RangeEngine  # only now: it imports Numba

        engine = RangeEngine(self.game, as_algorithm("cfr"), alternating=True)
        return RangeTrajectory(
            iterations=np.arange(1, len(regret[0]) + 1, dtype=np.int64) * every,
            current_strategy=_current(self.game, ahead),
            average_strategy=_averages(self.game, cumulative),
            cumulative_regret=_tables(self.game, regret),
            exploitability=np.array([engine.worth(sums).exploitability for sums in zip(*cumulative, strict=True)]),
        )


def snapshot(engine: "RangeEngine", interrupted: bool) -> RangeRun:
    """Return what a solve has reached."""
    one, two = engine.sides
    (exploitability, values) = engine.worth((one.state.cumulative, two.state.cumulative))
    rows = engine.done // engine.every if engine.every else 0
    return RangeRun(
        engine.game,
        engine.done,
        exploitability,
        values,
        interrupted,
        _ahead=(one.state.ahead.copy(), two.state.ahead.copy()),
        _sums=(one.state.cumulative.copy(), two.state.cumulative.copy()),
        _recorded=Recorded(engine.every, *((mine[:rows], other[:rows]) for mine, other in zip(*engine.records, strict=True))),
    )


def _averages(game: PublicGame, sums: Both) -> Tables:
    return _tables(game, sums, in_proportion)


def _current(game: PublicGame, ahead: Both) -> Tables:
    return _tables(game, ahead, partial(matched, tie=TIE * game.largest_stake))


def _tables(game: PublicGame, rows: Both, turn: Callable[[Array], Array] = np.copy) -> Tables:
    """Cut the rows of the form into tables, hands by actions in the game's order, each turned into something else, and read-only."""
    places = [np.argsort(game.by_rank[player]) for player in range(len(rows))]
    row, tables = [0, 0], dict[str, Array]()
    for history, node in game.turns.items():
        player, actions = node.player, len(node.after)
        groups = np.moveaxis(rows[player][..., row[player] : row[player] + actions, :], -2, -1)  # (..., groups, WIDE, actions)
        table = groups.reshape(*groups.shape[:-3], math.prod(groups.shape[-3:-1]), actions)
        tables[history] = turn(table[..., places[player], :])
        tables[history].setflags(write=False)
        row[player] += actions
    return tables
