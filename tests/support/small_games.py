"""Random games to test on: chance moves in the middle, players move several times, and some moves stay hidden."""

import random
from fractions import Fraction

import kuhncfr as kc


class ScheduledGame:
    """Who moves at which depth is fixed ("c" is chance, digits are players); the rest is drawn from a seed.

    Each move is seen by its mover and by a random set of the others, and nobody forgets: perfect recall. Chance's
    probabilities depend on the history, and utilities do not sum to zero.
    """

    def __init__(self, movers, players, seed=0, quarters=False):
        self.movers = movers
        self.players = players
        self._seed = seed
        rng = random.Random(seed)
        self._actions = ["ab" if quarters or rng.random() < 0.7 else "abc" for _ in movers]
        self._quarters = quarters
        self._seen = [[str(i) == mover or rng.random() < 0.5 for i in range(players)] for mover in movers]

    def __repr__(self):
        return f"ScheduledGame({self.movers!r}, players={self.players}, seed={self._seed})"

    def is_terminal(self, history):
        return len(history) == len(self.movers)

    def utilities(self, history):
        rng = random.Random(f"{self._seed}{history}")
        return tuple(Fraction(rng.randint(-6, 6), 2) for _ in range(self.players))

    def is_chance(self, history):
        return self.movers[len(history)] == "c"

    def chance(self, history):
        names, rng = self._actions[len(history)], random.Random(f"{self._seed}chance{history}")
        weights = rng.choice([(1, 3), (3, 1)]) if self._quarters else [rng.randint(1, 5) for _ in names]
        return {name: Fraction(weight, sum(weights)) for name, weight in zip(names, weights, strict=True)}

    def player(self, history):
        return int(self.movers[len(history)])

    def actions(self, history):
        return tuple(self._actions[len(history)])

    def infoset(self, history):
        player = self.player(history)
        return f"{player}:" + "".join(action if self._seen[k][player] else "?" for k, action in enumerate(history))


MATRIX = kc.MatrixGame([[0, -1, 2], [1, 0, -1], [-1, 1, 0]])
SCHEDULED = ScheduledGame("0c1010", players=2, seed=3), ScheduledGame("c01201", players=3, seed=5)
VARIED = [kc.OneBetKuhn(), kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4), MATRIX, *SCHEDULED, kc.LeducPoker()]
"""Two and three players, deals of several cards, hidden moves, chance in the middle, players that move several times, ties."""
