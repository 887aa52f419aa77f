"""The reduced one-bet game against the whole tree, and what each continuous way of learning conserves."""

from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhnbook import dynamics

ANTES = [Fraction(3, 4), 1, 2, 3]


def tree_utilities(ante, p1, p2):
    """Both players' winnings from the whole tree, exactly."""
    profile = kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})
    return kc.expected_utilities(kc.OneBetKuhn(ante=ante), profile)


def inside(seed):
    """Exact points inside the square, from a seed."""
    rng = np.random.default_rng(seed)
    return [(Fraction(int(a), 64), Fraction(int(b), 64)) for a, b in rng.integers(1, 64, size=(6, 2))]


@pytest.mark.parametrize("ante", ANTES)
def test_winnings_agree_with_the_tree(ante):
    game = dynamics.ReducedGame(ante)
    for p1, p2 in [*inside(seed=1), (0, 0), (1, 0), (0, 1), (1, 1)]:
        assert game.utility([float(p1), float(p2)]) == pytest.approx(float(tree_utilities(ante, p1, p2)[0]), abs=1e-15)


@pytest.mark.parametrize("ante", ANTES)
def test_gradient_agrees_with_differences_on_the_tree(ante):
    game, step = dynamics.ReducedGame(ante), Fraction(1, 128)
    for p1, p2 in inside(seed=2):
        # The winnings are linear in each probability, so a difference is the derivative, whatever the step.
        by_p1 = (tree_utilities(ante, p1 + step, p2)[0] - tree_utilities(ante, p1 - step, p2)[0]) / (2 * step)
        by_p2 = (tree_utilities(ante, p1, p2 + step)[1] - tree_utilities(ante, p1, p2 - step)[1]) / (2 * step)
        assert game.gradient([float(p1), float(p2)]) == pytest.approx([float(by_p1), float(by_p2)], abs=1e-15)


@pytest.mark.parametrize("ante", ANTES)
def test_nash_conv_agrees_with_best_responses_on_the_tree(ante):
    game = dynamics.ReducedGame(ante)
    for p1, p2 in inside(seed=3):
        profile = kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})
        # In the whole game no other card can gain: a bet Ace, a passed King, a called Ace and a folded Queen are best everywhere here.
        whole = kc.nash_conv(kc.OneBetKuhn(ante=ante), profile)
        assert game.nash_conv([float(p1), float(p2)]) == pytest.approx(float(whole), abs=1e-15)


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


@pytest.mark.parametrize("ante", ANTES)
def test_gradient_flow_is_a_circle_with_the_period_of_theory(ante):
    game = dynamics.ReducedGame(ante)
    start = game.equilibrium + np.array([0.1, 0.05])
    period = 12 * np.pi / (1 + 2 * float(ante))
    path = dynamics.gradient_flow(game, start, np.linspace(0, period, 1_001))
    assert path[-1] == pytest.approx(start)
    assert not np.allclose(path[500], start)
    assert dynamics.squared_distance(game, path) == pytest.approx(0.0125)
    velocity = np.diff(path, axis=0) / np.diff(np.linspace(0, period, 1_001))[:, None]
    assert velocity == pytest.approx(game.gradient((path[1:] + path[:-1]) / 2), abs=1e-5)


@pytest.mark.parametrize("ante", ANTES)
@pytest.mark.parametrize("start", [[0.5, 0.5], [0.95, 0.1]])
def test_replicator_conserves_its_product_and_goes_round(ante, start):
    game, times = dynamics.ReducedGame(ante), np.linspace(0, 200, 4_001)
    path = dynamics.replicator(game, start, times)
    assert dynamics.replicator_product(game, path) == pytest.approx(dynamics.replicator_product(game, start), rel=1e-6)
    assert np.ptp(path, axis=0).min() > 0.1
    velocity = np.gradient(path, times, axis=0)[1:-1]
    assert velocity == pytest.approx((path * (1 - path) * game.gradient(path))[1:-1], abs=1e-3)


@pytest.mark.parametrize("ante", ANTES)
def test_average_of_the_replicator_over_a_lap_is_the_equilibrium(ante):
    game, times = dynamics.ReducedGame(ante), np.linspace(0, 400, 8_001)
    path = dynamics.replicator(game, game.equilibrium + np.array([0.15, 0]), times)
    above = path[:, 1] > game.equilibrium[1]
    starts = np.flatnonzero(~above[:-1] & above[1:])  # upwards through the equilibrium's height: one lap lies between two of them
    assert path[starts[0] : starts[1]].mean(axis=0) == pytest.approx(game.equilibrium, abs=2e-3)


# Inside the square all the time, along one edge, and along all four.
REGRETS = [[[0.4, 0.5], [0.4, 0.3]], [[0.5, 0.0], [0.45, 0.1]], [[0.5, 0.1], [-0.5, 0.5]]]


@pytest.mark.parametrize("ante", ANTES)
@pytest.mark.parametrize("start", REGRETS)
def test_matching_regrets_in_continuous_time_conserves_norms_and_weighted_regret(ante, start):
    game, times = dynamics.ReducedGame(ante), np.linspace(0, 40, 4_001)
    regrets = dynamics.regret_matching_flow(game, start, times)
    assert np.abs(dynamics.positive_norms(regrets) - dynamics.positive_norms(start)).max() < 1e-5
    assert np.abs(dynamics.weighted_regret(game, regrets) - dynamics.weighted_regret(game, start)).max() < 1e-9
    assert np.ptp(dynamics.matched(regrets), axis=0).min() > 0.1


def test_average_of_continuous_regret_matching_approaches_the_equilibrium_like_one_over_t():
    game, times = dynamics.ReducedGame(), np.linspace(0, 200, 10_001)
    start = np.array(REGRETS[2])
    regrets = dynamics.regret_matching_flow(game, start, times)
    average = dynamics.running_average(dynamics.matched(regrets)[:-1])
    # NashConv of the average is the growth of each player's greatest regret, over t: at most rho_i less the least regret at the start.
    bound = (dynamics.positive_norms(start) - start.min(axis=-1)).sum() / times[1:]
    assert (game.nash_conv(average) <= bound + 1e-3).all()
    assert game.nash_conv(average[-1]) < 0.01


def test_matching_is_regret_matching_of_the_package():
    regrets = np.random.default_rng(5).normal(size=(50, 2, 2))
    expected = [[kc.regret_matching(row)[dynamics.BET] for row in pair] for pair in regrets]
    assert dynamics.matched(regrets) == pytest.approx(np.array(expected))
    assert dynamics.matched([[-1, -2], [0, 0]]) == pytest.approx([0.5, 0.5])


def test_running_average():
    assert dynamics.running_average([[2, 0], [4, 1], [0, 5]]) == pytest.approx(np.array([[2, 0], [3, 0.5], [2, 2]]))
    assert dynamics.running_average([2, 4, 0]) == pytest.approx([2, 3, 2])
