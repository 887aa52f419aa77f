"""The public sequence form of a game: flat arrays, on which loops run fast."""

from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr.vector.betting import PLAYERS, Decision, Fold, Node
from kuhncfr.vector.hands import Hands, Matchup
from kuhncfr.vector.loops.arrays import Against, Ends, Form, Index
from kuhncfr.vector.public import PublicGame

Places = NDArray[np.intp]
Rows = tuple[int, ...]  # one for each player


@dataclass
class _Ends:
    """The ends of the betting after each row, while they are collected."""

    others: list[list[int]] = field(default_factory=lambda: [[]])
    stake: list[list[float]] = field(default_factory=lambda: [[]])

    def add(self, row: int, others: int, stake: float) -> None:
        self.others[row].append(others)
        self.stake[row].append(stake)

    def arrays(self) -> Ends:
        start = np.cumsum([0, *map(len, self.stake)])
        return Ends(_index(start), _index(list(chain(*self.others))), np.array(list(chain(*self.stake)), dtype=float))


@dataclass
class _Part:
    """One player's part of the form, while it is collected."""

    first: list[int] = field(default_factory=list)
    count: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    showdowns: _Ends = field(default_factory=_Ends)
    folds: _Ends = field(default_factory=_Ends)

    def decide(self, parent: int, actions: int) -> int:
        """Give a decision its rows, and return the first."""
        self.first.append(len(self.folds.stake))
        self.count.append(actions)
        self.parent.append(parent)
        for ends in (self.showdowns, self.folds):
            ends.others += [[] for _ in range(actions)]
            ends.stake += [[] for _ in range(actions)]
        return self.first[-1]

    def form(self) -> Form:
        return Form(_index(self.first), _index(self.count), _index(self.parent), self.showdowns.arrays(), self.folds.arrays())


def forms(game: PublicGame) -> tuple[Form, Form]:
    """Return the form of each player.

    A player's decisions are numbered as in ``game.turns``: each before those below it.
    """
    parts = [_Part() for _ in range(PLAYERS)]

    def walk(node: Node, rows: Rows) -> None:
        if isinstance(node, Decision):
            first = parts[node.player].decide(rows[node.player], len(node.after))
            for a, after in enumerate(node.after.values()):
                walk(after, tuple(first + a if player == node.player else row for player, row in enumerate(rows)))
            return
        for player, part in enumerate(parts):
            stake = float(node.stake) / game.deals
            if isinstance(node, Fold):
                part.folds.add(rows[player], rows[1 - player], stake if node.winner == player else -stake)
            else:
                part.showdowns.add(rows[player], rows[1 - player], stake)

    walk(game.betting, (0,) * PLAYERS)
    return parts[0].form(), parts[1].form()


def ordered(hands: Hands, order: Places) -> Hands:
    """Return the hands in another order."""
    return Hands(hands.rank[order], cards=hands.cards[order], weight=hands.weight[order])


def against(own: Hands, other: Hands) -> Against:
    """Compare the hands of two players, both in the order of their ranks."""
    matchup, cards = Matchup(own, other), own.cards.shape[1]
    two = cards == 2
    deck, number = np.unique(np.concatenate([own.cards, other.cards]), return_inverse=True)
    held = number.reshape(-1, cards)[: len(own)].T if two else np.zeros((0, len(own)))
    theirs: ArrayLike = number.reshape(-1, cards)[len(own) :].ravel() if two else []
    begin = np.cumsum([0, *np.bincount(theirs, minlength=len(deck))]) if two else [0]
    return Against(
        chance=other.weight,
        weight=own.weight,
        below=_index(matchup.below),
        upto=_index(matchup.upto),
        same=_index(matchup.same if cards else []),
        held=_index(held),
        order=_index(matchup.order if two else []),
        begin=_index(begin),
        lower=_index(matchup.lower.T + held if two else held),
        equal=_index(matchup.equal.T + held if two else held),
    )


def _index(numbers: ArrayLike) -> Index:
    return np.ascontiguousarray(numbers, dtype=np.uint32)
