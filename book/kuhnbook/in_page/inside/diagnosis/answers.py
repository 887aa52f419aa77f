"""Call a reader's function, and check what it returns."""

import math
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from kuhncfr._support.arguments import shown
from kuhncfr.diagnosis.games import DESCRIPTIONS, GAMES
from kuhncfr.games.game import information_sets
from kuhncfr.strategy import ROUNDING, strategy_of

from ..program import PROGRAM

Rows = dict[str, dict[str, float]]


class Failure(Exception):
    """A function raised, or did not return what it should. The message completes a sentence that begins with "it"."""


class Missing(Failure):
    """There is no row for an information set; a program that samples may not have visited it yet."""


def called(function: Callable[..., Any], game: str, argument: Any) -> Any:
    """Call a function with a game; an exception is the cause of the failure that is raised."""
    try:
        return function(GAMES[game], argument)
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == PROGRAM]
        where = f" in line {lines[-1]}" if lines else ""
        error.add_note(f"It happened on the game {game!r}: {DESCRIPTIONS[game]}.")
        raise Failure(f"raised {type(error).__name__}{where}: {error}") from error


def strategy(function: Callable[..., Any], game: str, iterations: int) -> Rows:
    """Return the average strategy that a solver returns."""
    answer = called(function, game, iterations)
    rows = strategy_of(answer[0] if isinstance(answer, tuple) and len(answer) == 2 else answer)
    if not isinstance(rows, Mapping) or not all(isinstance(row, Mapping) for row in rows.values()):
        wanted = "return a dict with a row, {action: probability}, for each information set"
        raise Failure(f"returned {shown(answer)}, which is not a strategy: {wanted}")
    return {key: _row(rows, key, infoset.actions) for key, infoset in information_sets(GAMES[game]).items()}


def _row(rows: Mapping[str, Mapping[str, Any]], key: str, actions: tuple[str, ...]) -> dict[str, float]:
    if key not in rows:
        raise Missing(f"returned no row for {key!r}: an average has a row for every information set")
    row = rows[key]
    if set(row) != set(actions):
        raise Failure(
            f"gives information set {key!r} the actions {', '.join(map(repr, row))}, which are not the game's, {', '.join(actions)}"
        )
    numbers = {action: number(row[action], "a probability") for action in actions}
    if any(map(math.isnan, numbers.values())):
        problem = "NaN, the result of dividing 0 by 0,"
    elif min(numbers.values()) < -ROUNDING:
        problem = "a negative probability"
    elif not abs(sum(numbers.values()) - 1) <= ROUNDING:
        problem = "a row that does not sum to 1,"
    else:
        return {action: p / sum(numbers.values()) for action, p in numbers.items()}
    found = ", ".join(f"{action!r}: {p:.6g}" for action, p in numbers.items())
    raise Failure(f"returned {problem} in information set {key!r}: {{{found}}}")


def number(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise Failure(f"returned {shown(value)} where {what} belongs") from None


def reraised(failures: Mapping[str, Failure], kind: str) -> str:
    """Return why a function is no solver, or no measure; if it raised, let that exception go on to its reader."""
    game, failure = next(iter(failures.items()))
    if failure.__cause__ is not None:
        raise failure.__cause__
    return f"This is not a {kind}: on the game {game!r} it {failure}."
