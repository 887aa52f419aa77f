"""Outcome sampling: the average strategy is that of the strategies played, also at histories that the opponent no longer plays to."""

from fractions import Fraction

import numpy as np
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


def test_strategies_are_averaged_where_the_opponent_no_longer_goes():
    runs = [kc.solve(Leave(), 2_000, sampling="outcome", seed=seed, record_every=1) for seed in range(20)]
    # The mean of the strategies at the beginning of each iteration: the player has not moved before.
    exact = [np.mean([0.5, *run.trajectory.current_strategy["after r"]["y"][:-1]]) for run in runs]
    found = [(run.average_strategy["after r"]["y"], mean) for run, mean in zip(runs, exact, strict=True)]
    assert max(exact for _, exact in found) > 0.9  # player 2 came there once, and learnt
    assert max(abs(average - exact) for average, exact in found) < 0.05
