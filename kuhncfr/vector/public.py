"""A game as a vector of hands walks through it: public betting, and a range for each player."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.evaluate import BestResponse
from kuhncfr.vector import evaluate
from kuhncfr.vector.betting import Decision, Fold, Showdown, joined, longest_action, nodes
from kuhncfr.vector.ranges import Array, Index, Matchup, Range


@dataclass(frozen=True, eq=False, repr=False)
class PublicGame:
    r"""A game for two in which each is dealt one private hand, and everything after that is public.

    Two hands are dealt with a probability proportional to the product of their weights, unless they have a card in common:

    .. math:: \Pr(h_1, h_2) = w_1(h_1)\, w_2(h_2) \,/\, D, \qquad D = \sum_{h_1 \cap h_2 = \emptyset} w_1(h_1)\, w_2(h_2)

    What players do is a table for each history, hands × actions. A history is written as its actions, one after the other; if any of
    them has more than one letter, then with "-" between them.

    Parameters
    ----------
    betting : Decision
        What can happen after the deal.
    ranges : tuple of two Range
        What each player may hold.
    pot : int, Fraction or float
        The chips in the middle before the first action, above 0.

    Raises
    ------
    ValueError, TypeError
        If the hands of the two have different numbers of cards, the same hand has another rank for the other player, or no deal is left.

    Examples
    --------
    >>> from kuhncfr.vector import KuhnPoker
    >>> game = KuhnPoker(cards=1_000)
    >>> list(game.decisions), game.deals
    (['', 'p', 'pb', 'b'], 999000.0)
    >>> game
    PublicGame(1,000 hands against 1,000, 4 decisions)
    """

    betting: Decision
    ranges: tuple[Range, Range]
    pot: Number
    players = 2

    def __post_init__(self) -> None:
        arguments.instance("betting", self.betting, Decision, what="a Decision")
        object.__setattr__(self, "pot", arguments.positive("pot", self.pot))
        ranges = tuple(arguments.sequence("ranges", self.ranges, what="two ranges"))
        if len(ranges) != 2:
            raise ValueError(f"ranges must be those of 2 players, got {len(ranges)}")
        for player, held in enumerate(ranges):
            arguments.instance(f"ranges[{player}]", held, Range, what="a Range")
        object.__setattr__(self, "ranges", ranges)
        own, other = self.ranges
        possible = (own.weight > 0) @ self.matchups[0].opponent_reach((other.weight > 0).astype(float))  # whole numbers: no rounding
        if not possible:
            raise ValueError("ranges must allow a deal: every two hands with a weight above 0 have a card in common")

    def __reduce__(self) -> tuple[Any, ...]:
        return PublicGame, (self.betting, self.ranges, self.pot)  # without what follows from these

    def __repr__(self) -> str:
        one, two = map(len, self.ranges)
        return f"PublicGame({one:,} hands against {two:,}, {len(self.decisions)} decisions)"

    @cached_property
    def matchups(self) -> tuple[Matchup, Matchup]:
        """One's own hands against the other's, for each player."""
        one, two = self.ranges
        return Matchup(one, two), Matchup(two, one)

    @cached_property
    def deals(self) -> float:
        """The sum D of the weights of all deals, where a range's largest weight is 1."""
        return float(self.ranges[0].weight @ self.matchups[0].opponent_reach(self.ranges[1].weight))

    @cached_property
    def by_rank(self) -> tuple[Index, Index]:
        """For each player, the hands in the order of their ranks."""
        one, two = (np.argsort(held.rank, kind="stable") for held in self.ranges)
        return one, two

    @cached_property
    def ordered(self) -> tuple[Range, Range]:
        """The hands of both, in this order."""
        one, two = (
            Range(h.rank[order], cards=h.cards[order], weight=h.weight[order]) for h, order in zip(self.ranges, self.by_rank, strict=True)
        )
        return one, two

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        """The decisions of both players by their histories, each before those below it."""
        return {history: node for history, node in nodes(self.betting, self.separator) if isinstance(node, Decision)}

    @cached_property
    def separator(self) -> str:
        """What stands between the actions of a history, which is nothing if each is a single letter."""
        return "-" if longest_action(self.betting) > 1 else ""

    def child(self, history: str, action: str) -> str:
        """Return the history that an action leads to."""
        return joined(history, action, self.separator)

    @cached_property
    def largest_stake(self) -> float:
        """The most that a player can win, in chips."""
        return max(float(node.stake) for _, node in nodes(self.betting) if not isinstance(node, Decision))

    def terminal_values(self, end: Fold | Showdown, player: int, opponent_reach: Array) -> Array:
        """Return what each hand of a player wins at an end of the game, summed over the opponent's hands as likely as they get here."""
        against = self.matchups[player]
        if isinstance(end, Showdown):
            return float(end.stake) * against.showdown_values(opponent_reach)
        return float(end.stake if end.winner == player else -end.stake) * against.opponent_reach(opponent_reach)

    def uniform(self) -> dict[str, Array]:
        """Return the strategy that takes every action equally often: a table, hands × actions, for each history."""
        shapes = {history: (len(self.ranges[node.player]), len(node.children)) for history, node in self.decisions.items()}
        return {history: np.full(shape, 1 / shape[1]) for history, shape in shapes.items()}

    def percent_of_pot(self, chips: Number) -> float:
        """Return an amount in per cent of the chips that were in the middle before the first action.

        Examples
        --------
        >>> from kuhncfr.vector import KuhnPoker
        >>> KuhnPoker(cards=10).percent_of_pot(0.5)
        25.0
        """
        return 100 * float(arguments.rational("chips", chips) / self.pot)

    def expected_utilities(self, strategy: Any) -> tuple[float, float]:
        r"""Return what each player wins on average if both follow the strategy: what :func:`kuhncfr.expected_utilities` returns.

        .. math:: u_i(\sigma) = \sum_{h} w_i(h)\, v_i(h), \qquad
                  v_i(h) = \frac{1}{D} \sum_{h' \cap h = \emptyset} w_{-i}(h')\, u_i(\sigma \mid h, h')

        where the hands h and h' are dealt with a probability of their weights' product divided by D, :attr:`deals`.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or what has an ``average_strategy``
            For each history in `decisions`, how likely its player takes each action with each hand: at least 0. Each row sums to 1, to
            within 1e-5, and is then scaled to it.

        Returns
        -------
        tuple of two floats
            In chips a game. They sum to 0, but for rounding.

        Raises
        ------
        ValueError, TypeError
            If the strategy misses a history or has an unknown one, a table has another shape, or a row is not probabilities.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.KuhnPoker(cards=3)
        >>> [round(value, 12) for value in kc.expected_utilities(game, game.uniform())]
        [0.125, -0.125]
        """
        tables = evaluate.fitting(self, strategy)
        return evaluate.value(self, tables, 0), evaluate.value(self, tables, 1)

    def best_response(self, strategy: Any, player: int) -> BestResponse:
        r"""Return a player's best response to the other's strategy: what :func:`kuhncfr.best_response` returns.

        The same walk, with :math:`\max_a` in place of :math:`\sum_a \sigma(a)` where the player moves: each hand chooses for itself.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or what has an ``average_strategy``
            As for :meth:`expected_utilities`; the player's own tables do not matter.
        player : int
            Counted from 0.

        Returns
        -------
        BestResponse
            The value in chips a game, and for each history where the player moves the number of the action, shape (hands,). Where
            actions are equally good, the first is taken.

        Raises
        ------
        ValueError, TypeError
            As for :meth:`expected_utilities`, or if there is no such player.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.KuhnPoker(cards=3)
        >>> best = kc.best_response(game, game.uniform(), player=0)
        >>> round(best.value, 12), best.strategy[""]                 # the Jack and the Queen bet: action 1
        (0.5, array([1, 1, 0]))

        References
        ----------
        Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
        """
        player = arguments.one_of_players("player", player, self.players)
        chosen: dict[str, Index] = {}
        value = evaluate.value(self, evaluate.fitting(self, strategy), player, chosen)
        return BestResponse(value, {history: chosen[history] for history, node in self.decisions.items() if node.player == player})

    def nash_conv(self, strategy: Any) -> float:
        """Return what both players together could gain by best responses: what :func:`kuhncfr.nash_conv` returns.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or what has an ``average_strategy``
            As for :meth:`expected_utilities`.

        Returns
        -------
        float
            In chips a game; at least 0, but for rounding, and 0 at an equilibrium.

        Raises
        ------
        ValueError, TypeError
            As for :meth:`expected_utilities`.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.KuhnPoker(cards=3)
        >>> round(12 * kc.nash_conv(game, game.uniform()), 9)
        11.0
        """
        tables = evaluate.fitting(self, strategy)
        return evaluate.value(self, tables, 0, {}) + evaluate.value(self, tables, 1, {})
