"""Wrong measures of the distance between a profile and an equilibrium."""

import math
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from kuhncfr.cfr.cfr import CFR
from kuhncfr.evaluate import expected_utilities, values_and_best_responses
from kuhncfr.games.game import Game, information_sets, successors
from kuhncfr.solver.run import solve
from kuhncfr.strategy import StrategyProfile


def value_distance(game: Game, profile: StrategyProfile) -> float:
    """Return the distance of player 1's expected utility from the value of the game; it may be 0 far from an equilibrium."""
    value = _remembered(game) if isinstance(game, Hashable) else _value(game)
    return abs(float(expected_utilities(game, profile)[0]) - value)


def _value(game: Any) -> float:
    equilibrium = solve(game, 5_000, algorithm="pcfr+").average_strategy
    return float(expected_utilities(game, equilibrium)[0])


_remembered = lru_cache(maxsize=1)(_value)  # many profiles of one game are often measured


def best_response_per_history(game: Game, profile: StrategyProfile) -> float:
    """Return the average gain of players who see each other's cards: a maximum at each history, not at each information set."""
    values = expected_utilities(game, profile)
    return sum(_value_with_open_cards(game, profile, player, "") - float(value) for player, value in enumerate(values)) / game.players


def _value_with_open_cards(game: Game, profile: StrategyProfile, player: int, history: str) -> float:
    if game.is_terminal(history):
        return float(game.utilities(history)[player])
    below = {action: _value_with_open_cards(game, profile, player, history + action) for action in successors(game, history)}
    if not game.is_chance(history) and game.player(history) == player:
        return max(below.values())  # the best action of this history, not of the information set
    row = _row(game, profile, history)
    return sum(float(row[action]) * value for action, value in below.items())


Weight = Callable[[Game, StrategyProfile, int, str], float]


def with_weight(weight: Weight, looks_ahead: bool = True) -> Callable[[Game, StrategyProfile], float]:
    """Return the exploitability by best responses that weight the histories of an information set in this way.

    If they do not look ahead, they choose each action as if later ones were those of the profile.
    """

    def measure(game: Game, profile: StrategyProfile) -> float:
        values = expected_utilities(game, profile)
        return sum(_best(game, profile, player, weight, looks_ahead) - float(value) for player, value in enumerate(values)) / game.players

    return measure


def _best(game: Game, profile: StrategyProfile, player: int, weight: Weight, looks_ahead: bool) -> float:
    def value(history: str, choice: Mapping[str, str]) -> float:
        if game.is_terminal(history):
            return float(game.utilities(history)[player])
        if not game.is_chance(history) and game.infoset(history) in choice:
            return value(history + choice[game.infoset(history)], choice)
        return sum(float(p) * value(history + action, choice) for action, p in _row(game, profile, history).items())

    choice: dict[str, str] = {}
    own = [infoset for infoset in information_sets(game).values() if infoset.player == player]
    for infoset in sorted(own, key=lambda infoset: -len(infoset.histories[0])):  # late decisions first
        weights = {history: weight(game, profile, player, history) for history in infoset.histories}
        later = choice if looks_ahead else {}
        sums = {a: sum(w * value(history + a, later) for history, w in weights.items()) for a in infoset.actions}
        choice[infoset.key] = max(sums, key=lambda action: sums[action])
    return value("", choice)


def _row(game: Game, profile: StrategyProfile, history: str) -> Mapping[str, Any]:
    return game.chance(history) if game.is_chance(history) else profile[game.infoset(history)]


def reach_of(counts: Callable[[Game, str, int], bool]) -> Weight:
    """Return as a weight the reach of those who count: ``counts(game, history, player)`` is asked before each action."""

    def weight(game: Game, profile: StrategyProfile, player: int, history: str) -> float:
        steps = ((history[:k], history[k]) for k in range(len(history)))
        return math.prod(float(_row(game, profile, before)[action]) for before, action in steps if counts(game, before, player))

    return weight


without_chance = reach_of(lambda game, history, player: not game.is_chance(history) and game.player(history) != player)
with_own_reach = reach_of(lambda game, history, player: True)
of_others = reach_of(lambda game, history, player: game.is_chance(history) or game.player(history) != player)  # correct


def all_alike(game: Game, profile: StrategyProfile, player: int, history: str) -> float:
    """Return the same weight for every history."""
    return 1.0


response_without_chance = with_weight(without_chance)
response_with_own_reach = with_weight(with_own_reach)
response_to_uniform_posterior = with_weight(all_alike)
response_without_later_decisions = with_weight(of_others, looks_ahead=False)


def first_players_gain(game: Game, profile: StrategyProfile) -> float:
    """Return what player 1 alone could gain."""
    values, responses = values_and_best_responses(game, profile)
    return float(responses[0].value - values[0])


def positive_regrets(game: Game, profile: StrategyProfile) -> float:
    """Return the sum of the largest positive regrets of all information sets, a bound, in place of the gains by best responses."""
    cfr = CFR(game, alternating=False)
    for key, infoset in cfr.infosets.items():
        infoset.current_strategy = np.array([float(profile[key][action]) for action in infoset.actions])
    return sum(max(0.0, *map(float, infoset.cumulative_regret)) for infoset in cfr.run(1).infosets.values()) / game.players
