"""The state of CFR at one information set, and the strategy that follows from its regrets."""

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.cfr import update
from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cfr.update import Array


class InfoSet:
    r"""The state of CFR at one information set I.

    Updates replace the arrays and never write to them, so that a reference to an array is a snapshot. A subclass that overrides
    :meth:`learn` is another rule; it may have further arrays, of shape (actions,).

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

    See Also
    --------
    kuhncfr.games.InformationSet : the player, the actions and the histories of an information set.
    """

    def __init__(self, key: str, player: int, actions: tuple[str, ...], algorithm: Algorithm = ALGORITHMS["cfr"], tie: float = 0.0) -> None:
        self.key = key
        self.player = player
        self.actions = tuple(actions)
        self.algorithm = arguments.instance("algorithm", algorithm, Algorithm, what="an Algorithm")
        algorithm.check_parameters(update.PARAMETERS, "kuhncfr.CFR")
        self.tie = update.checked_tie(tie)
        self.restore(np.zeros(len(actions)), np.zeros(len(actions)))

    def restore(self, cumulative_regret: Array, cumulative_strategy: Array, prediction: Array | None = None) -> None:
        """Set the cumulative arrays and the prediction, 0 by default, and match the regrets."""
        self.prediction = np.zeros(len(self.actions)) if prediction is None else prediction
        self.cumulative_regret = cumulative_regret
        self.cumulative_strategy = cumulative_strategy
        self.current_strategy = update.matched(cumulative_regret + self.prediction, self.tie)

    def arrays(self) -> dict[str, Array]:
        """Return all arrays, those of a subclass too, by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def learn(self, regret: Array, reach: float, t: int) -> None:
        """Update after iteration t: add the regrets, and the current strategy weighted by the player's own reach."""
        before = update.State(self.cumulative_regret, self.cumulative_strategy, self.current_strategy)
        self.restore(*update.updated(self.algorithm, t, before, regret, reach))

    @property
    def average_strategy(self) -> Array:
        r"""The average :math:`\bar\sigma^T(I, a)`, shape (actions,); uniform at an information set that was never reached."""
        return update.normalized(self.cumulative_strategy)
