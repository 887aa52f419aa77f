"""Bridges to other programs: games and strategies, in and out."""

from kuhncfr.interop.efg import read_efg, write_efg
from kuhncfr.interop.open_spiel import OpenSpielGame, from_open_spiel, from_policy, to_open_spiel

__all__ = ["OpenSpielGame", "from_open_spiel", "from_policy", "read_efg", "to_open_spiel", "write_efg"]
