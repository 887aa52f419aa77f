"""What strategies are worth, by the same walk: expected values, best responses, exploitability."""

from collections.abc import Mapping

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr.strategy import ROUNDING
from kuhncfr.vector.betting import Decision, Node
from kuhncfr.vector.cfr import worth
from kuhncfr.vector.hands import Array
from kuhncfr.vector.public import PublicGame

Tables = Mapping[str, Array]  # hands × actions for each history of betting


def expected_values(game: PublicGame, strategy: Tables) -> tuple[float, float]:
    r"""Return what each player wins on average if both keep to the strategy, in chips a game.

    .. math:: u_i(\sigma) = \sum_{h} w_i(h)\, v_i(h), \qquad
              v_i(h) = \frac{1}{D} \sum_{h' \cap h = \emptyset} w_{-i}(h')\, u_i(\sigma \mid h, h')

    where the hands h and h' are dealt with a probability of their weights' product divided by D, :attr:`PublicGame.deals`.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to array_like, shape (hands, actions)
        For each history in `game.turns`, how likely its player takes each action with each hand: at least 0. Each row sums to 1, to
        within 1e-5, and is then scaled to it.

    Returns
    -------
    tuple of two floats
        They sum to 0, but for rounding.

    Raises
    ------
    ValueError, TypeError
        If the strategy misses a history or has an unknown one, a table has another shape, or a row is no probabilities.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> [round(value, 12) for value in expected_values(game, game.uniform())]
    [0.125, -0.125]
    """
    tables = fitting(game, strategy)
    return _total(game, tables, 0, best=False), _total(game, tables, 1, best=False)


def best_responses(game: PublicGame, strategy: Tables) -> tuple[float, float]:
    r"""Return what each player would win on average by answering best to the other's strategy, in chips a game.

    The same walk, with :math:`\max_a` in place of :math:`\sum_a \sigma(a)` where the player moves: each hand chooses for itself.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to array_like, shape (hands, actions)
        As for :func:`expected_values`.

    Returns
    -------
    tuple of two floats
        Player 1's against player 2's strategy, and the other way round.

    Raises
    ------
    ValueError, TypeError
        As for :func:`expected_values`.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> [round(value, 12) for value in best_responses(game, game.uniform())]
    [0.5, 0.416666666667]

    References
    ----------
    Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
    """
    tables = fitting(game, strategy)
    return _total(game, tables, 0, best=True), _total(game, tables, 1, best=True)


def exploitability(game: PublicGame, strategy: Tables) -> float:
    """Return what the players could gain by answering best, on average over both, in chips a game.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to array_like, shape (hands, actions)
        As for :func:`expected_values`.

    Returns
    -------
    float
        At least 0, but for rounding; 0 at an equilibrium. :meth:`PublicGame.percent_of_pot` puts it in other words.

    Raises
    ------
    ValueError, TypeError
        As for :func:`expected_values`.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> round(24 * exploitability(game, game.uniform()), 9)          # NashConv is 11/12
    11.0
    """
    return sum(best_responses(game, strategy)) / 2


def fitting(game: PublicGame, strategy: Tables) -> dict[str, Array]:
    """Return the tables of a strategy that fits the game, each row summing to 1.

    Raises
    ------
    ValueError, TypeError
        If they do not fit: see :func:`expected_values`.
    """
    arguments.instance("game", game, PublicGame, what="a PublicGame")
    known = ", ".join(map(repr, list(game.turns)[:8])) + (", …" if len(game.turns) > 8 else "")
    for history in arguments.mapping("strategy", strategy):
        if history not in game.turns:
            raise ValueError(f"strategy must be tables for {known}, got one for {arguments.shown(history)}")
    tables = {}
    for history, turn in game.turns.items():
        if history not in strategy:
            raise ValueError(f"strategy must be tables for {known}, got none for {arguments.shown(history)}")
        name = f"strategy[{history!r}]"
        table = arrays.array(name, strategy[history], (len(game.hands[turn.player]), len(turn.after)), least=0, most=1 + ROUNDING)
        total = table.sum(axis=1, keepdims=True)
        wrong = np.flatnonzero(abs(total - 1) > ROUNDING)
        if len(wrong):
            raise ValueError(f"each row of {name} must sum to 1, got {total[wrong[0], 0]:.6g} in row {wrong[0]}")
        tables[history] = table / total
    return tables


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
