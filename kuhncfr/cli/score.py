"""What you won, and what your way of playing is worth."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist, mean, stdev
from typing import Any, NamedTuple

import kuhncfr as kc
from kuhncfr.strategy import Probability

CONFIDENCE = 0.95


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
class Score:
    """What was played and won."""

    game: Any
    profile: kc.StrategyProfile
    won: dict[int, list[Fraction]] = field(default_factory=dict)
    chosen: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, seat: int, history: str, choices: Iterable[tuple[str, str]]) -> Fraction:
        """Count a finished hand; return what you won."""
        for infoset, action in choices:
            self.chosen.setdefault(infoset, Counter())[action] += 1
        won = Fraction(self.game.utilities(history)[seat])
        self.won.setdefault(seat, []).append(won)
        return won

    @property
    def hands(self) -> list[Fraction]:
        """What you won in each hand."""
        return [won for in_seat in self.won.values() for won in in_seat]

    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % confidence interval of your mean, by the normal approximation; None for fewer than two hands."""
        hands = [float(won) for won in self.hands]
        if len(hands) < 2:
            return None
        margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * stdev(hands) / len(hands) ** 0.5
        return mean(hands) - margin, mean(hands) + margin

    def yours(self) -> kc.StrategyProfile:
        """Return the profile with your frequencies wherever you had to act."""
        return self.profile.replace(
            {
                infoset: {action: Fraction(times[action], times.total()) for action in self.profile[infoset]}
                for infoset, times in self.chosen.items()
            }
        )

    def worth(self, seat: int) -> Worth:
        """Return what your play in a seat is worth."""
        game, profile = self.game, self.profile
        own = [key for key, found in kc.information_sets(game).items() if found.player == seat]
        rows = self.yours()
        mixed = profile.replace({key: rows[key] for key in own})
        here = kc.expected_utilities(game, mixed)[seat]
        best = kc.best_response(game, profile, seat).value
        unmet = tuple(key for key in own if key not in self.chosen)
        if game.players > 2:
            return Worth(len(own) - len(unmet), unmet, here, best, None, None)
        other = 1 - seat
        sure, theirs = (-kc.best_response(game, strategy, other).value for strategy in (mixed, profile))
        return Worth(len(own) - len(unmet), unmet, here, best, sure, theirs)
