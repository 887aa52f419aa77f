"""The hands that a person played against a profile, and what this way of playing is worth."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import kuhncfr as kc
from kuhncfr.hand_history import Hand, empirical_strategy
from kuhncfr.strategy import Probability


class SeatEvaluation(NamedTuple):
    """The value of a person's empirical strategy in one seat, in chips a hand.

    Attributes
    ----------
    unseen : tuple of str
        The seat's information sets at which the person never acted; there the profile's strategy replaces theirs.
    value : Fraction or float
        Against the others in the profile.
    best_response_value : Fraction or float
        What a best response would win against the others in the profile.
    worst_case : Fraction, float or None
        Against a best response to the empirical strategy; None for more than two players.
    profile_worst_case : Fraction, float or None
        The same for the profile's strategy in this seat.
    """

    unseen: tuple[str, ...]
    value: Probability
    best_response_value: Probability
    worst_case: Probability | None
    profile_worst_case: Probability | None


@dataclass
class Session:
    """The hands that a person played against a profile."""

    game: Any
    profile: kc.StrategyProfile
    hands: list[Hand] = field(default_factory=list)

    def add(self, seat: int, history: str) -> Fraction:
        """Add a finished hand; return what the person won."""
        won = Fraction(self.game.utilities(history)[seat])
        self.hands.append(Hand(history, seat, won))
        return won

    def evaluate(self, seat: int) -> SeatEvaluation:
        """Evaluate the person's play in a seat."""
        game, profile = self.game, self.profile
        own = [key for key, infoset in kc.information_sets(game).items() if infoset.player == seat]
        empirical = empirical_strategy(game, self.hands, profile)
        mixed = profile.replace({key: empirical.profile[key] for key in own})
        unseen = tuple(key for key in own if key in empirical.unseen)
        value = kc.expected_utilities(game, mixed)[seat]
        best = kc.best_response(game, profile, seat).value
        if game.players > 2:
            return SeatEvaluation(unseen, value, best, None, None)
        worst_case, of_profile = (-kc.best_response(game, strategy, 1 - seat).value for strategy in (mixed, profile))
        return SeatEvaluation(unseen, value, best, worst_case, of_profile)
