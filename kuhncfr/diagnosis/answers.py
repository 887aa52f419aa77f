"""The answers of a solver: its average strategy as numbers in a fixed order."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from typing import Any

from kuhncfr._support.arguments import shown
from kuhncfr.diagnosis.games import ALL
from kuhncfr.games.game import Game, histories, information_sets
from kuhncfr.strategy import ROUNDING, StrategyProfile, strategy_of

# Correct programs differ only by rounding, about 1e-14 after a few iterations of these games; digits read back from print by a little more.
TOLERANCE = 2e-6
SUM = 2e-3  # how far the sum of a row may be from 1, since a program may round its probabilities
DIGITS = (3, 4, 5)  # to which it may round them

KEYS = "key without the card", "key with the other's card"  # mistakes that show in the keys of an answer

Rows = Mapping[str, Mapping[str, float]]
Answer = tuple[float, ...]
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


class OutOfTime(FatalFailure):
    """A function did not return in time, which says nothing about its numbers."""


# -- what a function returns --


def rows_of(game: Game, answer: Any) -> dict[str, dict[str, float]]:
    """Return a strategy as plain numbers: that of a run, a mapping, or the first of two strategies."""
    rows = strategy_of(answer[0] if isinstance(answer, tuple | list) and len(answer) == 2 else answer)
    if not isinstance(rows, Mapping) or not all(isinstance(row, Mapping) for row in rows.values()):
        wanted = "return a dict with a row, {action: probability}, for each information set"
        raise Failure(f"returned {shown(answer)}, which is not a strategy: {wanted}")
    known = information_sets(game)
    if rows.keys().isdisjoint(known):
        _check_keys(rows.keys(), game)
    return {str(key): {str(a): number(p, "a probability") for a, p in row.items()} for key, row in rows.items() if key in known}


def _check_keys(keys: Set[Any], game: Game) -> None:
    """Check that rows, of which none is for an information set, are not for something more or less than one."""
    if keys & {key[1:] for key in information_sets(game)}:
        raise Failure("returned rows whose keys lack what the player holds, the first letter", KEYS[0])
    if keys & set(histories(game)):
        text = "returned rows for histories in place of information sets: its keys contain what the player cannot see"
        raise Failure(text, KEYS[1])


def number(value: Any, what: str) -> float:
    """Return a number as a float."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise Failure(f"returned {shown(value)} where {what} belongs") from None


# -- as numbers --


@cache
def actions_at(game: str) -> dict[str, tuple[str, ...]]:
    """Return the actions at each information set."""
    return {key: infoset.actions for key, infoset in information_sets(ALL[game]).items()}


@cache
def sequences(game: str) -> tuple[tuple[str, str], ...]:
    """Return the information set and the action of each probability."""
    return tuple((key, action) for key, actions in actions_at(game).items() for action in actions)


def probabilities(game: str, rows: Mapping[str, Mapping[str, Any]]) -> Answer:
    """Return the probabilities of a strategy, in the order of :func:`sequences`."""
    return tuple(float(rows[key][action]) for key, action in sequences(game))


def profile_of(game: str, answer: Answer) -> StrategyProfile:
    """Return the profile of these probabilities, the inverse of :func:`probabilities`."""
    rows: dict[str, dict[str, float]] = {}
    for (key, action), probability in zip(sequences(game), answer, strict=True):
        rows.setdefault(key, {})[action] = probability
    return StrategyProfile({key: {action: p / sum(row.values()) for action, p in row.items()} for key, row in rows.items()})


def missing(game: str, rows: Rows) -> list[str]:
    """Return the information sets that have no row."""
    return [key for key in actions_at(game) if key not in rows]


def checked_probabilities(game: str, rows: Rows) -> Answer:
    """Return the probabilities in the order of :func:`sequences`; an information set without a row counts as uniform.

    Raises
    ------
    Failure
        If a row is not a probability distribution over the actions.
    """
    filled: dict[str, Mapping[str, float]] = {key: dict.fromkeys(actions, 1 / len(actions)) for key, actions in actions_at(game).items()}
    for key in filled.keys() & rows.keys():
        check_row(key, rows[key], actions_at(game)[key])
        filled[key] = rows[key]
    return probabilities(game, filled)


def check_row(key: str, row: Mapping[str, float], actions: tuple[str, ...]) -> None:
    """Raise a failure unless a row is a probability distribution over the actions."""
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
    listed = ", ".join(f"{action!r}: {probability:.6g}" for action, probability in row.items())
    repair = "; divide each row by its own sum" if "sum" in problem else ""
    raise Failure(f"returned {problem} in information set {key!r}: {{{listed}}}{repair}")


def reach_of(game: str, key: str, answer: Answer) -> float:
    """Return the probability of reaching an information set under these probabilities."""
    probability = dict(zip(sequences(game), answer, strict=True))
    tree = ALL[game]

    def of(history: str, action: str) -> float:
        return float(tree.chance(history)[action]) if tree.is_chance(history) else probability[tree.infoset(history), action]

    return sum(math.prod(of(history[:k], history[k]) for k in range(len(history))) for history in information_sets(tree)[key].histories)


# -- compared --


def close(one: Sequence[float], other: Sequence[float], tolerance: float = TOLERANCE) -> bool:
    """Whether two lists of probabilities differ only by rounding."""
    return all(abs(p - q) < tolerance for p, q in zip(one, other, strict=True))


def tolerance_of(answers: Iterable[Answer]) -> float:
    """Return how far the answers of a program may be from those of another: further if all its probabilities are rounded."""
    every = [p for answer in answers for p in answer]
    return next((10.0**-digits for digits in DIGITS if all(p == round(p, digits) for p in every)), TOLERANCE)


def uniform(game: str) -> Answer:
    """Return the uniform strategy."""
    return tuple(1 / len(actions) for actions in actions_at(game).values() for _ in actions)


def uniform_players(game: str, answer: Answer) -> set[int]:
    """Return the players whose every probability is that of the uniform strategy."""
    player = {key: infoset.player for key, infoset in information_sets(ALL[game]).items()}
    moved = {player[key] for (key, _), p, q in zip(sequences(game), answer, uniform(game), strict=True) if not close([p], [q])}
    return set(player.values()) - moved
