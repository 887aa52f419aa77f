r"""Three ways of learning in continuous time, on the saddle of :class:`~kuhnbook.dynamics.ReducedGame`; each conserves something.

What CFR's whole steps change is told by :mod:`kuhnbook.dynamics.steps`.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from kuhnbook.dynamics.reduced_game import Array, ReducedGame

PASS, BET = 0, 1  # the places of the actions in an array of regrets, as in CFR


def gradient_flow(game: ReducedGame, start: ArrayLike, times: ArrayLike) -> Array:
    r"""Follow both gradients at once, :math:`\dot p = g(p)`: a circle around the equilibrium, in closed form.

    The boundary of the square is ignored: start close enough to the equilibrium.

    Parameters
    ----------
    game : ReducedGame
    start : array_like, shape (2,)
        The point at time 0.
    times : array_like, shape (n,)
        One lap, counter-clockwise, takes :math:`2\pi/\omega = 12\pi/(1+2S)`.

    Returns
    -------
    ndarray, shape (n, 2)

    Examples
    --------
    >>> game = ReducedGame(ante=1)
    >>> gradient_flow(game, [0.5, 0.5], [0, 2 * np.pi / game.omega]).round(6)
    array([[0.5, 0.5],
           [0.5, 0.5]])

    References
    ----------
    Mertikopoulos, Papadimitriou and Piliouras (2017), *Cycles in adversarial regularized learning*: such cycles in every
    zero-sum game.
    """
    away = np.asarray(start) - game.equilibrium
    angle = game.omega * np.asarray(times)
    turned = [np.cos(angle) * away[0] - np.sin(angle) * away[1], np.sin(angle) * away[0] + np.cos(angle) * away[1]]
    return game.equilibrium + np.stack(turned, axis=-1)


def squared_distance(game: ReducedGame, points: ArrayLike) -> Array:
    r"""Return :math:`\lVert p - p^* \rVert^2`, which the gradient flow conserves; shape (...,)."""
    return ((np.asarray(points) - game.equilibrium) ** 2).sum(axis=-1)


def replicator(game: ReducedGame, start: ArrayLike, times: ArrayLike) -> Array:
    r"""Let each action's share grow at the rate of its advantage, :math:`\dot p_i = p_i (1 - p_i)\, g_i(p)`.

    Parameters
    ----------
    game : ReducedGame
    start : array_like, shape (2,)
        The point at the first time, inside the square.
    times : array_like, shape (n,)
        Increasing; one Runge–Kutta step is taken from each to the next.

    Returns
    -------
    ndarray, shape (n, 2)

    Examples
    --------
    >>> game = ReducedGame(ante=1)
    >>> points = replicator(game, [0.9, 0.2], np.linspace(0, 100, 1_001))
    >>> product = replicator_product(game, points)
    >>> bool(np.allclose(product, product[0]))
    True

    References
    ----------
    Hofbauer (1996), *Evolutionary dynamics for bimatrix games: A Hamiltonian system?*
    """

    return _runge_kutta(lambda p: p * (1 - p) * game.gradient(p), start, times)


def replicator_product(game: ReducedGame, points: ArrayLike) -> Array:
    r"""Return what the replicator dynamics conserve; shape (...,).

    .. math:: \prod_i p_i^{p_i^*} (1 - p_i)^{1 - p_i^*}
    """
    p = np.asarray(points)
    return (p**game.equilibrium * (1 - p) ** (1 - game.equilibrium)).prod(axis=-1)


def regret_matching_flow(game: ReducedGame, start: ArrayLike, times: ArrayLike) -> Array:
    r"""Match regrets in continuous time.

    .. math:: \dot R_i(b) = (1 - p_i)\, g_i(p), \qquad \dot R_i(p) = -p_i\, g_i(p), \qquad p_i = \frac{R_i^+(b)}{R_i^+(b) + R_i^+(p)}

    Parameters
    ----------
    game : ReducedGame
    start : array_like, shape (2, 2)
        The regrets at the first time: a row per player, holding those of ``p`` and ``b``; one of a row is positive.
    times : array_like, shape (n,)
        Increasing; one Runge–Kutta step is taken from each to the next.

    Returns
    -------
    ndarray, shape (n, 2, 2)
        The regrets; :func:`matched` turns them into points.

    Examples
    --------
    >>> game = ReducedGame(ante=1)
    >>> regrets = regret_matching_flow(game, [[0.5, 0.5], [0.5, 0.5]], np.linspace(0, 40, 4_001))
    >>> norms = positive_norms(regrets)
    >>> bool(np.allclose(norms, norms[0], atol=1e-6))
    True

    References
    ----------
    Hart and Mas-Colell (2000), *A simple adaptive procedure leading to correlated equilibrium*: the rule, in steps.
    """
    return _runge_kutta(lambda regret: regret_rate(game, matched(regret)), start, times)


def matched(regret: ArrayLike) -> Array:
    """Return the points that regret matching plays: shape (..., 2, 2) in, (..., 2) out; 1/2 where no regret is positive."""
    positive = np.maximum(regret, 0.0)
    total = positive.sum(axis=-1)
    return np.where(total > 0, positive[..., BET] / np.where(total > 0, total, 1.0), 0.5)


def regret_rate(game: ReducedGame, points: ArrayLike) -> Array:
    """Return the regret of each action at these points: shape (..., 2) in, (..., 2, 2) out, players before actions."""
    p, gradient = np.asarray(points), game.gradient(points)
    return np.stack([-p * gradient, (1 - p) * gradient], axis=-1)


def positive_norms(regret: ArrayLike) -> Array:
    r"""Return :math:`\rho_i = \lVert R_i^+ \rVert_2`, which regret matching in continuous time conserves; shape (..., 2)."""
    return np.linalg.norm(np.maximum(regret, 0.0), axis=-1)


def weighted_regret(game: ReducedGame, regret: ArrayLike) -> Array:
    r"""Return :math:`\sum_i \langle \sigma_i^*, R_i \rangle`; shape (...,).

    Regret matching conserves it, in continuous time and, with simultaneous updates, in CFR's whole steps.
    """
    bet = game.equilibrium
    return (np.stack([1 - bet, bet], axis=-1) * np.asarray(regret)).sum(axis=(-2, -1))


def running_average(points: ArrayLike) -> Array:
    """Return the mean of the first 1, 2, …, n points, shape (n, ...): the average strategy along a path in equal time steps."""
    path = np.asarray(points)
    counts = np.arange(1, len(path) + 1).reshape(-1, *[1] * (path.ndim - 1))
    return np.cumsum(path, axis=0) / counts


def _runge_kutta(velocity: Callable[[Array], Array], start: ArrayLike, times: ArrayLike) -> Array:
    """Integrate with the classical method of fourth order."""
    state = np.asarray(start, dtype=float)
    path = np.empty((np.size(times), *state.shape))
    path[0] = state
    for k, step in enumerate(np.diff(times), start=1):
        first = velocity(state)
        second = velocity(state + step / 2 * first)
        third = velocity(state + step / 2 * second)
        fourth = velocity(state + step * third)
        path[k] = state = state + step / 6 * (first + 2 * second + 2 * third + fourth)
    return path
