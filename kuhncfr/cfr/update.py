"""The rule that every variant of CFR follows after an iteration; the last axis of each array is that of the actions.

The walks of :mod:`kuhncfr.cfr.cfr` and :mod:`kuhncfr.vector.cfr` compute regrets; this file says what becomes of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr.cfr.algorithm import Algorithm

Array = NDArray[np.float64]

# Regrets up to this fraction of the largest utility count as 0. The regrets of two equally good actions differ by rounding alone, about
# 1e-16, which must not decide between playing one of them and playing both.
TIE = 1e-12


# The parameters of an Algorithm that the rule implements.
PARAMETERS = ("alpha", "beta", "regret_matching_plus", "predictive", "gamma")


class State(NamedTuple):
    """What one iteration passes to the next, for one information set or for many; each array has shape (..., actions)."""

    cumulative_regret: Array
    cumulative_strategy: Array
    current_strategy: Array


def updated(algorithm: Algorithm, t: int, state: State, regret: Array, reach: Array | float) -> tuple[Array, Array, Array]:
    r"""Return the cumulative regret and the cumulative strategy after iteration t, and the prediction for its strategy.

    .. math::

       R^t = d_t \cdot \big( R^{t-1} + r^t \big), \qquad S^t = S^{t-1} + t^\gamma\, \pi_i\, \sigma^t

    The discount :math:`d_t` is that of :class:`~kuhncfr.Algorithm`; regret matching+ raises a negative :math:`R^t` to 0. The prediction
    :math:`m^t` of the next regrets is :math:`r^t` if the algorithm is predictive, else 0. The next strategy is
    :func:`matched` on :math:`R^t + m^t`.

    Parameters
    ----------
    algorithm : Algorithm
    t : int
        Number of the iteration, from 1 on.
    state : State
        The state before it.
    regret : ndarray, shape (..., actions)
        The regrets :math:`r^t`, in chips.
    reach : ndarray, shape (..., 1), or float
        The player's own reach :math:`\pi_i`.

    References
    ----------
    Brown and Sandholm (2019), *Solving imperfect-information games via discounted regret minimization*.
    Farina, Kroer and Sandholm (2021), *Faster game solving via predictive Blackwell approachability*.
    """
    total = state.cumulative_regret + regret
    of_positive, of_negative = algorithm.discounts(t)
    if (of_positive, of_negative) != (1, 1):
        total = np.where(total > 0, of_positive * total, of_negative * total)
    if algorithm.regret_matching_plus:
        total = np.maximum(total, 0.0)
    prediction = regret if algorithm.predictive else np.zeros(total.shape)
    strategies = state.cumulative_strategy + algorithm.weight(t) * reach * state.current_strategy
    return total, strategies, prediction


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
    return matched(numbers, checked_tie(tie))


def checked_tie(tie: float) -> float:
    """Return the number of chips up to which a regret counts as 0, or raise an error that names it."""
    if isinstance(tie, float) and 0 <= tie <= 1e99:  # the usual case: a check in exact fractions would take as long as the matching
        return tie
    return float(arguments.within("tie", tie, 0, 10**99))


def matched(regret: Array, tie: float) -> Array:
    """Return regret matching on regrets of shape (..., actions), which are not validated."""
    return normalized(np.where(regret > tie, regret, 0.0))


def normalized(amounts: Array) -> Array:
    """Divide by the sum over the actions; uniform where the sum is 0, and NaN where it is NaN."""
    total = amounts.sum(axis=-1, keepdims=True)
    shares: Array = np.divide(amounts, total, out=np.full(amounts.shape, 1 / amounts.shape[-1]), where=total != 0)
    return shares
