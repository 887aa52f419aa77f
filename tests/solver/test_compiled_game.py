"""Compiled games: what is merged, and averages. That the arrays are the game, runs and simulations of random games show."""

import numpy as np
from small_games import ScheduledGame

import kuhncfr as kc


def test_terminal_histories_that_differ_in_chance_only_are_one_entry():
    """No player sees the last action of chance."""
    plain, coin = (kc.compile_game(ScheduledGame(movers, players=2)) for movers in ("01", "01c"))
    assert len(coin.nodes.utilities) > len(plain.nodes.utilities)
    assert len(coin.utility) == len(plain.utility)


def test_averages_are_uniform_where_the_sums_are_0():
    tree = kc.compile_game(kc.OneBetKuhn())
    sums = np.zeros((1, 14))
    sums[0, 1:3] = 1, 3
    profile = tree.profile(tree.averages(sums)[0])
    assert profile["A"] == {"p": 0.25, "b": 0.75}
    assert profile["K"] == {"p": 0.5, "b": 0.5}
