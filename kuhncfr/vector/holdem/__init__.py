"""Hold'em on the river: cards and ranges in the notation of players, the public game, and summaries of its strategies."""

from kuhncfr.vector.holdem.bet_composition import Bet, all_bets, bet
from kuhncfr.vector.holdem.hand_classes import GRID, GroupStrategy, by_class, by_group, hand_class, place
from kuhncfr.vector.holdem.hand_strength import category
from kuhncfr.vector.holdem.reach_probabilities import reach

__all__ = ["GRID", "Bet", "GroupStrategy", "all_bets", "bet", "by_class", "by_group", "category", "hand_class", "place", "reach"]
