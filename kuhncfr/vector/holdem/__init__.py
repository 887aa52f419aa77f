"""Hold'em on the river: cards and ranges in the notation of players, and the public game."""

from kuhncfr.vector.holdem.hand_classes import GRID, hand_class, place

__all__ = ["GRID", "hand_class", "place"]
