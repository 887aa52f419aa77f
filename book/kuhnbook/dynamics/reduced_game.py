r"""One-bet Kuhn poker with only its two open questions left.

Once every choice that never pays is gone, two probabilities remain: how often player 1 bets a Queen, :math:`p_1`, and how
often player 2 calls with a King, :math:`p_2`. They live in the unit square, and the winnings are a saddle over it.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr._support import arguments
from kuhncfr.nash.two_players import one_bet

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ReducedGame:
    r"""One-bet Kuhn poker with the Ace always bet and called, player 1's King passed and player 2's Queen folded.

    .. math:: U_1 = V - \omega\,(p_1 - p_1^*)(p_2 - p_2^*), \qquad \omega = \frac{1 + 2S}{6}

    A point is an array whose last axis holds :math:`(p_1, p_2)`.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 1/2, so that the equilibrium lies inside the square.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 1/2.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> game = ReducedGame(ante=1)
    >>> game.omega, game.equilibrium.round(3)
    (0.5, array([0.333, 0.333]))
    >>> round(float(game.utility([1, 0])), 6)       # always bluff, never called: 1/6 chip a game
    0.166667

    See Also
    --------
    kuhncfr.nash.one_bet : the equilibrium, exact, for every ante.
    """

    ante: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        ante = arguments.positive("ante", self.ante)
        if ante <= Fraction(1, 2):
            raise ValueError(f"ante must be greater than 1/2, where the equilibrium lies inside the square; got {self.ante!r}")
        object.__setattr__(self, "ante", ante)

    @cached_property
    def omega(self) -> float:
        """How strongly the two probabilities pull at each other, in chips a game."""
        return float((1 + 2 * self.ante) / 6)

    @cached_property
    def equilibrium(self) -> Array:
        """The saddle point, shape (2,); read-only."""
        solved = one_bet(self.ante)
        point = np.array([float(solved.p1), float(solved.p2)])
        point.flags.writeable = False
        return point

    def utility(self, points: ArrayLike) -> Array:
        """Return what player 1 wins on average, in chips a game; shape (...,)."""
        away = np.asarray(points) - self.equilibrium
        return float(one_bet(self.ante).value) - self.omega * away[..., 0] * away[..., 1]

    def gradient(self, points: ArrayLike) -> Array:
        r"""Return what each player would gain by betting (calling) more often.

        .. math::

           \frac{\partial U_1}{\partial p_1} = -\omega\,(p_2 - p_2^*), \qquad
           \frac{\partial U_2}{\partial p_2} = \omega\,(p_1 - p_1^*)

        It is also the advantage of ``b`` over ``p`` in counterfactual value: the number that CFR learns from.

        Parameters
        ----------
        points : array_like, shape (..., 2)

        Returns
        -------
        ndarray, shape (..., 2)
            In chips a game per unit of probability.

        Examples
        --------
        >>> ReducedGame(ante=1).gradient([1, 1]).round(3)       # too many bluffs, too many calls
        array([-0.333,  0.333])
        """
        away = np.asarray(points) - self.equilibrium
        return self.omega * np.stack([-away[..., 1], away[..., 0]], axis=-1)

    def nash_conv(self, points: ArrayLike) -> Array:
        r"""Return how much both players together could gain by a best response; shape (...,).

        .. math:: \sum_i \big[ \max(g_i, 0) - p_i\, g_i \big], \qquad g_i = \partial U_i / \partial p_i

        Examples
        --------
        >>> ReducedGame(ante=1).nash_conv([[0, 0], [1/3, 1/3]]).round(6)
        array([0.166667, 0.      ])
        """
        gradient = self.gradient(points)
        return (np.maximum(gradient, 0.0) - np.asarray(points) * gradient).sum(axis=-1)
