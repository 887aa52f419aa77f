r"""Kuhn poker with many cards, and its limit: a card is a number in [0, 1], S the ante, and k = 2S + 1.

The limit's strategies are derived here from what leaves players indifferent. They are an equilibrium of the game on [0, 1] cut into cells
(`independent=True`) wherever no threshold lies within a cell, exactly; elsewhere n cells and n cards approach it.
"""

from fractions import Fraction
from math import lcm

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.vector import kuhn, one_bet

ANTES = [Fraction(*ante) for ante in ((1, 10), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 4), (1, 1), (2, 1), (5, 1))]
every_ante = pytest.mark.parametrize("S", ANTES, ids=str)


class OneBet:
    """Player 1 bluffs x < bluffs and bets x > 1 - bets; player 2 calls y > 1 - calls."""

    make = staticmethod(one_bet)

    def __init__(self, S):
        k = 2 * S + 1
        # Who calls with the worst hand that does wins S + 1 from bluffs and loses it to bets, or folds S: (S + 1) (bets - bluffs)
        # = S (bets + bluffs), so that bets = k bluffs. The best bluff wins S from folds and loses S + 1 to calls, or wins
        # S (bluffs - (1 - bluffs)): S (1 - calls) - (S + 1) calls = S (2 bluffs - 1), so that calls = 2S (1 - bluffs) / k. The worst bet
        # for value beats as many calls as beat it: calls = 2 bets.
        self.bluffs = S / (S + k * k)
        self.bets, self.calls = k * self.bluffs, 2 * k * self.bluffs
        assert (S + 1) * (self.bets - self.bluffs) == S * (self.bets + self.bluffs)
        assert S * (1 - self.calls) - (S + 1) * self.calls == S * (2 * self.bluffs - 1)
        self.value = S * S / ((4 * S + 1) * (S + 1))
        self.shift = 0

    def rows(self, n):
        """The thresholds as tables for n cells; the formulas of the limit once more, as people write them."""
        assert (self.bluffs * n).denominator == (self.bets * n).denominator == (self.calls * n).denominator == 1
        return {"": ends(n, self.bluffs, self.bets), "b": ends(n, 0, self.calls)}


class Classic:
    """After a pass player 2 bets y < bluffs and y > 1 - bets; player 1 opens with these at a rate q; both call above 1 - calls."""

    make = staticmethod(kuhn)

    def __init__(self, S):
        k = 2 * S + 1
        # Who bluffs first with the worst hands loses S either way: S (1 - calls) - (S + 1) calls = -S, so that calls = 2S / k. Against
        # player 2's bets the worst call is indifferent if bets = k bluffs, as ever; and with the hand 1 - bets player 1 may open or pass
        # if S (1 - calls) + (S + 1) (calls - 2 bets) = (S + 1) (bluffs - bets) + S (1 - bluffs - bets).
        self.calls = 2 * S / k
        self.bluffs = S / ((S + 1) * k)
        self.bets = k * self.bluffs
        # Player 2's best bluff wins another 2S from those who fold, a mass f = 1 - calls - bluffs, and loses one chip more to callers; the
        # worst bet for value beats as many callers as beat it. Of the good hands player 1 has opened a share q.
        self.q = 2 * S / k
        callers = self.calls - self.bets, (1 - self.q) * self.bets  # worse than the bets, and as good
        assert S * (1 - self.calls) - (S + 1) * self.calls == -S
        assert S * (1 - self.calls) + (S + 1) * (self.calls - 2 * self.bets) == (S + 1) * (self.bluffs - self.bets) + S * (
            1 - self.bluffs - self.bets
        )
        assert 2 * S * (1 - self.calls - self.bluffs) == sum(callers)
        assert callers[0] == callers[1]
        self.value = -S * S / ((S + 1) * k * k)
        self.shift = 2 * S

    def rows(self, n):
        assert (self.bluffs * n).denominator == (self.bets * n).denominator == (self.calls * n).denominator == 1
        bets, calls = ends(n, self.bluffs, self.bets), ends(n, 0, self.calls)
        opens = np.stack([1 - float(self.q) * bets[:, 1], float(self.q) * bets[:, 1]], axis=1)
        return {"": opens, "p": bets, "pb": calls, "b": calls}


def ends(n, low, high):
    """Pass or bet, where all bet that are among the lowest or the highest: masses that are whole numbers of cells."""
    card = np.arange(n)
    bet = (card < low * n) | (card >= n - high * n)
    return np.stack([~bet, bet], axis=1).astype(float)


both_games = pytest.mark.parametrize("Limit", [OneBet, Classic])


@both_games
@every_ante
def test_the_limit_is_an_equilibrium_of_cells_that_no_threshold_cuts(Limit, S):
    """Player 1's gain from one action over another grows or falls along a cell, and is 0 at thresholds only: so it has one sign in each."""
    limit = Limit(S)
    n = lcm(limit.bluffs.denominator, limit.bets.denominator, limit.calls.denominator)
    game = limit.make(n, S, independent=True)
    assert kc.exploitability(game, limit.rows(n)) == pytest.approx(0, abs=1e-12)
    best = [kc.best_response(game, limit.rows(n), player).value for player in (0, 1)]
    assert best == pytest.approx([limit.value, -limit.value], abs=1e-12)


def test_one_chip():
    """Von Neumann's numbers, and Kuhn's value."""
    limit, tenth = OneBet(Fraction(1)), Fraction(1, 10)
    assert (limit.bluffs, limit.bets, limit.calls, limit.value) == (tenth, 3 * tenth, 6 * tenth, tenth)
    assert Classic(Fraction(1)).value == kc.nash.kuhn().value == Fraction(-1, 18)


@pytest.mark.parametrize("independent", [True, False], ids=["cells", "cards"])
@both_games
@every_ante
def test_n_cards_approach_the_limit(Limit, S, independent):
    r"""The value is V (1 + shift / n) but for a term in 1 / n², where the shift is 0 or, for cards in the classic game, 2S.

    A cell that a threshold cuts plays one way where it should play both: on a 1 / n-th of the hands it gives away what grows with the
    distance from the threshold, 1 / n at most. That makes 1 / n² for cells. Without ties, player 1 wins n / (n - 1) of what two
    independent hands would bring, less what is folded to one's own hand, which nobody else holds. With one bet this is S on each bluff,
    S x0 / n = V / n, and takes away just what the factor added. In the classic game it is S (qd - (1 - q) d) / n, for player 2 bluffs too:
    there remains V - S d (2q - 1) = 2S V, over n.
    """
    limit = Limit(S)
    shift = 0 if independent else limit.shift
    for n in (50, 100, 200):
        run = kc.solve(limit.make(n, S, independent=independent), 20_000, algorithm="pcfr+", target=1e-6 * float(S))
        assert run.exploitability <= 1e-6 * float(S)
        limit_of_n = float(limit.value * (1 + shift / n))
        within = 10 * max(S, 1 / S) * abs(limit.value) / n**2 + 2 * run.exploitability
        assert run.values[0] == pytest.approx(limit_of_n, abs=float(within))


@pytest.mark.parametrize("independent", [True, False], ids=["cells", "cards"])
@every_ante
def test_the_learnt_masses_are_those_of_the_limit(S, independent):
    """Which hands bet or call may differ between solves; how many do is the same each time."""
    n, k = 100, float(2 * S + 1)

    def betting(history):
        return run.average_strategy[history][:, 1]

    limit = OneBet(S)
    middle = int(n * (1 - limit.calls))
    run = kc.solve(one_bet(n, S, independent=independent), 20_000, algorithm="pcfr+", target=1e-7 * float(S))
    bluffs, bets = betting("")[:middle].sum(), betting("")[middle:].sum()
    assert [bluffs, bets, betting("b").sum()] == pytest.approx([n * mass for mass in (limit.bluffs, limit.bets, limit.calls)], abs=1)
    assert bets / bluffs == pytest.approx(k, rel=1e-4)

    limit = Classic(S)
    middle = int(n * (limit.bluffs + 1 - limit.bets) / 2)
    run = kc.solve(kuhn(n, S, independent=independent), 20_000, algorithm="pcfr+", target=1e-7 * float(S))
    for history, rate in (("", limit.q), ("p", 1)):
        bluffs, bets = betting(history)[:middle].sum(), betting(history)[middle:].sum()
        assert [bluffs, bets] == pytest.approx([n * rate * limit.bluffs, n * rate * limit.bets], abs=1.5)
        assert bets / bluffs == pytest.approx(k, rel=1e-4)
    for history in ("b", "pb"):
        assert betting(history).sum() == pytest.approx(n * limit.calls, abs=1.5)


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
