"""The hands that a player may hold, and how those of one player fare against those of the other."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments, arrays

Array = NDArray[np.float64]
Index = NDArray[np.intp]

MAX_HANDS = 1_000_000
MAX_CARDS = 2  # in a hand


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Range:
    """The hands that a player may hold: a *range*.

    Two hands that have a card in common cannot be dealt together. The arrays can only be read.

    Parameters
    ----------
    rank : array_like, shape (hands,)
        The higher one wins; equal ones tie.
    cards : array_like of int, shape (hands, cards in a hand), optional
        The cards that each hand is made of, as whole numbers from 0 on: one or two, or none if any two hands go together.
    weight : array_like, shape (hands,), optional
        How often the player holds each, at least 0, in any unit; they are kept as shares of the largest. By default all are held equally
        often.
    names : sequence of str, optional
        One for each, all different; one text alone is one of letters. By default the ranks, or numbers from 1 on if some are equal.

    Raises
    ------
    ValueError, TypeError
        If there are no hands or more than a million, shapes do not fit together, a number is not finite, a weight is negative or all
        are 0, cards are not whole numbers from 0 to a million, a hand has one twice, two hands have the same cards or names.

    Examples
    --------
    The three cards of Kuhn poker:

    >>> deck = Range(rank=[0, 1, 2], cards=[[0], [1], [2]], names="JQK")
    >>> len(deck), deck.names
    (3, ('J', 'Q', 'K'))
    """

    rank: Array
    cards: Index
    weight: Array
    names: tuple[str, ...]

    def __init__(
        self, rank: ArrayLike, *, cards: ArrayLike | None = None, weight: ArrayLike | None = None, names: Sequence[str] | None = None
    ) -> None:
        ranks = arrays.array("rank", rank, ("hands",))
        hands = len(ranks)
        if not 1 <= hands <= MAX_HANDS:
            raise ValueError(f"rank must be that of 1 to {MAX_HANDS:,} hands, got {hands:,}")
        weights = np.ones(hands) if weight is None else arrays.array("weight", weight, (hands,), least=0)
        if not weights.any():
            raise ValueError("weight must not be 0 for every hand: the range is empty")
        held = np.zeros((hands, 0), dtype=np.intp) if cards is None else _cards(cards, hands)
        called = _numbered(ranks) if names is None else arguments.names("names", names, size=hands)
        if len(set(called)) < hands:
            twice = next(name for name, times in Counter(called).items() if times > 1)
            raise ValueError(f"names must differ from hand to hand, got {arguments.shown(twice)} twice")
        object.__setattr__(self, "rank", ranks)
        object.__setattr__(self, "cards", held)
        object.__setattr__(self, "weight", weights / weights.max())
        object.__setattr__(self, "names", tuple(called))
        self._seal()

    def _seal(self) -> None:
        for array in (self.rank, self.cards, self.weight):
            array.setflags(write=False)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._seal()  # a copy's arrays could be written to

    def __len__(self) -> int:
        return len(self.rank)

    def __repr__(self) -> str:
        return f"Range({len(self):,})"


class Matchup:
    r"""The hands of one player, *own*, against those of the other, in time and memory proportional to their number.

    Hands are counted with whatever `reach` says of the other's: sums of it over those that can be dealt with each of one's own. A table
    of all pairs would do, but grow with the square of their number. Here everything is running sums over the other's hands in the order
    of their ranks, of all and of those that hold a card. With :math:`W` for the sum of all, :math:`W_c` of those that hold card c, and
    :math:`W(h)` for the reach of the very same hand, h = {c, d} meets

    .. math:: W - W_c - W_d + W(h),

    for who holds both cards was taken away twice.

    Parameters
    ----------
    own, other : Range
        Of both players, with as many cards each; the same hand ranks the same for both.

    Attributes
    ----------
    by_rank : ndarray, shape (other's hands,)
        The other's hands in the order of their ranks, the lowest first.
    below : ndarray, shape (own hands,)
        How many of the other's hands rank lower.
    upto : ndarray, shape (own hands,)
        How many rank lower or equal.
    same : ndarray, shape (own hands,)
        Which of the other's hands has the very same cards; where none has, one past the last.
    order : ndarray, shape (cards in a hand × other's hands,)
        The other's hands by card, and those with the same card by rank.
    first : ndarray, shape (own hands, cards in a hand)
        Where in `order` those that hold this card begin.
    last : ndarray, shape (own hands, cards in a hand)
        Where they end.
    lower : ndarray, shape (own hands, cards in a hand)
        Where in `order` those that hold this card and rank lower end.
    equal : ndarray, shape (own hands, cards in a hand)
        Where those that hold it and rank lower or equal end.

    Raises
    ------
    ValueError, TypeError
        If the hands of the two have different numbers of cards, or the same hand another rank for the other.

    Examples
    --------
    Against three cards, a Queen is ahead of one, behind another, and is nobody else's:

    >>> deck = Range(rank=[0, 1, 2], cards=[[0], [1], [2]])
    >>> against = Matchup(deck, deck)
    >>> against.opponent_reach(np.array([5.0, 7.0, 9.0])), against.showdown_values(np.array([5.0, 7.0, 9.0]))
    (array([16., 14., 12.]), array([-16.,  -4.,  12.]))

    References
    ----------
    Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
    """

    def __init__(self, own: Range, other: Range) -> None:
        for name, held in (("own", own), ("other", other)):
            arguments.instance(name, held, Range, what="a Range")
        if own.cards.shape[1] != other.cards.shape[1]:
            raise ValueError(f"ranges must have equally many cards per hand, got {own.cards.shape[1]} and {other.cards.shape[1]}")
        by_rank = np.argsort(other.rank, kind="stable")
        ranks = other.rank[by_rank]
        self.by_rank = by_rank
        self.below = np.searchsorted(ranks, own.rank, side="left")
        self.upto = np.searchsorted(ranks, own.rank, side="right")
        self.same = _same(own.cards, other.cards)
        unlike = (np.append(other.rank, 0.0)[self.same] != own.rank) & (self.same < len(other))
        if unlike.any():
            found = int(unlike.argmax())
            cards = own.cards[found].tolist()
            raise ValueError(f"ranges must give the same hand the same rank, got two ranks for {own.names[found]!r}, cards {cards}")
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

    def opponent_reach(self, reach: Array) -> Array:
        """Return for each own hand the sum of `reach` over the other's hands that can be dealt with it.

        All, less those that hold its first card, less those that hold its second; who holds both was taken away twice.

        Parameters
        ----------
        reach : ndarray, shape (other's hands,)
            How likely each is, in any unit.

        Returns
        -------
        ndarray, shape (own hands,)
            In the same unit.
        """
        by_card = _running(reach[self.order])
        sharing = (by_card[self.last] - by_card[self.first]).sum(axis=1)
        twice = np.append(reach, 0.0)[self.same] * (self.order.size // len(reach) - 1)
        compatible: Array = reach.sum() - sharing + twice
        return compatible

    def showdown_values(self, reach: Array) -> Array:
        """Return for each own hand the same sum over those it beats, less those it loses to.

        Lower, plus lower or equal, less all: whoever ranks lower counts twice less once, who ties once less once. The same is done card by
        card and taken away; nobody was taken away twice, for who holds both cards has the same hand, and ties.

        Parameters
        ----------
        reach : ndarray, shape (other's hands,)
            How likely each is, in any unit.

        Returns
        -------
        ndarray, shape (own hands,)
            In the same unit: what is won where each of them puts in one chip.
        """
        by_rank, by_card = _running(reach[self.by_rank]), _running(reach[self.order])
        everybody = by_rank[self.below] + by_rank[self.upto] - by_rank[-1]
        sharing = by_card[self.lower] + by_card[self.equal] - by_card[self.first] - by_card[self.last]
        ahead: Array = everybody - sharing.sum(axis=1)
        return ahead


def _running(reach: Array) -> Array:
    """Return the sums of the first 0, 1, 2 … entries."""
    return np.concatenate([[0.0], np.cumsum(reach)])


def _numbered(ranks: Array) -> list[str]:
    """Name hands by their ranks, or count them if some are equal."""
    called = [f"{value:.15g}" for value in ranks]
    return called if len(set(called)) == len(called) else [str(1 + hand) for hand in range(len(ranks))]


def _cards(cards: ArrayLike, hands: int) -> Index:
    """Check the cards, and sort those of each hand."""
    found = arrays.array("cards", cards, (hands, "cards"), least=0, most=MAX_HANDS)
    if found.shape[1] > MAX_CARDS:
        raise ValueError(f"cards must be at most {MAX_CARDS} a hand, got {found.shape[1]}")
    odd = found[found != np.rint(found)]
    if len(odd):
        raise ValueError(f"cards must be whole numbers, got {odd[0]:g}")
    held = np.sort(found.astype(np.intp), axis=1)
    pairs = held[(held[:, 1:] == held[:, :-1]).any(axis=1)]
    if len(pairs):
        raise ValueError(f"cards of a hand must differ, got {pairs[0].tolist()}")
    keys = _keys(held)
    sort = np.argsort(keys)
    twice = np.flatnonzero(keys[sort[1:]] == keys[sort[:-1]])
    if found.shape[1] and len(twice):
        raise ValueError(f"cards must differ from hand to hand, got {held[sort[twice[0]]].tolist()} twice")
    return held


def _keys(cards: Index) -> Index:
    """Return a number for each hand, the same for the same cards only."""
    keys: Index = (cards * (MAX_HANDS + 1) ** np.arange(cards.shape[1])).sum(axis=1)
    return keys


def _same(own: Index, other: Index) -> Index:
    """Return where the other's hands have the very same cards as each of one's own; one past the last where none has."""
    if not other.shape[1]:
        return np.full(len(own), len(other))
    mine, theirs = _keys(own), _keys(other)
    sort = np.argsort(theirs)
    found = np.minimum(np.searchsorted(theirs, mine, sorter=sort), len(other) - 1)
    return np.where(theirs[sort[found]] == mine, sort[found], len(other))
