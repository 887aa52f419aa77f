"""Hold'em on the river: cards and ranges as players write them, the public game that they make, and how to read its strategies."""

from kuhncfr.vector.holdem.bluffs import Bet, all_bets, bet
from kuhncfr.vector.holdem.classes import GRID, GroupStrategy, by_class, by_group, hand_class, place
from kuhncfr.vector.holdem.reaching import reach
from kuhncfr.vector.holdem.strength import category

__all__ = ["GRID", "Bet", "GroupStrategy", "all_bets", "bet", "by_class", "by_group", "category", "hand_class", "place", "reach"]
