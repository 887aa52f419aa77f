"""A corridor with three doors and one player: the smallest game in which own reach in the regret goes wrong for ever."""

from fractions import Fraction

WINS = {"a": 0, "bb": -4, "baa": 1, "bab": -10}


class Corridor:
    """Leave and win 0, or go in. Behind the second door, b costs 4; a leads to the third, where a wins 1 and b loses 10."""

    players = 1
    zero_sum = False

    def is_terminal(self, history: str) -> bool:
        return history in WINS

    def utilities(self, history: str) -> tuple[Fraction]:
        return (Fraction(WINS[history]),)

    def is_chance(self, history: str) -> bool:
        return False

    def chance(self, history: str) -> dict[str, Fraction]:
        raise ValueError(f"there is no chance in the corridor, got history {history!r}")

    def player(self, history: str) -> int:
        return 0

    def actions(self, history: str) -> tuple[str, str]:
        return "a", "b"

    def infoset(self, history: str) -> str:
        return str(len(history) + 1)
