"""CFR straight from the definitions, in exact fractions: sums over terminal histories, without recursion.

Slow, and as unlike :mod:`kuhncfr.cfr` as the mathematics allows, so that the two check each other.
"""

from fractions import Fraction
from functools import cache
from math import prod

from kuhnbook.museum import Remembered
from kuhncfr import StrategyProfile, histories, information_sets

CHANCE = "chance"


@cache
def moves(game, history):
    """A history's actions one by one: who moved, chance's probabilities or the mover's information set, and the action."""
    found = []
    for k, action in enumerate(history):
        before = history[:k]
        if game.is_chance(before):
            found.append((CHANCE, game.chance(before), action))
        else:
            found.append((game.player(before), game.infoset(before), action))
    return found


def probability(game, profile, history, start=0, leave_out=()):
    """The product of the probabilities of a history's actions from place `start` on, without those of the movers left out."""
    return prod(
        (
            at[action] if mover == CHANCE else profile[at][action]
            for mover, at, action in moves(game, history)[start:]
            if mover not in leave_out
        ),
        start=Fraction(1),
    )


def others(game, player):
    """Everybody but `player`: leaving them out of a probability gives the player's own reach."""
    return [CHANCE, *(other for other in range(game.players) if other != player)]


@cache
def terminals(game):
    return [history for history in histories(game) if game.is_terminal(history)]


def counterfactual_value(game, profile, player, prefixes):
    """Sum pi_{-i}(h) pi(g, z) u_i(z) over the pairs (h, g), where g is h or one action later, and every z below g."""
    return sum(
        (
            probability(game, profile, history, leave_out=[player])
            * sum(
                probability(game, profile, z, start=len(prefix)) * game.utilities(z)[player]
                for z in terminals(game)
                if z.startswith(prefix)
            )
            for history, prefix in prefixes
        ),
        start=Fraction(0),
    )


def regrets(game, profile, infoset):
    """r(I, a) for every action."""
    value = counterfactual_value(game, profile, infoset.player, [(h, h) for h in infoset.histories])
    return [counterfactual_value(game, profile, infoset.player, [(h, h + a) for h in infoset.histories]) - value for a in infoset.actions]


def own_reach(game, profile, infoset):
    """pi_i(I), which is the same for every history of the information set."""
    (reach,) = {probability(game, profile, history, leave_out=others(game, infoset.player)) for history in infoset.histories}
    return reach


def normalized(row):
    total = sum(row)
    return [x / total for x in row] if total else [Fraction(1, len(row))] * len(row)


class ExactCFR:
    """The sums that CFR keeps, in fractions."""

    def __init__(self, game, alternating):
        self.game = Remembered(game)
        self.alternating = alternating
        self.infosets = information_sets(game)
        self.regret = {key: [Fraction(0)] * len(found.actions) for key, found in self.infosets.items()}
        self.strategy = {key: [Fraction(0)] * len(found.actions) for key, found in self.infosets.items()}

    def current(self):
        return {
            key: dict(zip(found.actions, normalized([max(r, 0) for r in self.regret[key]]), strict=True))
            for key, found in self.infosets.items()
        }

    def average(self):
        return StrategyProfile(
            {key: dict(zip(found.actions, normalized(self.strategy[key]), strict=True)) for key, found in self.infosets.items()}
        )

    def step(self):
        everybody = tuple(range(self.game.players))
        for learners in [(player,) for player in everybody] if self.alternating else [everybody]:
            profile = self.current()
            for key, found in self.infosets.items():
                if found.player in learners:
                    new = regrets(self.game, profile, found)
                    reach = own_reach(self.game, profile, found)
                    self.regret[key] = [old + r for old, r in zip(self.regret[key], new, strict=True)]
                    self.strategy[key] = [old + reach * p for old, p in zip(self.strategy[key], profile[key].values(), strict=True)]
