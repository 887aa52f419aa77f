"""The reduced one-bet game against the whole tree. What each continuous way of learning conserves, the chapter on flows asserts."""

from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhnbook import dynamics

ANTES = [Fraction(3, 4), 2]


def profile(p1, p2):
    return kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})


@pytest.mark.parametrize("ante", ANTES)
def test_winnings_gradient_and_nash_conv_agree_with_the_tree(ante):
    """Other cards can gain nothing. Winnings are linear in each probability, so a difference is the derivative, whatever the step."""
    game, tree, step = dynamics.ReducedGame(ante), kc.OneBetKuhn(ante=ante), Fraction(1, 128)
    for p1, p2 in np.random.default_rng(1).integers(1, 64, size=(6, 2)).tolist():
        p1, p2 = Fraction(p1, 64), Fraction(p2, 64)
        point, wins = [float(p1), float(p2)], kc.expected_utilities(tree, profile(p1, p2))
        by_p1 = (kc.expected_utilities(tree, profile(p1 + step, p2))[0] - wins[0]) / step
        by_p2 = (kc.expected_utilities(tree, profile(p1, p2 + step))[1] - wins[1]) / step
        assert game.utility(point) == pytest.approx(float(wins[0]), abs=1e-15)
        assert game.gradient(point) == pytest.approx([float(by_p1), float(by_p2)], abs=1e-15)
        assert game.nash_conv(point) == pytest.approx(float(kc.nash_conv(tree, profile(p1, p2))), abs=1e-15)


def test_points_may_come_in_any_number():
    game = dynamics.ReducedGame()
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 3), np.linspace(0, 1, 4)), axis=-1)
    assert game.utility(grid).shape == game.nash_conv(grid).shape == (4, 3)
    assert game.gradient(grid).shape == (4, 3, 2)
    assert game.gradient(grid)[2, 1] == pytest.approx(game.gradient(grid[2, 1]))


@pytest.mark.parametrize("ante", [0.25, Fraction(1, 2)])
def test_no_saddle_inside_the_square_for_small_antes(ante):
    with pytest.raises(ValueError, match="greater than 1/2"):
        dynamics.ReducedGame(ante)


def test_matching_is_regret_matching_of_the_package():
    regrets = np.random.default_rng(5).normal(size=(50, 2, 2))
    expected = [[kc.regret_matching(row)[dynamics.BET] for row in pair] for pair in regrets]
    assert dynamics.matched(regrets) == pytest.approx(np.array(expected))
    assert dynamics.matched([[-1, -2], [0, 0]]) == pytest.approx([0.5, 0.5])


def test_running_average():
    assert dynamics.running_average([[2, 0], [4, 1], [0, 5]]) == pytest.approx(np.array([[2, 0], [3, 0.5], [2, 2]]))
    assert dynamics.running_average([2, 4, 0]) == pytest.approx([2, 3, 2])
