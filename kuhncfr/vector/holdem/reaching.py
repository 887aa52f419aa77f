"""How likely the players get to a turn with each of their hands."""

from collections.abc import Mapping

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision
from kuhncfr.vector.evaluate import fitting
from kuhncfr.vector.hands import Array
from kuhncfr.vector.public import PublicGame


def reach(game: PublicGame, strategy: Mapping[str, Array], history: str) -> tuple[Array, Array]:
    r"""Return for each player and hand the weight times the probabilities of the own actions that lead to a turn, :math:`\pi_i(h)`.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to ndarray, shape (hands, actions)
        Such as ``run.average_strategy``.
    history : str
        Where; a key of ``game.turns``.

    Returns
    -------
    tuple of two ndarrays, shape (hands of the player,)

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> reach(game, game.uniform(), "pb")
    (array([0.5, 0.5, 0.5]), array([0.5, 0.5, 0.5]))
    """
    turn_at(game, history)
    tables = fitting(game, strategy)
    reached = [game.hands[0].weight.copy(), game.hands[1].weight.copy()]
    before = ""
    for action in (history.split(game.separator) if game.separator else history) if history else []:
        turn = game.turns[before]
        reached[turn.player] *= tables[before][:, list(turn.after).index(action)]
        before = game.after(before, action)
    return reached[0], reached[1]


def turn_at(game: PublicGame, history: str) -> Decision:
    """Return the turn that a history leads to."""
    turns = arguments.instance("game", game, PublicGame, what="a PublicGame").turns
    if not isinstance(history, str) or history not in turns:
        raise ValueError(f"history must lead to a turn of the game, such as {list(turns)[-1]!r}, got {arguments.shown(history)}")
    return turns[history]
