"""Counterfactual regret minimization as the papers write it: the readable implementation that the chapters derive."""

from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.infoset import InfoSet, regret_matching
from kuhncfr.cfr.recording import record
from kuhncfr.cfr.trajectory import Trajectory

__all__ = [
    "ALGORITHMS",
    "CFR",
    "Algorithm",
    "InfoSet",
    "Trajectory",
    "record",
    "regret_matching",
]
