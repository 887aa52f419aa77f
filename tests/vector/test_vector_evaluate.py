"""The evaluation of strategies in random public games agrees with exact evaluation, deal by deal."""

import numpy as np
import pytest
from dealt import Spot, profile_of
from hypothesis import given, settings
from random_games import distribution, seeds

import kuhncfr as kc
from kuhncfr.vector import kuhn


def best_values(game, strategy):
    return tuple(kc.best_response(game, strategy, player).value for player in (0, 1))


def some_tables(spot, game):
    """Probabilities in fractions for each hand at each history; some are 0."""
    return {
        history: [distribution(spot.random, len(decision.children)) for _ in range(len(game.ranges[decision.player]))]
        for history, decision in game.decisions.items()
    }


@settings(max_examples=100)
@given(seeds)
def test_values_are_those_of_the_extensive_form(seed):
    spot = Spot(seed)
    game = spot.public()
    exact = some_tables(spot, game)
    profile, tables = profile_of(spot, exact), {history: np.array(table, dtype=float) for history, table in exact.items()}

    values = [*map(float, kc.expected_utilities(spot.game, profile))]
    assert kc.expected_utilities(game, tables) == pytest.approx(values, rel=1e-12, abs=1e-12)
    best = [float(kc.best_response(spot.game, profile, player).value) for player in (0, 1)]
    assert best_values(game, tables) == pytest.approx(best, rel=1e-12, abs=1e-12)
    assert kc.exploitability(game, tables) == pytest.approx(float(kc.nash_conv(spot.game, profile) / 2), rel=1e-12, abs=1e-12)


def test_rounded_rows_are_scaled_to_sum_to_1():
    game = kuhn(3)
    printed = {**game.uniform(), "pb": np.array([[0.333333, 0.666666]] * 3)}
    exact = {**game.uniform(), "pb": np.array([[1 / 3, 2 / 3]] * 3)}
    assert kc.expected_utilities(game, printed) == pytest.approx(kc.expected_utilities(game, exact), abs=1e-15)
    assert sum(kc.expected_utilities(game, printed)) == pytest.approx(0, abs=1e-15)
