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


@pytest.mark.parametrize("ante", [0.25, Fraction(1, 2)])
def test_no_saddle_inside_the_square_for_small_antes(ante):
    with pytest.raises(ValueError, match="greater than 1/2"):
        dynamics.ReducedGame(ante)
