"""kuhncfr: counterfactual regret minimization, learnt through Kuhn poker."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kuhncfr import nash
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.infoset import InfoSet, regret_matching
from kuhncfr.cfr.recording import record
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.evaluate import BestResponse, best_response, expected_utilities, exploitability, nash_conv
from kuhncfr.games.game import Game, InformationSet, histories, information_sets
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.games.leduc import LeducPoker
from kuhncfr.games.matrix import MatrixGame
from kuhncfr.games.raise_kuhn import BetSizeKuhn, RaiseKuhn
from kuhncfr.games.rules import validate
from kuhncfr.solver.many import solve_many
from kuhncfr.solver.run import Run, solve
from kuhncfr.solver.tree import Tree, compile_game
from kuhncfr.strategy import StrategyProfile

__version__ = "0.1.0"

__all__ = [
    "CFR",
    "Algorithm",
    "BestResponse",
    "BetSizeKuhn",
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
    "Tree",
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

# What stands around the core is loaded when first asked for: not every run needs it, and the plotting libraries take longer than all
# the rest.
_SHELLS = ("diagnosis", "dynamics", "figures", "hands", "report", "sweeping", "tracking", "vector", "widgets")
_SHELL_OF = {
    "Deviations": "hands",
    "Diagnosis": "diagnosis",
    "Report": "report",
    "Simulation": "hands",
    "deviations": "hands",
    "diagnose": "diagnosis",
    "simulate": "hands",
    "sweep": "sweeping",
}

if TYPE_CHECKING:
    from kuhncfr import diagnosis as diagnosis
    from kuhncfr import dynamics as dynamics
    from kuhncfr import figures as figures
    from kuhncfr import hands as hands
    from kuhncfr import report as report
    from kuhncfr import sweeping as sweeping
    from kuhncfr import tracking as tracking
    from kuhncfr import vector as vector
    from kuhncfr import widgets as widgets
    from kuhncfr.diagnosis import Diagnosis, diagnose
    from kuhncfr.hands import Deviations, Simulation, deviations, simulate
    from kuhncfr.report import Report
    from kuhncfr.sweeping import sweep
else:  # a type checker would take this to mean that every name exists

    def __getattr__(name: str) -> Any:
        if name in _SHELLS:
            return import_module(f"kuhncfr.{name}")
        if name in _SHELL_OF:
            return globals().setdefault(name, getattr(import_module(f"kuhncfr.{_SHELL_OF[name]}"), name))
        raise AttributeError(f"module 'kuhncfr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_SHELLS, "__version__"])
