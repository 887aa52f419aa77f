"""What a solver answers on a game: its average strategy, as numbers in a fixed order, and perhaps the current one."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.games.game import information_sets
from kuhncfr.strategy import ROUNDING, StrategyProfile

# Right programs differ by rounding alone, about 1e-14 after a few iterations of these games; printed digits read back by a little more.
TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Answer:
    """The strategies after some iterations.

    Attributes
    ----------
    average : ndarray, shape (sequences,)
        The average strategy's probabilities, in the order of :func:`places`.
    current : ndarray, shape (sequences,), or None
        The current strategy's, if it was handed over.
    """

    average: Array
    current: Array | None = None

    def same(self, other: "Answer") -> bool:
        """Whether both are the same, up to rounding."""
        return close(self.average, other.average) and (self.current is None or other.current is None or close(self.current, other.current))


Rows = Mapping[str, Mapping[str, float]]
Ask = Callable[[str, int], tuple[Rows, Rows | None]]  # of a game and a number of iterations: the average, and the current strategy if any


class Failure(Exception):
    """What was handed over does not answer: it raised, or its answer is no strategy. The message says it as the end of "it ..."."""


class Broken(Failure):
    """It is of no use to ask again: it hung, or its process is gone."""


@cache
def actions_at(game: str) -> dict[str, tuple[str, ...]]:
    """Return what can be done at each information set."""
    return {key: infoset.actions for key, infoset in information_sets(GAMES[game]).items()}


@cache
def places(game: str) -> tuple[tuple[str, str], ...]:
    """Return the information set and action of each number."""
    return tuple((key, action) for key, actions in actions_at(game).items() for action in actions)


def numbers(game: str, profile: StrategyProfile) -> Array:
    """Return the probabilities of a profile in their order."""
    return np.array([float(profile[key][action]) for key, action in places(game)])


def profile_of(game: str, row: Array) -> StrategyProfile:
    """Undo :func:`numbers`."""
    rows: dict[str, dict[str, float]] = {}
    for (key, action), number in zip(places(game), row.tolist(), strict=True):
        rows.setdefault(key, {})[action] = number
    return StrategyProfile(rows)


def missing(game: str, rows: Rows) -> list[str]:
    """Return the information sets that rows say nothing about."""
    return [key for key in actions_at(game) if key not in rows]


def checked(game: str, rows: Rows) -> Array:
    """Return the probabilities in their order; an information set without a row counts as uniform.

    Raises
    ------
    Failure
        If a row is none of probabilities.
    """
    filled = {key: dict.fromkeys(actions, 1 / len(actions)) for key, actions in actions_at(game).items()}
    for key in filled.keys() & rows.keys():
        _check_row(key, rows[key], tuple(filled[key]))
        filled[key] = {action: rows[key][action] / sum(rows[key].values()) for action in filled[key]}
    return np.array([filled[key][action] for key, action in places(game)])


def _check_row(key: str, row: Mapping[str, float], actions: tuple[str, ...]) -> None:
    if set(row) != set(actions):
        raise Failure(
            f"gives information set {key!r} the actions {', '.join(map(repr, row))}, which are not the game's, {', '.join(actions)}"
        )
    if any(math.isnan(probability) for probability in row.values()):
        problem = "NaN, which is what dividing 0 by 0 gives,"
    elif min(row.values()) < -ROUNDING:
        problem = "a negative probability"
    elif not abs(sum(row.values()) - 1) <= ROUNDING:
        problem = "a row that does not sum to 1,"
    else:
        return
    shown = ", ".join(f"{action!r}: {probability:.6g}" for action, probability in row.items())
    raise Failure(f"returned {problem} in information set {key!r}: {{{shown}}}")


def close(one: Array, other: Array) -> bool:
    """Whether two rows of numbers differ by rounding alone."""
    return bool(np.max(np.abs(one - other)) < TOLERANCE)


def uniform(game: str) -> Array:
    """Return the uniform strategy."""
    return numbers(game, StrategyProfile.uniform(GAMES[game]))
