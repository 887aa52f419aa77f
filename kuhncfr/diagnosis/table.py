"""The stored iterates of right and wrong programs, with which a solver is compared: nothing runs for the comparison.

``python -m tools.diagnosis_table`` computes ``table.json``. Of right programs it holds the probabilities, so that a difference can
be shown; of wrong ones a weighted sum of the probabilities in each game.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from kuhncfr.diagnosis.answers import TOLERANCE, Answer, close, uniform
from kuhncfr.diagnosis.games import ALL, GAMES, PLAIN, WITHOUT_CHANCE, Listed
from kuhncfr.diagnosis.known_mistakes import ALIASED, NO_POSITIVE, SAMPLED

FILE = Path(__file__).with_name("table.json")
STORED = (*GAMES, PLAIN)
FLOORED = "CFR with regret matching+ and a uniform average"
ITERATES = (1, 2, 3, 4, 5)
LATER, MUCH_LATER = 10, 100  # iterations after which another program, which only begins like a wrong or a right one, has other numbers
LATER_GAMES = "twice", "classic", PLAIN  # where the sums after LATER iterations are stored: most programs play one of them
FURTHER = ("midway", "three in Kuhn poker")
FURTHER_ITERATIONS = 4
SAMPLES = "coin", 3  # the game and the iteration after which all possible samples are stored: of few iterations there are few
DIGITS, FEW_DIGITS = 6, 4  # of the stored numbers; of the sums after more iterations
ROUGHLY = 1e-2  # of such a sum, to which rounding has added up
MOST = 2e-3  # of a sum of rounded probabilities: with a larger tolerance some wrong program would always fit

Averages = Mapping[tuple[str, int], Answer]  # by game and number of iterations


@dataclass(frozen=True)
class Known:
    """A program whose iterates are stored.

    Attributes
    ----------
    variant, turns : str
        The variant of CFR that it is, or that it is but for a mistake.
    iterates : mapping
        By game, the first averages of the correct program.
    sums : mapping of str to float
        By game, the weighted sum of the program's own first averages.
    later : mapping of str to float
        By game of :data:`LATER_GAMES`, the weighted sum of the average after :data:`LATER` iterations; of a program with a mistake only.
    much_later : mapping of str to float
        By game, the same after :data:`MUCH_LATER` iterations, and after the first few of further games; of a program that converges only.
    mistake : str
        The name of its mistake, if it makes one.
    """

    variant: str
    turns: str
    iterates: Mapping[str, Sequence[Answer]]
    sums: Mapping[str, float]
    later: Mapping[str, float]
    much_later: Mapping[str, float]
    mistake: str = ""

    def __str__(self) -> str:
        return f"{self.turns} {self.variant}"

    @property
    def doubted(self) -> str:
        """The mistake that it makes though it converges, so that it may be meant."""
        if self.mistake:
            return self.mistake if self.mistake in (NO_POSITIVE, ALIASED) else ""
        return ALIASED if self.variant == FLOORED else ""


def by_game(averages: Averages) -> dict[str, list[Answer]]:
    """Return the averages of each game, in the order of the iterations."""
    games: dict[str, list[Answer]] = {}
    for game, iterations in sorted(averages, key=lambda place: place[1]):
        games.setdefault(game, []).append(averages[game, iterations])
    return games


def weighted_sum(averages: Sequence[Answer]) -> float:
    """Return the sum of every second probability, each with a weight of its own, so that different averages have different sums."""
    state, total = 1, []
    for p in chain.from_iterable(average[::2] for average in averages):  # those of the first of two actions
        state = (state * 1103515245 + 12345) % 2**31
        total.append((1 + state / 2**31) * p)
    return math.fsum(total)


@cache
def stored() -> Any:
    """Return what is stored."""
    return json.loads(FILE.read_text(encoding="utf-8"))


@cache
def right() -> tuple[Known, ...]:
    """Return the right programs; the simplest variants come first."""
    return tuple(_right(*row) for row in stored()["right"])


def _right(variant: str, turns: str, numbers: Mapping[str, list[list[int]]], much_later: list[int]) -> Known:
    iterates = {game: [uniform(game), *map(_average, rows)] for game, rows in numbers.items()}
    sums = {game: weighted_sum(rows) for game, rows in iterates.items()}
    return Known(variant, turns, iterates, sums, {}, _by_game(much_later))


def _average(row: list[int]) -> Answer:
    return tuple(q / 10**DIGITS for p in row for q in (p, 10**DIGITS - p))


def _by_game(sums: Sequence[int], games: Sequence[str] = (*STORED, *FURTHER)) -> dict[str, float]:
    return {game: number / 10**FEW_DIGITS for game, number in zip(games, sums, strict=False)}


@cache
def wrong() -> tuple[Known, ...]:
    """Return the programs with a mistake, in the same order."""
    return tuple(_wrong(*row) for row in stored()["wrong"])


def _wrong(of: int, name: int, moved: list[int], later: list[int], much_later: Sequence[int] = ()) -> Known:
    """Return a program of its row, where `moved` are the differences between its sums and those of the correct one."""
    correct = right()[of]
    sums = {game: correct.sums[game] + number / 10**DIGITS for game, number in zip(STORED, moved, strict=True)}
    mistake = stored()["mistakes"][name]
    return replace(correct, sums=sums, later=_by_game(later, LATER_GAMES), much_later=_by_game(much_later), mistake=mistake)


def right_like(averages: Averages, tolerance: float) -> list[Known]:
    """Return the right programs that a program with these first averages may be."""
    return [one for one in right() if all(close(one.iterates[game][t - 1], p, tolerance) for (game, t), p in averages.items())]


def wrong_like(averages: Averages, tolerance: float) -> list[Known]:
    """Return the programs with a mistake that a program with these first averages may be."""
    near = min(10 * tolerance, MOST)
    sums = {game: weighted_sum(found) for game, found in by_game(averages).items()}
    return [one for one in wrong() if all(abs(total - one.sums[game]) < near for game, total in sums.items())]


def under_other_rules(averages: Averages) -> tuple[str, str, Known] | None:
    """Return which mistake in the rules explains these averages in Kuhn poker, in words what it is, and the right program, if any does.

    Rounded averages would fit by chance: there are many rules, and one sum for each.
    """
    total = weighted_sum(by_game(averages)[PLAIN])
    rows = ((name, what, of, known / 10**DIGITS) for name, what, sums in stored()["rules"] for of, known in sums)
    return next(((name, what, right()[of]) for name, what, of, known in rows if abs(total - known) < TOLERANCE), None)


@cache
def idle(game: str) -> frozenset[str]:
    """Return the mistakes that have no effect on this game."""
    names: set[str] = set()
    if game in WITHOUT_CHANCE:
        names |= {*SAMPLED, "chance forgotten", "chance counted twice", "one deal alone", "key without the card"}
    if isinstance(ALL[game], Listed):
        names.add("cards compared as letters")
    if ALL[game].players == 2:
        names |= {"previous player's reach alone", "reach of the others added"}
    return frozenset(names)
