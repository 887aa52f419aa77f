"""The hands that a player may hold, and how those of one player fare against those of the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments

Array = NDArray[np.float64]
Index = NDArray[np.intp]

MOST_HANDS = 1_000_000
MOST_CARDS = 2  # in a hand


@dataclass(frozen=True, eq=False, init=False)
class Hands:
    """The hands that a player may hold: a *range*.

    Two hands that have a card in common cannot be dealt together.

    Parameters
    ----------
    rank : array_like, shape (hands,)
        The higher one wins; equal ones tie.
    cards : array_like of int, shape (hands, cards in a hand), optional
        The cards that each hand is made of, as whole numbers from 0 on: one or two, or none if any two hands go together.
    weight : array_like, shape (hands,), optional
        How often the player holds each, in any unit; they are kept as shares of the largest. By default all are held equally often.
    names : sequence of str, optional
        By default the ranks.

    Raises
    ------
    ValueError
        If shapes do not fit together, a weight is negative, all are 0, or two hands have the same cards.

    Examples
    --------
    The three cards of Kuhn poker:

    >>> deck = Hands(rank=[0, 1, 2], cards=[[0], [1], [2]], names="JQK")
    >>> len(deck)
    3
    """

    rank: Array
    cards: Index
    weight: Array
    names: tuple[str, ...]

    def __init__(
        self, rank: ArrayLike, *, cards: ArrayLike | None = None, weight: ArrayLike | None = None, names: Sequence[str] | None = None
    ) -> None:
        ranks = arguments.array("rank", rank, ("hands",))
        hands = len(ranks)
        if not 1 <= hands <= MOST_HANDS:
            raise ValueError(f"rank must be that of 1 to {MOST_HANDS:,} hands, got {hands:,}")
        weights = np.ones(hands) if weight is None else arguments.array("weight", weight, (hands,), least=0)
        if not weights.any():
            raise ValueError("weight must not be 0 for every hand: the range is empty")
        held = np.zeros((hands, 0), dtype=np.intp) if cards is None else _cards(cards, hands)
        called = [f"{value:.15g}" for value in ranks] if names is None else arguments.names("names", list(names), size=hands)
        object.__setattr__(self, "rank", ranks)
        object.__setattr__(self, "cards", held)
        object.__setattr__(self, "weight", weights / weights.max())
        object.__setattr__(self, "names", tuple(called))
        for array in (self.rank, self.cards, self.weight):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.rank)

    def __repr__(self) -> str:
        return f"Hands({len(self):,})"


class Matchup:
    """The hands of one player, *own*, against those of the other, in time and memory proportional to their number.

    Hands are counted with whatever `reach` says of the other's: sums of it over those that can be dealt with each of one's own.

    Attributes
    ----------
    below, upto : ndarray, shape (own hands,)
        How many of the other's hands rank lower, and lower or equal.
    same : ndarray, shape (own hands,)
        Which of the other's hands has the very same cards; where none has, one past the last.
    order : ndarray, shape (cards in a hand × other's hands,)
        The other's hands by card, and those with the same card by rank.
    first, last : ndarray, shape (own hands, cards in a hand)
        Where in `order` those that hold this card begin and end.
    lower, equal : ndarray, shape (own hands, cards in a hand)
        Where in `order` those that hold this card and rank lower end; and those that rank lower or equal.

    Examples
    --------
    The Queen beats the Jack and loses to the King, and nobody else holds a Queen:

    >>> deck = Hands(rank=[0, 1, 2], cards=[[0], [1], [2]])
    >>> against = Matchup(deck, deck)
    >>> against.met(np.array([5.0, 7.0, 9.0])), against.beaten(np.array([5.0, 7.0, 9.0]))
    (array([16., 14., 12.]), array([-16.,  -4.,  12.]))
    """

    def __init__(self, own: Hands, other: Hands) -> None:
        by_rank = np.argsort(other.rank, kind="stable")
        ranks = other.rank[by_rank]
        self.by_rank = by_rank
        self.below = np.searchsorted(ranks, own.rank, side="left")
        self.upto = np.searchsorted(ranks, own.rank, side="right")
        self.same = _same(own.cards, other.cards)
        # Hands by card, then by rank: a hand with two cards stands in two places.
        place = np.empty(len(other), dtype=np.intp)  # of each hand, by rank; equal ranks share one
        place[by_rank] = np.searchsorted(ranks, ranks, side="left")
        cards, size = other.cards.T.ravel(), len(other) + 1
        hand = np.tile(np.arange(len(other)), other.cards.shape[1])
        keys = cards * size + place[hand]
        sort = np.argsort(keys, kind="stable")
        self.order, keys = hand[sort], keys[sort]
        self.first = np.searchsorted(keys, own.cards * size)
        self.last = np.searchsorted(keys, (own.cards + 1) * size)
        self.lower = np.searchsorted(keys, own.cards * size + self.below[:, None], side="left")
        self.equal = np.searchsorted(keys, own.cards * size + self.upto[:, None], side="left")

    def met(self, reach: Array) -> Array:
        """Return for each own hand the sum of `reach` over the other's hands that can be dealt with it.

        All, less those that hold its first card, less those that hold its second; who holds both was taken away twice.
        """
        by_card = _running(reach[self.order])
        sharing = (by_card[self.last] - by_card[self.first]).sum(axis=1)
        twice = np.append(reach, 0.0)[self.same] * (self.order.size // len(reach) - 1)
        compatible: Array = reach.sum() - sharing + twice
        return compatible

    def beaten(self, reach: Array) -> Array:
        """Return for each own hand the same sum over those it beats, less those it loses to.

        Lower, plus lower or equal, less all: whoever ranks lower counts twice less once, who ties once less once.
        """
        by_rank, by_card = _running(reach[self.by_rank]), _running(reach[self.order])
        everybody = by_rank[self.below] + by_rank[self.upto] - by_rank[-1]
        sharing = by_card[self.lower] + by_card[self.equal] - by_card[self.first] - by_card[self.last]
        ahead: Array = everybody - sharing.sum(axis=1)  # who holds both cards is the same hand, and ties
        return ahead


def _running(reach: Array) -> Array:
    """Return the sums of the first 0, 1, 2 … entries."""
    return np.concatenate([[0.0], np.cumsum(reach)])


def _cards(cards: ArrayLike, hands: int) -> Index:
    """Check the cards, and sort those of each hand."""
    found = arguments.array("cards", cards, (hands, "cards"), least=0, most=MOST_HANDS)
    if found.shape[1] > MOST_CARDS:
        raise ValueError(f"cards must be at most {MOST_CARDS} a hand, got {found.shape[1]}")
    if not np.array_equal(found, np.rint(found)):
        raise ValueError("cards must be whole numbers")
    held = np.sort(found.astype(np.intp), axis=1)
    if found.shape[1] == MOST_CARDS and (held[:, 0] == held[:, 1]).any():
        raise ValueError("cards of a hand must differ")
    if found.shape[1] and len(np.unique(held, axis=0)) < hands:
        raise ValueError("cards must differ from hand to hand: two hands have the same")
    return held


def _same(own: Index, other: Index) -> Index:
    """Return where the other's hands have the very same cards as each of one's own; one past the last where none has."""
    if not other.shape[1]:
        return np.full(len(own), len(other))
    size = 1 + max(own.max(), other.max())
    mine, theirs = ((cards * size ** np.arange(cards.shape[1])).sum(axis=1) for cards in (own, other))
    sort = np.argsort(theirs)
    found = np.minimum(np.searchsorted(theirs, mine, sorter=sort), len(other) - 1)
    return np.where(theirs[sort[found]] == mine, sort[found], len(other))
