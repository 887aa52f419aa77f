"""Assignment 1: regret matching, in rock–paper–scissors and Colonel Blotto."""

from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kuhncfr as kc

from .apart.table import Table
from .cfr import matched
from .comparison import CLOSE, formatted, listed, numbers, probabilities
from .games import SEED, examples, scale
from .program import Complaint, Program, returned
from .result import Tasks, check

Payoffs = NDArray[np.float64]
Rows = list[list[float]]  # a strategy for each player

ROUNDS = (1, 2, 3, 50)
GIVEN = {"regret_matching": matched}

REGRETS = {
    "positive regrets": [3.0, 1.0, 0.5],
    "a negative regret": [3.0, -1.0, 1.0],
    "no positive regret": [-2.0, 0.0, -0.5],
    "four actions": [0.0, 2.5, -7.0, 2.5],
}


@check(most=2)
def strategy(program: Program, mended: bool) -> Tasks:
    """Check ``function(regrets)``: each action in proportion to its positive regret. 2 points."""
    return {name: partial(_strategy, program, [regret * scale() for regret in regrets]) for name, regrets in REGRETS.items()}


def _strategy(program: Program, regrets: list[float]) -> None:
    answer = program.call(regrets)
    found = probabilities(answer["returned"], f"the strategy for regrets {formatted(regrets)}", len(regrets))
    if answer["arguments"] != [regrets]:
        raise Complaint("your function changed the list of regrets that it was given: work on a copy, or the sums will be wrong.")
    right = matched(regrets)
    if not np.allclose(found, right, atol=CLOSE):
        hint = "where no regret is positive, every action is played equally often" if max(regrets) <= 0 else "only positive regrets count"
        raise Complaint(f"for regrets {formatted(regrets)} the strategy is {formatted(right)}, but you have {formatted(found)}: {hint}.")


def _tables() -> dict[str, Payoffs]:
    skewed = np.array([[0.3, -1.1, 2.3], [1.7, 0.2, -0.9]]) + np.random.default_rng(SEED.get()).uniform(-0.1, 0.1, (2, 3)).round(3)
    matrix = np.array(examples()["PAYOFFS"], dtype=float)
    tables = (matrix + np.diag([0.5, 0.0, 0.0]), skewed)
    return {f"With the payoffs [{', '.join(map(formatted, table))}]": table for table in tables}


@check(most=2, uses={"regret_matching": [strategy]})
def learning(program: Program, mended: bool) -> Tasks:
    """Check ``function(payoffs, opponent, rounds)``: the average strategy against a fixed opponent. 2 points."""
    opponents = ([0.4, 0.3, 0.3], [0.2, 0.5, 0.3])
    cases = zip(_tables().items(), opponents, strict=True)
    return {f"{name} against {opponent}": partial(_learning, program, mended, table, opponent) for (name, table), opponent in cases}


def _learning(program: Program, mended: bool, payoffs: Payoffs, opponent: list[float]) -> None:
    for rounds in ROUNDS:
        answer = returned(program, payoffs.tolist(), list(opponent), rounds, given=GIVEN if mended else None)
        found = probabilities(answer, f"the average strategy after {rounds} rounds", len(payoffs))
        game = _against(payoffs, opponent)
        if not _same([found], _learnt(game, rounds)):
            raise _first_difference(rounds, [found], game)


def _against(payoffs: Payoffs, opponent: list[float]) -> Table:
    """Return a game with one player: the opponent's action is a hidden chance action."""
    rows = [str(row) for row in range(len(payoffs))]
    chance = {str(column): probability for column, probability in enumerate(opponent)}
    decisions = {column: {"player": 0, "infoset": "?", "actions": rows} for column in chance}
    ends = {column + row: {"utilities": [float(payoffs[int(row), int(column)])]} for column in chance for row in rows}
    return Table(1, False, {"": {"chance": chance}, **decisions, **ends})


def _learnt(game: Any, rounds: int, which: str = "average_strategy", alternating: bool = False) -> Rows:
    """Return the average or current strategy of each player: with a single decision, CFR is regret matching."""
    cfr = kc.CFR(game, alternating=alternating).run(rounds)
    return [list(row.values()) for row in getattr(cfr, which).values()]


def _same(one: Rows, other: Rows) -> bool:
    return all(np.allclose(mine, theirs, atol=CLOSE) for mine, theirs in zip(one, other, strict=True))


@check(most=3, uses={"regret_matching": [strategy]})
def self_play(program: Program, mended: bool) -> Tasks:
    """Check ``function(payoffs, rounds)``: both players learn, and both averages are returned. 3 points."""
    return {name: partial(_self_play, program, mended, table) for name, table in _tables().items()}


def _self_play(program: Program, mended: bool, payoffs: Payoffs) -> None:
    for rounds in ROUNDS:
        answer = returned(program, payoffs.tolist(), rounds, given=GIVEN if mended else None)
        if not isinstance(answer, list) or len(answer) != 2:
            raise Complaint(f"return both players' average strategies, as a pair; you return {answer!r:.80}.")
        found = [
            probabilities(row, f"player {who}'s average after {rounds} rounds", size)
            for who, (row, size) in enumerate(zip(answer, payoffs.shape, strict=True), 1)
        ]
        game = kc.MatrixGame(payoffs)
        if not any(_same(found, _learnt(game, rounds, alternating=alternating)) for alternating in (False, True)):
            raise _first_difference(rounds, found, game)


def _first_difference(rounds: int, found: Rows, game: Any) -> Complaint:
    """Name the first player whose average is wrong, and recognize the strategy of the last round or of the next one."""
    right = _learnt(game, rounds)
    player = next(k for k, row in enumerate(right) if not _same([found[k]], [row]))
    whose = f"player {player + 1}'s" if len(right) > 1 else "the"
    words = f"after round {rounds} {whose} average is {formatted(right[player])}, but you have {formatted(found[player])}."
    currents = [_learnt(game, played, "current_strategy") for played in (rounds - 1, rounds)]
    return Complaint(words, ["current for average"] if any(_same(found, current) for current in currents) else [])


@check(most=1)
def moves(program: Program, mended: bool) -> Tasks:
    """Check ``function(soldiers, fields)``: all ways to place the soldiers, as tuples. 1 point."""
    more = 1 + scale() % 8 if SEED.get() else 0
    cases = ((examples()["SOLDIERS"] + more, 3), (3 + more, 2), (4 + more, 1), (2 + more, 4))
    return {f"{soldiers} soldiers, {fields} fields": partial(_moves, program, soldiers, fields) for soldiers, fields in cases}


def _moves(program: Program, soldiers: int, fields: int) -> None:
    answer = returned(program, soldiers, fields)
    try:
        found = [tuple(int(number) for number in move) for move in answer]
    except (TypeError, ValueError):
        raise Complaint(f"return a list of tuples, such as [(5, 0, 0), (4, 1, 0), ...]; you return {answer!r:.80}.") from None
    for move in found:
        if len(move) != fields or sum(move) != soldiers or min(move) < 0:
            raise Complaint(f"{move} does not place {soldiers} soldiers on {fields} fields.")
    ways = comb(soldiers + fields - 1, fields - 1)
    if len(set(found)) != len(found):
        raise Complaint("some ways to place the soldiers are listed twice.")
    if len(found) != ways:
        raise Complaint(f"there are {ways} ways to place the soldiers, but you have {len(found)}; (3, 2, 0) and (2, 3, 0) are different.")


# In all but the first somebody is ahead by more than 1; where fields have different worth, somebody has more fields of less worth.
BATTLES = {
    "three fields": ([(5, 0, 0), (2, 2, 1), (0, 3, 2), (1, 1, 3)], [1, 1, 1]),
    "two fields": ([(3, 0), (2, 1), (1, 2), (0, 3)], [3, 1]),
    "four fields": ([(2, 2, 1, 0), (0, 0, 0, 5), (1, 1, 1, 2)], [1, 1, 1, 1]),
    "fields of different worth": ([(4, 1, 1), (2, 2, 2), (0, 3, 3)], [6, 2, 2]),
}


@check(most=2)
def payoffs(program: Program, mended: bool) -> Tasks:
    """Check ``function(moves, worth)``: the payoffs of the row player, +1, 0 or -1, for each pair of moves. 2 points."""
    larger = {name: [tuple(scale() * soldiers for soldiers in move) for move in moves] for name, (moves, _) in BATTLES.items()}
    return {name: partial(_payoffs, program, larger[name], worth) for name, (_, worth) in BATTLES.items()}


def _payoffs(program: Program, placed: list[tuple[int, ...]], worth: list[int]) -> None:
    table = returned(program, [list(move) for move in placed], worth)
    rows = [numbers(row, f"row {k} of the payoffs", len(placed)) for k, row in enumerate(listed(table, "the table", len(placed), "rows"))]
    for mine, row in zip(placed, rows, strict=True):
        for theirs, found in zip(placed, row, strict=True):
            ahead = sum(value * np.sign(m - t) for value, m, t in zip(worth, mine, theirs, strict=True))
            if found != np.sign(ahead):
                raise Complaint(
                    f"{mine} against {theirs} wins {int(np.sign(ahead)):+d} if the fields are worth {worth}, but you have {found:g}: "
                    "who takes more than the other wins 1, however much more."
                )
