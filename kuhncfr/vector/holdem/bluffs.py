"""Bluffs and value bets: what a bet is made of, beside what makes the caller indifferent."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown
from kuhncfr.vector.hands import Array
from kuhncfr.vector.holdem.reach import reach
from kuhncfr.vector.public import PublicGame

_ROUNDING = 1e-12  # of all that calls: what is no more than this is a tie


class Bet(NamedTuple):
    """What a bet or raise is made of.

    Attributes
    ----------
    history, action : str
        Where it is made, and its name.
    player : int
        Whose it is, 0 or 1.
    often : float
        How often it is made by who can make it.
    bluffs, value : float
        How likely a game comes to it with a bluff, and with a value bet.
    balanced : float
        How many bluffs there are for a value bet if who holds a hand between the two is indifferent: bet/(pot + bet).
    """

    history: str
    action: str
    player: int
    often: float
    bluffs: float
    value: float
    balanced: float

    @property
    def ratio(self) -> float:
        """Bluffs for each value bet; infinite without value bets."""
        return self.bluffs / self.value if self.value > 0 else float("inf")


def bet(game: PublicGame, strategy: Mapping[str, Array], history: str, action: str) -> Bet:
    r"""Tell bluffs from value bets by what calls.

    A hand bets *for value* if it wins more often than it loses against the hands that call: then a call is welcome. All others *bluff*:
    they live on folds. Hands are counted as often as they come to the bet, so that those count less which the other one's cards exclude.

    Who holds a bluff-catcher, which beats every bluff and no value bet, pays c to win a pot of p. The call is as good as the fold if bluffs
    and value bets are as c to p: after a bet of b into a pot of P that is b/(P + b), in Kuhn poker 1/(1 + 2S). An equilibrium departs from
    it where hands that call block bluffs or value bets, call with hands that beat some value bets, or can raise.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to ndarray, shape (hands, actions)
        Such as ``run.average_strategy``.
    history, action : str
        Where the bet is made, and its name.

    Returns
    -------
    Bet

    Raises
    ------
    ValueError
        If the action is none of this history, or can not be called and folded to.

    Examples
    --------
    One-bet Kuhn poker with S = 1: a third of player 1's Jacks bet, and all Kings.

    >>> import numpy as np
    >>> from kuhncfr.vector import one_bet
    >>> strategy = {"": np.array([[2/3, 1/3], [1, 0], [0, 1]]), "b": np.array([[1, 0], [2/3, 1/3], [0, 1]])}
    >>> found = bet(one_bet(cards=3), strategy, "", "b")
    >>> round(found.ratio, 6), round(found.balanced, 6)
    (0.333333, 0.333333)
    """
    here = reach(game, strategy, history)
    turn = game.turns[history]
    arguments.choice("action", action, turn.after)
    answered = _answered(turn.after[action], turn.player)
    if answered is None:
        after = arguments.shown(history)
        raise ValueError(f"action must be one that the other can fold to or call, got {arguments.shown(action)} after {after}")
    call, folded, called = answered
    against, theirs = game.matchups[turn.player], here[1 - turn.player]
    arrives = here[turn.player] * against.met(theirs) / game.deals
    bets = arrives * np.asarray(strategy[history])[:, list(turn.after).index(action)]
    calling = theirs * np.asarray(strategy[game.after(history, action)])[:, call]
    for_value = against.beaten(calling) > _ROUNDING * calling.sum()
    value, total = float(bets[for_value].sum()), float(bets.sum())
    often = total / float(arrives.sum()) if arrives.sum() > 0 else 0.0
    return Bet(history, action, turn.player, often, float(bets[~for_value].sum()), value, (called - folded) / (called + folded))


def all_bets(game: PublicGame, strategy: Mapping[str, Array]) -> list[Bet]:
    """Return all bets and raises of a game."""
    return [
        bet(game, strategy, history, action)
        for history, turn in game.turns.items()
        for action, answer in turn.after.items()
        if _answered(answer, turn.player) is not None
    ]


def _answered(answer: Node, player: int) -> tuple[int, float, float] | None:
    """Return which action calls a player's bet, and what the other one has paid after a fold and after a call; None if it is no bet."""
    if not isinstance(answer, Decision) or answer.player == player:
        return None
    ends = list(answer.after.values())
    folds = [float(end.stake) for end in ends if isinstance(end, Fold) and end.winner == player]
    calls = [(k, float(end.stake)) for k, end in enumerate(ends) if isinstance(end, Showdown)]
    return (calls[0][0], folds[0], calls[0][1]) if folds and calls else None
