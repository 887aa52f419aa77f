"""The strength of hands against a second evaluator, written from the rules, which tries all five of seven cards."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.hand_strength import strengths

BOARDS = (
    "Qs Jh 2h 8d 3c",  # no flush is possible
    "9h Th Jh Qh 2c",  # four to a straight flush
    "As 2s 3s 9d 9c",  # the ace may be low
    "Kd Kc Kh 4s 4d",  # a full house on the board
    "7s 8s 9s Ts Js",  # a straight flush on the board
    "6c 6d 6h 6s Ac",  # four of a kind on the board: all tie
)


def best(seven):
    """The best five of seven cards: the category, and the ranks that break ties."""
    return max(map(of_five, combinations(seven, 5)))


def of_five(five):
    ranks = sorted((card // 4 for card in five), reverse=True)
    often = sorted(Counter(ranks).items(), key=lambda entry: (-entry[1], -entry[0]))
    shape = tuple(many for _, many in often)
    flush = len({card % 4 for card in five}) == 1
    top = ranks[0] if ranks == list(range(ranks[0], ranks[0] - 5, -1)) else 3 if ranks == [12, 3, 2, 1, 0] else None
    if top is not None:
        return (8 if flush else 4), (top,)
    if flush:
        return 5, tuple(ranks)
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), tuple(rank for rank, _ in often)


@pytest.mark.parametrize("board", [*BOARDS, 0])
def test_the_order_follows_the_rules(board):
    random = np.random.default_rng(board if isinstance(board, int) else 0)
    table = cards.parse_board(board) if isinstance(board, str) else tuple(random.choice(52, size=5, replace=False).tolist())
    found = strengths(table)
    assert len(found) == 1_081
    some = [list(found)[k] for k in random.choice(1_081, size=40, replace=False)]
    ours = {held: best((*table, *held)) for held in some}
    ordered = sorted(some, key=found.get)
    for weaker, stronger in pairwise(ordered):
        assert (ours[weaker] < ours[stronger]) == (found[weaker] < found[stronger])
        assert ours[weaker] <= ours[stronger]
