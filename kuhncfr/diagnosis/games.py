"""Small games that distinguish mistakes: each has a feature that a wrong rule overlooks.

The amounts are not round on purpose. With round amounts two actions may be equally good; then rounding decides which one is played, and two
correct programs differ.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kuhncfr.games.game import Game
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.games.raise_kuhn import BetSizeKuhn

CHANCE = "c"


@dataclass(frozen=True)
class Listed:
    """A zero-sum game given by tables: who moves at each depth, who sees the action, and the payoffs.

    Parameters
    ----------
    movers : str
        Who moves at each depth: a digit for a player, counted from 0, or ``c`` for chance. All actions are a and b.
    seen : tuple of str
        For each depth, the players who see the action taken there.
    payoffs : tuple of tuple of int or Fraction
        For each player but the last, the utilities of the terminal histories, from ``aa...`` to ``bb...``; the last player pays them.
    odds : Fraction
        The probability that chance takes a.
    """

    movers: str
    seen: tuple[str, ...]
    payoffs: tuple[tuple[int | Fraction, ...], ...]
    odds: Fraction = Fraction(1, 4)

    zero_sum = True

    @property
    def players(self) -> int:
        return len(self.payoffs) + 1

    def is_terminal(self, history: str) -> bool:
        return len(history) == len(self.movers)

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        ending = int(history.replace("a", "0").replace("b", "1"), 2)
        won = [payoffs[ending] for payoffs in self.payoffs]
        return tuple(map(Fraction, (*won, -sum(won))))

    def is_chance(self, history: str) -> bool:
        return self.movers[len(history)] == CHANCE

    def chance(self, history: str) -> Mapping[str, Fraction]:
        return {"a": self.odds, "b": 1 - self.odds}

    def player(self, history: str) -> int:
        return int(self.movers[len(history)])

    def actions(self, history: str) -> tuple[str, ...]:
        return ("a", "b")

    def infoset(self, history: str) -> str:
        mover = self.movers[len(history)]
        return f"{int(mover) + 1}:" + "".join(action if mover in seen else "?" for action, seen in zip(history, self.seen, strict=False))


class StackedDeck(OneBetKuhn):
    """One-bet Kuhn poker with an uneven deck: A, K and Q have weights 2, 1 and 3."""

    def chance(self, history: str) -> Mapping[str, Fraction]:
        weights = {card: weight for card, weight in zip("AKQ", (2, 1, 3), strict=True) if card not in history}
        return {card: Fraction(weight, sum(weights.values())) for card, weight in weights.items()}


TWICE = Listed(
    "0010",
    ("0", "0", "", ""),  # player 2 sees nothing, and player 1 only what player 1 did
    ((-3, 7, -5, -6, -5, -5, -5, 4, 1, 1, -2, -1, -9, -4, -9, -5),),
)
COIN = Listed("c01", ("0", "01", ""), ((-6, 9, 4, -5, 6, 4, -4, 7),))
THREE = Listed(
    "0120",
    ("0", "0", "", ""),
    (
        (1, -7, 7, -6, 8, -2, -1, 5, 3, -2, -8, -6, 8, 8, 8, -4),
        (-5, 1, -8, -7, -3, -9, -8, 5, -9, -7, -8, -9, -8, 9, 2, 2),
    ),
)

THREE_ACTIONS = "three actions"
BEHIND = Listed("10", ("1", ""), ((5, -4, -3, 4),))  # player 2 moves first, and player 1 does not see it
ALONE = Listed("000", ("0", "0", ""), ((-1, 3, 8, -9, 6, -2, -8, -4),))  # player 2 never moves
MIDWAY = Listed("01c0", ("01", "01", "0", ""), ((-3, 7, -5, -6, -5, 2, -5, 4, 1, 1, -2, -1, -9, -4, 8, -5),))  # chance moves late

GAMES: dict[str, Game] = {
    "twice": TWICE,
    "three players": THREE,
    "coin": COIN,
    "one-bet": OneBetKuhn(ante=Fraction(13, 10)),
    "stacked deck": StackedDeck(ante=Fraction(13, 10)),
    "classic": KuhnPoker(ante=Fraction(7, 5), bet=Fraction(6, 5)),
}

DESCRIPTIONS = {
    "twice": "player 1 moves three times, the first two in a row",
    "three players": "player 1 moves first, and again after the two others",
    "coin": "a coin that lands on one side three times in four, seen by player 1 alone",
    "one-bet": "each player moves once",
    "stacked deck": "some deals are more likely than others, and the second card's odds depend on the first",
    "classic": "player 1 may have to move again",
    "Kuhn poker": "ante 1, bet 1",
}

# Further games, for what the six do not show; and plain Kuhn poker, since many a program plays nothing else. Its amounts are round, but of
# the right candidates only those whose last player moves first meet a tie, between two sums that rounding leaves equal.
PLAIN = "Kuhn poker"
UNTESTED = "chance that is not uniform, more than two players, two moves in a row, other amounts"
ALL: dict[str, Game] = {
    **GAMES,
    PLAIN: KuhnPoker(),
    "alone": ALONE,
    "behind": BEHIND,
    "midway": MIDWAY,
    "three in Kuhn poker": KuhnPoker(players=3, ante=Fraction(7, 5), bet=Fraction(6, 5)),
    THREE_ACTIONS: BetSizeKuhn(ante=Fraction(7, 5)),
}
WITHOUT_CHANCE = tuple(name for name, game in ALL.items() if isinstance(game, Listed) and CHANCE not in game.movers)


@cache
def remembered(name: str) -> Game:
    """Return a game that looks up what it was asked before: a program asks the same in every iteration."""
    again = copy(ALL[name])
    methods = "is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset"
    vars(again).update({method: cache(getattr(again, method)) for method in methods}, __reduce_ex__=ALL[name].__reduce_ex__)  # for pickle
    chance = again.chance
    vars(again)["chance"] = lambda history: dict(chance(history))  # a program may change what it gets
    return again
