"""The public sequence form of a game: flat arrays, on which loops run fast."""

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr.solver.arrays import WIDE, Index
from kuhncfr.vector.betting import PLAYERS, Decision, Fold, Node
from kuhncfr.vector.hands import MOST_CARDS, Array, Hands, Matchup
from kuhncfr.vector.loops.arrays import Against, Ends, Form, Places
from kuhncfr.vector.public import PublicGame

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
        many = np.array([len(stakes) for stakes in self.stake])
        slot, start = np.where(many > 0, np.cumsum(many > 0), 0), np.cumsum([0, *many[many > 0]])
        return Ends(_index(slot), _index(start), _index(list(chain(*self.others))), np.array(list(chain(*self.stake)), dtype=float))


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


def against(own: Hands, other: Hands) -> Against:
    """Compare the hands of two players, both in the order of their ranks."""
    matchup, cards = Matchup(own, other), own.cards.shape[1]
    begin, lower, equal, held = _by_card(matchup, own, other) if cards == MOST_CARDS else (_index([0]), *np.zeros((3, 0, 0), np.uint32))
    same = _filled(matchup.same) if cards else _places([])
    return Against(
        weight=_filled(own.weight),
        chance=_filled(other.weight),
        hands=np.uint64(len(other)),
        in_line=_in_line(matchup, cards),
        below=_places(_filled(matchup.below)),
        upto=_places(_filled(matchup.upto)),
        same=_places(same),
        held=held,
        order=_places(_filled(matchup.order) if cards == MOST_CARDS else []),
        begin=begin,
        lower=lower,
        equal=equal,
    )


def _by_card(matchup: Matchup, own: Hands, other: Hands) -> tuple[Index, Places, Places, Places]:
    """Number the cards of both; return where each begins, and what the sums by card have for each own hand."""
    deck, number = np.unique(np.concatenate([own.cards, other.cards]), return_inverse=True)
    held, theirs = np.split(number.reshape(-1, MOST_CARDS), [len(own)])
    begin = np.cumsum([0, *np.bincount(theirs.ravel(), minlength=len(deck))])
    lower, equal, cards = (_places([_filled(row) for row in rows.T]) for rows in (matchup.lower + held, matchup.equal + held, held))
    return _index(begin), lower, equal, cards


def _in_line(matchup: Matchup, cards: int) -> bool:
    """Tell whether the k-th hand of both has the k-th rank, and no other."""
    places = np.arange(len(matchup.by_rank))
    own = (matchup.below, matchup.upto - 1, *((matchup.same,) if cards else ()))
    return all(np.array_equal(found, places) for found in own)


def _filled(numbers: NDArray[Any]) -> NDArray[Any]:
    """Fill up with zeros to whole groups."""
    return np.pad(numbers, (0, -len(numbers) % WIDE))


def _index(numbers: ArrayLike) -> Index:
    return np.ascontiguousarray(numbers, dtype=np.uint64)


def _places(numbers: ArrayLike) -> Places:
    return np.ascontiguousarray(numbers, dtype=np.uint32)
