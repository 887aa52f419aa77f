"""One-bet Kuhn poker, and Kuhn poker for any number of players and cards."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.games.one_card import BET, PASS, OneCardPoker


@dataclass(frozen=True, init=False)
class OneBetKuhn(OneCardPoker):
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
    ranking, deck = "QKA", "AKQ"
    legend = "p pass or fold, b bet or call; Kb: a King, after a bet"

    def __init__(self, ante: Number = 1) -> None:
        object.__setattr__(self, "ante", arguments.positive("ante", ante))

    def __str__(self) -> str:
        return f"One-bet Kuhn poker, ante {self.ante}"

    def is_terminal(self, history: str) -> bool:
        return self.betting(history) in ("p", "bp", "bb")

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        self.check_terminal(history)
        betting = self.betting(history)
        contributions = [self.ante + (action == BET) for action in betting.ljust(2, PASS)]
        return self.showdown(history, contributions, (0,) if betting == "bp" else (0, 1))


@dataclass(frozen=True, init=False)
class KuhnPoker(OneCardPoker):
    r"""Kuhn poker for any number of players and cards.

    Players act in turn. Until a player bets, each passes (``p``) or bets (``b``); after a bet, the other players in turn
    fold (``p``) or call (``b``). The highest card among the players who paid the bet wins the pot, or among all players without a
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

    def __str__(self) -> str:
        return f"Kuhn poker, {self.players} players, {self.cards} cards, ante {self.ante}, bet {self.bet}"

    @property
    def legend(self) -> str:
        """The actions and an information set in words."""
        card = "a Jack" if self.cards == 3 else f"card {self.ranking[0]}"
        return f"p pass or fold, b bet or call; {self.ranking[0]}pb: {card}, after a pass and a bet"

    @cached_property
    def ranking(self) -> str:
        if self.cards == 3:
            return "JQK"
        usual = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        further = "".join(chr(0x100 + i) for i in range(self.cards - len(usual)))
        return (usual + further)[: self.cards]

    @property
    def number_of_histories(self) -> int:
        """The number of histories, those of unfinished deals included; for more than 30 players, a lower bound."""
        players = min(self.players, 30)  # far beyond the limit; the permutations of a million cards would take minutes
        dealing = sum(perm(self.cards, dealt) for dealt in range(players))
        return dealing + perm(self.cards, players) * (players + 1 + players * ((1 << players) - 1))

    def is_terminal(self, history: str) -> bool:
        opened = history.find(BET, self.players, 2 * self.players)
        return len(history) == self.players + (self.players if opened < 0 else opened)

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        self.check_terminal(history)
        paid = [seat % self.players for seat, action in enumerate(self.betting(history)) if action == BET]
        contributions = [self._full if player in paid else self.ante for player in range(self.players)]
        return self.showdown(history, contributions, paid or range(self.players))

    @cached_property
    def _full(self) -> Fraction:
        return self.ante + self.bet
