"""The public sequence form of a game: flat arrays, on which loops run fast."""

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr.solver.arrays import Index
from kuhncfr.vector.betting import PLAYERS, Decision, Fold, Node
from kuhncfr.vector.loops.arrays import SHIFT, WIDE, Against, Form, Places
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import MAX_CARDS, Matchup, Range

Rows = tuple[int, ...]  # one for each player
End = tuple[int, float]


@dataclass
class _Part:
    """One player's part of the form, while it is collected.

    Of `ends`, each row has two lists: its showdowns, and its folds; each of them as the other's row and the stake.
    """

    decisions: list[tuple[int, int, int]] = field(default_factory=list)
    ends: tuple[list[list[End]], ...] = field(default_factory=lambda: tuple([[]] for _ in ("showdowns", "folds")))

    def decide(self, parent: int, actions: int) -> int:
        """Give a decision its rows, and return the first."""
        first = len(self.ends[0])
        self.decisions.append((first, actions, parent))
        for rows in self.ends:
            rows += [[] for _ in range(actions)]
        return first

    def form(self) -> Form:
        rows = [*self.ends[0], *self.ends[1]]
        many = np.array([len(ends) for ends in rows])
        slot = np.where(many > 0, np.cumsum(many > 0), 0).reshape(PLAYERS, -1).T
        others, stake = zip(*chain(*rows), strict=True)
        return Form(
            decisions=_index(np.array(self.decisions).reshape(-1, 3)),
            slot=_index(slot),
            showdowns=np.uint64(np.count_nonzero(slot[:, 0])),
            start=_index(np.cumsum([0, *many[many > 0]])),
            others=_index(others),
            stake=np.array(stake),
        )


def forms(game: PublicGame) -> tuple[Form, Form]:
    """Return the form of each player.

    A player's decisions are numbered as in ``game.decisions``: each before those below it.
    """
    parts = [_Part() for _ in range(PLAYERS)]

    def walk(node: Node, rows: Rows) -> None:
        if isinstance(node, Decision):
            first = parts[node.player].decide(rows[node.player], len(node.children))
            for a, after in enumerate(node.children.values()):
                walk(after, tuple(first + a if player == node.player else row for player, row in enumerate(rows)))
            return
        for player, part in enumerate(parts):
            stake = float(node.stake) / game.deals
            if isinstance(node, Fold):
                part.ends[1][rows[player]].append((rows[1 - player], stake if node.winner == player else -stake))
            else:
                part.ends[0][rows[player]].append((rows[1 - player], stake))

    walk(game.betting, (0,) * PLAYERS)
    return parts[0].form(), parts[1].form()


def against(own: Range, other: Range) -> Against:
    """Compare the hands of two players, both in the order of their ranks."""
    matchup, cards = Matchup(own, other), own.cards.shape[1]
    begin, by_card = _by_card(matchup, own, other) if cards == MAX_CARDS else (None, [])
    return Against(
        weight=_filled(own.weight),
        hands=np.uint64(len(other)),
        cards=np.uint64(cards),
        in_line=_in_line(matchup, cards),
        places=_places([_filled(row) for row in (matchup.below + int(SHIFT), matchup.upto + int(SHIFT), matchup.same, *by_card)]),
        order=None if begin is None else _places(_filled(matchup.order)),
        begin=None if begin is None else _index(begin),
    )


def _by_card(matchup: Matchup, own: Range, other: Range) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    """Number the cards of both; return where each begins, and three rows of places for each card of the own hands."""
    deck, number = np.unique(np.concatenate([own.cards, other.cards]), return_inverse=True)
    held, theirs = np.split(number.reshape(-1, MAX_CARDS), [len(own)])
    begin = np.cumsum([0, *np.bincount(theirs.ravel(), minlength=len(deck))])
    tables = (matchup.lower + held, matchup.equal + held, held)
    return begin, [table[:, card] for card in range(MAX_CARDS) for table in tables]


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
