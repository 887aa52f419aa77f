"""The solution of a two-player zero-sum game: its value, one equilibrium, and the conditions that describe all equilibria.

In such a game each player has a set of optimal strategies, and every pair of optimal strategies is an equilibrium. So one list of
conditions per player describes the whole set.
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from kuhncfr.strategy import Probability, StrategyProfile, as_profile

Bets = Callable[[str], Probability]  # the probability of the aggressive action b at an information set

_SIGNS = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}
_TERM = re.compile(r"([\d/]+)? ?([A-Z]\w*)?(?:/(\d+))?")  # 1/3, J, 3 J or A/2


@dataclass(frozen=True)
class Condition:
    """One condition that an optimal strategy meets.

    Attributes
    ----------
    player : int
        The player whose strategy it restricts, counted from 0.
    text : str
        The condition in mathematical notation, such as ``"Qpb = J + 1/3"``: an information set stands for the probability of the
        aggressive action ``b`` there.
    """

    player: int
    text: str

    def holds(self, bets: Bets) -> bool:
        """Return whether a strategy meets the condition; `bets` returns its probability of ``b`` at an information set."""
        return any(_compare(comparison, bets) for comparison in self.text.split(" unless "))


def _compare(comparison: str, bets: Bets) -> bool:
    left, sign, right = re.split(" ([<>]?=) ", comparison)
    return bool(_SIGNS[sign](_sum(left, bets), _sum(right, bets)))


def _sum(terms: str, bets: Bets) -> Probability:
    total: Probability = Fraction(0)
    for term in terms.split(" + "):
        factor, infoset, divisor = _TERM.fullmatch(term).groups()  # type: ignore[union-attr]
        number = Fraction(factor or 1) / int(divisor or 1)
        total += number * bets(infoset) if infoset else number
    return total


@dataclass(frozen=True)
class Equilibrium:
    """The solution of a two-player zero-sum game.

    Attributes
    ----------
    value : Fraction
        Player 1's expected utility, in chips per game.
    profile : StrategyProfile
        One equilibrium.
    conditions : tuple of Condition
        A profile is an equilibrium if and only if it meets all of them.
    """

    value: Fraction
    profile: StrategyProfile
    conditions: tuple[Condition, ...]

    @property
    def values(self) -> tuple[Fraction, Fraction]:
        """What each player wins on average, in chips per game."""
        return self.value, -self.value

    def contains(self, profile: StrategyProfile) -> bool:
        """Return whether a profile is one of the equilibria; exact for exact profiles.

        Raises
        ------
        ValueError
            If the profile lacks an information set, or the action ``b`` at it, that a condition needs.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from kuhncfr import nash
        >>> family = nash.kuhn(alpha=Fraction(1, 6))
        >>> family.contains(nash.kuhn(alpha=Fraction(1, 3)).profile)
        True
        """
        rows = as_profile(profile)

        def bets(infoset: str) -> Probability:
            if infoset not in rows:
                raise ValueError(f"profile must have information set {infoset!r}, got {', '.join(map(repr, rows))}")
            if "b" not in rows[infoset]:
                raise ValueError(f"profile must have action 'b' at {infoset!r}, got {tuple(rows[infoset])}")
            return rows[infoset]["b"]

        return all(condition.holds(bets) for condition in self.conditions)

    def describe(self) -> str:
        """Describe the set of equilibria in one line per player.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from kuhncfr import nash
        >>> print(nash.one_bet(ante=Fraction(1, 4)).describe())
        player 1: K = 0; Q = 0
        player 2: Kb = 0; Qb = 0; Ab >= 2/3
        """
        lines = []
        for player in (0, 1):
            texts = [condition.text for condition in self.conditions if condition.player == player]
            lines.append(f"player {player + 1}: {'; '.join(texts)}")
        return "\n".join(lines)
