"""Two wrong measures of the distance between a profile and an equilibrium."""

from kuhncfr.evaluate import expected_utilities
from kuhncfr.games.game import Game, successors
from kuhncfr.solver.run import solve
from kuhncfr.strategy import StrategyProfile


def value_distance(game: Game, profile: StrategyProfile) -> float:
    """Return the distance of player 1's expected utility from the value of the game; it may be 0 far from an equilibrium."""
    return abs(float(expected_utilities(game, profile)[0]) - _value(game))


def _value(game: Game) -> float:
    equilibrium = solve(game, 5_000, algorithm="pcfr+").average_strategy
    return float(expected_utilities(game, equilibrium)[0])


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
    row = game.chance(history) if game.is_chance(history) else profile[game.infoset(history)]
    return sum(float(row[action]) * value for action, value in below.items())
