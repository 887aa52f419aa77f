"""Measures of how far a profile is from an equilibrium: two that are not."""

from kuhncfr.evaluate import expected_utilities
from kuhncfr.games.game import Game, successors
from kuhncfr.solver.run import solve
from kuhncfr.strategy import StrategyProfile


def value_distance(game: Game, profile: StrategyProfile) -> float:
    """Return how far player 1's expected utility is from the value of the game: 0 says nothing about the strategies."""
    return abs(float(expected_utilities(game, profile)[0]) - _value(game))


def _value(game: Game) -> float:
    equilibrium = solve(game, 5_000, algorithm="pcfr+").average_strategy
    return float(expected_utilities(game, equilibrium)[0])


def best_response_per_history(game: Game, profile: StrategyProfile) -> float:
    """Return what players could gain on average if they saw each other's cards: a maximum at each history, not at each information set."""
    values = expected_utilities(game, profile)
    return sum(_seeing(game, profile, player, "") - float(value) for player, value in enumerate(values)) / game.players


def _seeing(game: Game, profile: StrategyProfile, player: int, history: str) -> float:
    if game.is_terminal(history):
        return float(game.utilities(history)[player])
    below = {action: _seeing(game, profile, player, history + action) for action in successors(game, history)}
    if not game.is_chance(history) and game.player(history) == player:
        return max(below.values())  # here: this history's best action, not the information set's
    row = game.chance(history) if game.is_chance(history) else profile[game.infoset(history)]
    return sum(float(row[action]) * value for action, value in below.items())
