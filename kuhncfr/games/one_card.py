"""The base class of the games with one private card per player."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from operator import add

from kuhncfr._support.hints import Hinted

PASS, BET = "p", "b"


class OneCardPoker(Hinted):
    """Poker with an ante, one private card per player, and public betting; subclasses define when the game ends and what it pays.

    A history is the cards in the order of the players, then the betting: ``"KAb"``.
    """

    zero_sum = True
    letters: str = PASS + BET  # the characters of all actions
    players: int
    ante: Fraction

    @property
    @abstractmethod
    def ranking(self) -> str:
        """The cards, from the lowest to the highest."""

    @property
    def deck(self) -> str:
        """The cards, in the order of tables and figures."""
        return self.ranking

    def is_chance(self, history: str) -> bool:
        return len(history) < self.players

    def chance(self, history: str) -> Mapping[str, Fraction]:
        left = [card for card in self.deck if card not in history]
        return {card: Fraction(1, len(left)) for card in left}

    def player(self, history: str) -> int:
        return len(self.betting(history)) % self.players

    def actions(self, history: str) -> tuple[str, ...]:
        self.check_decision(history)
        return (PASS, BET)

    def infoset(self, history: str) -> str:
        return history[self.player(history)] + self.betting(history)

    def action_names(self, history: str) -> dict[str, str]:
        """What each action is called: after a bet, to pass is to fold.

        Examples
        --------
        >>> from kuhncfr import KuhnPoker
        >>> KuhnPoker().action_names("JQ"), KuhnPoker().action_names("JQb")
        ({'p': 'check', 'b': 'bet'}, {'p': 'fold', 'b': 'call'})
        """
        facing_bet = self.betting(history).strip(PASS) != ""
        names = {PASS: "fold", BET: "call", "r": "raise"} if facing_bet else {PASS: "check", BET: "bet"}
        return {action: names.get(action, f"bet {action}") for action in self.actions(history)}

    def betting(self, history: str) -> str:
        """Return the public part of a history."""
        return history[self.players :]

    def is_terminal(self, history: str) -> bool:
        raise NotImplementedError

    def check_decision(self, history: str) -> None:
        """Raise ValueError if no player acts at a history, or it is not in the game."""
        if len(history) < self.players:
            raise ValueError(f"no player acts at {history!r}: chance does")
        if any(self.is_terminal(history[:end]) for end in range(self.players + 1, len(history) + 1)):
            raise ValueError(f"no player acts at {history!r}: the game is over")
        self._check_characters(history)

    def check_terminal(self, history: str) -> None:
        """Raise ValueError if a history is not terminal, or is not in the game."""
        if not self.is_terminal(history):
            raise ValueError(f"history must be terminal, got {history!r}")
        self._check_characters(history)

    def _check_characters(self, history: str) -> None:
        if len(self._ranks.keys() & set(history[: self.players])) < self.players or self.betting(history).strip(self.letters):
            raise ValueError(f"history must be different cards of {self.deck}, then actions of {self.letters}, got {history!r}")

    @cached_property
    def _ranks(self) -> dict[str, int]:
        return {card: rank for rank, card in enumerate(self.ranking)}

    def showdown(self, history: str, contributions: Sequence[Fraction], contenders: Sequence[int]) -> tuple[Fraction, ...]:
        """Return each player's utility if the highest card among the contenders wins the pot."""
        ranks = self._ranks
        winner = max(contenders, key=lambda player: ranks[history[player]])
        won = reduce(add, (paid for player, paid in enumerate(contributions) if player != winner))
        return tuple(won if player == winner else -paid for player, paid in enumerate(contributions))
