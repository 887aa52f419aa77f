"""What you won, and what your way of playing is worth."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import kuhncfr as kc
from kuhncfr.hand_history import EmpiricalStrategy, Hand, Score, empirical_strategy, score
from kuhncfr.strategy import Probability


class Worth(NamedTuple):
    """What your play in one seat is worth, in chips a hand.

    Attributes
    ----------
    met : int
        At how many of the seat's information sets you had to act.
    unmet : tuple of str
        At the others you are taken to play like the profile.
    here : Fraction or float
        Against the others in the profile.
    best : Fraction or float
        What a best response would win against them.
    sure : Fraction, float or None
        Against an opponent who knows how you play and makes the most of it; for two players.
    theirs : Fraction, float or None
        The same for the profile in your seat: what it is sure to win.
    """

    met: int
    unmet: tuple[str, ...]
    here: Probability
    best: Probability
    sure: Probability | None
    theirs: Probability | None


@dataclass
class Tally:
    """The hands that you played against a profile."""

    game: Any
    profile: kc.StrategyProfile
    hands: list[Hand] = field(default_factory=list)

    def add(self, seat: int, history: str) -> Fraction:
        """Count a finished hand; return what you won."""
        won = Fraction(self.game.utilities(history)[seat])
        self.hands.append(Hand(history, seat, won))
        return won

    @property
    def seats(self) -> list[int]:
        """Where you sat."""
        return sorted({hand.seat for hand in self.hands})

    def score(self) -> Score:
        """Return what you won."""
        return score([hand.utility for hand in self.hands])

    def yours(self) -> EmpiricalStrategy:
        """Return the profile with your frequencies wherever you had to act."""
        return empirical_strategy(self.game, self.hands, self.profile)

    def worth(self, seat: int) -> Worth:
        """Return what your play in a seat is worth."""
        game, profile = self.game, self.profile
        own = [key for key, infoset in kc.information_sets(game).items() if infoset.player == seat]
        yours = self.yours()
        mixed = profile.replace({key: yours.profile[key] for key in own})
        here = kc.expected_utilities(game, mixed)[seat]
        best = kc.best_response(game, profile, seat).value
        unmet = tuple(key for key in own if key in yours.unseen)
        met = len(own) - len(unmet)
        if game.players > 2:
            return Worth(met, unmet, here=here, best=best, sure=None, theirs=None)
        other = 1 - seat
        sure, theirs = (-kc.best_response(game, strategy, other).value for strategy in (mixed, profile))
        return Worth(met, unmet, here=here, best=best, sure=sure, theirs=theirs)
