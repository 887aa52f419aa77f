"""What a walk with vectors says that strategies are worth: on random public games the same as exact evaluation, deal by deal."""

from fractions import Fraction

import numpy as np
import pytest
from dealt import Spot, profile_of
from hypothesis import given, settings
from random_games import distribution, seeds

import kuhncfr as kc
from kuhncfr.vector import best_responses, expected_values, exploitability, kuhn, one_bet


def some_tables(spot, game):
    """Probabilities in fractions for each hand at each history; some are 0."""
    return {
        history: [distribution(spot.random, len(turn.after)) for _ in range(len(game.hands[turn.player]))]
        for history, turn in game.turns.items()
    }


@settings(max_examples=60)
@given(seeds)
def test_any_public_game_is_worth_what_its_extensive_form_is(seed):
    spot = Spot(seed)
    game = spot.public()
    exact = some_tables(spot, game)
    profile, tables = profile_of(spot, exact), {history: np.array(table, dtype=float) for history, table in exact.items()}

    assert expected_values(game, tables) == pytest.approx([*map(float, kc.expected_utilities(spot.game, profile))], rel=1e-12, abs=1e-12)
    best = [float(kc.best_response(spot.game, profile, player).value) for player in (0, 1)]
    assert best_responses(game, tables) == pytest.approx(best, rel=1e-12, abs=1e-12)
    assert exploitability(game, tables) == pytest.approx(float(kc.nash_conv(spot.game, profile) / 2), rel=1e-12, abs=1e-12)
