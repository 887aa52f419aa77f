"""Bluffs and value bets: what a bet is made of, beside what makes the caller indifferent."""

from collections.abc import Mapping
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown
from kuhncfr.vector.evaluate import fitting
from kuhncfr.vector.holdem.reach_probabilities import decision_at, reach
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array, Matchup

_TORN = 0.01  # how often a hand must both fold and call, not to be taken for one that does so by what is left of early iterations
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
    seen : float
        Of the bets that those hands meet which both call and fold, each one time in a hundred at least: how many they beat for each that
        beats them, a tie being half of either; NaN without such hands.
    balanced : float
        How many there are if such a hand is indifferent: bet/(pot + bet).
    """

    history: str
    action: str
    player: int
    often: float
    bluffs: float
    value: float
    seen: float
    balanced: float

    @property
    def ratio(self) -> float:
        """Bluffs for each value bet; infinite without value bets."""
        return self.bluffs / self.value if self.value > 0 else float("inf")


def bet(game: PublicGame, strategy: Mapping[str, Array], history: str, action: str) -> Bet:
    r"""Tell bluffs from value bets by what calls.

    A hand bets *for value* if it wins more often than it loses against the hands that call: then a call is welcome. All others *bluff*,
    those that tie among them: they live on folds. Hands are counted as often as they come to the bet, so that those count less which the
    other one's cards exclude.

    Who can call pays c to win a pot of p. The call is as good as the fold if what the hand beats and what beats it are as c to p, a tie
    being half of either: after a bet of b into a pot of P that is b/(P + b), in Kuhn poker 1/(1 + 2S). In equilibrium every hand that both
    calls and folds sees just this. The count over all hands departs from it: hands that call block bluffs or value bets, tie, or beat some
    value bets.

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
    >>> from kuhncfr.vector import OneBetKuhn
    >>> strategy = {"": np.array([[2/3, 1/3], [1, 0], [0, 1]]), "b": np.array([[1, 0], [2/3, 1/3], [0, 1]])}
    >>> found = bet(OneBetKuhn(cards=3), strategy, "", "b")
    >>> round(found.ratio, 6), round(found.seen, 6), round(found.balanced, 6)
    (0.333333, 0.333333, 0.333333)
    """
    decision = decision_at(game, history)
    here, tables = reach(game, strategy, history), fitting(game, strategy)
    arguments.choice("action", action, decision.children)
    answered = _answered(decision.children[action], decision.player)
    if answered is None:
        after = arguments.shown(history)
        raise ValueError(f"action must be one that the other can fold to or call, got {arguments.shown(action)} after {after}")
    (fold, folded), (call, called) = answered
    own, theirs = here[decision.player], here[1 - decision.player]
    bets = own * tables[history][:, list(decision.children).index(action)]
    answers = tables[game.child(history, action)]
    met = game.matchups[decision.player].opponent_reach(theirs) / game.deals
    calling = theirs * answers[:, call]
    for_value = game.matchups[decision.player].showdown_values(calling) > _ROUNDING * calling.sum()
    value, made, could = float((bets * met)[for_value].sum()), float(bets @ met), float(own @ met)
    seen = _seen(game.matchups[1 - decision.player], bets, theirs * (answers[:, [fold, call]].min(axis=1) >= _TORN))
    balanced = (called - folded) / (called + folded)
    return Bet(history, action, decision.player, made / could if could > 0 else 0.0, max(made - value, 0.0), value, seen, balanced)


def _seen(against: Matchup, bets: Array, torn: Array) -> float:
    """Return the bluffs for each value bet that some hands see, a tie being half of either; NaN if there are none."""
    met, ahead = float(torn @ against.opponent_reach(bets)), float(torn @ against.showdown_values(bets))
    return (met + ahead) / (met - ahead) if met > ahead else float("nan")


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
        for action, answer in decision.children.items()
        if _answered(answer, decision.player) is not None
    ]


def _answered(answer: Node, player: int) -> tuple[tuple[int, float], tuple[int, float]] | None:
    """Return which action folds to a player's bet, which calls it, and what the other one has then paid; None if it is no bet."""
    if not isinstance(answer, Decision) or answer.player == player:
        return None
    ends = list(enumerate(answer.children.values()))
    folds = [(k, float(end.stake)) for k, end in ends if isinstance(end, Fold) and end.winner == player]
    calls = [(k, float(end.stake)) for k, end in ends if isinstance(end, Showdown)]
    return (folds[0], calls[0]) if folds and calls else None
