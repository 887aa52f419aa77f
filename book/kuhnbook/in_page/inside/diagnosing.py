"""What ``kuhncfr.diagnose`` is in a page: the same diagnosis, without a process of its own."""

import traceback
from collections.abc import Callable
from typing import Any

from kuhncfr.diagnosis.answers import Failure, Rows, number, rows_of
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import ALL, DESCRIPTIONS, GAMES, remembered
from kuhncfr.diagnosis.measure_diagnosis import MEASURED, diagnose_measure
from kuhncfr.diagnosis.solver_diagnosis import diagnose_solver
from kuhncfr.strategy import StrategyProfile

from .program import PROGRAM


def diagnose(function: Callable[..., Any], *, kind: str = "solver", games: tuple[str, ...] | None = None) -> Diagnosis:
    """Find out whether a solver, or a measure, of your own is right and, if not, which known mistake it makes.

    If a function raises on all games, its exception goes on to its reader.
    """
    if kind not in ("solver", "measure"):
        raise ValueError(f"kind must be 'solver' or 'measure', got {kind!r}")
    errors: list[Exception] = []

    def called(game: str, argument: Any) -> Any:
        try:
            return function(remembered(game), argument)
        except Exception as error:
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == PROGRAM]
            if game in DESCRIPTIONS:
                error.add_note(f"It happened on the game {game!r}: {DESCRIPTIONS[game]}.")
            errors.append(error)
            raise Failure(f"raised {type(error).__name__}{f' in line {lines[-1]}' if lines else ''}: {error}") from error

    def strategy(game: str, iterations: int, within: float = 0.0) -> Rows:
        return rows_of(ALL[game], called(game, iterations))

    def measured(game: str, rows: Rows) -> float:
        return number(called(game, StrategyProfile(rows)), "a number")

    if kind == "solver":
        found = diagnose_solver(strategy, tuple(games or GAMES))
    else:
        found = diagnose_measure(measured, tuple(games or MEASURED))
    if errors and not found.evidence:
        raise errors[0]
    return found
