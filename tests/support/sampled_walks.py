"""External and outcome sampling written down as plainly as they can be: one history after the other, by name, without arrays of nodes.

Random numbers are taken in the order in which the solver takes them, so that the same generator gives the same walks.
"""

from math import prod

import numpy as np
from definition import moves

import kuhncfr as kc
from kuhncfr.cfr.update import TIE


class Walks:
    """A sampled run; `learn` is one iteration."""

    def __init__(self, game, algorithm, rng, exploration=None):
        self.game, self.algorithm, self.rng, self.exploration = game, algorithm, rng, exploration
        self.infosets = kc.information_sets(game)
        self.regret, self.sums = ({key: np.zeros(len(found.actions)) for key, found in self.infosets.items()} for _ in range(2))
        self.strategy = {key: np.full(len(found.actions), 1 / len(found.actions)) for key, found in self.infosets.items()}
        utilities = [u for history in kc.histories(game) if game.is_terminal(history) for u in game.utilities(history)]
        self.tie = TIE * float(max(map(abs, utilities)))

    def learn(self, t):
        for learner in range(self.game.players):
            self.count_own(learner, self.algorithm.weight(t))
            regrets = (self.external if self.exploration is None else self.outcome)(learner, self.algorithm.weight(t))
            for key in (key for key, found in self.infosets.items() if found.player == learner):
                total = self.regret[key] + regrets.get(key, 0.0)  # what the walk missed has a regret of 0, and is discounted, too
                positive, negative = self.algorithm.discounts(t)
                self.regret[key] = np.where(total > 0, positive * total, negative * total)
                if key in regrets:
                    self.strategy[key] = kc.regret_matching(self.regret[key], self.tie)

    def count_own(self, learner, weight):
        """Unless there are two players, everything counts towards the average that the learner would play."""
        if self.game.players != 2:
            for key, found in self.infosets.items():
                if found.player == learner:
                    before = [(at, action) for mover, at, action in moves(self.game, found.histories[0]) if mover == learner]
                    reach = prod(self.strategy[at][self.infosets[at].actions.index(action)] for at, action in before)
                    self.sums[key] += weight * reach * self.strategy[key]

    def external(self, learner, weight):
        """Follow all of the learner's actions, and of others one: what a history is worth is then known but for the learner's choices."""
        game, then = self.game, {}
        queue = [self.arrive("")]
        for history in queue:
            if game.is_terminal(history):
                continue
            key, actions = game.infoset(history), game.actions(history)
            followed = actions if game.player(history) == learner else [self.draw(actions, self.strategy[key])]
            then[history] = {action: self.arrive(history + action) for action in followed}
            queue.extend(then[history].values())
        regrets, worth = {}, {}
        for history in reversed(queue):
            if game.is_terminal(history):
                worth[history] = float(game.utilities(history)[learner])
            elif game.player(history) == learner:
                key = game.infoset(history)
                values = np.array([worth[after] for after in then[history].values()])
                worth[history] = self.strategy[key] @ values
                regrets[key] = regrets.get(key, 0.0) + values - worth[history]
            else:
                (worth[history],) = (worth[after] for after in then[history].values())
                if game.players == 2:
                    self.sums[game.infoset(history)] += weight * self.strategy[game.infoset(history)]
        return regrets

    def outcome(self, learner, weight):
        """Play one game; what the learner won counts for as many games as this one stands for."""
        game, history, met, explored = self.game, self.arrive(""), [], 1.0
        while not game.is_terminal(history):
            key, actions = game.infoset(history), game.actions(history)
            if game.player(history) != learner:
                if game.players == 2:
                    self.sums[key] += weight / explored * self.strategy[key]
                action = self.draw(actions, self.strategy[key])
            else:
                explores = self.rng.random() < self.exploration
                action = actions[int(self.rng.random() * len(actions))] if explores else self.draw(actions, self.strategy[key])
                played = self.strategy[key][actions.index(action)]
                explored *= self.exploration / len(actions) + (1 - self.exploration) * played
                met.append((key, actions.index(action), played))
            history = self.arrive(history + action)
        regrets, worth = {}, float(game.utilities(history)[learner]) / explored
        for key, taken, played in reversed(met):
            values = np.zeros(len(self.strategy[key]))
            values[taken] = worth
            worth *= played
            regrets[key] = values - worth
        return regrets

    def arrive(self, history):
        """Let chance move as long as it is its turn."""
        while not self.game.is_terminal(history) and self.game.is_chance(history):
            chance = self.game.chance(history)
            history += self.draw(list(chance), [float(p) for p in chance.values()])
        return history

    def draw(self, actions, probabilities):
        number = self.rng.random()
        for action, below in zip(actions, np.cumsum(probabilities), strict=True):
            if number < below:
                return action
        return actions[-1]
