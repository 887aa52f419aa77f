"""What ``kuhncfr.diagnosis`` is in a page: the same question, answered from a table instead of by the programs behind it."""

from collections.abc import Callable
from typing import Any

from kuhncfr.diagnosis.diagnosis import Diagnosis

from .measure import diagnose_measure
from .solver import SolverDiagnosis


def diagnose(function: Callable[..., Any], *, kind: str = "solver", games: object = None) -> Diagnosis:
    """Find out whether a solver, or a measure, of your own is right and, if not, which known mistake it makes.

    The page judges a solver by three games, whichever are asked for.
    """
    if kind not in ("solver", "measure"):
        raise ValueError(f"kind must be 'solver' or 'measure', got {kind!r}")
    return SolverDiagnosis(function).diagnose() if kind == "solver" else diagnose_measure(function)
