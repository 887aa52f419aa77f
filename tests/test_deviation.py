"""Gains by deviations: exact and published numbers, simulated numbers, and errors."""

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from random_games import games_with_profiles

import kuhncfr as kc

THREE = kc.KuhnPoker(players=3, cards=4)

PUBLISHED = {
    "1": 0, "1pbb": 0, "1pbp": 0, "1ppb": 0, "2": 3, "2pbb": 0, "2pbp": 5, "2ppb": 0,
    "3": 3, "3pbb": 0, "3pbp": 100, "3ppb": 0, "4": 100, "4pbb": 99, "4pbp": 91, "4ppb": 99,
    "1b": 0, "1p": 0, "1ppbb": 0, "1ppbp": 0, "2b": 0, "2p": 66, "2ppbb": 0, "2ppbp": 94,
    "3b": 0, "3p": 1, "3ppbb": 0, "3ppbp": 100, "4b": 100, "4p": 100, "4ppbb": 50, "4ppbp": 50,
    "1bb": 0, "1bp": 0, "1pb": 0, "1pp": 0, "2bb": 0, "2bp": 100, "2pb": 0, "2pp": 5,
    "3bb": 0, "3bp": 100, "3pb": 49, "3pp": 0, "4bb": 100, "4bp": 100, "4pb": 100, "4pp": 100,
}  # fmt: skip
"""A profile of three-player Kuhn poker that was published as nearly an equilibrium: how often each bets, in per cent."""


@pytest.fixture(scope="module")
def published():
    return kc.StrategyProfile.from_bet_probabilities({key: Fraction(bet, 100) for key, bet in PUBLISHED.items()})


def test_a_published_profile_is_not_an_equilibrium(published):
    """Its authors gave 0.043; an independent computation gives these."""
    found = kc.deviations(THREE, published)
    assert found.values == (Fraction(116549, 1200000), Fraction(-198773, 6000000), Fraction(-95993, 1500000))
    assert [float(gain) for gain in found.gains] == pytest.approx([0.0074592, 0.1522345, 0.2664708], abs=5e-8)
    assert float(found.exploitability) == pytest.approx(0.1420548, abs=5e-8)
    assert float(found.epsilon) == pytest.approx(0.2664708, abs=5e-8)


@settings(max_examples=40)
@given(games_with_profiles())
def test_in_any_game_the_sums_are_those_of_the_evaluation_exactly(game_and_profile):
    game, exact = game_and_profile
    floats = kc.StrategyProfile({key: {a: float(p) for a, p in row.items()} for key, row in exact.items()})
    for profile in (exact, floats):
        found = kc.deviations(game, profile)
        assert found.simulation is found.simulated_gains is None
        assert found.values == kc.expected_utilities(game, profile)
        assert found.best_response_values == tuple(kc.best_response(game, profile, player).value for player in range(game.players))
        assert found.nash_conv == kc.nash_conv(game, profile)
        assert found.exploitability == kc.exploitability(game, profile)
        assert found.epsilon == max(b - v for b, v in zip(found.best_response_values, found.values, strict=True))
        assert found.exploitability <= found.epsilon <= found.nash_conv + 1e-12


def test_an_equilibrium_has_no_gains_and_exact_numbers_stay_exact():
    found = kc.deviations(THREE, kc.nash.three_player().profile)
    assert found.gains == (0, 0, 0)
    numbers = (*found.values, *found.best_response_values, *found.gains, found.exploitability, found.epsilon)
    assert set(map(type, numbers)) == {Fraction}


def test_the_simulations_are_independent():
    """A player at a best response gains 0: always, with the same hands in both simulations; within the error, with independent ones."""
    game = kc.OneBetKuhn()
    pure = kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": 0, "Qb": 0})
    same = pure.replace(kc.deviations(game, pure).best_responses[1])
    found = [kc.deviations(game, same, episodes=500, seed=seed) for seed in range(200)]
    unchanged = [player for player in range(2) if found[0].gains[player] == 0]
    assert unchanged
    squares = [((d.simulated_gains[i] - float(d.gains[i])) / d.standard_errors[i]) ** 2 for d in found for i in unchanged]
    assert np.mean(squares) == pytest.approx(1, abs=0.3)
    first = found[0]
    assert len({tuple(sim.plays.values()) for sim in (first.simulation, *first.simulations)}) == 3


def test_the_table_has_exact_and_simulated_numbers_side_by_side(published):
    plain = kc.deviations(THREE, published).to_frame()
    assert list(plain.columns) == ["player", "value", "best", "gain"]
    found = kc.deviations(THREE, published, episodes=2_000, seed=1)
    table = found.to_frame()
    simulated = ["simulated_value", "value_error", "simulated_best", "best_error", "simulated_gain", "gain_error"]
    assert list(table.columns) == ["player", "value", "best", "gain", *simulated]
    assert table["player"].tolist() == [0, 1, 2]
    assert table["gain"].tolist() == [float(gain) for gain in found.gains]
    assert table["simulated_gain"].tolist() == pytest.approx((table["simulated_best"] - table["simulated_value"]).tolist())
    assert table["gain_error"].tolist() == pytest.approx(np.hypot(table["best_error"], table["value_error"]).tolist())
    assert table["best_error"].tolist() == [found.simulations[i].standard_error[i] for i in range(3)]


def test_without_hands_there_are_no_simulated_numbers():
    found = kc.deviations(kc.KuhnPoker(), kc.nash.kuhn().profile, episodes=0)
    assert all(map(math.isnan, (*found.simulated_gains, *found.standard_errors)))


def test_an_interruption_ends_the_comparison(monkeypatch):
    """A simulation returns the hands so far; they are no comparison."""
    monkeypatch.setattr("kuhncfr.deviation.play_episodes", lambda *_: SimpleNamespace(interrupted=True))
    with pytest.raises(KeyboardInterrupt):
        kc.deviations(kc.KuhnPoker(), kc.nash.kuhn().profile, episodes=10)
