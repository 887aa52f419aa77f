"""Public games written out as extensive forms, deal by deal, and exact evaluation's answer to the walk with vectors of hands.

Nothing here uses what it is to check: plain tuples for hands, fractions for the probability of each deal.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import kuhncfr as kc
from kuhncfr.vector import Decision, Fold, PublicGame, Range, Showdown

LETTERS = "abc"


class Hand(NamedTuple):
    """What one player may hold."""

    cards: tuple[int, ...]
    rank: int
    weight: int


class Dealt:
    """The extensive form of a betting tree and two ranges: first chance deals both hands, which only their holders see.

    A history is a character for the deal, then a letter for each action: its place among those of its turn.
    """

    players = 2
    zero_sum = True

    def __init__(self, betting: Decision, ranges: tuple[list[Hand], list[Hand]]) -> None:
        pairs = [(i, j) for i, one in enumerate(ranges[0]) for j, two in enumerate(ranges[1]) if not set(one.cards) & set(two.cards)]
        weights = [ranges[0][i].weight * ranges[1][j].weight for i, j in pairs]
        self.deals = {chr(0x4E00 + k): pair for k, pair in enumerate(pairs)}
        self._chance = {deal: Fraction(weight, sum(weights)) for deal, weight in zip(self.deals, weights, strict=True)}
        self._ranges = ranges
        self._nodes = {letters: node for letters, _, node in _written(betting)}

    def is_terminal(self, history: str) -> bool:
        return bool(history) and not isinstance(self._nodes[history[1:]], Decision)

    def utilities(self, history: str) -> tuple[Fraction, Fraction]:
        node = self._nodes[history[1:]]
        if isinstance(node, Fold):
            sign = 1 if node.winner == 0 else -1
        else:
            one, two = (held[hand].rank for held, hand in zip(self._ranges, self.deals[history[0]], strict=True))
            sign = (one > two) - (one < two)
        return Fraction(sign * node.stake), Fraction(-sign * node.stake)

    def is_chance(self, history: str) -> bool:
        return not history

    def chance(self, history: str) -> dict[str, Fraction]:
        return self._chance

    def player(self, history: str) -> int:
        return self._nodes[history[1:]].player

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(LETTERS[: len(self._nodes[history[1:]].children)])

    def infoset(self, history: str) -> str:
        return f"{self.deals[history[0]][self.player(history)]}:{history[1:]}"

    def dealt(self) -> set[tuple[int, int]]:
        """The players with the hands that they are dealt with a probability above 0."""
        return {(player, hand) for deal, p in self._chance.items() if p for player, hand in enumerate(self.deals[deal])}


def _written(node, letters: str = "", names: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...], object]]:
    """Each node of a betting tree, with the letters and the names of the actions before it."""
    yield letters, names, node
    if isinstance(node, Decision):
        for letter, (name, below) in zip(LETTERS, node.children.items(), strict=False):
            yield from _written(below, letters + letter, (*names, name))


class Spot:
    """A random public game: who moves, what can be done, what is at stake, and who may hold what follow from the seed.

    Players may move twice in a row, hands tie, exclude one another or have weight 0, and one player may hold what the other may not.
    """

    def __init__(self, seed: int, depth: int = 4, hands: int = 5) -> None:
        self._told = f"Spot({seed=}, {depth=}, {hands=})"
        self.random = random.Random(seed)
        self._names = self.random.choice([LETTERS, ("check", "bet 50", "all in")])
        self.separator = "" if self._names == LETTERS else "-"
        self.betting = self._turn(depth)
        self.ranges = self._some_ranges(hands)
        self.game = Dealt(self.betting, self.ranges)

    def __repr__(self) -> str:
        return self._told

    def public(self) -> PublicGame:
        """The game that walks with vectors are to solve."""
        hands = [Range([h.rank for h in held], cards=[h.cards for h in held], weight=[h.weight for h in held]) for held in self.ranges]
        return PublicGame(self.betting, tuple(hands), pot=2)

    def _turn(self, depth: int) -> Decision:
        names = self._names[: self.random.choice([1, 2, 2, 3])]
        return Decision(self.random.randrange(2), {name: self._node(depth - 1) for name in names})

    def _node(self, depth: int):
        if depth and self.random.random() < 0.6:
            return self._turn(depth)
        stake = Fraction(self.random.randint(1, 12), self.random.randint(1, 4))
        return Showdown(stake) if self.random.random() < 0.6 else Fold(self.random.randrange(2), stake)

    def _some_ranges(self, most: int) -> tuple[list[Hand], list[Hand]]:
        rng = self.random
        each, deck = rng.randrange(3), rng.randint(4, 10)
        known = list(combinations(range(deck), each)) if each else [()] * deck
        ranks = [rng.randrange(4) for _ in known]
        while True:
            chosen = [rng.sample(range(len(known)), rng.randint(1, min(most, len(known)))) for _ in range(2)]
            ranges = tuple([Hand(known[k], ranks[k], rng.choice([0, 1, 1, 2, 3])) for k in held] for held in chosen)
            if any(one.weight * two.weight and not set(one.cards) & set(two.cards) for one in ranges[0] for two in ranges[1]):
                return ranges


def profile_of(spot: Spot, tables) -> kc.StrategyProfile:
    """Tables, hands × actions for each public history, as a profile of the extensive form."""
    named = {letters: spot.separator.join(names) for letters, names, _ in _written(spot.betting)}
    rows = {}
    for key, infoset in kc.information_sets(spot.game).items():
        hand, letters = key.split(":")
        rows[key] = dict(zip(infoset.actions, tables[named[letters]][int(hand)], strict=True))
    return kc.StrategyProfile(rows)
