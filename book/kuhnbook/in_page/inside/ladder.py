"""The ladder of the chapter on CFR: a program in three rungs, each of which is checked by its numbers.

A wrong answer is compared with those of wrong programs; if it is one of theirs, the mistake has a name.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.diagnosis.answers import Failure, checked_probabilities, rows_of
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.games.game import Game, information_sets
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn

from .corridor import Corridor
from .diagnosing import diagnose
from .missteps import WRONG_REACHES, WRONG_WALKS, Rules, counterfactual_reach, walk


def unwritten(answer: Any) -> bool:
    return answer is None or answer is ...


def shown(x: Any) -> str:
    """Return a number as a fraction, if it is one that people write."""
    fraction = Fraction(x).limit_denominator(1000) if math.isfinite(x) else x
    return str(fraction) if close(fraction, x) else f"{float(x):.6g}"


def close(x: Any, y: Any) -> bool:
    return bool(abs(x - y) < 1e-9)


# -- the first rung --

CASES = (("1/2 1/4 1/6", 0), ("1/2 1/4 1/6", 1), ("1/2 1/3 1/5 1/7", 1), ("1/3 1/5", 0), ("1/2 1/2 1/3", 0), ("1/2 0 1/3", 1))
LISTS = [([Fraction(share) for share in shares.split()], i) for shares, i in CASES]


def called(function: Callable[..., Any], reach: list[Fraction], i: int) -> Any:
    try:
        return function(reach, i)
    except Exception as error:
        error.add_note(f"In counterfactual_reach([{', '.join(map(str, reach))}], {i}): this happened.")
        raise


def check_counterfactual_reach(function: Callable[..., Any]) -> str:
    given = [(list(reach), i) for reach, i in LISTS]
    answers = [called(function, *case) for case in given]
    if unwritten(answers[0]):
        return "Not written yet. This is the first rung: multiply all shares in the list but that of player i."
    if given != LISTS:
        return "It changes the list that it gets, which walk still needs: build a new one, reach[:i] + reach[i + 1:]."
    try:
        found = [float(x) for x in answers]
    except (TypeError, ValueError):
        return f"It returned {arguments.shown(answers[0])}: return one number."
    right = [counterfactual_reach(*case) for case in LISTS]
    if all(map(close, right, found)):
        return "Right."
    wrong = (words for words, weight in WRONG_REACHES.items() if all(close(weight(*case), x) for case, x in zip(LISTS, found, strict=True)))
    said = next(wrong, "This is not the product of all shares but player i's.")
    (reach, i), wanted, have = next(row for row in zip(LISTS, right, found, strict=True) if not close(*row[1:]))
    return f"{said} counterfactual_reach([{', '.join(map(str, reach))}], {i}) is {shown(wanted)}, but you have {shown(have)}."


# -- the second rung --

PLACES: dict[str, Game] = {
    "the corridor": Corridor(),
    "one-bet Kuhn poker": OneBetKuhn(),
    "Kuhn poker": KuhnPoker(),
    "the game 'twice'": GAMES["twice"],
}
PLAYS = {"even": [Fraction(1, 2)], "uneven": [Fraction(p) for p in ("1", "1/4", "1/3", "0", "2/3")]}  # the first action, set by set


class Unread(Exception):
    """A walk has returned or appended what cannot be compared; the message says so to its author."""


@dataclass(frozen=True)
class Task:
    """A game, and how often the first of two actions is taken at its information sets, one after the other, over and over."""

    where: str
    game: Game
    first: list[Fraction]

    def strategy(self) -> dict[str, dict[str, Fraction]]:
        rows = zip(information_sets(self.game).values(), itertools.cycle(self.first), strict=False)
        return {at.key: dict(zip(at.actions, (p, 1 - p), strict=True)) for at, p in rows}

    def numbers(self, function: Callable[..., Any]) -> dict[str, float]:
        """Return what a walk returns and, summed over the histories of each information set, what it appends."""
        found: list[Any] = []
        reach = [1] * (self.game.players + 1)
        try:
            u = function(self.game, "", reach, self.strategy(), found)
        except Exception as error:
            hint = f" At every history, {RETURN}" if isinstance(error, TypeError) else ""  # None or a number was taken for a list
            error.add_note(f"{self.where}: this happened.{hint}")
            raise
        if unwritten(u) and not found:
            raise Unread("Not written yet. This is the second rung: return u(sigma, h), and append what is found at h and below.")
        if reach != [1] * len(reach):
            raise Unread("One list for all actions. Multiply in a copy for each: down = list(reach).")
        return self.summed(found) | self.utilities(u)

    def utilities(self, u: Any) -> dict[str, float]:
        try:
            values = {f"u[{j}] at the root": float(x) for j, x in enumerate(u)}
        except (TypeError, ValueError):
            values = {}
        if len(values) != self.game.players:
            raise Unread(f"{self.where}, it returned {arguments.shown(u)}. At every history, {RETURN}")
        return values

    def summed(self, found: list[Any]) -> dict[str, float]:
        sigma = self.strategy()
        entries, sums = Counter[str](), Counter[str]()
        for entry in found:
            try:
                key, own, regret = entry
                sums.update({f"own reach at {key}": float(own)} | {f"the regret of {a} at {key}": float(regret[a]) for a in sigma[key]})
                entries[f"{ENTRIES} at {key}"] += 1
            except (IndexError, KeyError, TypeError, ValueError):
                said = f"it appended {arguments.shown(entry)}. Append (game.infoset(h), own reach, {{action: regret}})."
                raise Unread(f"{self.where}, {said}") from None
        return {**entries, **sums}


RETURN = "return u(sigma, h), a list with one number for each player."
ENTRIES = "the number of entries"
APPEND = "Append one triple at each history where a player moves, even if its probability is 0."
TASKS = [Task(f"In {where}, with {how} play", game, first) for where, game in PLACES.items() for how, first in PLAYS.items()]


def different(wanted: dict[str, float], have: dict[str, float]) -> str:
    """Say in which number they first differ; nothing if in none."""
    names = (name for name in {**wanted, **have} if not close(wanted.get(name, 0), have.get(name, 0)))
    return next((f"{name} is {shown(wanted.get(name, 0))}, but you have {shown(have.get(name, 0))}." for name in names), "")


@cache
def answers(number: int | None = None) -> list[dict[str, float]]:
    """Return the numbers of the right walk, or of a wrong one, in all tasks."""
    rules = Rules() if number is None else WRONG_WALKS[number][1]
    return [task.numbers(partial(walk, rules=rules)) for task in TASKS]


def check_walk(function: Callable[..., Any]) -> str:
    try:
        found = [task.numbers(function) for task in TASKS]
    except Unread as unread:
        return str(unread)
    for task, wanted, have in zip(TASKS, answers(), found, strict=True):
        if differs := different(wanted, have):
            return f"{APPEND if differs.startswith(ENTRIES) else named(found)} {task.where}, {differs}"
    return "Right."


def named(found: list[dict[str, float]]) -> str:
    """Name the mistake that leads to these numbers."""
    wrong = (words for k, (words, _) in enumerate(WRONG_WALKS) if not any(map(different, answers(k), found)))
    return next(wrong, "Not right yet.")


# -- the third rung --


def check_average(function: Callable[..., Any]) -> str:
    try:
        if unwritten(first := function(GAMES["twice"], 1)):
            return "Not written yet. This is the third rung: walk once in each iteration, and return the average of the strategies."
        checked_probabilities("twice", rows_of(GAMES["twice"], first))
    except Failure as failure:
        return f"In the game 'twice', it {failure}."
    return re.sub(r"\s+Read\s+the\s+chapter\s+'cfr'\.", "", str(diagnose(function)))  # the reader is there
