"""What is wrong with a CFR of your own: a register of mistakes, and small games that tell them apart."""

from kuhncfr.diagnosis.diagnosing import diagnose
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES, Mistake

__all__ = ["GAMES", "MISTAKES", "Diagnosis", "FirstDifference", "Mistake", "diagnose"]
