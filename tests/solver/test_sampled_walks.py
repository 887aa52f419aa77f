"""Sampled walks, number by number: the compiled loops learn what a plain version learns from the same random numbers."""

import numpy as np
import pytest
from random_games import RandomGame
from sampled_walks import Walks
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine

GAMES = [
    kc.OneBetKuhn(ante=0.75),
    ScheduledGame("0c1010", players=2, seed=3),
    ScheduledGame("c01c201", players=3, seed=5),
    RandomGame(players=1, zero_sum=False, depth=3, seed=0),
    ScheduledGame("1c", players=4, seed=2),
]
"""One player, two, three, and four of whom most never move; chance first, in between and last; the same player twice in a row."""


@pytest.mark.parametrize("exploration", [None, 0.6, 1.0])
@pytest.mark.parametrize("algorithm", ["cfr", "dcfr"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_same_numbers_teach_the_same(game, algorithm, exploration):
    engine = Engine(
        kc.compile_game(game),
        ALGORITHMS[algorithm],
        sampling="external" if exploration is None else "outcome",
        alternating=True,
        rng=np.random.default_rng(7),
        exploration=exploration or 0.0,
    )
    plain = Walks(game, ALGORITHMS[algorithm], np.random.default_rng(7), exploration)
    for t in range(1, 21):
        engine.advance(t, None)
        plain.learn(t)
    for infoset, action, sequence in engine.tree.named_sequences():
        k = plain.infosets[infoset].actions.index(action)
        assert engine.state.regret[sequence] == pytest.approx(plain.regret[infoset][k], abs=1e-11)
        assert engine.state.strategy[sequence] == pytest.approx(plain.strategy[infoset][k], abs=1e-11)
        assert engine.state.cumulative[sequence] == pytest.approx(plain.sums[infoset][k], abs=1e-11 * 20**2)
