"""Wrong CFR, one rule at a time: each class is a mixin for :class:`~kuhncfr.cfr.CFR` that changes one of its steps.

The mixins call ``super()``, so two of them together make two mistakes.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr.cfr.cfr import CFR, CHANCE, Found
from kuhncfr.cfr.infoset import Array, InfoSet
from kuhncfr.games.game import Game
from kuhncfr.games.one_card import OneCardPoker
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    Rule = CFR  # the class that they are mixed into
else:
    Rule = object


class CurrentForAverage(Rule):
    """Returns the strategy of the next iteration in place of the average."""

    @property
    def average_strategy(self) -> StrategyProfile:
        return self.current_strategy


class AverageWithoutReach(Rule):
    """Adds each current strategy to the average with weight 1 instead of the player's own reach."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, regret, 1.0)  # not own_reach


class ReachOverwritten(Rule):
    """Sets a player's reach to the probability of the last action."""

    def scaled(self, reach: Array, who: int, by: float) -> Array:
        if who == CHANCE:
            return super().scaled(reach, who, by)
        reach = reach.copy()
        reach[who] = by  # equals, not times
        return reach


class ChanceForgotten(Rule):
    """Weights regrets as if all deals were equally likely."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        players_alone = reach.copy()
        players_alone[CHANCE] = 1.0
        return super().counterfactual_reach(players_alone, player)


class OwnReachInRegret(Rule):
    """Weights a regret by the reach of all players, the learner included."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        return super().counterfactual_reach(reach, player) * float(reach[player])  # own reach belongs to the average


class ChangedInside(Rule):
    """Updates regrets at each history, so that the rest of the walk uses another strategy."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        infoset.learn(regret, own_reach, self.iterations + 1)  # before the walk is over


class FlooredByAliasing(Rule):
    """Floors negative regrets in the array that stores them, not in a copy."""

    def step(self) -> None:
        super().step()
        for infoset in self.infosets.values():
            positive = infoset.cumulative_regret  # a second name, not a copy ...
            positive[positive < 0] = 0.0  # ... so the cumulative regrets change


class FlooredSamples(Rule):
    """Floors sampled cumulative regrets, which biases them upwards."""

    def __init__(self, game: Game, *, sampling: str = "chance", **options: Any) -> None:
        super().__init__(game, **options)
        self.sampling = sampling  # after the check of the constructor


class CorrectedTwice(Rule):
    """Samples the chance action and still multiplies by its probability, as if the walk visited all deals."""

    def chance_value(self, history: str, reach: Array, learners: tuple[int, ...], found: Found) -> Array:
        chance = self.game.chance(history)
        action = self.draw(chance)
        return self.walk(history + action, self.scaled(reach, CHANCE, float(chance[action])), learners, found)  # sampled already


class PreviousPlayerAlone(Rule):
    """Weights a regret by the reach of the previous player alone; with two players that is correct."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        before = (player - 1) % self.game.players
        some = np.ones_like(reach)
        some[[player, before, CHANCE]] = reach[[player, before, CHANCE]]
        return super().counterfactual_reach(some, player)


class SignByDepth(Rule):
    """Flips the sign of a value with every move, as if the players always alternated."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        moves = sum(not self.game.is_chance(history[:k]) for k in range(len(history)))
        return super().advantages(history, moves % self.game.players, values, value)  # not player


class CardsAsLetters(Rule):
    """Ranks cards by their letters."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(LetterShowdown(game), **options)


class LetterShowdown:
    """The same game with cards ranked by their letters, for example K < Q. A game without cards does not change."""

    def __init__(self, game: Game) -> None:
        self._game = game
        cards = game.ranking if isinstance(game, OneCardPoker) else ""
        self._translation = str.maketrans("".join(sorted(cards)), cards)  # each letter to the card with its rank

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def utilities(self, history: str) -> Any:
        dealt = self._game.players
        return self._game.utilities(history[:dealt].translate(self._translation) + history[dealt:])
