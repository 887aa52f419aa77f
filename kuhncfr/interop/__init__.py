"""Bridges to other programs."""

from kuhncfr.interop.open_spiel import OpenSpielGame, from_open_spiel, from_policy, to_open_spiel

__all__ = ["OpenSpielGame", "from_open_spiel", "from_policy", "to_open_spiel"]
