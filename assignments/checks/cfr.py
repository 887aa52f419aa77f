"""Assignment 2: CFR from a skeleton, checked on games with features that a wrong rule overlooks."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

import kuhncfr as kc

from .comparison import Rows, close, first_difference, number, profile_of, same, strategy
from .games import DESCRIPTIONS, SEED, drawn, games, scale
from .mistaken import museum
from .naming import NAMED
from .program import Complaint, Given, Program, returned
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


def in_each_game(task: Callable[..., None], *arguments: Any) -> dict[str, Callable[[], None]]:
    return {f"In the game {name!r}, where {DESCRIPTIONS[name]}": partial(task, *arguments, name) for name in DESCRIPTIONS}


@check(most=1)
def regret_matching(program: Program, mended: bool) -> Tasks:
    """Check ``function(regrets)``: a dict of regrets in, a dict of probabilities out. 1 point."""
    scaled = {name: {action: regret * scale() for action, regret in regrets.items()} for name, regrets in REGRETS.items()}
    return {name: partial(_matching, program, regrets) for name, regrets in scaled.items()}


def _matching(program: Program, regrets: dict[str, float]) -> None:
    answer = program.call(regrets)
    found, after = answer["returned"], answer["arguments"]
    if not isinstance(found, dict) or set(found) != set(regrets):
        raise Complaint(f"return a dict with a probability for each of {', '.join(regrets)}; you return {found!r}.")
    if after != [regrets]:
        raise Complaint("your function changed the dict that it was given: work on a copy, or the sums will be wrong.")
    right = matched(regrets)
    if not all(close(number(found[action], "a probability"), right[action]) for action in right):
        raise Complaint(f"for regrets {regrets} the strategy is {right}, but you have {found}.")


def matched(regrets: Any) -> Any:
    """Return the strategy for regrets in a dict or in a list."""
    if isinstance(regrets, dict):
        return dict(zip(regrets, matched(list(regrets.values())), strict=True))
    return kc.regret_matching(np.array(regrets, dtype=float)).tolist()


@check(most=4)
def walk_regrets(program: Program, mended: bool) -> Tasks:
    """Check what ``walk(game, h, reach, strategy, regrets, own)`` adds to `regrets`. 4 points."""
    return in_each_game(_walk_regrets, program)


def _walk_regrets(program: Program, name: str) -> None:
    game = games()[name]
    for what, played in _profiles(game).items():
        found, right = _walk(program, name, played).regrets, walked(kc.CFR, game, played).regrets
        if same(found, right):
            continue
        explaining: Iterable[str] = (
            mistake[0] for mistake in WRONG if mistake[0] != COUNTED and same(found, _first_walk(mistake, name, SEED.get()))
        )
        if what != UNIFORM:
            explaining = [UNPLAYED] if same(found, walked(WRONG[UNPLAYED, 0], game, played).regrets) else []
        raise Complaint(f"if the players {what}, the regrets of the walk are wrong: {first_difference(found, right)}.", explaining)


@check(most=1)
def walk_reach(program: Program, mended: bool) -> Tasks:
    """Check what ``walk(game, h, reach, strategy, regrets, own)`` notes in `own`. 1 point."""
    return in_each_game(_walk_reach, program)


def _walk_reach(program: Program, name: str) -> None:
    game = games()[name]
    for what, played in _profiles(game).items():
        found, right = _walk(program, name, played).own, walked(kc.CFR, game, played).own
        for key in right:
            if not close(found[key], right[key]):
                words = f"in information set {key!r} it is {right[key]:.4g}, and you have {found[key]:.4g}."
                raise Complaint(f"if the players {what}, own reach is wrong: {words}")


def _profiles(game: kc.Game) -> dict[str, Rows]:
    """Return strategies for the walk, by what they do: the first is that of the first iteration, and the last two have zeros everywhere."""
    mixed = profile_of(game, seed=1)
    return {
        UNIFORM: {key: dict.fromkeys(row, 1 / len(row)) for key, row in mixed.items()},
        "play some actions more often than others": mixed,
        **{
            f"play all actions but the {which} with probability 0": {
                key: {action: float(action == list(row)[place]) for action in row} for key, row in mixed.items()
            }
            for which, place in (("first", 0), ("last", -1))
        },
    }


def _walk(program: Program, name: str, played: Rows) -> Walked:
    """Let the student's function walk a game once."""
    game = games()[name]
    regrets = {key: dict.fromkeys(row, 0.0) for key, row in played.items()}
    arguments = (drawn(SEED.get())[name], "", [1.0] * (game.players + 1), played, regrets, dict.fromkeys(played, 0.0))
    *_, regrets, own = program.call(*arguments)["arguments"]
    if set(regrets) != set(played) or any(set(regrets[key]) != set(row) for key, row in played.items()) or not set(played) <= set(own):
        raise Complaint("regrets and own should have the same information sets and actions after the walk as before.")
    return Walked(
        {key: {action: number(regrets[key][action], "a regret") for action in row} for key, row in played.items()},
        {key: number(own[key], "own reach") for key in played},
    )


def walked(make: Make, game: kc.Game, played: Rows | None) -> Walked:
    """Return what the first walk of a CFR finds, if all play these strategies, or with regrets of 0."""
    cfr = make(game, alternating=False)
    starts = {}
    for key, infoset in cfr.infosets.items():
        # Regrets that are probabilities make a strategy of the same probabilities.
        starts[key] = np.array([played[key][action] if played else 0.0 for action in infoset.actions])
        infoset.restore(starts[key].copy(), np.zeros(len(infoset.actions)))
    cfr.step()
    regrets = {
        key: dict(zip(infoset.actions, (infoset.cumulative_regret - starts[key]).tolist(), strict=True))
        for key, infoset in cfr.infosets.items()
    }
    return Walked(regrets, {key: float(infoset.cumulative_strategy.sum()) for key, infoset in cfr.infosets.items()})


@cache
def _first_walk(mistake: tuple[str, int], name: str, seed: int) -> Rows:
    return walked(WRONG[mistake], games()[name], None).regrets


EARLIER = {"regret_matching": [regret_matching], "walk": [walk_regrets, walk_reach]}


@check(most=1, uses=EARLIER)
def current(program: Program, mended: bool) -> Tasks:
    """Check the current strategies of ``solver(game, iterations)``, which returns the pair (average, current). 1 point."""
    return in_each_game(_compare, program, "current", mended)


@check(most=3, uses=EARLIER)
def average(program: Program, mended: bool) -> Tasks:
    """Check the average strategies of ``solver(game, iterations)``, which returns the pair (average, current). 3 points."""
    return in_each_game(_compare, program, "average", mended)


def _compare(program: Program, which: str, mended: bool, name: str) -> None:
    """Compare with all ways of updating; a difference is reported from the way that agrees for longest."""
    found = [getattr(_strategies(program, name, iterations, mended), which) for iterations in ITERATIONS]
    rights = [list(_run(make, name, which)) for make in TURNS]
    agreed = [list(map(same, found, right)) for right in rights]
    if any(map(all, agreed)):
        return
    place, right = max(((agrees.index(False), right) for agrees, right in zip(agreed, rights, strict=True)), key=itemgetter(0))
    message = f"after iteration {ITERATIONS[place]} the {which} strategy is wrong: {first_difference(found[place], right[place])}."
    raise Complaint(message, _explaining(program, found, which, mended, name))


def _explaining(program: Program, found: list[Rows], which: str, mended: bool, name: str) -> Iterator[str]:
    """Yield the mistakes with which CFR finds these strategies; state is kept if a new process finds the correct ones."""
    explained = False
    for (mistake, _), ways in WRONG_TURNS.items():
        if any(all(map(same, found, _run(make, name, which))) for make in ways):
            explained = True
            yield mistake
    if not explained and not mended and _right_at_first(program, which, name):
        yield KEPT


def _right_at_first(program: Program, which: str, name: str) -> bool:
    """Whether the first call in a new process is right."""
    program.forget()
    try:
        found = getattr(_strategies(program, name, ITERATIONS[-1], mended=False), which)
    except Complaint:
        return False
    return any(same(found, list(_run(make, name, which))[-1]) for make in TURNS)


def _strategies(program: Program, name: str, iterations: int, mended: bool) -> Strategies:
    """Run a student's solver; raise Complaint unless it returns a pair of strategies."""
    given = _given(games()[name]) if mended else None
    found = returned(program, drawn(SEED.get())[name], iterations, given=given)
    if not isinstance(found, list) or len(found) != 2:
        raise Complaint(f"return a pair, (average strategy, current strategy); you return {found!r:.80}.")
    whole = zip(Strategies._fields, found, strict=True)
    return Strategies(*(strategy(rows, games()[name], f"as the {which} strategy, ") for which, rows in whole))


def _given(game: kc.Game) -> Given:
    """A correct regret matching, and a correct walk of this game, for a solver that has wrong ones."""

    def walk(unsent: None, h: str, reach: list[float], played: Rows, regrets: dict[str, dict[str, float]], own: dict[str, float]) -> Any:
        found = walked(kc.CFR, game, played)
        for key, row in found.regrets.items():
            for action, regret in row.items():
                regrets[key][action] += regret
            own[key] = found.own[key]
        return [float(utility) for utility in kc.expected_utilities(game, played)]

    return {"regret_matching": matched, "walk": walk}


def _run(make: Make, name: str, which: str) -> Iterator[Rows]:
    """Yield the strategies of a run of CFR, right or with a mistake."""
    for iterations in ITERATIONS:
        yield getattr(_strategies_after(iterations, make, name, SEED.get()), which)


@cache
def _strategies_after(iterations: int, make: Make, name: str, seed: int) -> Strategies:
    cfr = make(games()[name]).run(iterations)
    return Strategies(cfr.average_strategy, cfr.current_strategy)
