"""The games, their evaluation and their equilibria are the same in the pages as in the package."""

import json
from fractions import Fraction
from typing import Any

import pytest
from play_table import Rows, difference, in_the_page, random_profiles

import kuhncfr as kc
from kuhnbook.widgets.strategies import ANTES, ITERATIONS, equilibrium_of, game_of, strategies_for

NAMES = ("one-bet", "kuhn")
LOWEST = {"one-bet": "Q", "kuhn": "J"}
BINARY = ("1/4", "1/2", "1", "5")  # antes with which floats are exact


def floats(profile: Rows) -> dict[str, dict[str, float]]:
    return {key: {action: float(share) for action, share in row.items()} for key, row in profile.items()}


def described(game: kc.Game, history: str) -> dict[str, Any]:
    if game.is_terminal(history):
        return {"utilities": [float(u) for u in game.utilities(history)]}
    if game.is_chance(history):
        return {"chance": {card: float(p) for card, p in game.chance(history).items()}}
    return {"player": game.player(history), "actions": list(game.actions(history)), "infoset": game.infoset(history)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ante", BINARY)
def test_every_history_has_the_same_rules(name: str, ante: str) -> None:
    game = game_of(name, Fraction(ante))
    page = in_the_page("rules", name, ante)
    ours = {history: described(game, history) for history in kc.histories(game)}
    assert page["histories"] == ours
    assert list(page["histories"]) == list(ours)  # cards and actions in the same order, too
    assert len(ours) == {"one-bet": 34, "kuhn": 58}[name]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ante", [*BINARY, "1/3"])
def test_profiles_are_worth_the_same(name: str, ante: str) -> None:
    game = game_of(name, Fraction(ante))
    profiles = [*random_profiles(game, 8), floats(equilibrium_of(game))]
    for profile, page in zip(profiles, in_the_page("evaluate", name, ante, profiles=profiles), strict=True):
        assert page["utilities"] == pytest.approx(kc.expected_utilities(game, profile), abs=1e-12)
        for player, response in enumerate(page["responses"]):
            assert response["value"] == pytest.approx(kc.best_response(game, profile, player).value, abs=1e-12)
            against = {**profile, **response["strategy"]}
            assert kc.expected_utilities(game, against)[player] == pytest.approx(response["value"], abs=1e-12)
        assert page["nashConv"] == pytest.approx(kc.nash_conv(game, profile), abs=1e-12)
        assert page["exploitability"] == pytest.approx(kc.exploitability(game, profile), abs=1e-12)
    assert page["nashConv"] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ante", ["1/2", "1", "7/3"])
def test_readers_play_restricted_nash_responses(name: str, ante: str) -> None:
    """The value of the game with the hidden coin tells what they are worth; at p = 1 that is a best response."""
    game = game_of(name, Fraction(ante))
    infosets = kc.information_sets(game)
    profiles = [*random_profiles(game, 6), floats(kc.StrategyProfile.uniform(game)), floats(equilibrium_of(game))]
    for profile, readers in zip(profiles, in_the_page("replies", name, ante, profiles=profiles), strict=True):
        assert {reader: found["p"] for reader, found in readers.items()} == {"greedy": 1, "cautious": 3 / 4}
        for found in readers.values():
            p, reply, wins, loses = found["p"], found["reply"], [], []
            for player in (0, 1):
                meeting = {key: (reply if infoset.player == player else profile)[key] for key, infoset in infosets.items()}
                wins.append(kc.expected_utilities(game, meeting)[player])
                loses.append(kc.best_response(game, reply, 1 - player).value)
                coin = kc.RestrictedNashGame(game, profile, player=1 - player, p=p)
                value = kc.solve(coin, 2_000, "pcfr+").values[player]
                assert p * wins[-1] - (1 - p) * loses[-1] == pytest.approx(value, abs=1e-4)
            assert found["wins"] == pytest.approx(sum(wins) / 2, abs=1e-12)
            assert found["loses"] == pytest.approx(sum(loses) / 2, abs=1e-12)
    assert difference(readers["cautious"]["reply"], equilibrium_of(game)) < 1e-15  # nothing to exploit


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ante", ["1/4", "1", "7/3"])
def test_a_leak_costs_what_the_locked_game_says(name: str, ante: str) -> None:
    """The opponent plays an equilibrium of the game with its leak, so a best response wins exactly what the leak costs."""
    game = game_of(name, Fraction(ante))
    known, infosets = equilibrium_of(game), kc.information_sets(game)
    leaks = {
        "never bluffs": {key: {"p": 1, "b": 0} for key in infosets if key[0] == LOWEST[name] and not key.endswith("b")},
        "always calls": {key: {"p": 0, "b": 1} for key in infosets if key.endswith("b")},
    }
    page = in_the_page("leaks", name, ante, sent=strategies_for())
    assert set(page) == set(leaks)
    for leak, rows in leaks.items():
        profile, costs = page[leak]["profile"], page[leak]["costs"]
        assert {key: profile[key] for key in rows} == rows
        for player in (0, 1):
            locked = {key: row for key, row in rows.items() if infosets[key].player == player}
            worth = kc.solve(game, 4_000, "pcfr+", locked=locked).values[player]
            cost = float(kc.expected_utilities(game, known)[player]) - worth
            assert costs[player] == pytest.approx(cost, abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_the_closed_forms_are_those_of_the_package(name: str) -> None:
    """On a fine grid, at the borders of the regimes, a hair beside them, and far out."""
    hair = Fraction(1, 10**9)
    borders = [border + step for border in (Fraction(1, 2), Fraction(1)) for step in (-hair, 0, hair)]
    antes = [*(Fraction(n, 20) for n in range(1, 121)), *borders, hair, Fraction(1000)]
    page = in_the_page("equilibria", name, antes=list(map(str, antes)))
    for ante, profile in zip(antes, page, strict=True):
        assert difference(profile, equilibrium_of(game_of(name, ante))) < 1e-15, ante


@pytest.mark.parametrize("name", NAMES)
def test_strategies_arrive_as_they_were_sent(name: str) -> None:
    """For antes of the slider: the equilibrium as exact as floats are, averages to six digits."""
    sent = json.loads(json.dumps(strategies_for()))
    assert sent["antes"] == list(map(str, ANTES))
    for ante in ("1/10", "1/2", "1", "5"):
        game = game_of(name, Fraction(ante))
        page = in_the_page("sent", name, ante, sent=sent, iterations=ITERATIONS)
        assert difference(page["equilibrium"], equilibrium_of(game)) < 1e-15
        for t, average in zip(ITERATIONS, page["averages"], strict=True):
            assert difference(average, kc.solve(game, t).average_strategy) <= 0.5e-6 + 1e-12
        assert page["averages"][0] == floats(kc.StrategyProfile.uniform(game))
        assert kc.exploitability(game, page["averages"][-1]) < 0.004
