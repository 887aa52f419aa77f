"""A game as a vector of hands walks through it: public betting, and a range for each player."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.vector.betting import Decision, joined, longest_action, nodes
from kuhncfr.vector.hands import Array, Hands, Index, Matchup


@dataclass(frozen=True, eq=False)
class PublicGame:
    """A game for two in which each is dealt one private hand, and everything after that is public.

    Parameters
    ----------
    betting : Decision
        What can happen after the deal.
    hands : tuple of two Hands
        What each player may hold; one deal is as likely as the product of its weights, if it has no card twice.
    pot : int, Fraction or float
        The chips in the middle before the first action.

    Raises
    ------
    ValueError
        If the hands of the two have different numbers of cards, the same hand has another rank for the other player, or no deal is left.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=1_000)
    >>> list(game.turns), game.deals
    (['', 'p', 'pb', 'b'], 999000.0)
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
        if hands[0].cards.shape[1] != hands[1].cards.shape[1]:
            raise ValueError(f"hands must have as many cards for both, got {hands[0].cards.shape[1]} and {hands[1].cards.shape[1]}")
        own, other = hands
        same = self.matchups[0].same
        both = same < len(other)
        if not np.array_equal(own.rank[both], other.rank[same[both]]):
            raise ValueError("hands of the same cards must have the same rank for both players")
        if not self.deals > 0:
            raise ValueError("hands leave no deal: each of one player's excludes all of the other's")

    def __repr__(self) -> str:
        one, two = map(len, self.hands)
        return f"PublicGame({one:,} hands against {two:,}, {len(self.turns)} decisions)"

    @cached_property
    def matchups(self) -> tuple[Matchup, Matchup]:
        """For each player, one's own hands against the other's."""
        one, two = self.hands
        return Matchup(one, two), Matchup(two, one)

    @cached_property
    def deals(self) -> float:
        """The sum of the weights of all deals."""
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
        """The decisions of both players under their histories, each before those below it."""
        return {history: node for history, node in nodes(self.betting, self.separator) if isinstance(node, Decision)}

    @cached_property
    def separator(self) -> str:
        """What stands between the actions of a history: nothing if each is a single letter."""
        return "-" if longest_action(self.betting) > 1 else ""

    def after(self, history: str, action: str) -> str:
        """Return the history that an action leads to."""
        return joined(history, action, self.separator)

    @cached_property
    def largest_stake(self) -> float:
        """The most that a player can win."""
        return max(float(node.stake) for _, node in nodes(self.betting) if not isinstance(node, Decision))

    def uniform(self) -> dict[str, Array]:
        """Return the strategy that takes every action equally often: a table, hands × actions, for each history."""
        return {
            history: np.full((len(self.hands[turn.player]), len(turn.after)), 1 / len(turn.after)) for history, turn in self.turns.items()
        }

    def percent_of_pot(self, chips: float) -> float:
        """Return an amount in per cent of the chips that were in the middle before the first action."""
        return 100 * float(chips) / float(self.pot)
