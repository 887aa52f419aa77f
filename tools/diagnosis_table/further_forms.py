"""Further mistakes and further forms of known ones, which only the table needs: the museum shows one form of those that hide or teach."""

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from kuhnbook.museum.wrong_rules import (
    LAST,
    AverageByOthersReach,
    GameView,
    OnlyLastRegret,
    OpenGame,
    OtherWalk,
    OwnReachSummed,
    Rule,
    keyed,
    matching,
    updating,
)
from kuhncfr.cfr.cfr import CFR, CHANCE, Found, Reach
from kuhncfr.cfr.infoset import InfoSet
from kuhncfr.cfr.update import Array, normalized, regret_matching
from kuhncfr.games.game import Game, information_sets
from kuhncfr.strategy import StrategyProfile


class CorrectedInAllReaches(Rule):
    """Samples the chance action and multiplies the reach of every player by its probability, so that regrets and averages have it."""

    def chance_value(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        chance = self.game.chance(history)
        action = self.draw(chance)
        by = float(chance[action])
        return self.walk(history + action, [*(share * by for share in reach[:CHANCE]), reach[CHANCE]], learners, found)  # sampled already


class FirstLetterCut(GameView):
    """The same game with keys that lack their first letter: the card, unless that letter is the number of the player."""

    def infoset(self, history: str) -> str:
        key = self._game.infoset(history)
        return str(key if ":" in key else key[1:])


class LastSignCut(GameView):
    """The same game with keys that lack the last action, so that a player cannot tell what the other has just done."""

    def infoset(self, history: str) -> str:
        key = self._game.infoset(history)
        return f"{self._game.player(history)}: {key[0]}{key[1:-1]}"  # before the first action, the key is a card alone


class LastSignAlone(GameView):
    """The same game with keys that have the last action alone, so that two players may share a key."""

    def infoset(self, history: str) -> str:
        key = self._game.infoset(history)
        return str(key[0] + key[1:][-1:])


class SignsCut(GameView):
    """The same game with the card alone for a key."""

    def infoset(self, history: str) -> str:
        return str(self._game.infoset(history)[0])


def forgetful(view: type[GameView]) -> type:
    """Return a rule that gives a game such keys, with which a player may forget what CFR lets nobody forget."""

    class ForgetfulKeys(OwnReachSummed, keyed(view, LAST)):  # type: ignore[misc]
        def __init__(self, game: Game, **options: Any) -> None:
            CFR.__init__(self, game, **options)
            self.game = view(game)
            olds = [(self.game.infoset(infoset.histories[0]), self.infosets[key]) for key, infoset in information_sets(game).items()]
            self.infosets = {key: InfoSet(key, old.player, old.actions, old.algorithm, old.tie) for key, old in olds}

    return ForgetfulKeys


class ReachUnchanged(Rule):
    """Passes the reach of the players on as it is."""

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        return super().scaled(reach, who, by) if who == CHANCE else reach


class AllReachUnchanged(Rule):
    """Passes the reach of chance on as it is, too."""

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        return reach


class ActionsWeighted(Rule):
    """Multiplies the value of an action by its probability, as in the sum over the actions, and then subtracts the sum."""

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        played = self.infosets[self.game.infoset(history)].current_strategy
        return super().advantages(history, player, values * played[:, np.newaxis], value)


class ProbabilitySquared(InfoSet):
    """Weights each probability in the average by the reach after its action, which contains it already."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        before, played = self.cumulative_strategy, self.current_strategy
        super().learn(regret, reach, t)
        self.cumulative_strategy = before + self.algorithm.weight(t) * reach * played**2


def divided_by_all(regret: Array) -> Array:
    """Divide the positive regrets by the sum of all, if that is positive; they then sum up to more than 1."""
    return np.maximum(regret, 0) / regret.sum() if regret.sum() > 0 else regret_matching(np.zeros(len(regret)))


class PlainSum(OtherWalk):
    """Adds up the values of the actions for the value of a decision."""

    def value(self, infoset: InfoSet, values: Array, learns: bool) -> Array:
        return np.asarray(values.sum(axis=0))


class AverageByOtherPlayersReach(AverageByOthersReach):
    """Weights the average by the reach of the other players, without chance."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        others = super().counterfactual_reach(reach, player)
        self.others = others / reach[CHANCE]
        return others


class AverageByReachOfAll(AverageByOthersReach):
    """Weights the average by the product of all reaches."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        others = super().counterfactual_reach(reach, player)
        self.others = prod(reach)
        return others


class AverageByFirstPlayersReach(AverageByOthersReach):
    """Weights the average by the reach of the first player, whoever acts."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        others = super().counterfactual_reach(reach, player)
        self.others = reach[0]
        return others


class RegretByChanceAlone(Rule):
    """Weights a regret by the probability of the deal, and not by the reach of the other players."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return reach[CHANCE]


class RegretUnweighted(Rule):
    """Adds each regret as it is."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return 1.0


class NextPlayersGame(GameView):
    """The same game, in which all win what the player does whose turn it would be: values that nobody negates."""

    zero_sum = False

    def utilities(self, history: str) -> Any:
        moves = sum(not self._game.is_chance(history[:k]) for k in range(len(history)))
        return (self._game.utilities(history)[moves % self._game.players],) * self._game.players


class ValueNotNegated(Rule):
    """Takes the value of the next player for its own."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(NextPlayersGame(game), **options)


class ActionsReversed(Rule):
    """Returns each probability with the action at the other end of the list."""

    @property
    def average_strategy(self) -> StrategyProfile:
        rows = super().average_strategy.items()
        return StrategyProfile({key: dict(zip(row, reversed(row.values()), strict=True)) for key, row in rows})


class LastHistoryAlone(Rule):
    """Keeps the regrets of the last history of an information set, where the sum over all its histories belongs."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        found[infoset.key] = regret, own_reach


class LastHistoryOfTheLastIteration(LastHistoryAlone, OnlyLastRegret):
    """Keeps the regrets of the last history, and of the last iteration."""


class OwnReachSquared(Rule):
    """Weights a regret by the square of the learner's own reach, too."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return super().counterfactual_reach(reach, player) * reach[player] ** 2


class ChanceCountedTwice(Rule):
    """Weights a regret by the probability of the deal twice."""

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        return super().counterfactual_reach(reach, player) * reach[CHANCE]


class FirstDealAlone(Rule):
    """Returns from the loop over chance's actions after the first."""

    def chance_value(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        action, p = next(iter(self.game.chance(history).items()))
        return float(p) * self.walk(history + action, self.scaled(reach, CHANCE, float(p)), learners, found)


class Pruned(OwnReachSummed):
    """Takes a decision that some player's strategy does not reach for worth 0, and learns nothing there."""

    def walk(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        if min(reach) == 0 and not (self.game.is_terminal(history) or self.game.is_chance(history)):
            return np.zeros(self.game.players)
        return super().walk(history, reach, learners, found)


class LastActionLeftOut(Rule):
    """Ends the loop over the regrets one action early."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        super().note(found, infoset, np.append(regret[:-1], 0.0), own_reach)


class RegretsFrozen(Rule):
    """Adds a regret only where the sum so far is not negative."""

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        earlier, _ = found.get(infoset.key, (0.0, 0.0))
        super().note(found, infoset, np.where(infoset.cumulative_regret + earlier >= 0, regret, 0.0), own_reach)


class DiscountsSwapped(Rule):
    """Discounts positive regrets as negative ones should be, and the other way round."""

    def __init__(self, game: Game, **options: Any) -> None:
        one = options.pop("algorithm")
        super().__init__(game, algorithm=replace(one, alpha=one.beta, beta=one.alpha), **options)


class AverageWithoutTheWeights(Rule):
    """Weights the regrets of the iterations, and not their strategies."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(game, algorithm=replace(options.pop("algorithm"), gamma=0.0), **options)


class StrategiesDivided(InfoSet):
    """Divides the sum of the strategies by its total in each iteration, so that later ones count ever more."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        super().learn(regret, reach, t)
        if self.cumulative_strategy.sum() > 0:
            self.cumulative_strategy = normalized(self.cumulative_strategy)


class RegretsDivided(InfoSet):
    """Stores matched regrets in the place of their sum."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        super().learn(regret, reach, t)
        if self.cumulative_regret.max() > 0:
            self.cumulative_regret = regret_matching(self.cumulative_regret)


class RegretsDividedByTime(InfoSet):
    """Divides the sum of the regrets by the number of the iteration, and goes on with the quotient."""

    def learn(self, regret: Array, reach: float, t: int) -> None:
        super().learn(regret, reach, t)
        self.cumulative_regret = self.cumulative_regret / t


FIRST, ALL = slice(1), slice(None)

FURTHER: dict[str, tuple[type, ...]] = {
    "sampled regrets corrected twice": (CorrectedInAllReaches,),
    "size of the regret": (updating(matching(lambda regret: regret_matching(np.abs(regret)))),),
    "key without the card": (keyed(FirstLetterCut, LAST),),
    "key with the other's card": (keyed(OpenGame, FIRST), keyed(OpenGame, ALL)),
    "own reach in the regret": (OwnReachSquared,),
    "value without the strategy": (PlainSum,),
    "regrets not added up": (LastHistoryAlone, LastHistoryOfTheLastIteration),
    "average weighted by the others' reach": (AverageByOtherPlayersReach, AverageByReachOfAll, AverageByFirstPlayersReach),
    "regret without reach": (RegretByChanceAlone, RegretUnweighted),
    "value not negated": (ValueNotNegated,),
    "actions in reverse order": (ActionsReversed,),
    "average without the weights": (AverageWithoutTheWeights,),
    "unplayed action worth 0": (Pruned,),
    "key without some actions": (forgetful(LastSignCut), forgetful(LastSignAlone), forgetful(SignsCut)),
    "one deal alone": (FirstDealAlone,),
    "chance counted twice": (ChanceCountedTwice,),
    "last action left out": (LastActionLeftOut,),
    "regrets frozen": (RegretsFrozen,),
    "sums divided in place": (
        updating(StrategiesDivided, OwnReachSummed),
        updating(StrategiesDivided),
        updating(RegretsDivided),
        updating(RegretsDividedByTime),
    ),
    "discounts swapped": (DiscountsSwapped,),
    "reach never multiplied": (ReachUnchanged, AllReachUnchanged),
    "action's value weighted": (ActionsWeighted,),
    "probability squared in the average": (updating(ProbabilitySquared),),
    "divided by the sum of all regrets": (updating(matching(divided_by_all)),),
}
