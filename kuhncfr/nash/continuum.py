"""Poker with hands in [0, 1]: equilibria in closed form, as exact fractions."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval = tuple[Fraction, Fraction]  # the hands between two numbers

ZERO, ONE = Fraction(0), Fraction(1)
MAX_CELLS = 1_000_000


@dataclass(frozen=True)
class ContinuumEquilibrium:
    """The solution of a game in which both hands are independent and uniform on [0, 1], and the higher hand wins.

    Attributes
    ----------
    ante : Fraction
        S, in chips.
    value : Fraction
        Player 1's expected utility, in chips per game.
    bets : dict of str to tuple of tuples
        One equilibrium: for each history of betting, the intervals of hands that take the aggressive action ``b``, each as its two ends.
    spread : tuple of two Fraction
        The interval of hands among which the calls may be distributed in other ways: the share :math:`S/(S+1)` of them calls, and at
        most this share of those below any given hand.
    conditions : tuple of two str
        The conditions for an optimal strategy of player 1, and of player 2.
    """

    ante: Fraction
    value: Fraction
    bets: dict[str, tuple[Interval, ...]]
    spread: Interval
    conditions: tuple[str, str]

    @property
    def bluffs_below(self) -> Fraction:
        """The hand below which player 1 bluffs in the one-bet game, and player 2, after a pass, in Kuhn poker."""
        return self.spread[0]

    @property
    def bets_above(self) -> Fraction:
        """The hand above which the same player bets for value."""
        return self.spread[1]

    @property
    def calls_above(self) -> Fraction:
        """The hand above which player 2 calls; in Kuhn poker player 1, too."""
        return self.bets["b"][0][0]

    def mass(self, history: str) -> Fraction:
        """Return the share of all hands that take the action ``b`` at a history, in the equilibrium `bets`.

        The share is the same in every equilibrium, except at ``"pb"``, player 1's calls: hands that always open never face a bet, and may
        do anything there. The share of hands that pass and then call is the same in every equilibrium.

        Raises
        ------
        ValueError
            If no player decides there.

        Examples
        --------
        >>> equilibrium = continuum_one_bet(ante=1)
        >>> equilibrium.mass(""), equilibrium.mass("b")
        (Fraction(2, 5), Fraction(3, 5))
        """
        return sum((high - low for low, high in self.bets[arguments.choice("history", history, self.bets)]), start=ZERO)

    def action(self, history: str, hand: Number) -> str:
        """Return the action of a hand at a history, ``"b"`` or ``"p"``; at the end of an interval both have the same value.

        Raises
        ------
        ValueError
            If no player decides there, or the hand lies outside [0, 1].
        TypeError
            If the hand is not a number.

        Examples
        --------
        >>> equilibrium = continuum_one_bet(ante=1)
        >>> [equilibrium.action("", hand) for hand in (0.05, 0.5, 0.9)]
        ['b', 'p', 'b']
        """
        x = arguments.within("hand", hand, 0, 1)
        return "b" if any(low <= x <= high for low, high in self.bets[arguments.choice("history", history, self.bets)]) else "p"

    def table(self, cells: int) -> "dict[str, NDArray[np.float64]]":
        """Return the strategy for the game cut into equal cells: the shares of each cell that take ``p`` and ``b``.

        Parameters
        ----------
        cells : int
            The number of cells, up to a million: the ``cards`` of :func:`kuhncfr.vector.one_bet` and :func:`kuhncfr.vector.kuhn`.

        Returns
        -------
        dict of str to ndarray, shape (cells, 2)
            A table for each history of betting.

        Raises
        ------
        ValueError
            If the number of cells is not between 1 and a million.
        TypeError
            If it is not a whole number.

        Examples
        --------
        >>> continuum_one_bet(ante=1).table(4)[""]          # player 1 bets below 1/10 and above 7/10
        array([[0.6, 0.4],
               [1. , 0. ],
               [0.8, 0.2],
               [0. , 1. ]])
        """
        import numpy as np  # only here: the exact half of the package does not need NumPy

        n = arguments.count("cells", cells, minimum=1, maximum=MAX_CELLS)
        tables = {}
        for history, intervals in self.bets.items():
            share = np.zeros(n)
            for low, high in intervals:
                share += _below(high, n) - _below(low, n)
            tables[history] = np.stack([1 - share, share], axis=1)
        return tables

    def describe(self) -> str:
        """Describe all optimal strategies in one line per player.

        Single hands make no difference, nor do the actions of hands at histories that they never reach.

        Examples
        --------
        >>> print(continuum_one_bet(ante=1).describe())
        player 1: bets below 1/10 and above 7/10
        player 2: calls above 7/10, never below 1/10, and in between with 1/2 of the hands, at most 1/2 of those below any one
        """
        return "\n".join(f"player {player}: {text}" for player, text in enumerate(self.conditions, start=1))


def continuum_one_bet(ante: Number = 1) -> ContinuumEquilibrium:
    r"""Solve the one-bet game on [0, 1] with ante S, von Neumann's poker: player 1 passes or bets a chip, player 2 folds or calls.

    With :math:`k = 1 + 2S`, player 1 bluffs with the hands below :math:`x_0` and bets for value with the hands above :math:`x_1`; player 2
    calls above c,

    .. math::

       x_0 = \frac{S}{(4S+1)(S+1)}, \qquad x_1 = 1 - k x_0, \qquad c = 2 x_1 - 1, \qquad U_1 = S x_0,

    for every :math:`S > 0`. Player 1 has no other optimal strategy. Player 2 may call with other hands between :math:`x_0` and
    :math:`x_1`; :meth:`~ContinuumEquilibrium.describe` says with which.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0.

    Returns
    -------
    ContinuumEquilibrium

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> equilibrium = continuum_one_bet(ante=1)
    >>> [str(end) for end in (equilibrium.bluffs_below, equilibrium.calls_above, equilibrium.bets_above)]
    ['1/10', '2/5', '7/10']
    >>> equilibrium.value
    Fraction(1, 10)

    See Also
    --------
    kuhncfr.vector.one_bet : the game cut into cells, with ``independent=True``.

    References
    ----------
    von Neumann and Morgenstern (1944), *Theory of games and economic behavior*, section 19.
    """
    s = arguments.positive("ante", ante)
    bluffs = s / ((4 * s + 1) * (s + 1))
    values = 1 - (1 + 2 * s) * bluffs
    bets = {"": ((ZERO, bluffs), (values, ONE)), "b": ((2 * values - 1, ONE),)}
    conditions = (f"bets below {bluffs} and above {values}", _calls(s, bluffs, values))
    return ContinuumEquilibrium(s, s * bluffs, bets, (bluffs, values), conditions)


def continuum_kuhn(ante: Number = 1) -> ContinuumEquilibrium:
    r"""Solve Kuhn poker on [0, 1] with ante S: player 2 may bet after a pass.

    With :math:`k = 1 + 2S`, player 2 bets after a pass with the hands below d and above e; both players call above :math:`1/k`; and
    player 1 opens with the share q of each end,

    .. math::

       d = \frac{S}{(S+1) k}, \qquad e = \frac{1}{S+1}, \qquad q = \frac{2S}{k}, \qquad U_1 = -\frac{S^2}{(S+1) k^2},

    for every :math:`S > 0`. Player 1 may open with other hands below d, and above e, if their shares are the same; and both players may
    call with other hands between d and e; :meth:`~ContinuumEquilibrium.describe` says with which. In all equilibria d and e are the same,
    and so are four masses: of player 1's hands that open, and that pass and then call (2d); of player 2's hands that bet, and that call.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0.

    Returns
    -------
    ContinuumEquilibrium

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0.
    TypeError
        If the ante is not a number.

    Examples
    --------
    With an ante of one chip the value is that of Kuhn's own game with three cards:

    >>> equilibrium = continuum_kuhn(ante=1)
    >>> equilibrium.value
    Fraction(-1, 18)
    >>> print(equilibrium.describe())                   # doctest: +NORMALIZE_WHITESPACE
    player 1: opens with 1/9 of the hands, all below 1/6, and with 1/3, all above 1/2; calls like player 2 with hands that pass
    player 2: bets below 1/6 and above 1/2;
              calls above 1/2, never below 1/6, and in between with 1/2 of the hands, at most 1/2 of those below any one

    See Also
    --------
    kuhncfr.vector.kuhn : the game cut into cells, with ``independent=True``.
    """
    s = arguments.positive("ante", ante)
    k = 1 + 2 * s
    bluffs, values = s / ((s + 1) * k), 1 / (s + 1)
    opens = 2 * s / k
    low, high = opens * bluffs, opens * (1 - values)
    calls = ((1 / k, ONE),)
    bets = {"": ((ZERO, low), (1 - high, ONE)), "p": ((ZERO, bluffs), (values, ONE)), "pb": calls, "b": calls}
    opening = f"opens with {low} of the hands, all below {bluffs}, and with {high}, all above {values}"
    first = f"{opening}; calls like player 2 with hands that pass"
    second = f"bets below {bluffs} and above {values}; {_calls(s, bluffs, values)}"
    return ContinuumEquilibrium(s, -(s**2) / ((s + 1) * k**2), bets, (bluffs, values), (first, second))


def _calls(ante: Fraction, low: Fraction, high: Fraction) -> str:
    share = ante / (ante + 1)
    return f"calls above {high}, never below {low}, and in between with {share} of the hands, at most {share} of those below any one"


def _below(end: Fraction, cells: int) -> "NDArray[np.float64]":
    """Return the share of each cell that lies below an end."""
    import numpy as np

    place = end * cells
    share = np.zeros(cells)
    share[: int(place)] = 1
    share[int(place) : int(place) + 1] = float(place % 1)
    return share
