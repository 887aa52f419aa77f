"""Leduc poker: two rounds of betting, with a public card between them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from typing import Any

from kuhncfr._support import arguments, hints
from kuhncfr._support.arguments import Number

FOLD, CALL, RAISE = "f", "c", "r"
MAX_RAISES = 2  # in each round

_CARD = re.compile("[JQKjqk]")
_TERMINAL = re.compile(f"c?rr?f|(cc|c?rr?c){_CARD.pattern}(cc|c?rr?[cf])")  # after the private cards


@dataclass(frozen=True, init=False)
class LeducPoker(hints.Hinted):
    r"""Leduc poker for two players: a deck of six cards, one private card each, one public card, two rounds of betting.

    The deck has two Jacks, two Queens and two Kings: ``J``, ``Q``, ``K`` of one suit and ``j``, ``q``, ``k`` of the other.
    In each round player 1 acts first. A player checks or calls (``c``), bets or raises (``r``), or folds against a bet (``f``); a round
    has at most two bets and raises. The public card is dealt between the rounds. At the showdown a pair with the public card wins,
    otherwise the higher rank; equal ranks split the pot.

    A history is the two private cards, the first round, the public card and the second round: ``"JkrcQcc"``. The value of
    the game to player 1 is about :math:`-0.0856064` with the usual stakes.

    Parameters
    ----------
    ante : int, Fraction or float
        In chips; greater than 0. A float stands for the decimal it prints as.
    raises : sequence of two numbers
        The size of a bet or raise in the first and in the second round, in chips; greater than 0.

    Raises
    ------
    ValueError
        If an amount is not finite and greater than 0, or there are not two raises.
    TypeError
        If an amount is not a number.

    Examples
    --------
    >>> game = LeducPoker()
    >>> [int(u) for u in game.utilities("Jkrcjrc")]    # both paid 1 + 2 + 4; the pair of Jacks wins
    [7, -7]
    >>> game.infoset("JkrcJr")
    'krcJr'

    References
    ----------
    Southey et al. (2005), *Bayes' bluff: opponent modelling in poker*.
    """

    ante: Fraction
    raises: tuple[Fraction, Fraction]
    players = 2
    zero_sum = True
    deck = "JQKjqk"
    legend = "f fold, c check or call, r bet or raise; Jcr: a Jack, after a check and a bet"

    def __init__(self, ante: Number = 1, raises: Sequence[Number] = (2, 4)) -> None:
        object.__setattr__(self, "ante", arguments.positive("ante", ante))
        object.__setattr__(self, "raises", _two_amounts(raises))

    def __str__(self) -> str:
        return f"Leduc poker, ante {self.ante}, raises of {' and '.join(map(str, self.raises))}"

    def is_terminal(self, history: str) -> bool:
        return _TERMINAL.fullmatch(history, 2) is not None

    def is_chance(self, history: str) -> bool:
        rounds = betting(history)
        # The first round is over when both players have acted, and no bet is open.
        return len(history) < 2 or (len(rounds) == 1 and len(rounds[0]) > 1 and rounds[0].endswith(CALL))

    def chance(self, history: str) -> Mapping[str, Fraction]:
        left = [card for card in self.deck if card not in history]
        return {card: Fraction(1, len(left)) for card in left}

    def player(self, history: str) -> int:
        return len(betting(history)[-1]) % 2

    def actions(self, history: str) -> tuple[str, ...]:
        if self.is_chance(history) or self.is_terminal(history):
            raise ValueError(f"no player acts at {history!r}: {'chance does' if self.is_chance(history) else 'the game is over'}")
        made = betting(history)[-1].count(RAISE)
        answers = (FOLD, CALL) if made else (CALL,)
        return (*answers, RAISE) if made < MAX_RAISES else answers

    def action_names(self, history: str) -> dict[str, str]:
        """What each action is called.

        Examples
        --------
        >>> LeducPoker().action_names("JkrcQ"), LeducPoker().action_names("JkrcQr")
        ({'c': 'check', 'r': 'bet'}, {'f': 'fold', 'c': 'call', 'r': 'raise'})
        """
        actions = self.actions(history)
        names = {FOLD: "fold", CALL: "call", RAISE: "raise"} if FOLD in actions else {CALL: "check", RAISE: "bet"}
        return {action: names[action] for action in actions}

    def infoset(self, history: str) -> str:
        """Return the own card, the betting and the public card."""
        return history[self.player(history)] + history[2:]

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        cards = history[:2] + history[2:].strip(FOLD + CALL + RAISE)
        if len(set(cards) & set(self.deck)) < len(cards) or not self.is_terminal(history):
            raise ValueError(f"history must be terminal, got {history!r}")
        # The loser has paid the ante and every raise, except one that was not called.
        called = tuple(line.count(RAISE) - line.endswith(FOLD) for line in betting(history))
        return self._results[called][self._winner(history)]

    def _winner(self, history: str) -> int | None:
        if history.endswith(FOLD):
            return len(betting(history)[-1]) % 2
        mine, yours = history[0].upper(), history[1].upper()
        public = history[2:].strip(FOLD + CALL + RAISE)[0].upper()
        if mine == yours:
            return None
        return (mine, yours).index(public) if public in (mine, yours) else int("JQK".index(mine) < "JQK".index(yours))

    @cached_property
    def _results(self) -> dict[tuple[int, ...], dict[int | None, tuple[Fraction, Fraction]]]:
        """The utilities for every number of called raises per round, and every winner; None is a tie."""
        results = {}
        for called in chain.from_iterable(product(range(MAX_RAISES + 1), repeat=rounds) for rounds in (1, 2)):
            lost = sum((number * size for number, size in zip(called, self.raises, strict=False)), self.ante)
            results[called] = {0: (lost, -lost), 1: (-lost, lost), None: (Fraction(0), Fraction(0))}
        return results


def betting(history: str) -> list[str]:
    """Return the betting of each round that has started.

    Examples
    --------
    >>> betting("JkrcQcr")
    ['rc', 'cr']
    """
    return _CARD.split(history[2:])


def _two_amounts(raises: Any) -> tuple[Fraction, Fraction]:
    if not isinstance(raises, Sequence) or isinstance(raises, str) or len(raises) != 2:
        raise ValueError(f"raises must be two amounts, one for each round, got {arguments.shown(raises)}")
    small, large = (arguments.positive("raises", amount) for amount in raises)
    return small, large
