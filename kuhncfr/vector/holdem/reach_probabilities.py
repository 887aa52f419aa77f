"""The reach of each hand at a decision."""

from collections.abc import Mapping

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array
from kuhncfr.vector.tables import fitting


def reach(game: PublicGame, strategy: Mapping[str, Array], history: str) -> tuple[Array, Array]:
    r"""Return the reach of each player's hands at a decision, :math:`\pi_i(h)`: the weight times the probabilities of the own actions.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to ndarray, shape (hands, actions)
        For instance ``run.average_strategy``.
    history : str
        A key of ``game.decisions``.

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
    tables = fitting(game.shapes, strategy)
    probability = [game.ranges[0].weight.copy(), game.ranges[1].weight.copy()]
    before = ""
    for action in (history.split(game.separator) if game.separator else history) if history else []:
        decision = game.decisions[before]
        probability[decision.player] *= tables[before][:, list(decision.children).index(action)]
        before = game.child(before, action)
    return probability[0], probability[1]


def decision_at(game: PublicGame, history: str) -> Decision:
    """Return the decision at a history."""
    decisions = arguments.instance("game", game, PublicGame, what="a PublicGame").decisions
    if not isinstance(history, str) or history not in decisions:
        raise ValueError(f"history must be that of a decision, such as {list(decisions)[-1]!r}, got {arguments.shown(history)}")
    return decisions[history]
