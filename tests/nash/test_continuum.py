"""The closed forms on [0, 1], exactly: nobody gains at any ante, thresholds are where two actions are worth the same, families are whole.

A second evaluation takes nothing from the formulas but the strategy: it walks the betting with a density over [0, 1] that is constant
between two of finitely many numbers. What a hand expects from an action is then a straight line between them, and what it expects from the
best one a convex function made of straight lines, which has an exact integral.
"""

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc
from kuhncfr.vector.betting import Decision, Showdown

F = Fraction
ANTES = [F(1, 4), F(100)]
SOLVERS = {"one_bet": kc.nash.continuum_one_bet, "kuhn": kc.nash.continuum_kuhn}

games = pytest.mark.parametrize("game", SOLVERS)
every_ante = pytest.mark.parametrize("ante", ANTES, ids=str)
antes = st.fractions(min_value=F(1, 1000), max_value=1000, max_denominator=1000)
often = settings(max_examples=20, deadline=None, derandomize=True)


# --- A second evaluation -----------------------------------------------------------------------------------------------------------


class Exact:
    """A strategy, for each history the rate of ``b`` on each piece, and what it is worth against any hand."""

    def __init__(self, betting, ends, rates):
        self.betting, self.pieces, self.rates = betting, list(pairwise(ends)), rates

    def value(self, player):
        """What a player wins when both play the strategy."""
        middles = [(low + high) / 2 for low, high in self.pieces]
        worth = (self.hand(player, x, own=piece) for piece, x in enumerate(middles))
        return sum((high - low) * value for (low, high), value in zip(self.pieces, worth, strict=True))

    def best(self, player):
        """What a player wins by answering best to the other's strategy."""
        return sum(integral(lambda x: self.hand(player, x), low, high) for low, high in self.pieces)

    def hand(self, player, x, own=None):
        """What a hand expects that plays like the piece `own`, or, by default, best."""
        return self.walk(self.betting, "", player, x, [F(1)] * len(self.pieces), own)

    def walk(self, node, history, player, x, density, own=None):
        if not isinstance(node, Decision):
            return self.end(node, player, x, density)
        if node.player != player:
            after = ((action, self.taken(history, action, density)) for action in node.children)
            return sum(self.walk(node.children[action], history + action, player, x, part, own) for action, part in after)
        p, b = (self.walk(node.children[action], history + action, player, x, density, own) for action in "pb")
        return max(p, b) if own is None else p + self.rates[history][own] * (b - p)

    def taken(self, history, action, density):
        return [d * (rate if action == "b" else 1 - rate) for d, rate in zip(density, self.rates[history], strict=True)]

    def end(self, node, player, x, density):
        lower = sum(d * (min(high, x) - min(low, x)) for d, (low, high) in zip(density, self.pieces, strict=True))
        everybody = sum(d * (high - low) for d, (low, high) in zip(density, self.pieces, strict=True))
        if isinstance(node, Showdown):
            return node.stake * (2 * lower - everybody)
        return (node.stake if node.winner == player else -node.stake) * everybody


def integral(f, low, high):
    """Integrate a convex function made of straight lines: where the lines at both ends meet, it breaks, or both halves are looked at."""
    left, right = f(low), f(high)
    if f((low + high) / 2) == (left + right) / 2:
        return (high - low) * (left + right) / 2
    rise, fall = slope(f, low, high - low), slope(f, high, low - high)
    meet = (right - left + rise * low - fall * high) / (rise - fall)
    return integral(f, low, meet) + integral(f, meet, high)


def slope(f, x, step):
    """The slope at an end, from two steps so short that three points lie on one line."""
    step /= 4
    here, once, twice = (f(x + times * step) for times in range(3))
    return (once - here) / step if 2 * once == here + twice else slope(f, x, step)


def exact(game, equilibrium, *, others=(), replace=None):
    """The closed form on the pieces between its ends and `others`; `replace` gives other rates, by history, from hand and rate."""
    ends = sorted({F(0), F(1), *others, *equilibrium.spread, *(end for rows in equilibrium.bets.values() for row in rows for end in row)})
    changed, rates = replace or {}, {}
    for history, rows in equilibrium.bets.items():
        own = {x: F(any(low < x < high for low, high in rows)) for x in ((low + high) / 2 for low, high in pairwise(ends))}
        rates[history] = [changed[history](x, rate) if history in changed else rate for x, rate in own.items()]
    return Exact(getattr(kc.vector, game)(2, equilibrium.ante).betting, ends, rates)


def guarantees(game, equilibrium, **changed):
    """What the strategies of player 1 and of player 2 are sure of: player 1's least winnings, and the most."""
    profile = exact(game, equilibrium, **changed)
    return -profile.best(1), profile.best(0)


# --- The equilibrium ---------------------------------------------------------------------------------------------------------------


@games
@often
@given(ante=st.one_of(st.sampled_from(ANTES), antes))
def test_nobody_gains_at_any_ante(game, ante):
    equilibrium = SOLVERS[game](ante)
    profile = exact(game, equilibrium)
    assert profile.value(0) == -profile.value(1) == equilibrium.value
    assert guarantees(game, equilibrium) == (equilibrium.value, equilibrium.value)


@every_ante
def test_at_each_threshold_both_actions_are_worth_the_same(ante):
    one = kc.nash.continuum_one_bet(ante)
    for x in (one.bluffs_below, one.bets_above):
        assert difference("one_bet", one, "", x) == 0
    for x in (one.bluffs_below, one.calls_above, one.bets_above):  # player 2 does not care on the whole stretch
        assert difference("one_bet", one, "b", x) == 0
    two = kc.nash.continuum_kuhn(ante)
    (_, opens_below), (opens_above, _) = two.bets[""]
    for history, hands in {
        "": (opens_below, two.bluffs_below, two.bets_above, opens_above),
        "p": (two.bluffs_below, two.bets_above),
        "pb": (two.bluffs_below, two.calls_above, two.bets_above),
        "b": (opens_below, two.calls_above, opens_above),
    }.items():
        assert [difference("kuhn", two, history, x) for x in hands] == [0] * len(hands)


def difference(game, equilibrium, history, x):
    """What ``b`` is worth to a hand at a history, less what ``p`` is worth, when it goes on as well as it can."""
    profile = exact(game, equilibrium)
    node, density, before, player = profile.betting, [F(1)] * len(profile.pieces), "", 0 if history in ("", "pb") else 1
    for action in history:
        density = density if node.player == player else profile.taken(before, action, density)
        node, before = node.children[action], before + action
    b, p = (profile.walk(node.children[action], before + action, player, x, density) for action in "bp")
    return b - p


# --- All other equilibria ----------------------------------------------------------------------------------------------------------


def ramp(low, high, mean, tilt):
    """Rates of four equal parts of a stretch that rise in steps, with this mean; at tilt 0 all are the same."""
    size = min(mean, 1 - mean)

    def rate(x, closed):
        if not low < x < high:
            return closed
        return mean + tilt * size * (F(int(4 * (x - low) / (high - low))) - F(3, 2)) / F(3, 2)

    return rate, [low + (high - low) * F(part, 4) for part in range(5)]


@games
@every_ante
@pytest.mark.parametrize(("factor", "tilt"), [(1, F(0)), (1, F(1, 3)), (1, F(1)), (1, F(-1, 1000)), (F(49, 50), F(0)), (F(51, 50), F(0))])
def test_as_many_calls_may_be_spread_while_lower_hands_call_no_more_than_their_share(game, ante, factor, tilt):
    equilibrium = SOLVERS[game](ante)
    calling = ante / (ante + 1)
    rate, ends = ramp(*equilibrium.spread, min(calling * factor, (1 + calling) / 2), tilt)
    first, second = guarantees(game, equilibrium, others=ends, replace={"b": rate})
    assert first == equilibrium.value  # player 1's half was left alone
    assert (second == equilibrium.value) == (factor == 1 and tilt >= 0)
    if game == "kuhn":
        first, second = guarantees(game, equilibrium, others=ends, replace={"pb": rate})
        assert second == equilibrium.value
        assert (first == equilibrium.value) == (factor == 1 and tilt >= 0)


@games
@every_ante
def test_no_other_hands_bet(game, ante):
    """Bets among the hands in the middle, which never bet, cost something; even a twentieth of them, beside those that do."""
    equilibrium = SOLVERS[game](ante)
    d, e = equilibrium.spread
    for number, history in ((0, ""), (1, "p")) if game == "kuhn" else ((0, ""),):
        for low, high in ((d, d + (e - d) / 20), (e - (e - d) / 20, e)):
            changed = {history: lambda x, own, low=low, high=high: F(low < x < high or own)}
            sure = guarantees(game, equilibrium, others=(low, high), replace=changed)
            assert (sure[number] - equilibrium.value) * (1, -1)[number] < 0
            assert sure[1 - number] == equilibrium.value


# --- Cut into cells ----------------------------------------------------------------------------------------------------------------


@games
@often
@given(ante=antes, cells=st.integers(1, 200))
def test_tables_hold_the_masses(game, ante, cells):
    equilibrium = SOLVERS[game](ante)
    for history, table in equilibrium.table(cells).items():
        assert table.shape == (cells, 2)
        assert np.all((table >= 0) & (table <= 1))
        assert np.allclose(table.sum(axis=1), 1, atol=1e-15)
        assert table[:, 1].mean() == pytest.approx(float(equilibrium.mass(history)), abs=1e-12)


@games
def test_what_a_hand_does_agrees_with_the_table(game):
    equilibrium = SOLVERS[game](F(2, 7))
    for history, table in equilibrium.table(1_000).items():
        for cell in range(1_000):
            if table[cell, 1] in (0, 1):
                assert equilibrium.action(history, F(2 * cell + 1, 2_000)) == "pb"[int(table[cell, 1])]
    assert equilibrium.action("", 0) == equilibrium.action("", 1) == "b"


# --- Arguments ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "error", "message"),
    [
        (lambda equilibrium: equilibrium.mass("pb"), ValueError, "history must be '' or 'b', got 'pb'"),
        (lambda equilibrium: equilibrium.action("p", 0), ValueError, "history must be '' or 'b', got 'p'"),
        (lambda equilibrium: equilibrium.action("", 1.5), ValueError, "hand must lie between 0 and 1, got 1.5"),
        (lambda equilibrium: equilibrium.table(0), ValueError, "cells must be at least 1, got 0"),
        (lambda equilibrium: equilibrium.table(10**7), ValueError, "cells must be at most 1,000,000"),
    ],
)
def test_wrong_questions(question, error, message):
    with pytest.raises(error, match=re.escape(message)):
        question(kc.nash.continuum_one_bet())


def test_each_player_is_described():
    assert kc.nash.continuum_one_bet(F(1, 4)).describe() == (
        "player 1: bets below 1/10 and above 17/20\n"
        "player 2: calls above 17/20, never below 1/10, and in between with 1/5 of the hands, at most 1/5 of those below any one"
    )
    opens = "player 1: opens with 1/12 of the hands, all below 1/6, and with 1/6, all above 2/3; calls like player 2 with hands that pass"
    assert kc.nash.continuum_kuhn(F(1, 2)).describe().splitlines()[0] == opens
