"""A public game: public betting and a private range for each player, and what strategies are worth in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.evaluate import BestResponse
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown, child_history, nodes
from kuhncfr.vector.ranges import Array, Index, Matchup, Range
from kuhncfr.vector.tables import Tables, fitting


@dataclass(frozen=True, eq=False, repr=False)
class PublicGame(arguments.Public):
    r"""A two-player game in which each player is dealt one private hand and all actions are public.

    A pair of hands is dealt with a probability proportional to the product of their weights, or not at all if they have a card in
    common:

    .. math:: \Pr(h_1, h_2) = w_1(h_1)\, w_2(h_2) \,/\, D, \qquad D = \sum_{h_1 \cap h_2 = \emptyset} w_1(h_1)\, w_2(h_2)

    A strategy is a table of hands by actions for each history. A history is the sequence of actions, joined by "-" if any action's name
    is longer than one character.

    Parameters
    ----------
    betting : Decision
        The root of the public tree.
    ranges : tuple of two Range
        The hands that each player may hold.
    pot : int, Fraction or float
        The chips in the pot before the first action, above 0.

    Raises
    ------
    ValueError, TypeError
        If the hands of both players have different numbers of cards, a hand ranks differently in the two ranges, or no deal is possible.

    Examples
    --------
    >>> from kuhncfr.vector import kuhn
    >>> game = kuhn(cards=1_000)
    >>> list(game.decisions), game.deals
    (['', 'p', 'pb', 'b'], 999000.0)
    >>> game
    PublicGame(1,000 hands against 1,000, 4 decisions)
    """

    betting: Decision
    ranges: tuple[Range, Range]
    pot: Number
    locked: ClassVar[Tables] = {}  # those of a game that `lock` returns are its own
    players = 2

    def __post_init__(self) -> None:
        arguments.instance("betting", self.betting, Decision, what="a Decision")
        object.__setattr__(self, "pot", arguments.positive("pot", self.pot))
        ranges = tuple(arguments.sequence("ranges", self.ranges, what="two ranges"))
        if len(ranges) != 2:
            raise ValueError(f"ranges must be those of 2 players, got {len(ranges)}")
        for player, hands in enumerate(ranges):
            arguments.instance(f"ranges[{player}]", hands, Range, what="a Range")
        object.__setattr__(self, "ranges", ranges)
        own, other = self.ranges
        possible = (own.weight > 0) @ self.matchups[0].opponent_reach((other.weight > 0).astype(float))  # whole numbers: no rounding
        if not possible:
            raise ValueError("ranges must allow a deal: every two hands with a weight above 0 have a card in common")

    def __repr__(self) -> str:
        one, two = map(len, self.ranges)
        return f"PublicGame({one:,} hands against {two:,}, {len(self.decisions)} decisions)"

    @cached_property
    def matchups(self) -> tuple[Matchup, Matchup]:
        """For each player, the own range against the opponent's."""
        one, two = self.ranges
        return Matchup(one, two), Matchup(two, one)

    @cached_property
    def deals(self) -> float:
        """The sum D of the weights of all deals; the largest weight of each range is 1."""
        return float(self.ranges[0].weight @ self.matchups[0].opponent_reach(self.ranges[1].weight))

    @cached_property
    def by_rank(self) -> tuple[Index, Index]:
        """For each player, the indices that sort the hands by rank, the lowest first."""
        one, two = (np.argsort(hands.rank, kind="stable") for hands in self.ranges)
        return one, two

    @cached_property
    def ordered(self) -> tuple[Range, Range]:
        """Both ranges, sorted by rank."""
        one, two = (
            Range(hands.rank[order], cards=hands.cards[order], weight=hands.weight[order])
            for hands, order in zip(self.ranges, self.by_rank, strict=True)
        )
        return one, two

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        """The decisions of both players by history, parents before their descendants."""
        return {history: node for history, node in nodes(self.betting, self.separator) if isinstance(node, Decision)}

    @cached_property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """For each history, the shape of a strategy's table, hands by actions."""
        return {history: (len(self.ranges[node.player]), len(node.children)) for history, node in self.decisions.items()}

    @cached_property
    def separator(self) -> str:
        """The text between the actions of a history, empty if each action is a single character, otherwise "-"."""
        actions = (action for _, node in nodes(self.betting) if isinstance(node, Decision) for action in node.children)
        return "-" if any(len(action) > 1 for action in actions) else ""

    def child(self, history: str, action: str) -> str:
        """Return the history that an action leads to."""
        return child_history(history, action, self.separator)

    @cached_property
    def largest_stake(self) -> float:
        """The most that a player can win, in chips."""
        return max(float(node.stake) for _, node in nodes(self.betting) if not isinstance(node, Decision))

    def terminal_values(self, node: Fold | Showdown, player: int, opponent_reach: Array) -> Array:
        """Return the counterfactual value of each hand of a player at a terminal node, given the reach of the opponent's hands."""
        matchup = self.matchups[player]
        if isinstance(node, Showdown):
            return float(node.stake) * matchup.showdown_values(opponent_reach)
        return float(node.stake if node.winner == player else -node.stake) * matchup.opponent_reach(opponent_reach)

    def uniform(self) -> dict[str, Array]:
        """Return the strategy that takes every action equally often."""
        return {history: np.full(shape, 1 / shape[1]) for history, shape in self.shapes.items()}

    def lock(self, locked: Mapping[Any, Any]) -> "PublicGame":
        """Return the game in which players follow a given strategy at some histories; :func:`kuhncfr.solve` calls this method.

        The attribute ``locked`` of the new game maps these histories to their tables.

        Parameters
        ----------
        locked : mapping
            For each locked history a table, shape (hands, actions), or one row for all hands; for a player's number, a strategy of the
            game, whose tables of this player are taken unless they are given themselves. Earlier locks stay.

        Raises
        ------
        ValueError, TypeError
            If the game has no such history or player, a table does not fit, or no history is left to learn.

        Examples
        --------
        A first player who always checks first loses 1/18 chip a game, no more than at an equilibrium without locks:

        >>> import kuhncfr as kc
        >>> game = kc.vector.kuhn(cards=3).lock({"": [1, 0]})
        >>> round(18 * kc.solve(game, 1_000, "pcfr+").values[0], 6)
        -1.0
        """
        arguments.instance("locked", locked, Mapping, what="a mapping of histories to tables, or of players to strategies")
        given: dict[Any, Any] = dict(self.locked)  # earlier locks stay
        for player in (key for key in locked if isinstance(key, int)):
            arguments.count("each player in locked", player, maximum=self.players - 1)
            strategy = fitting(self.shapes, locked[player], f"locked[{player}]")
            given |= {history: strategy[history] for history, node in self.decisions.items() if node.player == player}
        for history in (key for key in locked if not isinstance(key, int)):
            actions = self.shapes.get(history, (0, 0))[1:]
            row = np.shape(locked[history]) == actions
            given[history] = np.broadcast_to(locked[history], self.shapes[history]) if row else locked[history]
        tables = fitting(self.shapes, self.uniform() | given, "locked")
        for table in tables.values():
            table.setflags(write=False)
        if len(given) == len(tables):
            raise ValueError("locked must leave at least one history to learn, got all of them")
        game = replace(self)
        object.__setattr__(game, "locked", {history: tables[history] for history in given})
        return game

    def percent_of_pot(self, chips: Number) -> float:
        """Return an amount in per cent of the pot before the first action.

        Examples
        --------
        >>> from kuhncfr.vector import kuhn
        >>> kuhn(cards=10).percent_of_pot(0.5)
        25.0
        """
        return 100 * float(arguments.rational("chips", chips) / self.pot)

    def expected_utilities(self, strategy: Any) -> tuple[float, float]:
        r"""Return each player's expected utility if both follow the strategy; :func:`kuhncfr.expected_utilities` calls this method.

        .. math:: u_i(\sigma) = \sum_{h} w_i(h)\, v_i(h), \qquad
                  v_i(h) = \frac{1}{D} \sum_{h' \cap h = \emptyset} w_{-i}(h')\, u_i(\sigma \mid h, h')

        where the hands h and h' are dealt with the product of their weights over D, :attr:`deals`.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or an object with an ``average_strategy``
            For each history in `decisions`, the probability of each action with each hand, at least 0. Each row must sum to 1 within
            1e-5, and is scaled to sum to 1.

        Returns
        -------
        tuple of two float
            In chips per game. They sum to 0 up to rounding.

        Raises
        ------
        ValueError, TypeError
            If the strategy misses a history or has an unknown one, a table has another shape, or a row is not a distribution.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.kuhn(cards=3)
        >>> [round(value, 12) for value in kc.expected_utilities(game, game.uniform())]
        [0.125, -0.125]
        """
        tables = fitting(self.shapes, strategy)
        return self._value(tables, 0), self._value(tables, 1)

    def best_response(self, strategy: Any, player: int | None = None) -> Any:
        r"""Return a player's best response to the opponent's strategy; :func:`kuhncfr.best_response` calls this method.

        The walk is that of :meth:`expected_utilities`, with :math:`\max_a` in place of :math:`\sum_a \sigma(a)` where the player acts:
        each hand chooses for itself.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or an object with an ``average_strategy``
            As for :meth:`expected_utilities`; the player's own tables make no difference.
        player : int, optional
            Counted from 0; by default both.

        Returns
        -------
        BestResponse, or tuple of BestResponse
            The value in chips per game, and for each history where the player acts the index of the action, shape (hands,). Ties go to
            the first action.

        Raises
        ------
        ValueError, TypeError
            As for :meth:`expected_utilities`, or if the player is not 0 or 1.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.kuhn(cards=3)
        >>> best = kc.best_response(game, game.uniform(), player=0)
        >>> round(best.value, 12), best.strategy[""]                 # the Jack and the Queen bet: action 1
        (0.5, array([1, 1, 0]))

        References
        ----------
        Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
        """
        if player is None:
            return tuple(self.best_response(strategy, each) for each in range(self.players))
        player = arguments.count("player", player, maximum=self.players - 1)
        best: dict[str, Index] = {}
        value = self._value(fitting(self.shapes, strategy), player, best)
        return BestResponse(value, {history: best[history] for history, node in self.decisions.items() if history in best})

    def nash_conv(self, strategy: Any) -> float:
        """Return the sum of what each player gains by a best response; :func:`kuhncfr.nash_conv` calls this method.

        Parameters
        ----------
        strategy : mapping of str to array_like, shape (hands, actions), or an object with an ``average_strategy``
            As for :meth:`expected_utilities`.

        Returns
        -------
        float
            In chips per game; at least 0 up to rounding, and 0 at an equilibrium.

        Raises
        ------
        ValueError, TypeError
            As for :meth:`expected_utilities`.

        Examples
        --------
        >>> import kuhncfr as kc
        >>> game = kc.vector.kuhn(cards=3)
        >>> round(12 * kc.nash_conv(game, game.uniform()), 9)
        11.0
        """
        tables = fitting(self.shapes, strategy)
        return self._value(tables, 0, {}) + self._value(tables, 1, {})  # the game is zero-sum

    def _value(self, strategy: Tables, player: int, best: dict[str, Index] | None = None) -> float:
        """Return a player's expected utility; with `best`, that of a best response, whose actions it is filled with."""
        opponent_reach, played = self.ranges[1 - player].weight / self.deals, {**strategy, **self.locked}
        return float(self.ranges[player].weight @ self._values(self.betting, "", played, player, opponent_reach, best))

    def _values(
        self, node: Node, history: str, strategy: Tables, player: int, opponent_reach: Array, best: dict[str, Index] | None
    ) -> Array:
        """Return the counterfactual value of each hand of a player at a node."""
        if not isinstance(node, Decision):
            return self.terminal_values(node, player, opponent_reach)
        table = strategy[history]
        own = node.player == player
        children = []
        for a, (action, child) in enumerate(node.children.items()):
            reach = opponent_reach if own else opponent_reach * table[:, a]
            children.append(self._values(child, self.child(history, action), strategy, player, reach, best))
        if not own:
            return sum(children[1:], start=children[0])
        values = np.stack(children, axis=1)
        if best is not None and history not in self.locked:
            best[history] = values.argmax(axis=1)
            table = np.eye(values.shape[1])[best[history]]
        mixed: Array = (table * values).sum(axis=1)
        return mixed
