"""Assignment 1: regret matching, in rock–paper–scissors and Colonel Blotto."""

from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

import kuhncfr as kc

from .comparison import CLOSE, formatted, listed, numbers, probabilities
from .games import SEED, examples, scale
from .matching import compare_matching, matched
from .program import Complaint, Program
from .result import Tasks, check

Payoffs = NDArray[np.float64]
Rows = list[list[float]]  # a strategy for each player

ROUNDS = (1, 2, 3, 50)

REGRETS = {
    "positive regrets": [3.0, 1.0, 0.5],
    "a negative regret": [3.0, -1.0, 1.0],
    "no positive regret": [-2.0, 0.0, -0.5],
    "four actions": [0.0, 2.5, -7.0, 2.5],
}


@check(most=2)
def strategy(program: Program) -> Tasks:
    """Check ``function(regrets)``: each action in proportion to its positive regret. 2 points."""
    return {name: partial(compare_matching, program, [regret * scale() for regret in regrets]) for name, regrets in REGRETS.items()}


EARLIER = {"regret_matching": ([strategy], lambda payoffs, regrets: matched(regrets))}


def _tables() -> dict[str, Payoffs]:
    skewed = np.array([[0.3, -1.1, 2.3], [1.7, 0.2, -0.9]]) + np.random.default_rng(SEED.get()).uniform(-0.1, 0.1, (2, 3)).round(3)
    matrix = np.array(examples()["PAYOFFS"], dtype=float)
    tables = (matrix + np.diag([0.5, 0.0, 0.0]), skewed)
    return {f"With the payoffs [{', '.join(map(formatted, table))}]": table for table in tables}


@check(most=2, uses=EARLIER)
def learning(program: Program) -> Tasks:
    """Check ``function(payoffs, opponent, rounds)``: the average strategy against a fixed opponent. 2 points."""
    opponents = ([0.4, 0.3, 0.3], [0.2, 0.5, 0.3])
    cases = zip(_tables().items(), opponents, strict=True)
    return {f"{name} against {opponent}": partial(_learning, program, table, opponent) for (name, table), opponent in cases}


def _learning(program: Program, payoffs: Payoffs, opponent: list[float]) -> None:
    game = kc.MatrixGame(payoffs @ np.array(opponent)[:, None])  # the opponent is fixed, as if with a single action
    for rounds in ROUNDS:
        answer = program.call(payoffs.tolist(), opponent, rounds)["returned"]
        _compare([probabilities(answer, f"the average strategy after {rounds} rounds", len(payoffs))], rounds, game)


@check(most=3, uses=EARLIER)
def self_play(program: Program) -> Tasks:
    """Check ``function(payoffs, rounds)``: both players learn, and both averages are returned. 3 points."""
    return {name: partial(_self_play, program, table) for name, table in _tables().items()}


def _self_play(program: Program, payoffs: Payoffs) -> None:
    for rounds in ROUNDS:
        answer = program.call(payoffs.tolist(), rounds)["returned"]
        if not isinstance(answer, list) or len(answer) != 2:
            raise Complaint(f"return both players' average strategies, as a pair; you return {answer!r:.80}.")
        found = [
            probabilities(row, f"player {who}'s average after {rounds} rounds", size)
            for who, (row, size) in enumerate(zip(answer, payoffs.shape, strict=True), 1)
        ]
        _compare(found, rounds, kc.MatrixGame(payoffs))


def _compare(found: Rows, rounds: int, game: kc.Game) -> None:
    """Name the first player whose average is wrong, and recognize the strategy of the last round or of the next one."""
    if any(_same(found, _learnt(game, rounds, alternating=alternating)) for alternating in (False, True)):
        return
    right = _learnt(game, rounds)
    player = next(k for k, row in enumerate(found) if not _same([row], [right[k]]))
    whose = f"player {player + 1}'s" if len(found) > 1 else "the"
    words = f"after round {rounds} {whose} average is {formatted(right[player])}, but you have {formatted(found[player])}."
    currents = [_learnt(game, played, "current_strategy") for played in (rounds - 1, rounds)]
    raise Complaint(words, ["current for average"] if any(_same(found, current) for current in currents) else [])


def _learnt(game: kc.Game, rounds: int, which: str = "average_strategy", alternating: bool = False) -> Rows:
    """Return the average or current strategy of each player: with a single decision, CFR is regret matching."""
    cfr = kc.CFR(game, alternating=alternating).run(rounds)
    return [list(row.values()) for row in getattr(cfr, which).values()]


def _same(found: Rows, right: Rows) -> bool:
    return all(np.allclose(row, right[k], atol=CLOSE) for k, row in enumerate(found))


@check(most=1)
def moves(program: Program) -> Tasks:
    """Check ``function(soldiers, fields)``: all ways to place the soldiers, as tuples. 1 point."""
    more = 1 + scale() % 8 if SEED.get() else 0
    cases = ((examples()["SOLDIERS"] + more, 3), (3 + more, 2), (4 + more, 1), (2 + more, 4))
    return {f"{soldiers} soldiers, {fields} fields": partial(_moves, program, soldiers, fields) for soldiers, fields in cases}


def _moves(program: Program, soldiers: int, fields: int) -> None:
    answer = program.call(soldiers, fields)["returned"]
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
def payoffs(program: Program) -> Tasks:
    """Check ``function(moves, worth)``: the payoffs of the row player, +1, 0 or -1, for each pair of moves. 2 points."""
    return {name: partial(_payoffs, program, (scale() * np.array(moves)).tolist(), worth) for name, (moves, worth) in BATTLES.items()}


def _payoffs(program: Program, placed: list[list[int]], worth: list[int]) -> None:
    table = program.call(placed, worth)["returned"]
    found = [numbers(row, f"row {k} of the payoffs", len(placed)) for k, row in enumerate(listed(table, "the table", len(placed), "rows"))]
    soldiers = np.array(placed)
    right = np.sign(np.sign(soldiers[:, None] - soldiers) @ worth)
    for mine, theirs in np.argwhere(right != found):
        raise Complaint(
            f"{placed[mine]} against {placed[theirs]} wins {right[mine, theirs]:+d} if the fields are worth {worth}, "
            f"but you have {found[mine][theirs]:g}: who takes more than the other wins 1, however much more."
        )
