"""Vector form: one walk of the public tree for all private hands."""

from kuhncfr.vector.betting import Decision, Fold, Showdown
from kuhncfr.vector.cfr import VectorCFR
from kuhncfr.vector.holdem.river_game import river
from kuhncfr.vector.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Matchup, Range
from kuhncfr.vector.run import RangeTrajectory

__all__ = [
    "Decision",
    "Fold",
    "KuhnPoker",
    "Matchup",
    "OneBetKuhn",
    "PublicGame",
    "Range",
    "RangeTrajectory",
    "Showdown",
    "VectorCFR",
    "river",
]
