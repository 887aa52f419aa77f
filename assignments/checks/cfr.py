"""Assignment 2: CFR from a skeleton, checked on four games, each with a feature that a wrong rule overlooks."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import kuhncfr as kc
from kuhncfr.diagnosis.games import DESCRIPTIONS, GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES, Mistake

from .comparison import Rows, close, first_difference, number, same, strategy
from .result import Result, added
from .student_call import Complaint, call

Solver = Callable[..., Any]

ASKED = ("one-bet", "stacked deck", "twice", "three players")
ITERATIONS = (1, 2, 3, 10)


class Strategies(NamedTuple):
    """The strategies of a solver after some iterations."""

    average: Rows
    current: Rows


REGRETS = {
    "positive regrets": {"p": 3.0, "b": 1.0},
    "a negative regret": {"a": 3.0, "b": -1.0, "c": 1.0},
    "no positive regret": {"p": -2.0, "b": 0.0},
}


def regret_matching(function: Callable[..., Any]) -> Result:
    """Check ``function(regrets)``: a dict of regrets in, a dict of probabilities out. 2 points."""
    return added({name: partial(_matching, function, regrets) for name, regrets in REGRETS.items()}, 2)


def _matching(function: Callable[..., Any], regrets: dict[str, float]) -> None:
    given = dict(regrets)
    returned = call(function, given)
    if not isinstance(returned, dict) or set(returned) != set(regrets):
        raise Complaint(f"return a dict with a probability for each of {', '.join(regrets)}; you return {returned!r}.")
    if given != regrets:
        mistake = MISTAKES["regrets floored by aliasing"]
        raise Complaint(f"your function changed the regrets that it was given. {named(mistake)}")
    positive = {action: max(regret, 0.0) for action, regret in regrets.items()}
    total = sum(positive.values())
    right = {action: regret / total if total else 1 / len(regrets) for action, regret in positive.items()}
    if not all(close(number(returned[action], "a probability"), right[action]) for action in right):
        raise Complaint(f"for regrets {regrets} the strategy is {right}, but you have {returned}.")


def current(solver: Solver, *, alone: bool = True) -> Result:
    """Check the current strategies of ``solver(game, iterations)``, which returns the pair (average, current). 4 points."""
    return _checked(solver, "current", alone)


def average(solver: Solver, *, alone: bool = True) -> Result:
    """Check the average strategies of ``solver(game, iterations)``, which returns the pair (average, current). 4 points."""
    return _checked(solver, "average", alone)


def _checked(solver: Solver, which: str, alone: bool) -> Result:
    """Compare the games one by one; if numbers are wrong, name the mistake that explains them."""
    failed: list[str] = []
    tasks = {f"In {name}, where {DESCRIPTIONS[name]}": partial(_compare, solver, name, which, alone, failed) for name in ASKED}
    result = added(tasks, 4)
    if not failed:
        return result
    return Result(result.points, result.most, (_diagnosis(solver), *result.messages))


@cache
def _diagnosis(solver: Solver) -> str:
    """Return a diagnosis, computed once for both checks."""
    return str(kc.diagnose(solver))


def named(mistake: Mistake) -> str:
    """Describe a mistake to the student."""
    return f"This is the mistake {mistake.name}: {mistake.description} Repair: {mistake.repair} Read the chapter {mistake.chapter!r}."


def _compare(solver: Solver, name: str, which: str, alone: bool, failed: list[str]) -> None:
    """Compare with simultaneous and with alternating updates, which are both CFR; add a game that fits neither to `failed`."""
    still = list(_correct(name))
    for place, iterations in enumerate(ITERATIONS):
        found = getattr(strategies_of(solver, name, iterations, alone), which)
        rights = [getattr(runs[place], which) for runs in still]
        agreeing = [runs for runs, right in zip(still, rights, strict=True) if same(found, right)]
        if not agreeing:
            failed.append(name)
            raise Complaint(f"after iteration {iterations} the {which} strategy is wrong: {first_difference(found, rights[0])}.")
        still = agreeing


def strategies_of(solver: Solver, name: str, iterations: int, alone: bool) -> Strategies:
    """Run a student's solver; raise Complaint unless it returns a pair of strategies."""
    returned = call(solver, GAMES[name], iterations, alone=alone)
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        raise Complaint(f"return a pair, (average strategy, current strategy); you return {type(returned).__name__}.")
    like = _correct(name)[0][0].current
    return Strategies(*(strategy(rows, like, f"the {which} strategy") for which, rows in zip(Strategies._fields, returned, strict=True)))


@cache
def _correct(name: str) -> tuple[tuple[Strategies, ...], ...]:
    """Return the runs of simultaneous and of alternating CFR."""
    return tuple(_run(kc.CFR(GAMES[name], alternating=alternating)) for alternating in (False, True))


def _run(cfr: kc.CFR) -> tuple[Strategies, ...]:
    run = []
    for iterations in ITERATIONS:
        cfr.run(iterations - cfr.iterations)
        run.append(Strategies(cfr.average_strategy, cfr.current_strategy))
    return tuple(run)
