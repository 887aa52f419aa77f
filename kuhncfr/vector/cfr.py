"""CFR with a vector of hands, as the formulas read: one walk of the public tree for all hands. The oracle of the compiled version."""

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.vector.betting import Decision, Node
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array

Found = dict[str, tuple[Array, Array]]  # the regrets at each decision of a walk, and its player's reach


class VectorCFR:
    r"""CFR on a public game: what :class:`~kuhncfr.CFR` does, for all hands of a player at once.

    The walk of the public tree carries the reach of every hand, and brings back for every hand h of the player who learns

    .. math:: v(h) = \sum_{h'} \pi_{-i}(h')\, u_i(h, h'), \qquad r(h, a) = v(h, a) - \sum_{b} \sigma(h, b)\, v(h, b)

    over the other's hands h' that can be dealt with h; :math:`\pi_{-i}` includes the other's weights, and not one's own: they would
    multiply all regrets of a hand alike, and change none of its strategies.

    Parameters
    ----------
    game : PublicGame
        The game to solve.
    algorithm : str or Algorithm
        ``"cfr"``, ``"cfr+"``, ``"lcfr"``, ``"dcfr"``, ``"pcfr+"``, or one of your own.
    alternating : bool
        Update one player after the other, each with a walk of their own; or both after walks that saw the same strategies.

    Attributes
    ----------
    current_strategy : dict of str to ndarray, shape (hands, actions)
        :math:`\sigma^{T+1}`: for each history of betting, what its player does next there.
    cumulative_regret : dict of str to ndarray, shape (hands, actions)
        :math:`R^T`, in chips.
    cumulative_strategy : dict of str to ndarray, shape (hands, actions)
        The sum that :attr:`average_strategy` divides, with the algorithm's weights.
    iterations : int
        How many iterations were run, T.

    Raises
    ------
    ValueError, TypeError
        If the game is no public one, the algorithm is unknown, or `alternating` is not a bool.

    Examples
    --------
    >>> from kuhncfr.vector import OneBetKuhn
    >>> cfr = VectorCFR(OneBetKuhn(cards=3), algorithm="cfr+")
    >>> cfr.run(1_000)
    >>> cfr.average_strategy["b"].round(3)[1]          # the middle card folds twice and calls once in three
    array([0.667, 0.333])

    References
    ----------
    Johanson, Waugh, Bowling and Zinkevich (2011), *Accelerating best response calculation in large extensive games*.
    """

    def __init__(self, game: PublicGame, *, algorithm: str | Algorithm = "cfr", alternating: bool = True) -> None:
        self.game = arguments.instance("game", game, PublicGame, what="a PublicGame")
        self.algorithm = as_algorithm(algorithm)
        self.alternating = arguments.flag("alternating", alternating)
        self.current_strategy = game.uniform()
        self.cumulative_regret = {history: np.zeros_like(table) for history, table in self.current_strategy.items()}
        self.cumulative_strategy = {history: np.zeros_like(table) for history, table in self.current_strategy.items()}
        self.tie = TIE * game.largest_stake
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Run many iterations.

        Raises
        ------
        ValueError, TypeError
            If their number is not whole or below 0, or the algorithm's weights would grow too large for a float.
        """
        iterations = arguments.count("iterations", iterations)
        self.algorithm.check_weights(self.iterations + iterations)
        for _ in range(iterations):
            self.step()

    def step(self) -> None:
        """Run one iteration."""
        hands, deals = self.game.ranges, self.game.deals
        for learners in [(0,), (1,)] if self.alternating else [(0, 1)]:
            found: Found = {}
            for player in learners:
                others = hands[1 - player].weight / deals
                self.walk(self.game.betting, "", player, np.ones(len(hands[player])), others, found)
            for history, (regret, reach) in found.items():  # only now: sigma^t stayed fixed during the walk
                self.learn(history, regret, reach)
        self.iterations += 1

    def walk(self, node: Node, history: str, player: int, reach: Array, others: Array, found: Found) -> Array:
        r"""Return what each hand of a player expects from here on, :math:`v(h)`, weighted by how likely the other one gets here.

        Parameters
        ----------
        node, history
            Where the walk is.
        player : int
            Who learns.
        reach : ndarray, shape (own hands,)
            How likely the player gets here with each hand, :math:`\pi_i`.
        others : ndarray, shape (other's hands,)
            How likely the other one does, chance included, :math:`\pi_{-i}`.
        found : dict
            Filled with the regrets of each decision of the player, and with `reach`.
        """
        if not isinstance(node, Decision):
            return self.game.terminal_values(node, player, others)
        strategy = self.current_strategy[history]
        if node.player != player:  # the other's reach splits: what is expected adds up
            parts = [
                self.walk(after, self.game.child(history, action), player, reach, others * strategy[:, a], found)
                for a, (action, after) in enumerate(node.children.items())
            ]
            return sum(parts[1:], start=parts[0])
        values = np.stack(
            [
                self.walk(after, self.game.child(history, action), player, reach * strategy[:, a], others, found)
                for a, (action, after) in enumerate(node.children.items())
            ],
            axis=1,
        )
        expected: Array = (strategy * values).sum(axis=1)
        found[history] = values - expected[:, None], reach
        return expected

    def learn(self, history: str, regret: Array, reach: Array) -> None:
        """Add the regrets up, count the strategy towards the average, and match the regrets anew."""
        t, rule = self.iterations + 1, self.algorithm
        total = self.cumulative_regret[history] + regret
        of_positive, of_negative = rule.discounts(t)
        total *= np.where(total > 0, of_positive, of_negative)
        if rule.regret_matching_plus:
            total = np.maximum(total, 0)
        self.cumulative_regret[history] = total
        self.cumulative_strategy[history] += rule.weight(t) * reach[:, None] * self.current_strategy[history]
        self.current_strategy[history] = matched(total + regret if rule.predictive else total, self.tie)

    @property
    def average_strategy(self) -> dict[str, Array]:
        r"""The average :math:`\bar\sigma^t`, the answer; uniform for a hand that never came here."""
        return {history: in_proportion(sums) for history, sums in self.cumulative_strategy.items()}


def matched(regret: Array, tie: float) -> Array:
    """Play each action in proportion to its positive regret, hand by hand."""
    return in_proportion(np.where(regret > tie, regret, 0.0))


def in_proportion(amounts: Array) -> Array:
    """Divide each row by its sum; where that is 0, all actions are equally likely."""
    total = amounts.sum(axis=-1, keepdims=True)
    shares: Array = np.divide(amounts, total, out=np.full_like(amounts, 1 / amounts.shape[-1]), where=total > 0)
    return shares
