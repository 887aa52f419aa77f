"""What a worker does: solve a bundle of runs. It needs neither tables nor files, and whatever goes wrong with a run is its outcome."""

import math
import pickle
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import numpy as np

from kuhncfr.solver.arrays import Array
from kuhncfr.solver.compiled_game import Tree, compile_game
from kuhncfr.solver.many import solve_many
from kuhncfr.solver.run import Run, solve
from kuhncfr.sweeps.plan import Job

KEPT = 32  # compiled games in each process; runs of the same game come one after the other

Company = tuple[Tree, dict[str, Any]]  # a game, and the arguments of `solve` but for the seed
Reached = tuple[int, float, tuple[float, ...]]  # iterations, exploitability, what each player wins


class Outcome(NamedTuple):
    """What came of a run.

    Attributes
    ----------
    reached : tuple of tuple
        After how many iterations, the average strategy's exploitability and values: at each record, and at the end.
    seconds : float
        How long the solve took, of several side by side an equal share; NaN if it raised.
    error : str or None
        What it raised.
    """

    reached: tuple[Reached, ...]
    seconds: float
    error: str | None = None


class Group(NamedTuple):
    """Runs that differ in their seeds alone, as they are sent."""

    game: bytes
    solving: dict[str, Any]
    seeds: list[int | None]


def groups(jobs: Iterable[Job]) -> list[Group]:
    """Put runs into the form in which they are sent: what neighbours share is sent once."""
    # One and the same combination, not an equal one: arrays among its settings do not compare, and one may be asked for twice.
    together = [list(same) for _, same in groupby(jobs, key=lambda job: id(job.combination))]
    return [Group(same[0].combination.game, same[0].combination.solving, [job.seed for job in same]) for same in together]


def solve_bundle(bundle: Sequence[Group], attempt: int) -> tuple[list[Outcome], float]:
    """Solve the runs of a bundle, one group after the other.

    Parameters
    ----------
    bundle : sequence of Group
        The runs.
    attempt : int
        How often this was tried before; a cluster takes the same task twice for one and the same, and returns the result that it has.

    Returns
    -------
    list of Outcome
        One for each run.
    float
        How many seconds this took, without what a process needs once.
    """
    begin = time.perf_counter()
    outcomes: dict[int, list[Outcome]] = {}
    once = 0.0
    trees: dict[int, Tree] = {}
    for number, group in enumerate(bundle):
        try:
            trees[number] = compiled(group.game)
        except (Exception, SystemExit) as error:  # a game may call sys.exit
            outcomes[number] = [failed(error)] * len(group.seeds)
    for numbers in _by_company(bundle, trees):
        company = [(trees[number], bundle[number].solving) for number in numbers]
        once += _get_ready(company)
        found = _solve_side_by_side(company) if len(company) > 1 else None
        for k, number in enumerate(numbers):
            outcomes[number] = [found[k]] if found else _solve_runs(*company[k], bundle[number].seeds)
    taken = time.perf_counter() - begin - once
    return [outcome for number in range(len(bundle)) for outcome in outcomes[number]], taken


def _by_company(bundle: Sequence[Group], numbers: Iterable[int]) -> Iterable[list[int]]:
    """Put together what may be solved side by side: whole trees, for equally many iterations; whoever else stays alone."""
    companies: defaultdict[object, list[int]] = defaultdict(list)
    for number in numbers:
        solving = bundle[number].solving
        alone = any(solving.get(name) is not None for name in ("sampling", "exploration", "target"))
        shared = [solving.get(name) for name in ("iterations", "alternating", "record_every")]
        companies[number if alone else repr(shared)].append(number)
    return companies.values()


def failed(error: BaseException | str) -> Outcome:
    """Return the outcome of a run that raised."""
    return Outcome((), math.nan, error if isinstance(error, str) else f"{type(error).__name__}: {error}".removesuffix(": "))


def _solve_side_by_side(company: list[Company]) -> list[Outcome] | None:
    """Solve several games at once, with the same results; None if one of them raises, and each then has to tell for itself."""
    begin = time.perf_counter()
    try:
        runs = _solve_many(company)
    except Exception:
        return None
    seconds = (time.perf_counter() - begin) / len(runs)
    if any(run.interrupted for run in runs):
        raise KeyboardInterrupt
    return [Outcome(tuple(_reached(run)), seconds) for run in runs]


def _solve_many(company: list[Company], **changed: Any) -> tuple[Run, ...]:
    trees, solvings = zip(*company, strict=True)
    shared = {name: value for name, value in solvings[0].items() if name not in ("algorithm", "target")}
    return solve_many(trees, algorithm=[solving.get("algorithm", "cfr") for solving in solvings], **{**shared, **changed})


def _solve_runs(tree: Tree, solving: dict[str, Any], seeds: Sequence[int | None]) -> list[Outcome]:
    """Solve a game once for each seed."""
    return [_solve(tree, solving, seed) for seed in seeds]


def _solve(tree: Tree, solving: dict[str, Any], seed: int | None) -> Outcome:
    begin = time.perf_counter()
    try:
        run = solve(tree, seed=seed, **solving)
        seconds = time.perf_counter() - begin
        if run.interrupted:  # half a run is none
            raise KeyboardInterrupt
        return Outcome(tuple(_reached(run)), seconds)
    except Exception as error:
        return failed(error)


@lru_cache(maxsize=KEPT)
def compiled(game: bytes) -> Tree:
    """Return the tree of a game that was pickled, compiled once in each process."""
    made, numbers = pickle.loads(game)
    return compile_game(made if numbers is None else made(**numbers))


_ready: set[object] = set()


def _get_ready(company: list[Company]) -> float:
    """Have the loops that are needed loaded, or compiled, before the time of a run is taken; return how many seconds that took."""
    tree, solving = company[0]
    several = len(company) > 1
    kind = (repr(solving.get("sampling")), solving.get("target") is None, several)
    if kind in _ready:
        return 0.0
    begin = time.perf_counter()
    with suppress(Exception):  # the run will tell
        _solve_many(company, iterations=1) if several else solve(tree, seed=0, **{**solving, "iterations": 1})
    _ready.add(kind)
    return time.perf_counter() - begin


def _reached(run: Run) -> Iterable[Reached]:
    """Go through what was recorded, if anything, and end with what was reached."""
    trajectory, sequences = run.trajectory, list(run.tree.named_sequences())
    if trajectory is not None and trajectory.exploitability is not None:
        columns = [trajectory.average_strategy[infoset][action] for infoset, action, _ in sequences]
        for k, iterations in enumerate(trajectory.iterations.tolist()):
            if iterations < run.iterations:
                yield iterations, float(trajectory.exploitability[k]), _values(run.tree, [float(column[k]) for column in columns])
    average = run.average_strategy
    yield run.iterations, run.exploitability, _values(run.tree, [float(average[infoset][action]) for infoset, action, _ in sequences])


def _values(tree: Tree, probabilities: list[float]) -> tuple[float, ...]:
    """Return what each player wins on average, from the probabilities of all actions in the order of the tree."""
    reach = _reach(tree, probabilities)
    start = tree.start.astype(np.int64)
    own = np.repeat(reach[: len(start) - 1], np.diff(start))
    expected = (tree.utility * own * reach[tree.others.astype(np.int64)]).tolist()
    ends = start[tree.sequences_of.astype(np.int64)].tolist()
    return tuple(math.fsum(expected[begin:end]) for begin, end in pairwise(ends))  # rounded once, so the same on every processor


def _reach(tree: Tree, probabilities: list[float]) -> Array:
    """Return how likely its owner plays each sequence, and then everybody else each combination of theirs."""
    reach = tree.empty_reach().tolist()
    given = iter(probabilities)
    for first, count, parent in zip(tree.first.tolist(), tree.count.tolist(), tree.parent.tolist(), strict=True):
        for sequence in range(first, first + count):
            reach[sequence] = reach[parent] * next(given)
    alone = np.array(reach)
    return np.concatenate([alone, alone[tree.joint.astype(np.int64)].prod(axis=1)])
