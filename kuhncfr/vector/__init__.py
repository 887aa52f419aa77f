"""Vector form: one walk of the public tree for all private hands."""

from kuhncfr.vector.betting import Decision, Fold, Showdown
from kuhncfr.vector.cfr import VectorCFR
from kuhncfr.vector.holdem.river_game import river
from kuhncfr.vector.one_card import kuhn, one_bet
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Matchup, Range
from kuhncfr.vector.run import RangeTrajectory

__all__ = [
    "Decision",
    "Fold",
    "Matchup",
    "PublicGame",
    "Range",
    "RangeTrajectory",
    "Showdown",
    "VectorCFR",
    "kuhn",
    "one_bet",
    "river",
]
