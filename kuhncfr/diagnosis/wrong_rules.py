"""Wrong CFR, one rule changed at a time: each class goes in front of :class:`~kuhncfr.cfr.CFR` and spoils one of its steps.

They call each other through ``super()``, so two mistakes are made by putting two classes in front.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr.cfr.cfr import CFR, CHANCE, Found
from kuhncfr.cfr.infoset import Array, InfoSet
from kuhncfr.games.game import Game
from kuhncfr.games.one_card import OneCardPoker
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    Rule = CFR  # what they stand in front of
else:
    Rule = object


class CurrentForAverage(Rule):
    """Hands over the strategy of the next iteration in place of the average."""

    @property
    def average_strategy(self) -> StrategyProfile:
        return self.current_strategy


class AverageWithoutReach(Rule):
    """Adds each current strategy to the average as it is, however seldom its player got there."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, regret, 1.0)  # not own_reach


class ReachOverwritten(Rule):
    """Keeps of a player's reach the last action's probability alone."""

    def scaled(self, reach: Array, who: int, by: float) -> Array:
        if who == CHANCE:
            return super().scaled(reach, who, by)
        reach = reach.copy()
        reach[who] = by  # equals, not times
        return reach


class ChanceForgotten(Rule):
    """Takes all deals for equally likely, in the weight of a regret."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        players_alone = reach.copy()
        players_alone[CHANCE] = 1.0
        return super().counterfactual_reach(players_alone, player)


class OwnReachInRegret(Rule):
    """Weighs a regret by how likely the history is, the learner's own share included."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        return super().counterfactual_reach(reach, player) * float(reach[player])  # own reach belongs to the average


class ChangedInside(Rule):
    """Learns at once from each history, so that the rest of the walk meets another strategy."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        infoset.learn(regret, own_reach, self.iterations + 1)  # before the walk is over


class FlooredByAliasing(Rule):
    """Cuts off negative regrets for the next strategy, in the very array in which they are kept."""

    def step(self) -> None:
        super().step()
        for infoset in self.infosets.values():
            positive = infoset.cumulative_regret  # a second name, no copy ...
            positive[positive < 0] = 0.0  # ... so that the sum itself loses what was negative


class FlooredSamples(Rule):
    """Floors cumulative regrets although they are sampled: bad luck is forgotten, good luck kept."""

    def __init__(self, game: Game, *, sampling: str = "chance", **options: Any) -> None:
        super().__init__(game, **options)
        self.sampling = sampling  # behind the back of the check


class CorrectedTwice(Rule):
    """Draws chance's action and still multiplies by its probability, as if all deals were walked."""

    def chance_value(self, history: str, reach: Array, learners: tuple[int, ...], found: Found) -> Array:
        chance = self.game.chance(history)
        action = self.draw(chance)
        return self.walk(history + action, self.scaled(reach, CHANCE, float(chance[action])), learners, found)  # drawing was enough


class PreviousPlayerAlone(Rule):
    """Takes "the other" for the one who sits before; with two players that is right."""

    def counterfactual_reach(self, reach: Array, player: int) -> float:
        before = (player - 1) % self.game.players
        some = np.ones_like(reach)
        some[[player, before, CHANCE]] = reach[[player, before, CHANCE]]
        return super().counterfactual_reach(some, player)


class SignByDepth(Rule):
    """Flips the sign of a value with every move, as if players always took turns."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        moves = sum(not self.game.is_chance(history[:k]) for k in range(len(history)))
        return super().advantages(history, moves % self.game.players, values, value)  # not player


class CardsAsLetters(Rule):
    """Lets the later letter win."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(LetterShowdown(game), **options)


class LetterShowdown:
    """The same game, but its cards rank as their letters do: K < Q, for one. A game without cards stays as it is."""

    def __init__(self, game: Game) -> None:
        self._game = game
        cards = game.ranking if isinstance(game, OneCardPoker) else ""
        self._as_if = str.maketrans("".join(sorted(cards)), cards)  # the card that ranks where this letter does

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def utilities(self, history: str) -> Any:
        dealt = self._game.players
        return self._game.utilities(history[:dealt].translate(self._as_if) + history[dealt:])
