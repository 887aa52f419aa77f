"""How likely the players get to a node with each of their hands."""

from collections.abc import Mapping

from kuhncfr._support import arguments
from kuhncfr.vector.hands import Array
from kuhncfr.vector.public import PublicGame


def reach(game: PublicGame, strategy: Mapping[str, Array], history: str) -> tuple[Array, Array]:
    r"""Return for each player and hand the weight times the probabilities of the own actions that lead to a node, :math:`\pi_i(h)`.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=3)
    >>> reach(game, game.uniform(), "pb")
    (array([0.5, 0.5, 0.5]), array([0.5, 0.5, 0.5]))
    """
    arguments.choice("history", history, game.turns)
    reached = [game.hands[0].weight.copy(), game.hands[1].weight.copy()]
    before = ""
    for action in (history.split(game.separator) if game.separator else history) if history else []:
        turn = game.turns[before]
        reached[turn.player] *= strategy[before][:, list(turn.after).index(action)]
        before = game.after(before, action)
    return reached[0], reached[1]
