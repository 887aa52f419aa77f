"""CFR with a vector of hands, as the formulas read: one walk of the public tree for all hands. The oracle of the compiled version."""

from typing import Self

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.cfr import update
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.cfr.update import TIE
from kuhncfr.vector.betting import Decision, Node
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array

Visited = dict[str, tuple[Array, Array]]  # for each decision of a walk: its regrets, and the reach of its player


class VectorCFR:
    r"""CFR on a public game: the updates of :class:`~kuhncfr.CFR`, for all hands of a player at once.

    A walk of the public tree passes down the reach of every hand, and returns for every hand h of the player to update

    .. math:: v(h) = \sum_{h'} \pi_{-i}(h')\, u_i(h, h'), \qquad r(h, a) = v(h, a) - \sum_{b} \sigma(h, b)\, v(h, b)

    summed over the opponent's hands h' that can be dealt with h. The reach :math:`\pi_{-i}` includes the weights of the opponent's hands,
    but not those of the player's own hands: an own weight would scale all regrets of its hand, which changes no strategy.

    Parameters
    ----------
    game : PublicGame
        The game to solve.
    algorithm : str or Algorithm
        ``"cfr"``, ``"cfr+"``, ``"lcfr"``, ``"dcfr"``, ``"dcfr+"``, ``"pcfr+"``, ``"pdcfr+"``, in any case, or an algorithm of your own.
    alternating : bool
        Update one player after the other (True), or both at once (False).

    Attributes
    ----------
    current_strategy : dict of str to ndarray, shape (hands, actions)
        :math:`\sigma^{T+1}`, the strategy of the next iteration, for each history of betting.
    cumulative_regret : dict of str to ndarray, shape (hands, actions)
        :math:`R^T`, in chips.
    cumulative_strategy : dict of str to ndarray, shape (hands, actions)
        The weighted sum of strategies that :attr:`average_strategy` normalizes.
    iterations : int
        The number of iterations run, T.

    Raises
    ------
    ValueError, TypeError
        If the game is not a PublicGame, the algorithm is unknown, or `alternating` is not a bool.

    Examples
    --------
    >>> from kuhncfr.vector import one_bet
    >>> cfr = VectorCFR(one_bet(cards=3), algorithm="cfr+").run(1_000)
    >>> cfr.average_strategy["b"].round(3)[1]          # the middle card folds twice and calls once in three
    array([0.667, 0.333])

    References
    ----------
    Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
    """

    def __init__(self, game: PublicGame, algorithm: str | Algorithm = "cfr", *, alternating: bool = True) -> None:
        self.game = arguments.instance("game", game, PublicGame, what="a PublicGame")
        self.algorithm = as_algorithm(algorithm)
        self.algorithm.check_parameters(update.PARAMETERS, "VectorCFR")
        self.alternating = arguments.flag("alternating", alternating)
        self.current_strategy = game.uniform() | dict(game.locked)
        self.cumulative_regret = {history: np.zeros_like(table) for history, table in self.current_strategy.items()}
        self.cumulative_strategy = {history: np.zeros_like(table) for history, table in self.current_strategy.items()}
        self.tie = TIE * game.largest_stake
        self.iterations = 0

    def run(self, iterations: int) -> Self:
        """Run further iterations, and return self.

        Raises
        ------
        ValueError, TypeError
            If their number is negative or not whole.
        """
        for _ in range(arguments.count("iterations", iterations)):
            self.step()
        return self

    def step(self) -> None:
        """Run one iteration."""
        ranges, deals = self.game.ranges, self.game.deals
        for learners in [(0,), (1,)] if self.alternating else [(0, 1)]:
            visited: Visited = {}
            for player in learners:
                opponent_reach = ranges[1 - player].weight / deals
                self.walk(self.game.betting, "", player, np.ones(len(ranges[player])), opponent_reach, visited)
            for history, (regret, reach) in visited.items():  # only now: sigma^t stayed fixed during the walk
                if history not in self.game.locked:
                    self.learn(history, regret, reach)
        self.iterations += 1

    def walk(self, node: Node, history: str, player: int, reach: Array, opponent_reach: Array, visited: Visited) -> Array:
        r"""Return the counterfactual value :math:`v(h)` of each hand of a player at a node.

        Parameters
        ----------
        node, history
            The node, and the history that leads to it.
        player : int
            The player to update.
        reach : ndarray, shape (own hands,)
            The player's own reach with each hand, :math:`\pi_i`.
        opponent_reach : ndarray, shape (opponent's hands,)
            The reach of the opponent and of chance with each of the opponent's hands, :math:`\pi_{-i}`.
        visited : dict
            Filled with the regrets and the `reach` at each of the player's decisions.
        """
        if not isinstance(node, Decision):
            return self.game.terminal_values(node, player, opponent_reach)
        strategy = self.current_strategy[history]
        own = node.player == player
        children = []
        for a, (action, child) in enumerate(node.children.items()):
            mine, theirs = (reach * strategy[:, a], opponent_reach) if own else (reach, opponent_reach * strategy[:, a])
            children.append(self.walk(child, self.game.child(history, action), player, mine, theirs, visited))
        if not own:  # the opponent's reach was split among the actions, and the values add up
            return sum(children[1:], start=children[0])
        values = np.stack(children, axis=1)
        expected: Array = (strategy * values).sum(axis=1)
        visited[history] = values - expected[:, None], reach
        return expected

    def learn(self, history: str, regret: Array, reach: Array) -> None:
        """Update the cumulative regrets, the cumulative strategy and the current strategy of a decision."""
        before = update.State(self.cumulative_regret[history], self.cumulative_strategy[history], self.current_strategy[history])
        total, sums, prediction = update.updated(self.algorithm, self.iterations + 1, before, regret, reach[:, None])
        self.cumulative_regret[history], self.cumulative_strategy[history] = total, sums
        self.current_strategy[history] = update.matched(total + prediction, self.tie)

    @property
    def average_strategy(self) -> dict[str, Array]:
        r"""The average strategy :math:`\bar\sigma^T`, the result; uniform for a hand that never reached a decision."""
        return {history: update.normalized(sums) for history, sums in self.cumulative_strategy.items()} | dict(self.game.locked)
