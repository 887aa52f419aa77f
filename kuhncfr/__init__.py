"""kuhncfr: counterfactual regret minimization, learnt through Kuhn poker."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kuhncfr import nash
from kuhncfr.evaluate import BestResponse, best_response, expected_utilities, exploitability, nash_conv
from kuhncfr.games.game import Game, InformationSet, histories, information_sets
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.games.leduc import LeducPoker
from kuhncfr.games.matrix import MatrixGame
from kuhncfr.games.raise_kuhn import BetSizeKuhn, RaiseKuhn
from kuhncfr.games.validation import validate
from kuhncfr.strategy import StrategyProfile

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "CFR",
    "Algorithm",
    "BestResponse",
    "BetSizeKuhn",
    "CompiledGame",
    "Deviations",
    "Diagnosis",
    "Game",
    "InfoSet",
    "InformationSet",
    "KuhnPoker",
    "LeducPoker",
    "MatrixGame",
    "OneBetKuhn",
    "RaiseKuhn",
    "Report",
    "Run",
    "Simulation",
    "StrategyProfile",
    "Trajectory",
    "best_response",
    "compile_game",
    "deviations",
    "diagnose",
    "expected_utilities",
    "exploitability",
    "histories",
    "information_sets",
    "nash",
    "nash_conv",
    "record",
    "regret_matching",
    "simulate",
    "solve",
    "solve_many",
    "sweep",
    "validate",
]

# The imports above are exact and need no NumPy. The rest is loaded at first use: no program needs all of it, and the plotting libraries
# take longer to import than everything else.
_MODULES = ("cfr", "deviation", "diagnosis", "hand_history", "plot", "report", "simulation", "solver", "sweeping", "tracking", "vector")
_NAMES = {
    "cfr": ("ALGORITHMS", "CFR", "Algorithm", "InfoSet", "Trajectory", "record", "regret_matching"),
    "diagnosis": ("Diagnosis", "diagnose"),
    "deviation": ("Deviations", "deviations"),
    "report": ("Report",),
    "simulation": ("Simulation", "simulate"),
    "solver": ("Run", "CompiledGame", "compile_game", "solve", "solve_many"),
    "sweeping": ("sweep",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

if TYPE_CHECKING:
    from kuhncfr import cfr as cfr
    from kuhncfr import deviation as deviation
    from kuhncfr import diagnosis as diagnosis
    from kuhncfr import hand_history as hand_history
    from kuhncfr import plot as plot
    from kuhncfr import report as report
    from kuhncfr import simulation as simulation
    from kuhncfr import solver as solver
    from kuhncfr import sweeping as sweeping
    from kuhncfr import tracking as tracking
    from kuhncfr import vector as vector
    from kuhncfr.cfr import ALGORITHMS, CFR, Algorithm, InfoSet, Trajectory, record, regret_matching
    from kuhncfr.deviation import Deviations, deviations
    from kuhncfr.diagnosis import Diagnosis, diagnose
    from kuhncfr.report import Report
    from kuhncfr.simulation import Simulation, simulate
    from kuhncfr.solver import CompiledGame, Run, compile_game, solve, solve_many
    from kuhncfr.sweeping import sweep
else:  # a type checker would conclude that every name exists

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"kuhncfr.{name}")
        if name in _MODULE_OF:
            return globals().setdefault(name, getattr(import_module(f"kuhncfr.{_MODULE_OF[name]}"), name))
        raise AttributeError(f"module 'kuhncfr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES, "__version__"])
