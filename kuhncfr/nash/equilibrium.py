"""The solution of a two-player zero-sum game: its value, one equilibrium, and the conditions that describe all equilibria.

In such a game each player has a set of optimal strategies, and every pair of optimal strategies is an equilibrium. So one list of
conditions per player describes the whole set.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from kuhncfr.strategy import Probability, StrategyProfile, as_profile

Bets = Callable[[str], Probability]  # the probability of the aggressive action b at an information set


@dataclass(frozen=True)
class Condition:
    """One condition that an optimal strategy meets.

    Attributes
    ----------
    player : int
        The player whose strategy it restricts, counted from 0.
    text : str
        The condition in mathematical notation.
    holds : callable
        Takes a function that returns the probability of the aggressive action ``b`` at an information set, and returns a bool. Not a
        closure, so that conditions can be pickled and compared.
    """

    player: int
    text: str
    holds: Callable[[Bets], bool] = field(repr=False)


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


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a number plus a linear combination of the probabilities of ``b`` at information sets."""

    number: Probability
    times: tuple[tuple[str, Probability], ...]

    def __call__(self, b: Bets) -> Probability:
        return sum((factor * b(infoset) for infoset, factor in self.times), start=self.number)


_SIGNS = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}


@dataclass(frozen=True)
class Comparison:
    """The comparison of two sides by ``=``, ``<=`` or ``>=``."""

    left: Side
    sign: str
    right: Side

    def __call__(self, b: Bets) -> bool:
        return bool(_SIGNS[self.sign](self.left(b), self.right(b)))


def side(number: Probability = Fraction(0), **times: Probability) -> Side:
    """Return a side: ``side(1, Jb=2)`` is 1 plus twice the probability of ``b`` at ``Jb``."""
    return Side(number, tuple(times.items()))


def compares(player: int, text: str, left: Side, sign: str, right: Side) -> Condition:
    """Return the condition that two sides compare by a sign."""
    return Condition(player, text, Comparison(left, sign, right))


def equals(player: int, infoset: str, probability: Probability) -> Condition:
    """Return the condition that ``b`` has exactly this probability at `infoset`."""
    return compares(player, f"{infoset} = {probability}", side(**{infoset: 1}), "=", side(probability))


def at_least(player: int, infoset: str, least: Fraction) -> Condition:
    """Return the condition that ``b`` has at least this probability at `infoset`."""
    return compares(player, f"{infoset} {'=' if least == 1 else '>='} {least}", side(**{infoset: 1}), ">=", side(least))
