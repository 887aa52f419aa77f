"""Kuhn poker with any number of cards, and the game on [0, 1] cut into cells."""

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.vector.betting import Decision, Fold, Showdown
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import MAX_HANDS, Range


def one_bet(cards: int, ante: Number = 1, *, independent: bool = False) -> PublicGame:
    r"""One-bet Kuhn poker with many cards: player 1 passes or bets a chip, and player 2 folds or calls.

    Player 1's value tends to :math:`S^2 / ((4S + 1)(S + 1))` as the number of cards grows. With an ante of one chip the value is

    .. math:: V_n = \frac{1}{10} - \frac{\delta}{n (n - 1)},

    where :math:`\delta` is 0, 0, 1/5, 4/15, 1/5, 1/3, 1/3, 1/5, 4/15, 1/5 for n mod 10 = 0, 1 … 9.

    Parameters
    ----------
    cards : int
        n, at least 2. The cards are named 1 to n, and the higher one wins.
    ante : int, Fraction or float
        S, in chips.
    independent : bool
        Whether both players may be dealt the same card, which ties: the game on [0, 1] cut into n cells.

    Returns
    -------
    PublicGame

    Raises
    ------
    ValueError, TypeError
        If the number of cards is not a whole number from 2 to a million, or the ante is not a number above 0.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> run = kc.solve(one_bet(cards=10), 2_000, algorithm="pcfr+")
    >>> round(run.values[0], 4)                             # 1/10
    0.1

    See Also
    --------
    kuhncfr.nash.continuum_one_bet : the limit in closed form.
    kuhncfr.games.OneBetKuhn : the same game as a tree, with the cards A, K and Q.
    """
    stake = arguments.positive("ante", ante)
    response = Decision(1, {"p": Fold(winner=0, stake=stake), "b": Showdown(stake + 1)})
    return _game(Decision(0, {"p": Showdown(stake), "b": response}), cards, stake, independent)


def kuhn(cards: int, ante: Number = 1, bet: Number = 1, *, independent: bool = False) -> PublicGame:
    r"""Classic Kuhn poker with many cards: player 2 may bet after a pass.

    With a bet of one chip, player 1's value tends to :math:`-S^2 / ((S + 1)(2S + 1)^2)` as the number of cards grows.

    Parameters
    ----------
    cards : int
        n, at least 2. The cards are named 1 to n, and the higher one wins.
    ante, bet : int, Fraction or float
        In chips.
    independent : bool
        Whether both players may be dealt the same card, which ties: the game on [0, 1] cut into n cells.

    Returns
    -------
    PublicGame

    Raises
    ------
    ValueError, TypeError
        If the number of cards is not a whole number from 2 to a million, or a number of chips is not above 0.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> run = kc.solve(kuhn(cards=3), 2_000, algorithm="pcfr+")
    >>> round(18 * run.values[0], 6)
    -1.0

    See Also
    --------
    kuhncfr.nash.continuum_kuhn : the limit in closed form.
    kuhncfr.games.KuhnPoker : the same game as a tree, for two or more players.
    """
    stake = arguments.positive("ante", ante)
    more = stake + arguments.positive("bet", bet)
    response_of_1 = Decision(0, {"p": Fold(winner=1, stake=stake), "b": Showdown(more)})
    response_of_2 = Decision(1, {"p": Fold(winner=0, stake=stake), "b": Showdown(more)})
    after_pass = Decision(1, {"p": Showdown(stake), "b": response_of_1})
    return _game(Decision(0, {"p": after_pass, "b": response_of_2}), cards, stake, independent)


def _game(betting: Decision, cards: int, ante: Number, independent: bool) -> PublicGame:
    """Return the game in which each player is dealt one card."""
    deck = np.arange(1, arguments.count("cards", cards, minimum=2, maximum=MAX_HANDS) + 1)
    hands = Range(deck, cards=None if arguments.flag("independent", independent) else deck[:, None])
    return PublicGame(betting, (hands, hands), pot=2 * ante)
