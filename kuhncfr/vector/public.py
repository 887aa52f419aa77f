"""A game as a vector of hands walks through it: public betting, and a range for each player."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.vector.betting import Decision, joined, longest_action, nodes
from kuhncfr.vector.hands import Array, Hands, Index, Matchup


@dataclass(frozen=True, eq=False, repr=False)
class PublicGame:
    r"""A game for two in which each is dealt one private hand, and everything after that is public.

    Two hands are dealt with a probability proportional to the product of their weights, unless they have a card in common:

    .. math:: \Pr(h_1, h_2) = w_1(h_1)\, w_2(h_2) \,/\, D, \qquad D = \sum_{h_1 \cap h_2 = \emptyset} w_1(h_1)\, w_2(h_2)

    What players do is a table for each history, hands × actions. A history is written as its actions, one after the other; if any of
    them has more than one letter, then with "-" between them.

    Parameters
    ----------
    betting : Decision
        What can happen after the deal.
    hands : tuple of two Hands
        What each player may hold.
    pot : int, Fraction or float
        The chips in the middle before the first action, above 0.

    Raises
    ------
    ValueError, TypeError
        If the hands of the two have different numbers of cards, the same hand has another rank for the other player, or no deal is left.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=1_000)
    >>> list(game.turns), game.deals
    (['', 'p', 'pb', 'b'], 999000.0)
    >>> game
    PublicGame(1,000 hands against 1,000, 4 decisions)
    """

    betting: Decision
    hands: tuple[Hands, Hands]
    pot: Number

    def __post_init__(self) -> None:
        arguments.instance("betting", self.betting, Decision, what="a Decision")
        object.__setattr__(self, "pot", arguments.positive("pot", self.pot))
        hands = tuple(arguments.sequence("hands", self.hands, what="two ranges"))
        if len(hands) != 2:
            raise ValueError(f"hands must be those of 2 players, got {len(hands)}")
        for player, held in enumerate(hands):
            arguments.instance(f"hands[{player}]", held, Hands, what="Hands")
        object.__setattr__(self, "hands", hands)
        own, other = self.hands
        possible = (own.weight > 0) @ self.matchups[0].met((other.weight > 0).astype(float))  # whole numbers: there is no rounding
        if not possible:
            raise ValueError("hands must leave a deal: each of one player's that has a weight excludes all of the other's")

    def __reduce__(self) -> tuple[Any, ...]:
        return PublicGame, (self.betting, self.hands, self.pot)  # without what follows from these

    def __repr__(self) -> str:
        one, two = map(len, self.hands)
        return f"PublicGame({one:,} hands against {two:,}, {len(self.turns)} decisions)"

    @cached_property
    def matchups(self) -> tuple[Matchup, Matchup]:
        """One's own hands against the other's, for each player."""
        one, two = self.hands
        return Matchup(one, two), Matchup(two, one)

    @cached_property
    def deals(self) -> float:
        """The sum D of the weights of all deals, where a range's largest weight is 1."""
        return float(self.hands[0].weight @ self.matchups[0].met(self.hands[1].weight))

    @cached_property
    def by_rank(self) -> tuple[Index, Index]:
        """For each player, the hands in the order of their ranks."""
        one, two = (np.argsort(held.rank, kind="stable") for held in self.hands)
        return one, two

    @cached_property
    def ordered(self) -> tuple[Hands, Hands]:
        """The hands of both, in this order."""
        one, two = (
            Hands(h.rank[order], cards=h.cards[order], weight=h.weight[order]) for h, order in zip(self.hands, self.by_rank, strict=True)
        )
        return one, two

    @cached_property
    def turns(self) -> dict[str, Decision]:
        """The decisions of both players by their histories, each before those below it."""
        return {history: node for history, node in nodes(self.betting, self.separator) if isinstance(node, Decision)}

    @cached_property
    def separator(self) -> str:
        """What stands between the actions of a history, which is nothing if each is a single letter."""
        return "-" if longest_action(self.betting) > 1 else ""

    def after(self, history: str, action: str) -> str:
        """Return the history that an action leads to."""
        return joined(history, action, self.separator)

    @cached_property
    def largest_stake(self) -> float:
        """The most that a player can win, in chips."""
        return max(float(node.stake) for _, node in nodes(self.betting) if not isinstance(node, Decision))

    def uniform(self) -> dict[str, Array]:
        """Return the strategy that takes every action equally often: a table, hands × actions, for each history."""
        return {
            history: np.full((len(self.hands[turn.player]), len(turn.after)), 1 / len(turn.after)) for history, turn in self.turns.items()
        }

    def percent_of_pot(self, chips: Number) -> float:
        """Return an amount in per cent of the chips that were in the middle before the first action.

        Examples
        --------
        >>> from kuhncfr.vector import kuhn
        >>> kuhn(cards=10).percent_of_pot(0.5)
        25.0
        """
        return 100 * float(arguments.rational("chips", chips) / self.pot)
