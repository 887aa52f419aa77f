"""The games of the book: one-bet Kuhn poker, Kuhn poker for any number of players and cards, and matrix games."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number

PASS, BET = "p", "b"


class _OneCardPoker:
    """What the Kuhn games share: an ante, one private card each, then betting in the open.

    A history is the cards in seat order and then the betting: ``"KAb"``.
    """

    zero_sum = True
    players: int
    ante: Fraction

    @property
    @abstractmethod
    def ranking(self) -> str:
        """The cards, from the lowest to the highest."""

    @property
    def deck(self) -> str:
        """The cards, in the order in which they are listed."""
        return self.ranking

    def is_chance(self, history: str) -> bool:
        return len(history) < self.players

    def chance(self, history: str) -> Mapping[str, Fraction]:
        left = [card for card in self.deck if card not in history]
        return {card: Fraction(1, len(left)) for card in left}

    def player(self, history: str) -> int:
        return len(self.betting(history)) % self.players

    def actions(self, history: str) -> tuple[str, ...]:
        return (PASS, BET)

    def infoset(self, history: str) -> str:
        return history[self.player(history)] + self.betting(history)

    def betting(self, history: str) -> str:
        """The public part of a history: what has been bet so far."""
        return history[self.players :]

    def _showdown(self, history: str, contributions: Sequence[Fraction], contenders: Sequence[int]) -> tuple[Fraction, ...]:
        """Return each player's net win when the highest card among the contenders takes the pot."""
        winner = max(contenders, key=lambda player: self.ranking.index(history[player]))
        pot = sum(contributions, Fraction(0))
        return tuple(pot - paid if player == winner else -paid for player, paid in enumerate(contributions))


@dataclass(frozen=True, init=False)
class OneBetKuhn(_OneCardPoker):
    r"""One-bet Kuhn poker: two players, cards A > K > Q, an ante of S chips each, and a single chance to bet one chip.

    Player 1 passes (``p``), and the higher card wins the antes; or bets one chip (``b``). Then player 2 folds (``p``)
    or calls (``b``). The value of the game to player 1 is :math:`(2S-1)/(6(2S+1))` for :math:`S > 1/2`, and 0 below.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> game = OneBetKuhn(ante=1)
    >>> [int(u) for u in game.utilities("QKbp")]    # the King folds to a bluff
    [1, -1]
    >>> game.infoset("QKb")
    'Kb'

    See Also
    --------
    kuhncfr.nash.one_bet : its equilibrium in closed form.
    """

    ante: Fraction
    players = 2

    def __init__(self, ante: Number = 1) -> None:
        object.__setattr__(self, "ante", arguments.positive("ante", ante))

    @property
    def ranking(self) -> str:
        return "QKA"

    @property
    def deck(self) -> str:
        return "AKQ"

    def is_terminal(self, history: str) -> bool:
        return self.betting(history) in ("p", "bp", "bb")

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        match self.betting(history):
            case "p":
                return self._showdown(history, (self.ante, self.ante), (0, 1))
            case "bp":
                return self._showdown(history, (self.ante + 1, self.ante), (0,))
            case "bb":
                return self._showdown(history, (self.ante + 1, self.ante + 1), (0, 1))
        raise ValueError(f"history must be terminal, got {history!r}")


@dataclass(frozen=True, init=False)
class KuhnPoker(_OneCardPoker):
    r"""Kuhn poker for any number of players and cards.

    Players speak in turn. Until somebody bets, each passes (``p``) or bets (``b``); after a bet everyone else in turn
    folds (``p``) or calls (``b``). The highest card among those who paid the bet takes the pot, or among all if nobody
    bet. With two players and three cards this is the game of Kuhn (1950), whose value to player 1 is :math:`-1/18`.

    Parameters
    ----------
    players : int
        At least 2.
    cards : int, optional
        Size of the deck, greater than `players`; by default `players` + 1. Three cards are called J, Q, K; otherwise they are
        1 to 9, then the letters A to Z, then further letters.
    ante, bet : int, Fraction or float
        In chips; greater than 0. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError
        If there are too few players or cards, or an amount is not finite and greater than 0.
    TypeError
        If an argument is not a number of the right kind.

    Examples
    --------
    >>> [int(u) for u in KuhnPoker().utilities("QKbb")]
    [-2, 2]
    >>> [int(u) for u in KuhnPoker(players=3, cards=4).utilities("421pbbp")]    # the best card folded
    [-1, 3, -2]

    References
    ----------
    Kuhn (1950), *A simplified two-person poker*.
    """

    players: int
    cards: int
    ante: Fraction
    bet: Fraction

    def __init__(self, players: int = 2, cards: int | None = None, ante: Number = 1, bet: Number = 1) -> None:
        players = arguments.count("players", players, minimum=2)
        object.__setattr__(self, "players", players)
        size = players + 1 if cards is None else cards
        object.__setattr__(self, "cards", arguments.count("cards", size, minimum=players + 1))
        object.__setattr__(self, "ante", arguments.positive("ante", ante))
        object.__setattr__(self, "bet", arguments.positive("bet", bet))

    @cached_property
    def ranking(self) -> str:
        if self.cards == 3:
            return "JQK"
        named = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        further = "".join(chr(0x100 + i) for i in range(self.cards - len(named)))
        return (named + further)[: self.cards]

    def is_terminal(self, history: str) -> bool:
        betting = self.betting(history)
        opened = betting.find(BET)
        return len(betting) == (self.players if opened < 0 else opened + self.players)

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        if not self.is_terminal(history):
            raise ValueError(f"history must be terminal, got {history!r}")
        paid = [seat % self.players for seat, action in enumerate(self.betting(history)) if action == BET]
        contributions = [self.ante + self.bet if player in paid else self.ante for player in range(self.players)]
        return self._showdown(history, contributions, paid or range(self.players))


class MatrixGame:
    r"""A game in which all players choose at once and the payoffs are read off a table.

    Parameters
    ----------
    payoffs : array_like
        Either the row player's payoffs in a two-player zero-sum game, shape (rows, columns); or everyone's payoffs,
        shape (actions of player 1, …, actions of player n, n). In chips.
    actions : sequence of str, optional
        One string of single-character names per player, such as ``("RPS", "RPS")``; by default ``a``, ``b``, ``c``, ….

    Raises
    ------
    ValueError
        If the table is empty, has the wrong shape or a payoff that is not finite, or the names do not fit it.
    TypeError
        If a payoff is not a number.

    Examples
    --------
    >>> rps = MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=("RPS", "RPS"))
    >>> [int(u) for u in rps.utilities("RP")]
    [-1, 1]
    """

    def __init__(self, payoffs: ArrayLike, actions: Sequence[str] | None = None) -> None:
        table = np.array(payoffs, dtype=object)
        everyones = table.ndim > 2 and table.shape[-1] == table.ndim - 1
        if table.size == 0 or not (table.ndim == 2 or everyones):
            raise ValueError(
                f"payoffs must have shape (rows, columns) or (actions of player 1, ..., actions of player n, n), got shape {table.shape}"
            )
        numbers = {index: arguments.rational("payoffs", table[index]) for index in np.ndindex(table.shape)}
        shape = table.shape[:-1] if everyones else table.shape
        self._actions = _action_names(actions, shape)
        self._payoffs = {
            "".join(names[k] for names, k in zip(self._actions, index, strict=True)): (
                tuple(numbers[*index, player] for player in range(len(shape))) if everyones else (numbers[index], -numbers[index])
            )
            for index in np.ndindex(shape)
        }
        self.zero_sum = all(sum(utilities) == 0 for utilities in self._payoffs.values())

    def __repr__(self) -> str:
        table = {history: [str(u) for u in utilities] for history, utilities in self._payoffs.items()}
        return f"MatrixGame({table}, actions={self._actions})"

    @property
    def players(self) -> int:
        return len(self._actions)

    def is_terminal(self, history: str) -> bool:
        return len(history) == self.players

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        if history not in self._payoffs:
            raise ValueError(f"history must be terminal, got {history!r}")
        return self._payoffs[history]

    def is_chance(self, history: str) -> bool:
        return False

    def chance(self, history: str) -> Mapping[str, Fraction]:
        raise ValueError(f"chance never moves in a matrix game, asked at {history!r}")

    def player(self, history: str) -> int:
        return len(history)

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(self._actions[len(history)])

    def infoset(self, history: str) -> str:
        """Nobody sees the others' choices: the only information is who you are, counted from 1."""
        return str(len(history) + 1)


def _action_names(actions: Any, sizes: tuple[int, ...]) -> tuple[str, ...]:
    if actions is None:
        return tuple("".join(chr(ord("a") + k) for k in range(size)) for size in sizes)
    names = tuple(actions) if isinstance(actions, Sequence) else ()
    if not all(isinstance(name, str) and len(name) == len(set(name)) for name in names) or tuple(map(len, names)) != sizes:
        raise ValueError(f"actions must be one string per player with {list(sizes)} different characters, got {actions!r}")
    return names
