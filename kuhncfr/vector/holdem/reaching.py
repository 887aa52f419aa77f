"""How likely the players get to a turn with each of their hands."""

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
    arguments.instance("game", game, PublicGame, what="a PublicGame")
    arguments.choice("history", history, game.turns)
    strategy = fitting(game, strategy)
    reached = [game.hands[0].weight.copy(), game.hands[1].weight.copy()]
    before = ""
    for action in (history.split(game.separator) if game.separator else history) if history else []:
        turn = game.turns[before]
        reached[turn.player] *= strategy[before][:, list(turn.after).index(action)]
        before = game.after(before, action)
    return reached[0], reached[1]


def fitting(game: PublicGame, strategy: Mapping[str, Array]) -> dict[str, Array]:
    """Return the tables of a strategy, one for each turn of the game, hands × actions."""
    tables = arguments.mapping("strategy", strategy)
    missing = [history for history in game.turns if history not in tables]
    if missing:
        raise ValueError(f"strategy must have a table for each turn of the game, got none for {arguments.shown(missing[0])}")
    return {
        history: arguments.array(
            f"strategy[{history!r}]", tables[history], (len(game.hands[turn.player]), len(turn.after)), least=0, most=1
        )
        for history, turn in game.turns.items()
    }
