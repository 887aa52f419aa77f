"""The readable CFR against the definitions in exact fractions, and against theorems that hold exactly."""

import random
from fractions import Fraction

import numpy as np
import pytest
from definition import ExactCFR, overall_regret, regrets
from small_games import ScheduledGame

import kuhncfr as kc

SMALL_GAMES = [
    kc.OneBetKuhn(ante=Fraction(3, 4)),
    kc.KuhnPoker(),
    kc.MatrixGame([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]),
    ScheduledGame("0c10c", players=2, seed=3),
    ScheduledGame("00c1101", players=2, seed=1),
    ScheduledGame("c01c2", players=3, seed=3),
]


def restore(cfr, exact, seed):
    """Start both from the same whole-numbered regrets, so that the first strategies played are far from uniform."""
    rng = random.Random(seed)
    for key, infoset in cfr.infosets.items():
        exact.regret[key] = [Fraction(rng.randint(-3, 6)) for _ in infoset.actions]
        infoset.restore(np.array(exact.regret[key], dtype=float), np.zeros(len(infoset.actions)))


def assert_same_sums(cfr, exact):
    for key, infoset in cfr.infosets.items():
        assert infoset.cumulative_regret == pytest.approx([float(r) for r in exact.regret[key]], abs=1e-13)
        assert infoset.cumulative_strategy == pytest.approx([float(s) for s in exact.strategy[key]], abs=1e-13)


@pytest.mark.parametrize("alternating", [False, True])
@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_three_iterations_equal_the_definitions(game, alternating):
    cfr, exact = kc.CFR(game, alternating=alternating), ExactCFR(game, alternating)
    restore(cfr, exact, seed=7)
    for _ in range(3):
        cfr.step()
        exact.step()
        assert_same_sums(cfr, exact)


@pytest.mark.parametrize("forgotten", [0, 2, "chance"])
def test_counterfactual_reach_counts_every_opponent_and_chance(forgotten):
    # The player with index 1 moves last, after chance and both others; forgetting any of them gives other regrets.
    game = ScheduledGame("c02c1", players=3, seed=3)
    cfr = kc.CFR(game, alternating=False)
    exact = ExactCFR(game, alternating=False)
    restore(cfr, exact, seed=1)
    before = {key: infoset.cumulative_regret for key, infoset in cfr.infosets.items()}
    profile = exact.current()
    cfr.step()
    own = [found for found in exact.infosets.values() if found.player == 1]
    learnt = {found.key: cfr.infosets[found.key].cumulative_regret - before[found.key] for found in own}
    wrong = {found.key: [float(r) for r in regrets(game, profile, found, leave_out=(1, forgotten))] for found in own}
    right = {found.key: [float(r) for r in regrets(game, profile, found)] for found in own}
    assert all(learnt[key] == pytest.approx(right[key], abs=1e-13) for key in learnt)
    assert any(learnt[key] != pytest.approx(wrong[key], abs=1e-3) for key in learnt)


class TwoInARow:
    """Player 1 moves three times in a row, then player 2 once; nothing is hidden, and nothing depends on player 2."""

    players = 2

    def is_terminal(self, history):
        return len(history) == 4

    def utilities(self, history):
        return (Fraction(history[:3].count("a")), Fraction(history[3] == "a"))

    def is_chance(self, history):
        return False

    def chance(self, history):
        raise AssertionError("chance never moves here")

    def player(self, history):
        return 0 if len(history) < 3 else 1

    def actions(self, history):
        return ("a", "b")

    def infoset(self, history):
        return f"after {history}"


def test_own_moves_multiply():
    cfr = kc.CFR(TwoInARow(), alternating=False)
    cfr.step()
    # Uniform play: the third decision is reached with 1/2 * 1/2, not with the last 1/2 alone ...
    assert cfr.infosets["after ab"].cumulative_strategy.tolist() == [1 / 8, 1 / 8]
    # ... and player 2 counts all three of player 1's moves: 1/8 * (1 - 1/2).
    assert cfr.infosets["after aba"].cumulative_regret.tolist() == [1 / 16, -1 / 16]


def test_the_average_weighs_strategies_by_own_reach():
    cfr = kc.CFR(TwoInARow(), alternating=False)
    first, last = cfr.infosets["after "], cfr.infosets["after a"]
    first.restore(np.array([1.0, 3.0]), np.zeros(2))  # plays "a" one time in four, and there ...
    last.restore(np.array([0.0, 1.0]), np.zeros(2))  # ... "b" always
    cfr.step()
    first.restore(np.array([1.0, 0.0]), first.cumulative_strategy)  # then "a" always, and there ...
    last.restore(np.array([1.0, 0.0]), last.cumulative_strategy)  # ... "a" always
    cfr.step()
    assert cfr.average_strategy["after a"]["b"] == (1 / 4 * 1 + 1 * 0) / (1 / 4 + 1)  # unweighted: 1/2


def test_an_information_set_that_was_never_reached_averages_to_uniform():
    cfr = kc.CFR(kc.KuhnPoker(), alternating=False)
    cfr.infosets["J"].restore(np.array([0.0, 1.0]), np.zeros(2))  # always bets, so never passes and then faces a bet
    cfr.infosets["Jpb"].restore(np.array([5.0, 0.0]), np.zeros(2))
    cfr.step()
    assert cfr.infosets["Jpb"].cumulative_strategy.tolist() == [0, 0]
    assert dict(cfr.average_strategy["Jpb"]) == {"p": 0.5, "b": 0.5}
    assert dict(cfr.average_strategy["J"]) == {"p": 0, "b": 1}


class Watched(kc.CFR):
    """Notes its strategy at every terminal history, in the middle of the walk."""

    seen = ()

    def walk(self, history, *arguments):
        if self.game.is_terminal(history):
            self.seen += (self.current_strategy,)
        return super().walk(history, *arguments)


@pytest.mark.parametrize(("alternating", "strategies"), [(False, 1), (True, 2)])
def test_the_strategy_is_frozen_during_a_walk(alternating, strategies):
    cfr = Watched(kc.KuhnPoker(), alternating=alternating)
    cfr.run(3)
    cfr.seen = ()
    cfr.step()
    seen = cfr.seen
    changes = [k for k in range(1, len(seen)) if seen[k] != seen[k - 1]]
    assert len(seen) == 30 * (2 if alternating else 1)
    assert changes == [30] * (strategies - 1)  # between the two players' walks, and nowhere else


def test_a_walk_by_itself_fills_what_it_is_given_and_changes_nothing():
    cfr, found = kc.CFR(kc.OneBetKuhn()), {}
    utilities = cfr.walk("", np.ones(3), (1,), found)
    assert utilities == pytest.approx([0.25, -0.25])
    assert set(found) == {"Ab", "Kb", "Qb"}
    assert {key: reach for key, (_, reach) in found.items()} == {"Ab": 1, "Kb": 1, "Qb": 1}
    # Against a bet that comes half the time, with each of two cards: calling wins 2 or -2 chips, folding -1.
    assert found["Kb"][0] == pytest.approx([-1 / 12, 1 / 12])
    assert cfr.iterations == 0
    assert all(not infoset.cumulative_regret.any() for infoset in cfr.infosets.values())


@pytest.mark.parametrize(
    ("game", "iterations"), [(kc.OneBetKuhn(), 6), (kc.KuhnPoker(), 4), (kc.MatrixGame([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]), 6)], ids=repr
)
def test_nash_conv_of_the_average_is_the_sum_of_the_average_regrets(game, iterations):
    # An identity of two-player zero-sum games, exact in fractions: NashConv = (R_1^T + R_2^T) / T.
    exact, cfr = ExactCFR(game, alternating=False), kc.CFR(game, alternating=False)
    for _ in range(iterations):
        exact.step()
        cfr.step()
    regret = overall_regret(game, exact.played, 0) + overall_regret(game, exact.played, 1)
    assert kc.nash_conv(game, exact.average()) == regret / iterations
    assert kc.nash_conv(game, cfr.average_strategy) == pytest.approx(float(regret) / iterations, abs=1e-13)


def test_overall_regret_is_at_most_the_sum_of_positive_immediate_regrets():
    for game in (kc.KuhnPoker(), ScheduledGame("c01c0", players=2, seed=4)):
        exact = ExactCFR(game, alternating=False)
        for _ in range(3):
            exact.step()
        for player in (0, 1):
            immediate = sum(max(0, *exact.regret[key]) for key, found in exact.infosets.items() if found.player == player)
            assert overall_regret(game, exact.played, player) <= immediate


@pytest.mark.parametrize(
    ("alternating", "at_100", "at_1000"),
    [(False, "2.567e-02", "7.269e-03"), (True, "8.226e-03", "9.376e-04")],
    ids=["simultaneous", "alternating"],
)
def test_exploitability_of_kuhn_poker(alternating, at_100, at_1000):
    # Printed digits of an independent solver.
    game = kc.KuhnPoker()
    cfr = kc.CFR(game, alternating=alternating)
    cfr.run(100)
    assert f"{kc.exploitability(game, cfr.average_strategy):.3e}" == at_100
    cfr.run(900)
    assert f"{kc.exploitability(game, cfr.average_strategy):.3e}" == at_1000


def test_iterations_can_be_stopped_and_continued():
    broken_off, straight = kc.CFR(kc.OneBetKuhn()), kc.CFR(kc.OneBetKuhn())
    for t in broken_off.iterate(1_000):
        if t == 7:
            break
    assert broken_off.iterations == 7
    assert list(broken_off.iterate(3)) == [8, 9, 10]
    straight.run(10)
    assert broken_off.average_strategy == straight.average_strategy
    assert list(broken_off.iterate(0)) == []


def test_what_was_read_does_not_change_later():
    cfr = kc.CFR(kc.OneBetKuhn())
    cfr.run(5)
    infoset, average, current = cfr.infosets["Kb"], cfr.average_strategy, cfr.current_strategy
    arrays = infoset.cumulative_regret, infoset.cumulative_strategy, infoset.current_strategy, infoset.average_strategy
    copies = [array.copy() for array in arrays]
    written = str(average), str(current)
    cfr.run(5)
    assert (str(average), str(current)) == written
    assert all((array == copy).all() for array, copy in zip(arrays, copies, strict=True))
    assert str(cfr.average_strategy) != written[0]


def test_regret_matching():
    assert kc.regret_matching(np.array([3.0, -1.0, 1.0])).tolist() == [0.75, 0, 0.25]
    assert kc.regret_matching(np.array([-3.0, 0.0])).tolist() == [0.5, 0.5]
    assert kc.regret_matching(np.array([-3.0, -1e-300, 1e-300])).tolist() == [0, 0, 1]
    with pytest.raises(ValueError, match="at least one action"):
        kc.regret_matching(np.array([]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sampling": "external"}, "sampling must be None or 'chance', got 'external'"),
        ({"sampling": "chance", "algorithm": "cfr+"}, "noisy regrets: a floor biases their sums"),
        ({"seed": -1}, "seed must be a whole number of at least 0, .* or None, got -1"),
    ],
)
def test_bad_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        kc.CFR(kc.OneBetKuhn(), **options)
