"""The value of strategies for a public game: one walk of the public tree for all hands."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr.strategy import ROUNDING, strategy_of
from kuhncfr.vector.betting import Decision, Node
from kuhncfr.vector.ranges import Array, Index

if TYPE_CHECKING:
    from kuhncfr.vector.public import PublicGame

Tables = Mapping[str, Array]  # hands × actions for each history of betting


def fitting(game: "PublicGame", strategy: Any) -> dict[str, Array]:
    """Return the tables of a strategy that fits the game, each row summing to 1.

    Raises
    ------
    ValueError, TypeError
        If they do not fit: see :meth:`PublicGame.expected_utilities`.
    """
    strategy = strategy_of(strategy)
    known = ", ".join(map(repr, list(game.decisions)[:8])) + (", …" if len(game.decisions) > 8 else "")
    for history in arguments.mapping("strategy", strategy):
        if history not in game.decisions:
            raise ValueError(f"strategy must be tables for {known}, got one for {arguments.shown(history)}")
    tables = {}
    for history, decision in game.decisions.items():
        if history not in strategy:
            raise ValueError(f"strategy must be tables for {known}, got none for {arguments.shown(history)}")
        name = f"strategy[{history!r}]"
        table = arrays.array(
            name, strategy[history], (len(game.ranges[decision.player]), len(decision.children)), least=0, most=1 + ROUNDING
        )
        total = table.sum(axis=1, keepdims=True)
        wrong = np.flatnonzero(abs(total - 1) > ROUNDING)
        if len(wrong):
            raise ValueError(f"each row of {name} must sum to 1, got {total[wrong[0], 0]:.6g} in row {wrong[0]}")
        tables[history] = table / total
    return tables


def value(game: "PublicGame", strategy: Tables, player: int, chosen: dict[str, Index] | None = None) -> float:
    """Return what a player wins on average, in chips a game.

    The player follows the strategy; or, with `chosen`, takes the best action everywhere, which is noted there by its number.
    """
    opponent_reach = game.ranges[1 - player].weight / game.deals
    return float(game.ranges[player].weight @ _walk(game, game.betting, "", strategy, player, opponent_reach, chosen))


def _walk(
    game: "PublicGame",
    node: Node,
    history: str,
    strategy: Tables,
    player: int,
    opponent_reach: Array,
    chosen: dict[str, Index] | None,
) -> Array:
    """Return what each hand of a player expects from here on."""
    if not isinstance(node, Decision):
        return game.terminal_values(node, player, opponent_reach)
    table = strategy[history]
    own = node.player == player
    children = []
    for a, (action, child) in enumerate(node.children.items()):
        reach = opponent_reach if own else opponent_reach * table[:, a]
        children.append(_walk(game, child, game.child(history, action), strategy, player, reach, chosen))
    if not own:
        return sum(children[1:], start=children[0])
    values = np.stack(children, axis=1)
    if chosen is not None:
        chosen[history] = values.argmax(axis=1)
        table = np.eye(values.shape[1])[chosen[history]]
    mixed: Array = (table * values).sum(axis=1)
    return mixed
