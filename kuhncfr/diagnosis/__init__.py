"""Diagnose a CFR of your own: known mistakes, and small games that distinguish them."""

from kuhncfr.diagnosis.diagnosing import diagnose
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.mistake import Mistake

__all__ = ["GAMES", "MISTAKES", "Diagnosis", "FirstDifference", "Mistake", "diagnose"]
