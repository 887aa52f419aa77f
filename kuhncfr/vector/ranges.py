"""Ranges, and sums over the hands of one range for each hand of another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments, arrays

Array = NDArray[np.float64]
Index = NDArray[np.intp]
PerPlayer = tuple[Array, Array]  # for each player, shape (..., groups, sequences without the empty one, lanes of a group)

MAX_HANDS = 1_000_000
MAX_CARDS = 2  # in a hand


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Range:
    """The private hands that a player may hold, with their weights.

    Two hands with a card in common cannot be dealt together. The arrays are read-only.

    Parameters
    ----------
    rank : array_like, shape (hands,)
        The higher one wins; equal ones tie.
    cards : array_like of int, shape (hands, cards in a hand), optional
        The one or two cards of each hand, as whole numbers from 0 on; None if any two hands can be dealt together.
    weight : array_like, shape (hands,), optional
        The relative frequency of each hand, at least 0; stored as a share of the largest. By default all are equal.
    names : sequence of str, optional
        One per hand, all different; a single text is split into letters. By default the ranks, or numbers from 1 on if ranks are equal.

    Raises
    ------
    ValueError, TypeError
        If there are no hands or more than a million, shapes do not match, a number is not finite, a weight is negative, all weights are 0,
        a card is not a whole number from 0 to a million, a hand has a card twice, or two hands have the same cards or the same name.

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
            raise ValueError(f"rank must have 1 to {MAX_HANDS:,} entries, got {hands:,}")
        weights = np.ones(hands) if weight is None else arrays.array("weight", weight, (hands,), least=0)
        if not weights.any():
            raise ValueError("weight must not be 0 for every hand")
        of_hands = np.zeros((hands, 0), dtype=np.intp) if cards is None else _cards(cards, hands)
        labels = _numbered(ranks) if names is None else arguments.names("names", names, size=hands)
        if len(set(labels)) < hands:
            twice = next(name for name, times in Counter(labels).items() if times > 1)
            raise ValueError(f"names must differ from hand to hand, got {arguments.shown(twice)} twice")
        object.__setattr__(self, "rank", ranks)
        object.__setattr__(self, "cards", of_hands)
        object.__setattr__(self, "weight", weights / weights.max())
        object.__setattr__(self, "names", tuple(labels))
        for array in (self.rank, self.cards, self.weight):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.rank)

    def __repr__(self) -> str:
        return f"Range({len(self):,})"


class Matchup:
    r"""The hands of one player against those of the opponent, in time and memory proportional to their number.

    For each of the own hands it sums the reach of the opponent's hands that can be dealt with it. A table of all pairs would grow with
    the square of the number of hands. Instead, all sums are differences of prefix sums over the opponent's hands in order of rank: over
    all hands, and over those that contain a given card. Let :math:`W` be the sum over all hands, :math:`W_c` over those that contain card
    c, and :math:`W(h)` the reach of the identical hand. The sum for h = {c, d} is

    .. math:: W - W_c - W_d + W(h),

    because :math:`W_c` and :math:`W_d` both contain the hand with both cards.

    Parameters
    ----------
    own, other : Range
        The ranges of the two players, with equally many cards per hand; a hand that is in both has the same rank in both.

    Attributes
    ----------
    by_rank : ndarray, shape (opponent's hands,)
        Indices that sort the opponent's hands by rank, the lowest first.
    below : ndarray, shape (own hands,)
        The number of the opponent's hands of lower rank.
    upto : ndarray, shape (own hands,)
        The number of the opponent's hands of lower or equal rank.
    same : ndarray, shape (own hands,)
        The index of the opponent's hand with the same cards, or the number of the opponent's hands if there is none.
    order : ndarray, shape (cards in a hand × opponent's hands,)
        The opponent's hands sorted by card, then by rank; each hand is listed once per card.
    first : ndarray, shape (own hands, cards in a hand)
        Where in `order` the hands that contain this card begin.
    last : ndarray, shape (own hands, cards in a hand)
        Where these hands end.
    lower : ndarray, shape (own hands, cards in a hand)
        Where in `order` the hands that contain this card and rank lower end.
    equal : ndarray, shape (own hands, cards in a hand)
        Where the hands that contain it and rank lower or equal end.

    Raises
    ------
    ValueError
        If the two ranges have different numbers of cards per hand, or give the same hand different ranks.

    Examples
    --------
    Against three cards, the Queen beats one, loses to another, and cannot meet itself:

    >>> deck = Range(rank=[0, 1, 2], cards=[[0], [1], [2]])
    >>> matchup = Matchup(deck, deck)
    >>> matchup.opponent_reach(np.array([5.0, 7.0, 9.0])), matchup.showdown_values(np.array([5.0, 7.0, 9.0]))
    (array([16., 14., 12.]), array([-16.,  -4.,  12.]))

    References
    ----------
    Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
    """

    def __init__(self, own: Range, other: Range) -> None:
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
        # Hands by card, then by rank: a hand with two cards is listed twice.
        place = np.empty(len(other), dtype=np.intp)  # of each hand in the order of ranks; equal ranks share one
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
        """Return for each own hand the sum of `reach` over the opponent's hands that can be dealt with it.

        The sum over all hands, minus those with the first card, minus those with the second, plus the hand with both.

        Parameters
        ----------
        reach : ndarray, shape (opponent's hands,)
            The reach of each of the opponent's hands, in any unit.

        Returns
        -------
        ndarray, shape (own hands,)
            In the same unit.
        """
        by_card = _prefix_sums(reach[self.order])
        sharing = (by_card[self.last] - by_card[self.first]).sum(axis=1)
        twice = np.append(reach, 0.0)[self.same] * (self.order.size // len(reach) - 1)
        compatible: Array = reach.sum() - sharing + twice
        return compatible

    def showdown_values(self, reach: Array) -> Array:
        """Return for each own hand the sum of `reach` over the hands that it beats, minus the hands that it loses to.

        This is lower, plus lower or equal, minus all: a lower hand counts 1 + 1 - 1, a tie 0 + 1 - 1, a higher hand -1. The same sums over
        the hands with each card are subtracted. The hand with both cards ties, so that subtracting it twice makes no difference.

        Parameters
        ----------
        reach : ndarray, shape (opponent's hands,)
            The reach of each of the opponent's hands, in any unit.

        Returns
        -------
        ndarray, shape (own hands,)
            In the same unit: the counterfactual value of a showdown with a stake of one chip.
        """
        by_rank, by_card = _prefix_sums(reach[self.by_rank]), _prefix_sums(reach[self.order])
        over_all = by_rank[self.below] + by_rank[self.upto] - by_rank[-1]
        sharing = by_card[self.lower] + by_card[self.equal] - by_card[self.first] - by_card[self.last]
        values: Array = over_all - sharing.sum(axis=1)
        return values


def _prefix_sums(reach: Array) -> Array:
    """Return the sums of the first 0, 1, 2, … entries."""
    return np.concatenate([[0.0], np.cumsum(reach)])


def _numbered(ranks: Array) -> list[str]:
    """Name hands by their ranks, or number them from 1 if ranks are equal."""
    labels = [f"{value:.15g}" for value in ranks]
    return labels if len(set(labels)) == len(labels) else [str(1 + hand) for hand in range(len(ranks))]


def _cards(cards: ArrayLike, hands: int) -> Index:
    """Validate the cards, and sort those of each hand."""
    found = arrays.array("cards", cards, (hands, "cards"), least=0, most=MAX_HANDS)
    if found.shape[1] > MAX_CARDS:
        raise ValueError(f"cards must be at most {MAX_CARDS} per hand, got {found.shape[1]}")
    odd = found[found != np.rint(found)]
    if len(odd):
        raise ValueError(f"cards must be whole numbers, got {odd[0]:g}")
    hand_cards = np.sort(found.astype(np.intp), axis=1)
    pairs = hand_cards[(hand_cards[:, 1:] == hand_cards[:, :-1]).any(axis=1)]
    if len(pairs):
        raise ValueError(f"cards of a hand must differ, got {pairs[0].tolist()}")
    keys = _keys(hand_cards)
    sort = np.argsort(keys)
    twice = np.flatnonzero(keys[sort[1:]] == keys[sort[:-1]])
    if found.shape[1] and len(twice):
        raise ValueError(f"cards must differ from hand to hand, got {hand_cards[sort[twice[0]]].tolist()} twice")
    return hand_cards


def _keys(cards: Index) -> Index:
    """Return a number for each hand, equal only for equal cards."""
    keys: Index = (cards * (MAX_HANDS + 1) ** np.arange(cards.shape[1])).sum(axis=1)
    return keys


def _same(own: Index, other: Index) -> Index:
    """Return for each own hand the index of the opponent's hand with the same cards, or the number of hands if there is none."""
    if not other.shape[1]:
        return np.full(len(own), len(other))
    mine, theirs = _keys(own), _keys(other)
    sort = np.argsort(theirs)
    found = np.minimum(np.searchsorted(theirs, mine, sorter=sort), len(other) - 1)
    return np.where(theirs[sort[found]] == mine, sort[found], len(other))
