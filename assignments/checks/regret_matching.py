"""Assignment 1: regret matching, in rock–paper–scissors and Colonel Blotto."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kuhncfr as kc
from kuhncfr.diagnosis.known_mistakes import MISTAKES

from .cfr import named
from .comparison import CLOSE, formatted, numbers, probabilities
from .result import Result, added
from .student_call import Complaint, call

Table = NDArray[np.float64]
Function = Callable[..., Any]

RPS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], dtype=float)
SKEWED = np.array([[0.3, -1.1, 2.3], [1.7, 0.2, -0.9]])
ROUNDS = (1, 2, 3, 50)

REGRETS = {
    "positive regrets": [3.0, 1.0, 0.5],
    "a negative regret": [3.0, -1.0, 1.0],
    "no positive regret": [-2.0, 0.0, -0.5],
    "four actions": [0.0, 2.5, -7.0, 2.5],
}


def strategy(function: Function) -> Result:
    """Check ``function(regrets)``: each action in proportion to its positive regret. 2 points."""
    return added({name: partial(_strategy, function, regrets) for name, regrets in REGRETS.items()}, 2)


def _strategy(function: Function, regrets: list[float]) -> None:
    given = list(regrets)
    found = probabilities(call(function, given), f"the strategy for regrets {formatted(regrets)}", len(regrets))
    if given != regrets:
        raise Complaint("your function changed the list of regrets that it was given: work on a copy, or the sums will be wrong.")
    right = kc.regret_matching(np.array(regrets))
    if not np.allclose(found, right, atol=CLOSE):
        hint = "where no regret is positive, every action is played equally often" if max(regrets) <= 0 else "only positive regrets count"
        raise Complaint(
            f"for regrets {formatted(regrets)} the strategy is {formatted(right.tolist())}, but you have {formatted(found)}: {hint}."
        )


def learning(function: Function) -> Result:
    """Check ``function(payoffs, opponent, rounds)``: the average strategy against a fixed opponent. 2 points."""
    cases = {
        "rock–paper–scissors against Rock two times in five": (RPS, [0.4, 0.3, 0.3]),
        "a game with two rows": (SKEWED, [0.2, 0.5, 0.3]),
    }
    return added({name: partial(_learning, function, *case) for name, case in cases.items()}, 2)


def _learning(function: Function, payoffs: Table, opponent: list[float]) -> None:
    for rounds in ROUNDS:
        returned = call(function, payoffs.tolist(), list(opponent), rounds)
        found = probabilities(returned, f"the average strategy after {rounds} rounds", len(payoffs))
        right, last = _learnt(Against(payoffs, opponent), rounds)
        if not np.allclose(found, right, atol=CLOSE):
            raise Complaint(_first_difference(rounds, found, right, last))


class Against:
    """A game with one player: the opponent's action is a hidden chance action."""

    players = 1

    def __init__(self, payoffs: Table, opponent: list[float]) -> None:
        self.payoffs = {f"{j}{i}": float(payoffs[i, j]) for i, j in np.ndindex(payoffs.shape)}
        self.opponent = {str(j): probability for j, probability in enumerate(opponent)}
        self.rows = tuple(str(i) for i in range(len(payoffs)))

    def is_terminal(self, history: str) -> bool:
        return len(history) == 2

    def utilities(self, history: str) -> tuple[float, ...]:
        return (self.payoffs[history],)

    def is_chance(self, history: str) -> bool:
        return not history

    def chance(self, history: str) -> dict[str, float]:
        return self.opponent

    def player(self, history: str) -> int:
        return 0

    def actions(self, history: str) -> tuple[str, ...]:
        return self.rows

    def infoset(self, history: str) -> str:
        return "?"


def _learnt(game: Any, rounds: int, **options: Any) -> tuple[list[float], list[float]]:
    """Return the average strategies of all players in one row, and the current ones: with a single decision, CFR is regret matching."""
    cfr = kc.CFR(game, **options)
    cfr.run(rounds)
    average, last = ([p for row in strategy.values() for p in row.values()] for strategy in (cfr.average_strategy, cfr.current_strategy))
    return average, last


def self_play(function: Function) -> Result:
    """Check ``function(payoffs, rounds)``: both players learn, and both averages are returned. 3 points."""
    cases = {"rock–paper–scissors with another payoff": RPS + np.diag([0.5, 0.0, 0.0]), "a game with two rows": SKEWED}
    return added({name: partial(_self_play, function, payoffs) for name, payoffs in cases.items()}, 3)


def _self_play(function: Function, payoffs: Table) -> None:
    for rounds in ROUNDS:
        returned = call(function, payoffs.tolist(), rounds)
        if not isinstance(returned, tuple | list) or len(returned) != 2:
            raise Complaint(f"return both players' average strategies, as a pair; you return {returned!r}.")
        found = [
            probabilities(row, f"player {who}'s average after {rounds} rounds", size)
            for who, (row, size) in enumerate(zip(returned, payoffs.shape, strict=True), 1)
        ]
        both = found[0] + found[1]
        variants = [_learnt(kc.MatrixGame(payoffs), rounds, alternating=alternating) for alternating in (False, True)]
        if not any(np.allclose(both, average, atol=CLOSE) for average, _ in variants):
            raise Complaint(_first_difference(rounds, both, *variants[0]))


def _first_difference(rounds: int, found: list[float], right: list[float], last: list[float]) -> str:
    words = f"after round {rounds} the average is {formatted(right)}, but you have {formatted(found)}."
    if np.allclose(found, last, atol=CLOSE):
        words += " " + named(MISTAKES["current for average"])
    return words


BLOTTO = {(5, 3): 21, (3, 2): 4, (4, 1): 1}  # the number of ways to place these soldiers on these fields


def moves(function: Function) -> Result:
    """Check ``function(soldiers, fields)``: all ways to place the soldiers, as tuples. 1 point."""
    return added({f"{soldiers} soldiers, {fields} fields": partial(_moves, function, soldiers, fields) for soldiers, fields in BLOTTO}, 1)


def _moves(function: Function, soldiers: int, fields: int) -> None:
    found = _all_moves(function, soldiers, fields)
    ways = BLOTTO[soldiers, fields]
    if len(set(found)) != len(found):
        raise Complaint("some ways to place the soldiers are listed twice.")
    if len(found) != ways:
        raise Complaint(f"there are {ways} ways to place the soldiers, but you have {len(found)}; (3, 2, 0) and (2, 3, 0) are different.")


def _all_moves(function: Function, soldiers: int, fields: int) -> list[tuple[int, ...]]:
    returned = call(function, soldiers, fields)
    try:
        found = [tuple(int(number) for number in move) for move in returned]
    except (TypeError, ValueError):
        raise Complaint(f"return a list of tuples, such as [(5, 0, 0), (4, 1, 0), ...]; you return {returned!r}.") from None
    for move in found:
        if len(move) != fields or sum(move) != soldiers or min(move) < 0:
            raise Complaint(f"{move} does not place {soldiers} soldiers on {fields} fields.")
    return found


def payoffs(function: Function) -> Result:
    """Check ``function(moves)``: the payoffs of the row player, +1, 0 or -1, for each pair of moves. 2 points."""
    cases = {
        "three fields": [(5, 0, 0), (2, 2, 1), (0, 3, 2), (1, 1, 3)],
        "two fields": [(3, 0), (2, 1), (1, 2), (0, 3)],
    }
    return added({name: partial(_payoffs, function, case) for name, case in cases.items()}, 2)


def _payoffs(function: Function, placed: list[tuple[int, ...]]) -> None:
    table = call(function, list(placed))
    rows = [numbers(row, f"row {k} of the payoffs", len(placed)) for k, row in enumerate(_rows(table, len(placed)))]
    for mine, row in zip(placed, rows, strict=True):
        for theirs, found in zip(placed, row, strict=True):
            fields = sum(np.sign(m - t) for m, t in zip(mine, theirs, strict=True))
            if found != np.sign(fields):
                raise Complaint(
                    f"{mine} against {theirs} wins {int(np.sign(fields)):+d}, but you have {found:g}: "
                    "who takes more fields wins 1, not who has more soldiers, and not 1 for each field."
                )


def _rows(table: Any, length: int) -> list[Any]:
    try:
        found = list(table)
    except TypeError:
        raise Complaint(f"return a table, a list of {length} rows; you return {table!r}.") from None
    if len(found) != length:
        raise Complaint(f"the table should have {length} rows, but has {len(found)}.")
    return found
