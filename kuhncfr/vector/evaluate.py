"""What strategies are worth, by the same walk: expected values, best responses, exploitability."""

from collections.abc import Mapping

import numpy as np

from kuhncfr.vector.betting import Decision, Node
from kuhncfr.vector.cfr import worth
from kuhncfr.vector.hands import Array
from kuhncfr.vector.public import PublicGame

Tables = Mapping[str, Array]  # hands × actions for each history of betting


def expected_values(game: PublicGame, strategy: Tables) -> tuple[float, float]:
    """Return what each player wins on average, in chips a game."""
    return _total(game, strategy, 0, best=False), _total(game, strategy, 1, best=False)


def best_responses(game: PublicGame, strategy: Tables) -> tuple[float, float]:
    """Return what each player would win on average by answering best to the other's strategy."""
    return _total(game, strategy, 0, best=True), _total(game, strategy, 1, best=True)


def exploitability(game: PublicGame, strategy: Tables) -> float:
    """Return what the players could gain by answering best, on average over both, in chips a game.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> round(24 * exploitability(game, game.uniform()), 9)          # NashConv is 11/12
    11.0
    """
    return sum(best_responses(game, strategy)) / 2


def _total(game: PublicGame, strategy: Tables, player: int, best: bool) -> float:
    others = game.hands[1 - player].weight / game.deals
    return float(game.hands[player].weight @ _walk(game, game.betting, "", strategy, player, others, best))


def _walk(game: PublicGame, node: Node, history: str, strategy: Tables, player: int, others: Array, best: bool) -> Array:
    """Return what each hand of a player expects from here on if it plays the strategy, or the best action everywhere."""
    if not isinstance(node, Decision):
        return worth(game, node, player, others)
    table = strategy[history]
    after = [(game.after(history, action), below) for action, below in node.after.items()]
    if node.player != player:
        parts = [_walk(game, below, then, strategy, player, others * table[:, a], best) for a, (then, below) in enumerate(after)]
        return sum(parts[1:], start=parts[0])
    values = np.stack([_walk(game, below, then, strategy, player, others, best) for then, below in after], axis=1)
    chosen: Array = values.max(axis=1) if best else (table * values).sum(axis=1)
    return chosen
