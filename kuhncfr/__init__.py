"""kuhncfr: counterfactual regret minimization, learnt through Kuhn poker."""

from importlib import import_module
from typing import Any

from kuhncfr import nash
from kuhncfr.cfr import CFR, InfoSet, regret_matching
from kuhncfr.evaluate import BestResponse, best_response, expected_utilities, exploitability, nash_conv
from kuhncfr.game import Game, InformationSet, histories, information_sets, validate
from kuhncfr.games import KuhnPoker, MatrixGame, OneBetKuhn
from kuhncfr.strategy import StrategyProfile
from kuhncfr.trajectory import Trajectory, record

__version__ = "0.1.0"

__all__ = [
    "CFR",
    "BestResponse",
    "Game",
    "InfoSet",
    "InformationSet",
    "KuhnPoker",
    "MatrixGame",
    "OneBetKuhn",
    "StrategyProfile",
    "Trajectory",
    "best_response",
    "expected_utilities",
    "exploitability",
    "histories",
    "information_sets",
    "nash",
    "nash_conv",
    "record",
    "regret_matching",
    "validate",
]

# Loaded when first asked for: they bring in plotting and tracking libraries, which take longer than all the rest.
_ON_DEMAND = ("dynamics", "ensemble", "figures", "reduced_cfr", "tracking")


def __getattr__(name: str) -> Any:
    if name in _ON_DEMAND:
        return import_module(f"kuhncfr.{name}")
    raise AttributeError(f"module 'kuhncfr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_ON_DEMAND, "__version__"])
