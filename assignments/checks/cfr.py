"""Assignment 2: CFR from a skeleton, checked on games with features that a wrong rule overlooks."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

import kuhncfr as kc

from .apart.table import Table
from .comparison import Rows, close, first_difference, number, profile_of, same, strategy
from .games import DESCRIPTIONS, games, scale
from .matching import compare_matching, matched
from .mistaken import museum
from .naming import NAMED
from .program import Complaint, Program
from .result import Tasks, check

Make = Callable[..., kc.CFR]

ITERATIONS = (1, 2, 3, 10)
REGRETS = {
    "positive regrets": {"p": 3.0, "b": 1.0},
    "a negative regret": {"a": 3.0, "b": -1.0, "c": 1.0},
    "no positive regret": {"p": -2.0, "b": 0.0},
    "a regret of 0": {"a": 0.0, "b": 2.5, "c": -7.0, "d": 2.5},
}


class Strategies(NamedTuple):
    """The strategies of a solver after some iterations."""

    average: Rows
    current: Rows


class Walked(NamedTuple):
    """What a walk finds."""

    regrets: dict[str, dict[str, float]]
    own: dict[str, float]


class Backward(kc.CFR):
    """CFR with alternating updates, the last player first."""

    def order(self) -> tuple[int, ...]:
        return super().order()[::-1]


# The ways of updating the players that are CFR: all from one walk, or one after the other.
TURNS: tuple[Make, ...] = (partial(kc.CFR, alternating=False), kc.CFR, Backward)

KEPT = "state kept between calls"
UNPLAYED = "unplayed action worth 0"
COUNTED = "number of iterations off by one"  # in no single walk
UNIFORM = "play all actions equally often"

# CFR with each known mistake, in each of its forms.
WRONG: dict[tuple[str, int], Make] = {
    (name, form): partial(museum.make, name, rule=rule)
    for name in NAMED
    if name != KEPT
    for form, rule in enumerate(museum.PROGRAMS.get(name, ()))
}
WRONG_TURNS = {mistake: [partial(make, alternating=alternating) for alternating in (False, True)] for mistake, make in WRONG.items()}


def in_each_game(task: Callable[..., None], program: Program, *more: str) -> Tasks:
    return {f"In the game {name!r}, where {DESCRIPTIONS[name]}": partial(task, program, game, *more) for name, game in games().items()}


@check(most=1)
def regret_matching(program: Program) -> Tasks:
    """Check ``function(regrets)``: a dict of regrets in, a dict of probabilities out. 1 point."""
    scaled = {name: {action: regret * scale() for action, regret in regrets.items()} for name, regrets in REGRETS.items()}
    return {name: partial(compare_matching, program, regrets) for name, regrets in scaled.items()}


@check(most=4)
def walk_regrets(program: Program) -> Tasks:
    """Check what ``walk(game, h, reach, strategy, regrets, own)`` adds to `regrets`. 4 points."""
    return in_each_game(_walk_regrets, program)


def _walk_regrets(program: Program, game: Table) -> None:
    for what, played in _profiles(game).items():
        found, right = _walk(program, game, played).regrets, walked(kc.CFR, game, played).regrets
        if same(found, right):
            continue
        explaining: Iterable[str] = (name for (name, _), make in WRONG.items() if name != COUNTED and same(found, _first_walk(make, game)))
        if what != UNIFORM:
            explaining = [UNPLAYED] if same(found, walked(WRONG[UNPLAYED, 0], game, played).regrets) else []
        raise Complaint(f"if the players {what}, the regrets of the walk are wrong: {first_difference(found, right)}.", explaining)


@check(most=1)
def walk_reach(program: Program) -> Tasks:
    """Check what ``walk(game, h, reach, strategy, regrets, own)`` notes in `own`. 1 point."""
    return in_each_game(_walk_reach, program)


def _walk_reach(program: Program, game: Table) -> None:
    for what, played in _profiles(game).items():
        found, right = _walk(program, game, played).own, walked(kc.CFR, game, played).own
        for key in right:
            if not close(found[key], right[key]):
                words = f"in information set {key!r} it is {right[key]:.4g}, and you have {found[key]:.4g}."
                raise Complaint(f"if the players {what}, own reach is wrong: {words}")


def _profiles(game: kc.Game) -> dict[str, Rows]:
    """Return strategies for the walk, by what they do: the first is that of the first iteration, and the last two have zeros everywhere."""
    mixed = profile_of(game, seed=1)
    uniform = {key: dict.fromkeys(row, 1 / len(row)) for key, row in mixed.items()}
    profiles = {UNIFORM: uniform, "play some actions more often than others": mixed}
    for which, place in (("first", 0), ("last", -1)):
        pure = {key: {action: float(action == list(row)[place]) for action in row} for key, row in mixed.items()}
        profiles[f"play all actions but the {which} with probability 0"] = pure
    return profiles


def _walk(program: Program, game: Table, played: Rows) -> Walked:
    """Let the student's function walk a game once."""
    noted = ({key: dict.fromkeys(row, 0.0) for key, row in played.items()}, dict.fromkeys(played, 0.0))
    *_, regrets, own = program.call(game, "", [1.0] * (game.players + 1), played, *noted)["arguments"]
    if set(regrets) != set(played) or any(set(regrets[key]) != set(row) for key, row in played.items()) or not set(played) <= set(own):
        raise Complaint("regrets and own should have the same information sets and actions after the walk as before.")
    return Walked(
        {key: {action: number(regrets[key][action], "a regret") for action in row} for key, row in played.items()},
        {key: number(own[key], "own reach") for key in played},
    )


def walked(make: Make, game: kc.Game, played: Rows | None) -> Walked:
    """Return what the first walk of a CFR finds, if all play these strategies, or with regrets of 0."""
    cfr = make(game, alternating=False)
    rows = played or {key: dict.fromkeys(infoset.actions, 0.0) for key, infoset in cfr.infosets.items()}
    for key, infoset in cfr.infosets.items():
        # Regrets that are probabilities make a strategy of the same probabilities.
        infoset.restore(np.array([rows[key][action] for action in infoset.actions]), np.zeros(len(infoset.actions)))
    cfr.step()
    sums = {key: zip(infoset.actions, infoset.cumulative_regret.tolist(), strict=True) for key, infoset in cfr.infosets.items()}
    regrets = {key: {action: regret - rows[key][action] for action, regret in row} for key, row in sums.items()}
    return Walked(regrets, {key: float(infoset.cumulative_strategy.sum()) for key, infoset in cfr.infosets.items()})


@cache
def _first_walk(make: Make, game: Table) -> Rows:
    return walked(make, game, None).regrets


def _correct_walk(
    game: Table, unsent: Any, h: str, reach: list[float], played: Rows, regrets: dict[str, Any], own: dict[str, float]
) -> Any:
    """Walk for a solver whose own walk is wrong."""
    found = walked(kc.CFR, game, played)
    for key, row in found.regrets.items():
        for action, regret in row.items():
            regrets[key][action] += regret
        own[key] = found.own[key]
    return [float(utility) for utility in kc.expected_utilities(game, played)]


EARLIER = {
    "regret_matching": ([regret_matching], lambda game, regrets: matched(regrets)),
    "walk": ([walk_regrets, walk_reach], _correct_walk),
}


@check(most=1, uses=EARLIER)
def current(program: Program) -> Tasks:
    """Check the current strategies of ``solver(game, iterations)``, which returns the pair (average, current). 1 point."""
    return in_each_game(_compare, program, "current")


@check(most=3, uses=EARLIER)
def average(program: Program) -> Tasks:
    """Check the average strategies of ``solver(game, iterations)``, which returns the pair (average, current). 3 points."""
    return in_each_game(_compare, program, "average")


def _compare(program: Program, game: Table, which: str) -> None:
    """Compare with all ways of updating; a difference is reported from the way that agrees for longest."""
    found = [getattr(_strategies(program, game, iterations), which) for iterations in ITERATIONS]
    rights = [list(_run(make, game, which)) for make in TURNS]
    agreed = [list(map(same, found, right)) for right in rights]
    if any(map(all, agreed)):
        return
    place, right = max(((agrees.index(False), right) for agrees, right in zip(agreed, rights, strict=True)), key=itemgetter(0))
    message = f"after iteration {ITERATIONS[place]} the {which} strategy is wrong: {first_difference(found[place], right[place])}."
    raise Complaint(message, _explaining(program, game, which, found, mended=bool(program.given)))


def _explaining(program: Program, game: Table, which: str, found: list[Rows], mended: bool) -> Iterator[str]:
    """Yield the mistakes with which CFR finds these strategies; state is kept if a new process finds the correct ones."""

    def explains(make: Make) -> bool:
        return all(map(same, found, _run(make, game, which)))

    mistakes = [mistake for (mistake, _), ways in WRONG_TURNS.items() if any(map(explains, ways))]
    yield from mistakes
    if not mistakes and not mended and _right_at_first(program, game, which):
        yield KEPT


def _right_at_first(program: Program, game: Table, which: str) -> bool:
    """Whether the first call in a new process is right."""
    program.forget()
    try:
        found = getattr(_strategies(program, game, ITERATIONS[-1]), which)
    except Complaint:
        return False
    return any(same(found, list(_run(make, game, which))[-1]) for make in TURNS)


def _strategies(program: Program, game: Table, iterations: int) -> Strategies:
    """Run a student's solver; raise Complaint unless it returns a pair of strategies."""
    found = program.call(game, iterations)["returned"]
    if not isinstance(found, list) or len(found) != 2:
        raise Complaint(f"return a pair, (average strategy, current strategy); you return {found!r:.80}.")
    whole = zip(Strategies._fields, found, strict=True)
    return Strategies(*(strategy(rows, game, f"as the {which} strategy, ") for which, rows in whole))


def _run(make: Make, game: Table, which: str) -> Iterator[Rows]:
    """Yield the strategies of a run of CFR, right or with a mistake."""
    for iterations in ITERATIONS:
        yield getattr(_strategies_after(iterations, make, game), which)


@cache
def _strategies_after(iterations: int, make: Make, game: Table) -> Strategies:
    cfr = make(game).run(iterations)
    return Strategies(cfr.average_strategy, cfr.current_strategy)
