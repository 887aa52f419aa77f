"""Counterfactual regret minimization as the papers write it: the readable implementation that the chapters derive."""

from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.infoset import InfoSet
from kuhncfr.cfr.recording import record
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.cfr.update import regret_matching

__all__ = [
    "ALGORITHMS",
    "CFR",
    "Algorithm",
    "InfoSet",
    "Trajectory",
    "record",
    "regret_matching",
]
