"""A game as a table of its histories, which travels between processes as plain text."""

from collections.abc import Mapping
from typing import Any

MOST = 20_000  # histories

Plain = dict[str, Any]


class Table:
    """A game that is given by its histories.

    Parameters
    ----------
    players : int
    zero_sum : bool
    histories : mapping
        Each history with its utilities; or with chance's probabilities; or with the player, the information set and the actions.
    """

    def __init__(self, players: int, zero_sum: bool, histories: Mapping[str, Plain]) -> None:
        self.players = players
        self.zero_sum = zero_sum
        self.histories = histories

    def is_terminal(self, history: str) -> bool:
        return "utilities" in self.histories[history]

    def utilities(self, history: str) -> tuple[float, ...]:
        return tuple(self.histories[history]["utilities"])

    def is_chance(self, history: str) -> bool:
        return "chance" in self.histories[history]

    def chance(self, history: str) -> dict[str, float]:
        return dict(self.histories[history]["chance"])

    def player(self, history: str) -> int:
        return int(self.histories[history]["player"])

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(self.histories[history]["actions"])

    def infoset(self, history: str) -> str:
        return str(self.histories[history]["infoset"])


def tabulated(game: Any, letters: Mapping[str, str] | None = None) -> Plain:
    """Return the arguments of :class:`Table`, as plain numbers and text; `letters` gives actions other names."""
    renamed = str.maketrans(dict(letters or {}))
    histories: dict[str, Plain] = {}
    left = [""]
    while left:
        if len(histories) == MOST:
            raise ValueError(f"the game has more than {MOST:,} histories")
        history = left.pop()
        row, actions = _row(game, history, renamed)
        histories[history.translate(renamed)] = row
        left += [history + action for action in actions]
    return {"players": int(game.players), "zero_sum": bool(getattr(game, "zero_sum", False)), "histories": histories}


def _row(game: Any, history: str, renamed: dict[int, str]) -> tuple[Plain, list[str]]:
    if game.is_terminal(history):
        return {"utilities": [float(utility) for utility in game.utilities(history)]}, []
    if game.is_chance(history):
        chance = {str(action): float(p) for action, p in game.chance(history).items()}
        return {"chance": {action.translate(renamed): p for action, p in chance.items()}}, list(chance)
    actions = [str(action) for action in game.actions(history)]
    row = {"player": int(game.player(history)), "infoset": str(game.infoset(history)).translate(renamed)}
    return {**row, "actions": [action.translate(renamed) for action in actions]}, actions
