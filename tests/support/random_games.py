"""Hypothesis strategies: small extensive-form games of any shape, and strategy profiles for them.

Chance may move anywhere, even with probability 0 for an action; players may move twice in a row; a game may be over before it
begins. Nobody forgets: an information set is all that its player has seen and done, so recall is perfect by construction.
"""

import random
from fractions import Fraction

from hypothesis import strategies as st

from kuhncfr import StrategyProfile, information_sets

CHANCE = -1
NAMES = "abc"

MAX_INFOSETS = 8  # of all players together: few enough to try every pure strategy


class RandomGame:
    """A tree, written out: one entry per history. Hypothesis shrinks the depth; the rest follows from the seed."""

    def __init__(self, players, zero_sum, depth, seed):
        self.players = players
        self.zero_sum = zero_sum
        self._told = f"RandomGame({players=}, {zero_sum=}, {depth=}, {seed=})"
        self._rng = random.Random(seed)
        self._usual = [self._move() for _ in range(depth)]
        self._movers, self._chances, self._choices, self._infosets, self._payoffs = {}, {}, {}, {}, {}
        self._grow("", ("",) * players)
        self.is_terminal, self.is_chance = self._payoffs.__contains__, self._chances.__contains__
        self.player, self.actions, self.infoset = self._movers.__getitem__, self._choices.__getitem__, self._infosets.__getitem__
        self.chance, self.utilities = self._chances.__getitem__, self._payoffs.__getitem__

    def __repr__(self):
        return self._told

    def _move(self):
        """Draw who moves, how many actions there are, and who sees which is taken: the mover, of the others few."""
        mover = self._rng.randrange(CHANCE, self.players)
        return mover, self._rng.choice([1, 2, 2, 2, 2, 3]), [i == mover or self._rng.random() < 0.3 for i in range(self.players)]

    def _grow(self, history, seen):
        depth, rng = len(history), self._rng
        if depth == len(self._usual) or (history and rng.random() < 0.1):
            self._payoffs[history] = self._won()
            return
        # Most histories of one length go on alike; else no two of them would ever look alike.
        mover, size, watching = self._usual[depth] if rng.random() < 0.8 else self._move()
        infoset = f"{mover}:{seen[mover]}/{size}"
        known = set(self._infosets.values())
        if mover != CHANCE and infoset not in known and len(known) == MAX_INFOSETS:
            self._payoffs[history] = self._won()
            return
        actions = tuple(NAMES[:size])
        self._movers[history] = mover
        if mover == CHANCE:
            self._chances[history] = dict(zip(actions, distribution(rng, size), strict=True))
        else:
            self._choices[history] = actions
            self._infosets[history] = infoset
        for action in actions:
            told = [f"({size}{action})" if i == mover else action if watching[i] else "" for i in range(self.players)]
            self._grow(history + action, tuple(before + new for before, new in zip(seen, told, strict=True)))

    def _won(self):
        won = [Fraction(self._rng.randint(-12, 12), self._rng.randint(1, 6)) for _ in range(self.players)]
        if self.zero_sum:
            won[-1] = -sum(won[:-1], Fraction(0))
        return tuple(won)


def distribution(rng, size):
    """Draw the probabilities of `size` actions; some may be 0."""
    weights = [rng.randint(0, 3) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return [Fraction(weight, sum(weights)) for weight in weights]


def random_profile(game, seed):
    """Draw a profile of fractions; some actions are never played."""
    rng = random.Random(seed)
    return StrategyProfile(
        {key: dict(zip(found.actions, distribution(rng, len(found.actions)), strict=True)) for key, found in information_sets(game).items()}
    )


seeds = st.integers(0, 2**32)


def games(players=st.integers(2, 3), zero_sum=st.booleans()):  # noqa: B008 (strategies are constants)
    return st.builds(RandomGame, players=players, zero_sum=zero_sum, depth=st.sampled_from((0, 1, 2, 3, 4, 4, 4, 4)), seed=seeds)


def games_with_profiles():
    return st.builds(lambda game, seed: (game, random_profile(game, seed)), games(), seeds)
