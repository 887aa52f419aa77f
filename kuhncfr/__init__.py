"""kuhncfr: counterfactual regret minimization, learnt through Kuhn poker."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kuhncfr._support.hints import HintedModule

sys.modules[__name__].__class__ = HintedModule

__version__ = "0.1.0"

# Everything is loaded at first use: no program needs all of it. The games and what evaluates strategies are exact and need no NumPy; the
# plotting libraries take longer to import than everything else.
_NAMES = {
    "cfr": ("ALGORITHMS", "CFR", "Algorithm", "InfoSet", "Trajectory", "record", "regret_matching"),
    "deviation": ("Deviations", "deviations"),
    "diagnosis": ("Diagnosis", "diagnose"),
    "evaluate": ("BestResponse", "best_response", "expected_utilities", "exploitability", "nash_conv"),
    "games": (
        *("BetSizeKuhn", "Game", "InformationSet", "KuhnPoker", "LeducPoker", "MatrixGame", "OneBetKuhn", "RaiseKuhn"),
        *("histories", "information_sets", "validate"),
    ),
    "hand_history": (),
    "interop": ("from_open_spiel", "from_policy", "read_efg", "to_open_spiel", "write_efg"),
    "locking": ("LockedGame",),
    "nash": (),
    "plot": (),
    "report": ("Report",),
    "restricted": ("RestrictedNashGame",),
    "simulation": ("Simulation", "simulate"),
    "solver": ("CompiledGame", "Run", "compile_game", "solve", "solve_many"),
    "strategy": ("StrategyProfile",),
    "subgame": ("Subgame",),
    "sweeping": ("sweep",),
    "tracking": (),
    "vector": (),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted([*_MODULE_OF, "nash"])

if TYPE_CHECKING:
    from kuhncfr import hand_history as hand_history
    from kuhncfr import nash as nash
    from kuhncfr import plot as plot
    from kuhncfr import tracking as tracking
    from kuhncfr import vector as vector
    from kuhncfr.cfr import *
    from kuhncfr.deviation import *
    from kuhncfr.diagnosis import *
    from kuhncfr.evaluate import *
    from kuhncfr.games import *
    from kuhncfr.interop import *
    from kuhncfr.locking import LockedGame as LockedGame
    from kuhncfr.report import *
    from kuhncfr.restricted import RestrictedNashGame as RestrictedNashGame
    from kuhncfr.simulation import *
    from kuhncfr.solver import *
    from kuhncfr.strategy import *
    from kuhncfr.subgame import Subgame as Subgame
    from kuhncfr.sweeping import *
else:  # a type checker would conclude that every name exists

    def __getattr__(name: str) -> Any:
        if name in _NAMES:
            return import_module(f"kuhncfr.{name}")
        if name in _MODULE_OF:
            return globals().setdefault(name, getattr(import_module(f"kuhncfr.{_MODULE_OF[name]}"), name))
        raise AttributeError(f"module 'kuhncfr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_NAMES, "__version__"})
