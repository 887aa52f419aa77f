"""The state of CFR at one information set, and the strategy that follows from its regrets."""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm

Array = NDArray[np.float64]

# Regrets up to this fraction of the largest utility count as 0. The regrets of two equally good actions differ by rounding alone, about
# 1e-16, which must not decide between playing one of them and playing both.
TIE = 1e-12


def regret_matching(regret: Array, tie: float = 0.0) -> Array:
    r"""Play each action in proportion to its positive regret.

    .. math:: \sigma(a) = R^+(a) \,/\, \sum_{a'} R^+(a'), \quad\text{uniform where the sum is 0}

    Parameters
    ----------
    regret : ndarray, shape (actions,)
        Cumulative regret :math:`R(a)`, in chips.
    tie : float
        Regrets up to this many chips count as 0.

    Returns
    -------
    ndarray, shape (actions,)
        Probabilities; they sum to 1.

    Raises
    ------
    ValueError
        If `regret` is empty.

    Examples
    --------
    >>> regret_matching(np.array([3.0, -1.0, 1.0]))
    array([0.75, 0.  , 0.25])

    References
    ----------
    Hart and Mas-Colell (2000), *A simple adaptive procedure leading to correlated equilibrium*.
    """
    numbers = arrays.array("regret", regret, ("actions",))
    if not len(numbers):
        raise ValueError("regret must hold a number for at least one action, got none")
    return _matched(numbers, _tie(tie))


def _tie(tie: float) -> float:
    return float(arguments.within("tie", tie, 0, 10**99))


def _matched(regret: Array, tie: float) -> Array:
    positive = np.where(regret > tie, regret, 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(regret), 1 / len(regret))


class InfoSet:
    r"""The state of CFR at one information set I.

    Updates replace the arrays and never write to them, so that a reference to an array is a snapshot.

    Attributes
    ----------
    key : str
        Name of the information set.
    player : int
        The player to move, counted from 0.
    actions : tuple of str
        A(I).
    cumulative_regret : ndarray, shape (actions,)
        :math:`R^T(I, a) = \sum_t r^t(I, a)`, in chips.
    cumulative_strategy : ndarray, shape (actions,)
        :math:`\sum_t w_t\, \pi_i^{\sigma^t}(I)\, \sigma^t(I, a)`, with the algorithm's weights :math:`w_t`.
    prediction : ndarray, shape (actions,)
        Prediction of the next regrets, in chips; 0 unless the algorithm is predictive.
    current_strategy : ndarray, shape (actions,)
        :math:`\sigma^{T+1}(I, a)`: regret matching on the cumulative regret plus the prediction.
    state : tuple of str
        Names of the arrays that :meth:`kuhncfr.cfr.CFR.save` writes, all of shape (actions,): those that one iteration passes to the
        next. A subclass with further arrays adds their names.

    See Also
    --------
    kuhncfr.games.InformationSet : the player, the actions and the histories of an information set.
    """

    state: ClassVar[tuple[str, ...]] = ("cumulative_regret", "cumulative_strategy", "prediction", "current_strategy")

    def __init__(self, key: str, player: int, actions: tuple[str, ...], algorithm: Algorithm = ALGORITHMS["cfr"], tie: float = 0.0) -> None:
        self.algorithm = arguments.instance("algorithm", algorithm, Algorithm, what="an Algorithm")
        self.tie = _tie(tie)
        self.key = arguments.text("key", key)
        self.player = arguments.count("player", player)
        self.actions = tuple(arguments.names("actions", actions))
        if not self.actions:
            raise ValueError("actions must have at least one entry, got none")
        self.restore(np.zeros(len(actions)), np.zeros(len(actions)))

    def restore(self, cumulative_regret: Array, cumulative_strategy: Array, prediction: Array | None = None) -> None:
        """Set the cumulative arrays and the prediction, 0 by default, and match the regrets."""
        self.prediction = np.zeros(len(self.actions)) if prediction is None else prediction
        self.cumulative_regret = cumulative_regret
        self.cumulative_strategy = cumulative_strategy
        self.current_strategy = _matched(cumulative_regret + self.prediction, self.tie)

    def arrays(self) -> dict[str, Array]:
        """Return the arrays of the state, by name.

        Raises
        ------
        ValueError
            If `state` does not name every array.
        """
        unnamed = {name for name, value in vars(self).items() if isinstance(value, np.ndarray)} - set(self.state)
        if unnamed:
            raise ValueError(f"{type(self).__name__}.state must name every array, but lacks {sorted(unnamed)}")
        return {name: getattr(self, name) for name in self.state}

    def learn(self, regret: Array, reach: float, t: int) -> None:
        """Update after iteration t: add the regrets, and the current strategy weighted by the player's own reach."""
        algorithm = self.algorithm
        updated = self._discounted(self.cumulative_regret + regret, t)
        if algorithm.regret_matching_plus:
            updated = np.maximum(updated, 0.0)
        strategy = self.cumulative_strategy + algorithm.weight(t) * reach * self.current_strategy
        self.restore(updated, strategy, prediction=regret if algorithm.predictive else None)

    def miss(self, t: int) -> None:
        """Update after iteration t if its sampled walk missed the information set: the regrets are 0, so the strategy stays the same."""
        self.cumulative_regret = self._discounted(self.cumulative_regret, t)

    def _discounted(self, regret: Array, t: int) -> Array:
        of_positive, of_negative = self.algorithm.discounts(t)
        return np.where(regret > 0, of_positive * regret, of_negative * regret)

    @property
    def average_strategy(self) -> Array:
        r"""The average :math:`\bar\sigma^T(I, a)`, shape (actions,); uniform at an information set that was never reached."""
        return _matched(self.cumulative_strategy, 0.0)
