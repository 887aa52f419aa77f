"""Outcome sampling: the average strategy is that of the strategies played, also at histories that the opponent no longer plays to."""

from fractions import Fraction

import numpy as np
import pytest
from small_games import ScheduledGame

import kuhncfr as kc


class Leave(ScheduledGame):
    """Player 1 ends the game at once, or continues and loses; player 2 then chooses between a small and a large win."""

    def __init__(self):
        super().__init__("01", players=2)

    def is_terminal(self, history):
        return history in ("l", "rx", "ry")

    def actions(self, history):
        return ("x", "y") if history else ("l", "r")

    def infoset(self, history):
        return f"after {history or 'nothing'}"

    def utilities(self, history):
        lost = Fraction({"l": 0, "rx": 1, "ry": 2}[history])
        return -lost, lost


def exact_average(run, infoset, action):
    """Return the mean of the strategies at the beginning of each iteration; the player has not moved before."""
    current = run.trajectory.current_strategy[infoset][action]
    return np.mean([0.5, *current[:-1]])


def test_strategies_are_averaged_where_the_opponent_no_longer_goes():
    runs = [kc.solve(Leave(), 2_000, sampling="outcome", seed=seed, record_every=1) for seed in range(20)]
    found = [(run.average_strategy["after r"]["y"], exact_average(run, "after r", "y")) for run in runs]
    assert max(exact for _, exact in found) > 0.9  # player 2 came there once, and learnt
    assert max(abs(average - exact) for average, exact in found) < 0.05


@pytest.mark.parametrize("infoset", ["J", "K", "Jp", "Qb"])
def test_the_average_is_near_that_of_the_strategies_played(infoset):
    """Over ten runs of Kuhn poker the differences have a standard deviation below 0.01."""
    runs = [kc.solve(kc.KuhnPoker(), 20_000, sampling="outcome", seed=seed, record_every=1) for seed in range(10)]
    differences = [run.average_strategy[infoset]["b"] - exact_average(run, infoset, "b") for run in runs]
    assert abs(np.mean(differences)) < 0.01
