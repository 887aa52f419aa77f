"""Bluffs and value bets: the composition of a bet, and the ratio that makes the caller indifferent."""

from collections.abc import Mapping
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown
from kuhncfr.vector.holdem.reach_probabilities import decision_at, reach
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array, Matchup
from kuhncfr.vector.tables import fitting

_MIXING = 0.01  # the least probability of both fold and call; early iterations leave less in the average
_ROUNDING = 1e-12  # of the callers' total reach: a smaller difference is a tie


class Bet(NamedTuple):
    """The composition of a bet or raise.

    Attributes
    ----------
    history, action : str
        The history at which it is made, and its name.
    player : int
        The player who makes it, 0 or 1.
    frequency : float
        The probability of the bet, given that its history is reached.
    bluffs, value : float
        The probability that a game reaches the bet with a bluff, and with a value bet.
    seen : float
        The bets beaten for each bet lost to, as seen by the hands that both call and fold, each with a probability of at least 0.01; a tie
        is half of either. NaN without such hands.
    balanced : float
        The ratio that makes such a hand indifferent: bet/(pot + bet).
    """

    history: str
    action: str
    player: int
    frequency: float
    bluffs: float
    value: float
    seen: float
    balanced: float

    @property
    def ratio(self) -> float:
        """Bluffs per value bet; infinite without value bets."""
        return self.bluffs / self.value if self.value > 0 else float("inf")


def bet(game: PublicGame, strategy: Mapping[str, Array], history: str, action: str) -> Bet:
    r"""Return the composition of a bet: its bluffs and its value bets.

    A hand bets *for value* if it wins more often than it loses against the hands that call, so that it gains from a call. All other hands
    *bluff*, ties included: they gain from folds only. Each hand is weighted by the probability that it reaches the bet, which is lower if
    its cards exclude many of the opponent's hands.

    The caller pays c to win a pot of p. Calling is as good as folding if the bets that the hand beats and the bets that beat it are in
    the ratio c to p, a tie being half of either. After a bet of b into a pot of P, the ratio is b/(P + b); in Kuhn poker it is 1/(1 + 2S).
    In equilibrium every hand that both calls and folds sees this ratio. The ratio of all bluffs to all value bets differs from it: hands
    that call block bluffs or value bets, tie, or beat some value bets.

    Parameters
    ----------
    game : PublicGame
    strategy : mapping of str to ndarray, shape (hands, actions)
        For instance ``run.average_strategy``.
    history, action : str
        The history at which the bet is made, and its name.

    Returns
    -------
    Bet

    Raises
    ------
    ValueError
        If there is no such action, or the opponent cannot both fold to it and call it.

    Examples
    --------
    One-bet Kuhn poker with S = 1: a third of player 1's Jacks bet, and all Kings.

    >>> import numpy as np
    >>> from kuhncfr.vector import OneBetKuhn
    >>> strategy = {"": np.array([[2/3, 1/3], [1, 0], [0, 1]]), "b": np.array([[1, 0], [2/3, 1/3], [0, 1]])}
    >>> found = bet(OneBetKuhn(cards=3), strategy, "", "b")
    >>> round(found.ratio, 6), round(found.seen, 6), round(found.balanced, 6)
    (0.333333, 0.333333, 0.333333)
    """
    decision = decision_at(game, history)
    here, tables = reach(game, strategy, history), fitting(game.shapes, strategy)
    arguments.choice("action", action, decision.children)
    responses = _fold_and_call(decision.children[action], decision.player)
    if responses is None:
        after = arguments.shown(history)
        raise ValueError(f"action must be one that the opponent can fold to or call, got {arguments.shown(action)} after {after}")
    (fold, folded), (call, called) = responses
    own, theirs = here[decision.player], here[1 - decision.player]
    bets = own * tables[history][:, list(decision.children).index(action)]
    response = tables[game.child(history, action)]
    opponent_reach = game.matchups[decision.player].opponent_reach(theirs) / game.deals
    calling = theirs * response[:, call]
    for_value = game.matchups[decision.player].showdown_values(calling) > _ROUNDING * calling.sum()
    value = float((bets * opponent_reach)[for_value].sum())
    total, possible = float(bets @ opponent_reach), float(own @ opponent_reach)
    seen = _seen(game.matchups[1 - decision.player], bets, theirs * (response[:, [fold, call]].min(axis=1) >= _MIXING))
    balanced = (called - folded) / (called + folded)
    frequency = total / possible if possible > 0 else 0.0
    return Bet(history, action, decision.player, frequency, max(total - value, 0.0), value, seen, balanced)


def _seen(matchup: Matchup, bets: Array, mixing: Array) -> float:
    """Return the bets beaten for each bet lost to, as seen by mixing hands, a tie being half of either; NaN without such hands."""
    total, difference = float(mixing @ matchup.opponent_reach(bets)), float(mixing @ matchup.showdown_values(bets))
    return (total + difference) / (total - difference) if total > difference else float("nan")


def all_bets(game: PublicGame, strategy: Mapping[str, Array]) -> list[Bet]:
    """Return all bets and raises of a game.

    Parameters
    ----------
    game, strategy
        As for :func:`bet`.
    """
    arguments.instance("game", game, PublicGame, what="a PublicGame")
    return [
        bet(game, strategy, history, action)
        for history, decision in game.decisions.items()
        for action, child in decision.children.items()
        if _fold_and_call(child, decision.player) is not None
    ]


def _fold_and_call(response: Node, player: int) -> tuple[tuple[int, float], tuple[int, float]] | None:
    """Return the indices of the fold and of the call of a player's bet, each with its stake; None if the node is no response to a bet."""
    if not isinstance(response, Decision) or response.player == player:
        return None
    children = list(enumerate(response.children.values()))
    folds = [(k, float(child.stake)) for k, child in children if isinstance(child, Fold) and child.winner == player]
    calls = [(k, float(child.stake)) for k, child in children if isinstance(child, Showdown)]
    return (folds[0], calls[0]) if folds and calls else None
