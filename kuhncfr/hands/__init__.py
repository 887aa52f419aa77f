"""Hands that are played: counted, compared with what could be gained, and read from a log."""

from kuhncfr.hands.gains import Deviations, deviations
from kuhncfr.hands.log import EmpiricalStrategy, Hand, Score, empirical_strategy, score
from kuhncfr.hands.simulation import Simulation, simulate

__all__ = [
    "Deviations",
    "EmpiricalStrategy",
    "Hand",
    "Score",
    "Simulation",
    "deviations",
    "empirical_strategy",
    "score",
    "simulate",
]
