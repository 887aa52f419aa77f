"""The interface of a game, and the games of the book."""

from kuhncfr.games.game import Game, InformationSet, histories, information_sets
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.games.leduc import LeducPoker
from kuhncfr.games.matrix import MatrixGame
from kuhncfr.games.raise_kuhn import BetSizeKuhn, RaiseKuhn
from kuhncfr.games.validation import validate

__all__ = [
    "BetSizeKuhn",
    "Game",
    "InformationSet",
    "KuhnPoker",
    "LeducPoker",
    "MatrixGame",
    "OneBetKuhn",
    "RaiseKuhn",
    "histories",
    "information_sets",
    "validate",
]
