"""Equilibria in closed form, as exact fractions: all equilibria for two players, a family of equilibria for three."""

from kuhncfr.nash.continuum import ContinuumEquilibrium, continuum_kuhn, continuum_one_bet
from kuhncfr.nash.equilibrium import Condition, Equilibrium
from kuhncfr.nash.three_players import ThreePlayerEquilibrium, three_player
from kuhncfr.nash.two_players import OneBetEquilibrium, kuhn, one_bet

__all__ = [
    "Condition",
    "ContinuumEquilibrium",
    "Equilibrium",
    "OneBetEquilibrium",
    "ThreePlayerEquilibrium",
    "continuum_kuhn",
    "continuum_one_bet",
    "kuhn",
    "one_bet",
    "three_player",
]
