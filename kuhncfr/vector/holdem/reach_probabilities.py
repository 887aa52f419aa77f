"""How likely the players get to a decision with each of their hands."""

from collections.abc import Mapping

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision
from kuhncfr.vector.evaluate import fitting
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array


def reach(game: PublicGame, strategy: Mapping[str, Array], history: str) -> tuple[Array, Array]:
    r"""Return for each player and hand the weight times the probabilities of the own actions that lead to a decision, :math:`\pi_i(h)`.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to ndarray, shape (hands, actions)
        Such as ``run.average_strategy``.
    history : str
        Where; a key of ``game.decisions``.

    Returns
    -------
    tuple of two ndarrays, shape (hands of the player,)

    Examples
    --------
    >>> from kuhncfr.vector import KuhnPoker
    >>> game = KuhnPoker(cards=3)
    >>> reach(game, game.uniform(), "pb")
    (array([0.5, 0.5, 0.5]), array([0.5, 0.5, 0.5]))
    """
    decision_at(game, history)
    tables = fitting(game, strategy)
    reached = [game.ranges[0].weight.copy(), game.ranges[1].weight.copy()]
    before = ""
    for action in (history.split(game.separator) if game.separator else history) if history else []:
        decision = game.decisions[before]
        reached[decision.player] *= tables[before][:, list(decision.children).index(action)]
        before = game.child(before, action)
    return reached[0], reached[1]


def decision_at(game: PublicGame, history: str) -> Decision:
    """Return the decision that a history leads to."""
    decisions = arguments.instance("game", game, PublicGame, what="a PublicGame").decisions
    if not isinstance(history, str) or history not in decisions:
        raise ValueError(f"history must lead to a decision of the game, such as {list(decisions)[-1]!r}, got {arguments.shown(history)}")
    return decisions[history]
