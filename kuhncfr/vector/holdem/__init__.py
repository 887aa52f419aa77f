"""Hold'em on the river: cards and ranges as players write them, the public game that they make, and how to read its strategies."""

from kuhncfr.vector.holdem.bet_composition import Bet, all_bets, bet
from kuhncfr.vector.holdem.hand_classes import GRID, GroupStrategy, by_class, by_group, hand_class, place
from kuhncfr.vector.holdem.hand_strength import category
from kuhncfr.vector.holdem.reach_probabilities import reach

__all__ = ["GRID", "Bet", "GroupStrategy", "all_bets", "bet", "by_class", "by_group", "category", "hand_class", "place", "reach"]
