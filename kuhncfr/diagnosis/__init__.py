"""What is wrong with a CFR of your own: a register of mistakes, and small games that tell them apart."""

from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.register import MISTAKES, Mistake
from kuhncfr.diagnosis.running import diagnose
from kuhncfr.diagnosis.verdict import Departure, Diagnosis

__all__ = ["GAMES", "MISTAKES", "Departure", "Diagnosis", "Mistake", "diagnose"]
