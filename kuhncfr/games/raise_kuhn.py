"""Kuhn poker with a raise, or with bets of several sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.games.one_card import BET, PASS, OneCardPoker

RAISE = "r"


class _ThreeCardPoker(OneCardPoker):
    """Two players, three cards, and bets that the opponent calls or folds to."""

    players = 2
    ranking = "JQK"

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        self.check_terminal(history)
        paid = [0, 0]
        for position, action in enumerate(self.betting(history)):
            if action != PASS:
                paid[position % 2] = self._paid(action, paid[1 - position % 2])
        folded = history.endswith(PASS) and paid[0] != paid[1]
        contenders = [paid.index(max(paid))] if folded else [0, 1]
        return self.showdown(history, [self.ante + chips for chips in paid], contenders)

    def _paid(self, action: str, other: int) -> int:
        """Return what a player has paid beyond the ante after an action that is no pass; the other player has paid `other`."""
        raise NotImplementedError


@dataclass(frozen=True, init=False)
class RaiseKuhn(_ThreeCardPoker):
    r"""Kuhn poker in which a bet of one chip may be raised by one more, once.

    Until a player bets, each passes (``p``) or bets one chip (``b``). Against a bet a player folds (``p``), calls (``b``)
    or raises (``r``), which costs the chip and one more. Against a raise a player folds or calls. There are 18 information sets. With
    an ante of 1 the value to player 1 is :math:`-1/18`, as without the raise.

    Parameters
    ----------
    ante : int, Fraction or float
        In chips; greater than 0. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> game = RaiseKuhn()
    >>> game.actions("KQb")
    ('p', 'b', 'r')
    >>> [int(u) for u in game.utilities("KQbrb")], [int(u) for u in game.utilities("KQbrp")]
    ([3, -3], [-2, 2])

    See Also
    --------
    BetSizeKuhn : another way to bet more than one chip.
    """

    ante: Fraction
    letters = PASS + BET + RAISE
    legend = "p pass or fold, b bet or call, r raise; Jpb: a Jack, after a pass and a bet"

    def __init__(self, ante: Number = 1) -> None:
        object.__setattr__(self, "ante", arguments.positive("ante", ante))

    def __str__(self) -> str:
        return f"Kuhn poker with a raise, ante {self.ante}"

    def is_terminal(self, history: str) -> bool:
        betting = self.betting(history)
        return betting == PASS + PASS or betting.removeprefix(PASS) in ("bp", "bb", "brp", "brb")

    def actions(self, history: str) -> tuple[str, ...]:
        self.check_decision(history)
        return (PASS, BET, RAISE) if self.betting(history).endswith(BET) else (PASS, BET)

    def _paid(self, action: str, other: int) -> int:
        return max(1, other + (action == RAISE))


@dataclass(frozen=True, init=False)
class BetSizeKuhn(_ThreeCardPoker):
    r"""Kuhn poker in which a bet may have one of several sizes.

    Until a player bets, each passes (``p``) or bets; the action is the number of chips, such as ``2``. The opponent then
    folds (``p``) or calls (``b``). With sizes 1 and 2 and an ante of 1 the value to player 1 is :math:`-1/18`, as with
    size 1 alone; with size 2 alone it is 0.

    Parameters
    ----------
    sizes : sequence of int
        The allowed bets, in chips: different whole numbers from 1 to 9, at least one.
    ante : int, Fraction or float
        In chips; greater than 0. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError
        If there is no size, a size is not from 1 to 9 or occurs twice, or the ante is not finite and greater than 0.
    TypeError
        If a size is not a whole number, or the ante is not a number.

    Examples
    --------
    >>> game = BetSizeKuhn(sizes=(1, 2))
    >>> game.actions("JQ")
    ('p', '1', '2')
    >>> [int(u) for u in game.utilities("JQ2b")]
    [-3, 3]

    See Also
    --------
    RaiseKuhn : another way to bet more than one chip.
    """

    sizes: tuple[int, ...]
    ante: Fraction

    def __init__(self, sizes: Sequence[int] = (1, 2), ante: Number = 1) -> None:
        object.__setattr__(self, "sizes", _bet_sizes(sizes))
        object.__setattr__(self, "letters", "".join([PASS, BET, *map(str, self.sizes)]))
        object.__setattr__(self, "ante", arguments.positive("ante", ante))

    def __str__(self) -> str:
        return f"Kuhn poker with bets of {' or '.join(map(str, self.sizes))}, ante {self.ante}"

    @property
    def legend(self) -> str:
        """The actions and an information set in words."""
        size = self.sizes[-1]
        return f"p pass or fold, b call, a digit bets so many; Jp{size}: a Jack, after a pass and a bet of {size}"

    def is_terminal(self, history: str) -> bool:
        betting = self.betting(history)
        opened = betting.removeprefix(PASS)
        return betting == PASS + PASS or (opened[:1].isdigit() and opened[1:] in (PASS, BET))

    def actions(self, history: str) -> tuple[str, ...]:
        self.check_decision(history)
        return (PASS, BET) if history[-1].isdigit() else (PASS, *map(str, self.sizes))

    def _paid(self, action: str, other: int) -> int:
        return other if action == BET else int(action)


def _bet_sizes(sizes: Any) -> tuple[int, ...]:
    given = arguments.sequence("sizes", sizes, what="whole numbers")
    found = tuple(arguments.count("sizes", size, minimum=1, maximum=9) for size in given)
    if not 0 < len(found) == len(set(found)):
        raise ValueError(f"sizes must be different whole numbers from 1 to 9, at least one, got {arguments.shown(sizes)}")
    return found
