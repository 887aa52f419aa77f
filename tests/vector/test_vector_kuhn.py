"""Kuhn poker with many cards approaches its limit, in which a card is a number in [0, 1]; S is the ante, and k = 2S + 1."""

from fractions import Fraction

import pytest

import kuhncfr as kc
from kuhncfr.vector import kuhn, one_bet

LIMITS = {one_bet: kc.nash.continuum_one_bet, kuhn: kc.nash.continuum_kuhn}
games = pytest.mark.parametrize("make", LIMITS, ids=["one bet", "classic"])
every_ante = pytest.mark.parametrize("S", [Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(5)], ids=str)
cells_or_cards = pytest.mark.parametrize("independent", [True, False], ids=["cells", "cards"])


@cells_or_cards
@games
@every_ante
def test_n_cards_approach_the_limit(make, S, independent):
    r"""The value is V (1 + shift / n) but for a term in 1 / n², where the shift is 0 or, for cards in the classic game, 2S.

    A cell that a threshold cuts plays one way where it should play both: on a 1 / n-th of the hands it gives away what grows with the
    distance from the threshold, 1 / n at most. That makes 1 / n² for cells. Without ties, player 1 wins n / (n - 1) of what two
    independent hands would bring, less what is folded to one's own hand, which nobody else holds. With one bet this is S on each bluff,
    S x0 / n = V / n, and takes away just what the factor added. In the classic game it is S (qd - (1 - q) d) / n, for player 2 bluffs too:
    there remains V - S d (2q - 1) = 2S V, over n.
    """
    value = LIMITS[make](S).value
    shift = 2 * S if make is kuhn and not independent else 0
    for n in (50, 100, 200):
        run = kc.solve(make(n, S, independent=independent), 20_000, algorithm="pcfr+", target=1e-6 * float(S))
        assert run.exploitability <= 1e-6 * float(S)
        within = 10 * max(S, 1 / S) * abs(value) / n**2 + 2 * run.exploitability
        assert run.values[0] == pytest.approx(float(value * (1 + shift / n)), abs=float(within))


@cells_or_cards
@games
@every_ante
def test_the_learnt_masses_are_those_of_the_limit(make, S, independent):
    """Which hands bet or call may differ between solves; how many do is the same each time, and k value bets come with each bluff."""
    n, limit = 100, LIMITS[make](S)
    run = kc.solve(make(n, S, independent=independent), 20_000, algorithm="pcfr+", target=1e-7 * float(S))
    d, e = limit.spread
    for history, table in run.average_strategy.items():
        chosen = table[:, 1]
        assert chosen.sum() == pytest.approx(n * float(limit.mass(history)), abs=1 if make is one_bet else 1.5)
        if history in ("", "p"):
            middle = int(n * (d + e) / 2)
            assert chosen[middle:].sum() / chosen[:middle].sum() == pytest.approx(float(2 * S + 1), rel=1e-4)


def test_the_cards_are_numbers():
    for game in (one_bet(4), kuhn(4, independent=True)):
        held, other = game.ranges
        assert held is other
        assert held.names == ("1", "2", "3", "4")
        assert held.rank.tolist() == [1, 2, 3, 4]
    assert (one_bet(4).deals, one_bet(4, independent=True).deals) == (12, 16)


def test_ante_and_bet_are_the_stakes():
    game = kuhn(3, ante=0.1, bet=Fraction(1, 5))
    assert game.pot == Fraction(1, 5)
    stakes = [node.stake for decision in game.decisions.values() for node in decision.children.values() if hasattr(node, "stake")]
    assert sorted(set(stakes)) == [Fraction(1, 10), Fraction(3, 10)]
    assert one_bet(3, ante=2).largest_stake == 3
