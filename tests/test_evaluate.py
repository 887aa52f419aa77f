"""Evaluation of profiles on random games: compared with sums over terminal histories and with brute force."""

from fractions import Fraction
from itertools import product

import pytest
from definition import probability, terminals
from hypothesis import given
from random_games import games_with_profiles

import kuhncfr as kc
from kuhncfr.evaluate import at_information_sets


def own_infosets(game, player):
    return [found for found in kc.information_sets(game).values() if found.player == player]


def pure(profile, choice):
    """Return the pure profile that plays `choice`, a dict of information set to action."""
    return profile.replace({key: {a: Fraction(a == action) for a in profile[key]} for key, action in choice.items()})


def as_floats(profile):
    return kc.StrategyProfile({key: {a: float(p) for a, p in row.items()} for key, row in profile.items()})


@given(games_with_profiles())
def test_expected_utilities_are_sums_over_the_ends_of_the_game(drawn):
    game, profile = drawn
    expected = tuple(sum(probability(game, profile, z) * game.utilities(z)[i] for z in terminals(game)) for i in range(game.players))
    found = kc.expected_utilities(game, profile)
    assert found == expected
    assert all(isinstance(u, Fraction) for u in found)
    if game.zero_sum:
        assert sum(found) == 0


@given(games_with_profiles())
def test_reach_and_value_of_information_sets_are_sums_over_the_ends_of_the_game(drawn):
    game, profile = drawn
    found = at_information_sets(game, profile)
    assert list(found) == list(kc.information_sets(game))
    for key, infoset in kc.information_sets(game).items():
        weights = {z: probability(game, profile, z) for z in terminals(game) if z.startswith(infoset.histories)}
        reach = sum(weights.values())
        won = sum(weight * game.utilities(z)[infoset.player] for z, weight in weights.items())
        assert found[key] == (reach, won / reach if reach else None)
        assert isinstance(found[key].reach, Fraction)


@given(games_with_profiles())
def test_the_best_response_is_the_best_of_all_pure_strategies(drawn):
    game, profile = drawn
    for player in range(game.players):
        assert kc.best_response(game, profile, player).value == best_by_trying(game, profile, player)


def best_by_trying(game, profile, player):
    """Sum, for each pure strategy, the utilities of the terminal histories that it can reach."""
    own = own_infosets(game, player)
    ends = []
    for z in terminals(game):
        before = [(game.infoset(z[:k]), z[k]) for k in range(len(z)) if not game.is_chance(z[:k]) and game.player(z[:k]) == player]
        ends.append((before, probability(game, profile, z, leave_out=(player,)) * game.utilities(z)[player]))
    values = []
    for choice in product(*(found.actions for found in own)):
        chosen = dict(zip([found.key for found in own], choice, strict=True))
        values.append(sum(won for before, won in ends if all(chosen[key] == action for key, action in before)))
    return max(values)


@given(games_with_profiles())
def test_the_best_response_earns_its_value(drawn):
    game, profile = drawn
    for player in range(game.players):
        value, strategy = kc.best_response(game, profile, player)
        assert list(strategy) == [found.key for found in own_infosets(game, player)]
        assert kc.expected_utilities(game, pure(profile, strategy))[player] == value
        assert value >= kc.expected_utilities(game, profile)[player]


@given(games_with_profiles())
def test_nash_conv_adds_up_what_each_player_could_gain(drawn):
    game, profile = drawn
    utilities = kc.expected_utilities(game, profile)
    gains = [kc.best_response(game, profile, player).value - utilities[player] for player in range(game.players)]
    found = kc.nash_conv(game, profile)
    assert found == sum(gains) >= 0
    assert kc.exploitability(game, profile) == found / game.players
    assert isinstance(found, Fraction)


@given(games_with_profiles())
def test_floats_agree_with_fractions(drawn):
    game, exact = drawn
    floats = as_floats(exact)
    assert kc.expected_utilities(game, floats) == pytest.approx([float(u) for u in kc.expected_utilities(game, exact)], abs=1e-12)
    assert kc.nash_conv(game, floats) == pytest.approx(float(kc.nash_conv(game, exact)), abs=1e-12)
    if floats:  # without decisions there is nothing that could be a float
        assert all(isinstance(u, float) for u in (*kc.expected_utilities(game, floats), kc.nash_conv(game, floats)))


@pytest.mark.parametrize("name", ["nash_conv", "best_response", "expected_utilities", "nodes"])
def test_a_game_may_have_attributes_of_any_name(name):
    game = type("Named", (kc.OneBetKuhn,), {name: lambda *_: (21, 0)})()
    uniform = kc.StrategyProfile.uniform(game)
    assert kc.exploitability(game, uniform) == Fraction(1, 3)
    assert kc.expected_utilities(game, uniform) == (Fraction(1, 4), Fraction(-1, 4))
    assert kc.best_response(game, uniform, 0).value == Fraction(1, 2)
    assert kc.compile_game(game).game is game


def test_of_equally_good_actions_the_first_is_taken():
    game = kc.MatrixGame([[0, 0], [0, 0]])
    assert kc.best_response(game, kc.StrategyProfile.uniform(game), 0).strategy == {"1": "a"}
    never_bets = kc.StrategyProfile.from_bet_probabilities(dict.fromkeys(("A", "K", "Q", "Ab", "Kb", "Qb"), 0))
    assert kc.best_response(kc.OneBetKuhn(), never_bets, 1).strategy == {"Ab": "p", "Kb": "p", "Qb": "p"}
