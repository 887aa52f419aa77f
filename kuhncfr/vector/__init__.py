"""Vector form: one walk of the public tree for all private hands."""

from kuhncfr.vector.betting import Decision, Fold, Showdown
from kuhncfr.vector.cfr import VectorCFR
from kuhncfr.vector.hands import Hands, Matchup
from kuhncfr.vector.holdem.spot import river
from kuhncfr.vector.many_cards import kuhn, one_bet
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.run import RangeTrajectory

__all__ = [
    "Decision",
    "Fold",
    "Hands",
    "Matchup",
    "PublicGame",
    "RangeTrajectory",
    "Showdown",
    "VectorCFR",
    "kuhn",
    "one_bet",
    "river",
]
