"""Wrong CFR, one rule at a time: each class is a mixin for :class:`~kuhncfr.cfr.CFR` that changes one of its steps.

The mixins call ``super()``, so two of them together make two mistakes.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr.cfr.cfr import CFR, CHANCE, Found, Reach
from kuhncfr.cfr.infoset import InfoSet
from kuhncfr.cfr.update import Array, regret_matching
from kuhncfr.games.game import Game, information_sets
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

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        if who == CHANCE:
            return super().scaled(reach, who, by)
        reach = reach.copy()
        reach[who] = by  # equals, not times
        return reach


class ChanceForgotten(Rule):
    """Weights regrets as if all deals were equally likely."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        players_alone = reach.copy()
        players_alone[CHANCE] = 1.0
        return super().counterfactual_reach(players_alone, player)


class OwnReachInRegret(Rule):
    """Weights a regret by the reach of all players, the learner included."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return super().counterfactual_reach(reach, player) * reach[player]  # own reach belongs to the average


class OwnReachForOthers(Rule):
    """Weights a regret by the learner's own reach where that of the others belongs."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return reach[player] * reach[CHANCE]


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

    def chance_value(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        chance = self.game.chance(history)
        action = self.draw(chance)
        return self.walk(history + action, self.scaled(reach, CHANCE, float(chance[action])), learners, found)  # sampled already


def neighbour_alone(step: int) -> type:
    """Return a rule that weights a regret by the reach of one other player alone; with two players that is correct."""

    class NeighbourAlone(Rule):
        def counterfactual_reach(self, reach: Reach, player: int) -> float:
            neighbour, chance = (player + step) % self.game.players, self.game.players
            some = [share if who in (player, neighbour, chance) else 1.0 for who, share in enumerate(reach)]
            return super().counterfactual_reach(some, player)

    return NeighbourAlone


PreviousPlayerAlone, NextPlayerAlone = neighbour_alone(-1), neighbour_alone(1)


class SignByDepth(Rule):
    """Flips the sign of a value with every move, as if the players always alternated."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        moves = sum(not self.game.is_chance(history[:k]) for k in range(len(history)))
        return super().advantages(history, moves % self.game.players, values, value)  # not player


class SignAtEachMove(Rule):
    """Flips the sign of the value after every move, also if the same player moves again."""

    def walk(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        value = super().walk(history, reach, learners, found)
        moves = [self.game.player(h) for h in (history[:-1], history) if not (self.game.is_terminal(h) or self.game.is_chance(h))]
        return -value if history and len(moves) == 2 and moves[0] == moves[1] else value


class CardsAsLetters(Rule):
    """Ranks cards by their letters."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(LetterShowdown(game), **options)


class GameView:
    """The same game, unless a subclass says otherwise."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class Remembered(GameView):
    """The same game, asked about each history only once: CFR asks again in every iteration, and gets the same answers."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        for name in ("is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset"):
            setattr(self, name, cache(getattr(game, name)))

    def __repr__(self) -> str:
        return repr(self._game)


class LetterShowdown(GameView):
    """The same game with cards ranked by their letters, for example K < Q. A game without cards does not change."""

    def utilities(self, history: str) -> Any:
        cards = getattr(self._game, "ranking", "")
        by_rank = str.maketrans("".join(sorted(cards)), cards)  # each letter to the card with its rank
        dealt = self._game.players
        return self._game.utilities(history[:dealt].translate(by_rank) + history[dealt:])


# -- everyday mistakes --


class RegretSignFlipped(Rule):
    """Subtracts the value of an action from the value of the strategy."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        return -super().advantages(history, player, values, value)


def utility_of(chosen: Callable[[int, int], int]) -> type:
    """Return a rule that computes a player's regrets from the utilities of another, given the player and the number of players."""

    class OtherUtility(Rule):
        def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
            return super().advantages(history, chosen(player, self.game.players), values, value)  # not player

    return OtherUtility


FirstPlayersUtility = utility_of(lambda player, players: 0)
NextPlayersUtility = utility_of(lambda player, players: (player + 1) % players)
PreviousPlayersUtility = utility_of(lambda player, players: (player - 1) % players)


class RegretSize(Rule):
    """Adds up the sizes of the regrets; with two actions, both grow alike."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        return np.abs(super().advantages(history, player, values, value))


class OnlyLastRegret(Rule):
    """Stores the last regrets where the sum of all belongs."""

    def step(self) -> None:
        for infoset in self.infosets.values():
            infoset.cumulative_regret = np.zeros(len(infoset.actions))  # so that += is =
        super().step()


class UnplayedWorthNothing(Rule):
    """Does not walk actions with probability 0, and takes their values for 0."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        played = self.infosets[self.game.infoset(history)].current_strategy > 0
        return super().advantages(history, player, values * played[:, np.newaxis], value)

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return super().counterfactual_reach(reach, player) * (reach[player] > 0)  # the walk does not get there


class OwnReachSummed(Rule):
    """Adds an own reach to the average for each history of an information set; where they are equal, that cancels."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        _, before = found.get(infoset.key, (0.0, 0.0))
        super().note(found, infoset, regret, before + own_reach)


class UnplayedUncounted(UnplayedWorthNothing, OwnReachSummed):
    """Walks no action with probability 0, and adds the own reach to the average once for each history that it walks."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        self.walked = min(reach) > 0
        return super().counterfactual_reach(reach, player)

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, regret, own_reach * self.walked)


class ReachAdded(Rule):
    """Adds the reach of the others; with two players that is correct."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        *players, chance = reach
        return chance * sum(other for i, other in enumerate(players) if i != player)  # a product


class AverageByOthersReach(OwnReachSummed):
    """Weights the average by the reach of the others, which belongs to the regrets."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        self.others = super().counterfactual_reach(reach, player)
        return self.others

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, regret, self.others)  # not own_reach


class OtherEntryMultiplied(OwnReachSummed):
    """Multiplies the entry of the next player by the probability of a player's action."""

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        return super().scaled(reach, who if who == CHANCE else (who + 1) % self.game.players, by)


class OtherWalk(Rule):
    """The same walk, but it reads the reaches before it visits the actions, and asks for the value of a decision."""

    def walk(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        game = self.game
        if game.is_terminal(history) or game.is_chance(history):
            return super().walk(history, reach, learners, found)
        player, infoset = game.player(history), self.infosets[game.infoset(history)]
        own, others = reach[player], self.counterfactual_reach(reach, player)
        below = zip(infoset.actions, infoset.current_strategy.tolist(), strict=True)
        values = np.array([self.walk(history + a, self.scaled(reach, player, p), learners, found) for a, p in below])
        value = self.value(infoset, values, player in learners)
        if player in learners:
            self.note(found, infoset, others * self.advantages(history, player, values, value), own)
        return value

    def value(self, infoset: InfoSet, values: Array, learns: bool) -> Array:
        """Return the value of a decision, one per player."""
        return infoset.current_strategy @ values


class ReachShared(OtherWalk, OwnReachSummed):
    """Multiplies the reach in one array that all actions share."""

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        if who == CHANCE:
            return super().scaled(reach, who, by)
        reach[who] *= by  # not in a copy
        return reach


class PlainMean(OtherWalk):
    """Takes the plain mean over the learner's actions for the value of a decision."""

    def value(self, infoset: InfoSet, values: Array, learns: bool) -> Array:
        return values.mean(axis=0) if learns else super().value(infoset, values, learns)


class OwnReachOverwritten(Rule):
    """Weights the average by the probability of the player's last action; the reach of the others is correct."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        self.last = 1.0
        for k, action in enumerate(history):
            before = history[:k]
            if not self.game.is_chance(before) and self.game.player(before) == player:
                infoset = self.infosets[self.game.infoset(before)]
                self.last = float(infoset.current_strategy[infoset.actions.index(action)])  # equals, not times
        return super().advantages(history, player, values, value)

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, regret, self.last)


class LastStrategyAlone(Rule):
    """Stores the last strategy where the sum of all belongs."""

    def step(self) -> None:
        for infoset in self.infosets.values():
            infoset.cumulative_strategy = np.zeros(len(infoset.actions))  # so that += is =
        super().step()


class OneIterationTooFew(Rule):
    """Runs one iteration fewer than it was asked for."""

    missed = -1
    begun = False

    def step(self) -> None:
        asked = self.iterations + 1
        self.iterations += self.missed if self.begun else 0
        for _ in range(1 if self.begun else 1 + self.missed):
            super().step()
        self.begun, self.iterations = True, asked


class OneIterationTooMany(OneIterationTooFew):
    """Runs one iteration more than it was asked for."""

    missed = 1


class StateKept(Rule):
    """Continues from the last call; here the calls are for 1, 2, 3 ... iterations."""

    done = 0

    def step(self) -> None:
        call = self.iterations + 1
        self.iterations = self.done
        for _ in range(call):
            super().step()
        self.done, self.iterations = self.iterations, call


class CardlessGame(GameView):
    """The same game with information sets that do not contain what chance dealt."""

    def infoset(self, history: str) -> str:
        player, colon, signs = self._game.infoset(history).partition(":")
        if not colon:
            return player[1:]  # the key is a card and the betting
        return player + colon + "".join("?" if self._game.is_chance(history[:k]) else sign for k, sign in enumerate(signs))


class OpenGame(GameView):
    """The same game with a whole history for each information set."""

    def infoset(self, history: str) -> str:
        return history


def keyed(view: type[GameView], answered: slice) -> type:
    """Return a rule that gives a game other information sets; a row sums up those of the histories that are `answered`."""

    class OtherKeys(Rule):
        def __init__(self, game: Game, **options: Any) -> None:
            super().__init__(view(game), **options)

        def _profile(self, which: str) -> StrategyProfile:
            game: Any = self.game
            rows = {}
            for key, infoset in information_sets(game._game).items():
                keys = {game.infoset(history) for history in infoset.histories[answered]}
                row = regret_matching(np.sum([self.infosets[other].cumulative_strategy for other in keys], axis=0))
                rows[key] = dict(zip(infoset.actions, map(float, row), strict=True))
            return StrategyProfile(rows)

    return OtherKeys


LAST = slice(-1, None)
KeyWithoutCard, KeyWithEverything = keyed(CardlessGame, LAST), keyed(OpenGame, LAST)


class NewStrategyAveraged(InfoSet):
    """Adds the strategy that follows from the update."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        before = self.cumulative_strategy
        super().learn(regret, reach, t)
        self.cumulative_strategy = before + self.algorithm.weight(t) * reach * self.current_strategy


class NegativeDropped(InfoSet):
    """Adds positive regrets only."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        super().learn(np.maximum(regret, 0), reach, t)


def matching(match: Callable[[Array], Array]) -> type[InfoSet]:
    """Return an update with another rule than regret matching."""

    class OtherMatching(InfoSet):
        def restore(self, *arrays: Any, **named: Any) -> None:
            super().restore(*arrays, **named)
            self.current_strategy = match(self.cumulative_regret + self.prediction)

    return OtherMatching


def updating(update: type[InfoSet], *rules: type) -> type:
    """Return a rule in which each information set has another update."""

    class OtherUpdate(*rules, Rule):  # type: ignore[misc]
        def __init__(self, game: Game, **options: Any) -> None:
            super().__init__(game, **options)
            self.infosets = {key: update(key, old.player, old.actions, old.algorithm, old.tie) for key, old in self.infosets.items()}

    return OtherUpdate


NewAveraged, NewAveragedInside = updating(NewStrategyAveraged), updating(NewStrategyAveraged, ChangedInside)
Softmax = updating(matching(lambda regret: regret_matching(np.exp(regret - regret.max()))))
LargestAlone = updating(matching(lambda regret: regret_matching(np.where(regret == regret.max(), 1.0, 0.0) * (regret.max() > 0))))
LargestEvenIfNegative = updating(matching(lambda regret: np.eye(len(regret))[regret.argmax()]))
FirstWithoutRegret = updating(matching(lambda regret: regret_matching(regret) if regret.max() > 0 else np.eye(len(regret))[0]))
NothingWithoutRegret = updating(matching(lambda regret: np.maximum(regret, 0) / (np.maximum(regret, 0).sum() + 1e-12)))
PositiveOnly = updating(NegativeDropped)
