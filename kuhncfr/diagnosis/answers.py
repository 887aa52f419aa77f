"""The answers of a solver: its average strategy as numbers in a fixed order."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import numpy as np

from kuhncfr.cfr.update import Array
from kuhncfr.diagnosis.games import ALL
from kuhncfr.games.game import information_sets
from kuhncfr.strategy import ROUNDING, StrategyProfile

# Correct programs differ only by rounding, about 1e-14 after a few iterations of these games; digits read back from print by a little more.
TOLERANCE = 1e-6
SUM = 2e-3  # how far the sum of a row may be from 1, since a program may round its probabilities
DIGITS = (3, 4, 5)  # to which it may round them

KEYS = "key without the card", "key with the other's card"  # mistakes that show in the keys of an answer

Rows = Mapping[str, Mapping[str, float]]
Ask = Callable[..., Rows]  # from a game, a number of iterations and, perhaps, a time limit in seconds to the average strategy


class Failure(Exception):
    """A function raised, or did not return a strategy. The message completes a sentence that begins with "it".

    `mistake` is the name of the known mistake that explains it, if there is one.
    """

    def __init__(self, message: str, mistake: str | None = None) -> None:
        super().__init__(message)
        self.mistake = mistake


class FatalFailure(Failure):
    """A function cannot be called again: it did not return in time, or its process has ended."""


@cache
def actions_at(game: str) -> dict[str, tuple[str, ...]]:
    """Return the actions at each information set."""
    return {key: infoset.actions for key, infoset in information_sets(ALL[game]).items()}


@cache
def sequences(game: str) -> tuple[tuple[str, str], ...]:
    """Return the information set and the action of each probability."""
    return tuple((key, action) for key, actions in actions_at(game).items() for action in actions)


def probabilities(game: str, profile: StrategyProfile) -> Array:
    """Return the probabilities of a profile, in the order of :func:`sequences`."""
    return np.array([float(profile[key][action]) for key, action in sequences(game)])


def profile_of(game: str, row: Array) -> StrategyProfile:
    """Return the profile of these probabilities, the inverse of :func:`probabilities`."""
    rows: dict[str, dict[str, float]] = {}
    for (key, action), probability in zip(sequences(game), row.tolist(), strict=True):
        rows.setdefault(key, {})[action] = probability
    return StrategyProfile({key: {action: p / sum(row.values()) for action, p in row.items()} for key, row in rows.items()})


def missing(game: str, rows: Rows) -> list[str]:
    """Return the information sets that have no row."""
    return [key for key in actions_at(game) if key not in rows]


def checked_probabilities(game: str, rows: Rows) -> Array:
    """Return the probabilities in the order of :func:`sequences`; an information set without a row counts as uniform.

    Raises
    ------
    Failure
        If a row is not a probability distribution over the actions.
    """
    filled = {key: dict.fromkeys(actions, 1 / len(actions)) for key, actions in actions_at(game).items()}
    for key in filled.keys() & rows.keys():
        _check_row(key, rows[key], tuple(filled[key]))
        filled[key] = {action: rows[key][action] for action in filled[key]}
    return np.array([filled[key][action] for key, action in sequences(game)])


def reach_of(game: str, key: str, row: Array) -> float:
    """Return the probability of reaching an information set under these probabilities."""
    probability = dict(zip(sequences(game), row.tolist(), strict=True))
    tree = ALL[game]

    def of(history: str, action: str) -> float:
        return float(tree.chance(history)[action]) if tree.is_chance(history) else probability[tree.infoset(history), action]

    return sum(math.prod(of(history[:k], history[k]) for k in range(len(history))) for history in information_sets(tree)[key].histories)


def _check_row(key: str, row: Mapping[str, float], actions: tuple[str, ...]) -> None:
    if set(row) != set(actions):
        raise Failure(
            f"gives information set {key!r} the actions {', '.join(map(repr, row))}, which are not the game's, {', '.join(actions)}"
        )
    if any(math.isnan(probability) for probability in row.values()):
        problem = "NaN, the result of dividing 0 by 0,"
    elif min(row.values()) < -ROUNDING:
        problem = "a negative probability"
    elif not abs(sum(row.values()) - 1) <= SUM:
        problem = "a row that does not sum to 1,"
    else:
        return
    shown = ", ".join(f"{action!r}: {probability:.6g}" for action, probability in row.items())
    repair = "; divide each row by its own sum" if "sum" in problem else ""
    raise Failure(f"returned {problem} in information set {key!r}: {{{shown}}}{repair}")


def close(one: Array, other: Array, tolerance: float = TOLERANCE) -> bool:
    """Whether two arrays of probabilities differ only by rounding."""
    return bool(np.max(np.abs(one - other)) < tolerance)


def tolerance_of(answers: Iterable[Array]) -> float:
    """Return how far the answers of a program may be from those of a candidate: further if all its probabilities are rounded."""
    every = np.concatenate([*answers])
    return next((10.0**-digits for digits in DIGITS if np.array_equal(every, every.round(digits))), TOLERANCE)


def uniform_players(game: str, row: Array) -> set[int]:
    """Return the players whose every probability is that of the uniform strategy."""
    equal = np.isclose(row, uniform(game), atol=TOLERANCE)
    player = {key: infoset.player for key, infoset in information_sets(ALL[game]).items()}
    return set(player.values()) - {player[key] for (key, _), same in zip(sequences(game), equal, strict=True) if not same}


def uniform(game: str) -> Array:
    """Return the uniform strategy."""
    return probabilities(game, StrategyProfile.uniform(ALL[game]))
