r"""CFR on the two open questions of one-bet Kuhn poker: what taking whole steps does.

A million iterations take a second, so the asymptotics can be looked at. They are *derived to leading order* for
simultaneous updates: the regrets run on the closed orbit of :func:`kuhnbook.dynamics.regret_matching_flow`, and each whole
step adds :math:`\lVert r_i \rVert^2` to :math:`\rho_i^2` while both of player i's regrets are positive. Let :math:`\rho` be
the common size of the regrets, with :math:`(x, y) = (p_1^*, p_2^*)`.

- While :math:`p_1` crosses from 0 to 1, :math:`\rho_1` grows by :math:`\lvert g_1 \rvert \Lambda / 2` with
  :math:`\Lambda = \int_0^{\pi/2} \frac{d\theta}{\cos\theta + \sin\theta} = \sqrt 2 \ln(1 + \sqrt 2)`; the two crossings of a
  lap have :math:`\lvert g_1 \rvert = \omega y` and :math:`\omega (1 - y)`, so a lap adds :math:`\omega \Lambda / 2` to each
  :math:`\rho_i`.
- A lap takes :math:`\kappa \rho / \omega` iterations: on each side of the square, wait until the negative regret is used
  up, then cross in :math:`2 \rho / \lvert g_i \rvert`.

Hence T iterations hold :math:`2 \sqrt{T / (\Lambda \kappa)}` laps and :math:`\rho \approx \omega \sqrt{\Lambda T / \kappa}`.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from kuhnbook.dynamics.reduced_game import Array, ReducedGame

LAMBDA = math.sqrt(2) * math.log(1 + math.sqrt(2))


def iterate(game: ReducedGame, iterations: int, *, alternating: bool = False, regret: ArrayLike | None = None) -> Array:
    r"""Run CFR on the reduced game and return the current strategies :math:`\sigma^1, \ldots, \sigma^T`.

    Parameters
    ----------
    game : ReducedGame
    iterations : int
        T, the number of iterations.
    alternating : bool
        Let player 2 learn against player 1's newest strategy, instead of both at once.
    regret : array_like, shape (2, 2), optional
        Where to start: a row per player, holding the regrets of ``p`` and ``b``; by default 0.

    Returns
    -------
    ndarray, shape (iterations, 2)
        The points :math:`(p_1, p_2)`; their mean is the average strategy.

    Examples
    --------
    >>> iterate(ReducedGame(ante=1), 3)
    array([[0.5 , 0.5 ],
           [0.  , 1.  ],
           [0.  , 0.25]])

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    """
    omega, (x, y) = game.omega, game.equilibrium.tolist()
    (pass1, bet1), (pass2, bet2) = np.asarray(np.zeros((2, 2)) if regret is None else regret).tolist()
    path = np.empty((iterations, 2))
    p1, p2 = _match(bet1, pass1), _match(bet2, pass2)
    for t in range(iterations):  # plain floats: ten times as fast as small arrays
        path[t, 0], path[t, 1] = p1, p2
        gain1, gain2 = -omega * (p2 - y), omega * (p1 - x)
        bet1, pass1 = bet1 + (1 - p1) * gain1, pass1 - p1 * gain1
        p1 = _match(bet1, pass1)
        if alternating:
            gain2 = omega * (p1 - x)
        bet2, pass2 = bet2 + (1 - p2) * gain2, pass2 - p2 * gain2
        p2 = _match(bet2, pass2)
    return path


def _match(bet: float, passing: float) -> float:
    if bet <= 0:
        return 0.0 if passing > 0 else 0.5
    return bet / (bet + passing) if passing > 0 else 1.0


def laps(game: ReducedGame, points: ArrayLike) -> float:
    """Return how often a path runs counter-clockwise round the equilibrium.

    Examples
    --------
    >>> game = ReducedGame(ante=1)
    >>> laps(game, [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
    1.0
    """
    away = np.asarray(points) - game.equilibrium
    angle = np.unwrap(np.arctan2(away[:, 1], away[:, 0]))
    return float((angle[-1] - angle[0]) / (2 * np.pi))


def lap_length(game: ReducedGame) -> float:
    r"""Return :math:`\kappa`: a lap of the boundary takes :math:`\kappa \rho / \omega` iterations.

    .. math::

       \kappa = \frac{2 + x - y}{x y} + \frac{1 + x + y}{(1 - x) y} + \frac{2 - x + y}{(1 - x)(1 - y)} + \frac{3 - x - y}{x (1 - y)}

    One term for each side of the square, with :math:`(x, y) = (p_1^*, p_2^*)`.

    Examples
    --------
    >>> round(lap_length(ReducedGame(ante=1)), 6)
    40.5
    """
    x, y = game.equilibrium.tolist()
    bottom, right = (2 + x - y) / (x * y), (1 + x + y) / ((1 - x) * y)
    top, left = (2 - x + y) / ((1 - x) * (1 - y)), (3 - x - y) / (x * (1 - y))
    return float(bottom + right + top + left)


def laps_per_root(game: ReducedGame) -> float:
    r"""Return the limit of laps :math:`/ \sqrt T` under simultaneous updates, :math:`2 / \sqrt{\Lambda \kappa}`.

    Examples
    --------
    >>> round(laps_per_root(ReducedGame(ante=1)), 4)
    0.2815
    """
    return 2 / math.sqrt(LAMBDA * lap_length(game))


def nash_conv_bounds(game: ReducedGame) -> tuple[float, float]:
    r"""Return between which numbers NashConv :math:`\cdot \sqrt T` of the average ends up swinging.

    The average's NashConv is :math:`(\max_a R_1(a) + \max_a R_2(a)) / T`. At every iteration at least one player is pure, with
    a greatest regret of :math:`\rho`; the other's lies between :math:`\rho/\sqrt 2` and :math:`\rho`.

    Examples
    --------
    >>> tuple(round(bound, 4) for bound in nash_conv_bounds(ReducedGame(ante=1)))
    (0.1497, 0.1754)
    """
    size = game.omega * math.sqrt(LAMBDA / lap_length(game))
    return (1 + 1 / math.sqrt(2)) * size, 2 * size
