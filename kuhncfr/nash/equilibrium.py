"""The solution of a two-player zero-sum game: its value, one equilibrium, and the conditions that describe them all.

In such a game each side has its own set of optimal strategies, and every pair of optimal strategies is an equilibrium.
So the whole set is told by one list of conditions per player.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from kuhncfr.strategy import Probability, StrategyProfile

Bets = Callable[[str], Probability]  # the probability of the aggressive action b at an information set


@dataclass(frozen=True)
class Condition:
    """One condition that an optimal strategy meets.

    Attributes
    ----------
    player : int
        Whose strategy it restricts, counted from 0.
    text : str
        The condition as people write it.
    holds : callable
        Takes a function that gives the probability of the aggressive action ``b`` at an information set. No closure: a condition
        can be pickled, and compared.
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
        What player 1 wins on average, in chips a game.
    profile : StrategyProfile
        One equilibrium.
    conditions : tuple of Condition
        All of them: a profile is an equilibrium exactly when it meets every condition.
    """

    value: Fraction
    profile: StrategyProfile
    conditions: tuple[Condition, ...]

    def contains(self, profile: StrategyProfile) -> bool:
        """Whether `profile` is one of the equilibria; exact for exact profiles.

        Raises
        ------
        ValueError
            If the profile misses an information set that decides it.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from kuhncfr import nash
        >>> family = nash.kuhn(alpha=Fraction(1, 6))
        >>> family.contains(nash.kuhn(alpha=Fraction(1, 3)).profile)
        True
        """

        def bets(infoset: str) -> Probability:
            if infoset not in profile:
                raise ValueError(f"the profile misses information set {infoset!r}; it has {', '.join(map(repr, profile))}")
            return profile[infoset]["b"]

        return all(condition.holds(bets) for condition in self.conditions)

    def describe(self) -> str:
        """Tell the whole set of equilibria, one line per player.

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
    """One side of a comparison: a number, plus so many times the probabilities of ``b`` at some information sets."""

    number: Probability
    times: tuple[tuple[str, Probability], ...]

    def __call__(self, b: Bets) -> Probability:
        return sum((factor * b(infoset) for infoset, factor in self.times), start=self.number)


_SIGNS = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}


@dataclass(frozen=True)
class Comparison:
    """What a condition asks for: that one side is equal to the other, at most it, or at least it."""

    left: Side
    sign: str
    right: Side

    def __call__(self, b: Bets) -> bool:
        return bool(_SIGNS[self.sign](self.left(b), self.right(b)))


def side(number: Probability = Fraction(0), **times: Probability) -> Side:
    """Build a side: ``side(1, Jb=2)`` is 1 plus twice the probability of ``b`` at ``Jb``."""
    return Side(number, tuple(times.items()))


def compares(player: int, text: str, left: Side, sign: str, right: Side) -> Condition:
    """Build the condition that the two sides compare like this."""
    return Condition(player, text, Comparison(left, sign, right))


def equals(player: int, infoset: str, probability: Probability) -> Condition:
    """Build the condition that ``b`` has exactly this probability at `infoset`."""
    return compares(player, f"{infoset} = {probability}", side(**{infoset: 1}), "=", side(probability))


def at_least(player: int, infoset: str, least: Fraction) -> Condition:
    """Build the condition that ``b`` has at least this probability at `infoset`."""
    return compares(player, f"{infoset} {'=' if least == 1 else '>='} {least}", side(**{infoset: 1}), ">=", side(least))
