"""Many runs with one call."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np

from kuhncfr._support import arguments, arrays, pacing
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.games.game import Game
from kuhncfr.solver.compiled_game import Tree, compile_game
from kuhncfr.solver.run import Run, solve


def solve_many(
    games: Game | Tree | Collection[Game | Tree],
    iterations: int = 1_000,
    *,
    algorithm: str | Algorithm | Collection[str | Algorithm] = "cfr",
    sampling: str | None = None,
    alternating: bool = True,
    seeds: Collection[int | np.random.Generator | None] | None = None,
    exploration: float | None = None,
    record_every: int | None = None,
    threads: int = 1,
    progress: bool = False,
) -> tuple[Run, ...]:
    r"""Solve many games, or one many times: the same runs, to the last bit, as one after the other from :func:`~kuhncfr.solver.solve`.

    Give a sequence for whatever differs between the runs, and one thing for what they share; run k takes the k-th of each sequence.

    Parameters
    ----------
    games : Game or Tree, or a sequence of them
        What to solve; compile a game once with :func:`~kuhncfr.solver.compile_game` if it is solved again.
    iterations : int
        How many each run gets, T, at least 0.
    algorithm : str or Algorithm, or a sequence of them
        As in :func:`~kuhncfr.solver.solve`.
    sampling : {None, "chance", "external", "outcome"}
        Walk the whole tree; or follow one action of chance; of chance and the others; of everybody.
    alternating : bool
        Update one player after the other (True), or everybody at once (False).
    seeds : sequence of int, numpy.random.Generator or None, optional
        Where each run's samples come from; not the same generator twice. Without, new ones each time.
    exploration : float, optional
        With outcome sampling, how often the learner plays at random, in (0, 1]; by default 0.6.
    record_every : int, optional
        Record every so many iterations in each run's ``trajectory``.
    threads : int
        How many runs to work on at the same time, for instance one for each core of the processor. The results are the same.
    progress : bool
        Show a progress bar.

    Returns
    -------
    tuple of Run
        In their order. After Ctrl-C, what was reached until then: ``interrupted`` marks the runs that are not finished, and those that
        had not begun have no iterations. Before the first iteration the interrupt is raised.

    Raises
    ------
    ValueError
        If sequences differ in length, a game breaks a rule, or arguments are out of range or do not go together.
    TypeError
        If an argument is of the wrong kind.

    Examples
    --------
    What the game is worth to player 1 at three antes:

    >>> from kuhncfr import KuhnPoker, expected_utilities, solve
    >>> runs = solve_many([KuhnPoker(ante=ante) for ante in (0.5, 1, 2)], iterations=2_000, algorithm="pcfr+")
    >>> [round(expected_utilities(run.tree.game, run.average_strategy)[0], 4) for run in runs]
    [-0.0, -0.0556, -0.0333]

    A hundred seeds:

    >>> runs = solve_many(KuhnPoker(), iterations=200, sampling="chance", seeds=range(100), threads=2)
    >>> len(runs), runs[7].exploitability == solve(KuhnPoker(), 200, sampling="chance", seed=7).exploitability
    (100, True)

    See Also
    --------
    kuhncfr.solve : one run; it can also stop at a target.
    """
    iterations = arguments.count("iterations", iterations)
    threads = arguments.count("threads", threads, minimum=1)
    arguments.flag("progress", progress)
    trees, rules, seeds = _spread(games, algorithm, seeds)
    shared: dict[str, Any] = {"sampling": sampling, "alternating": alternating, "exploration": exploration, "record_every": record_every}
    for rule in dict.fromkeys(rules):  # what one of the runs would refuse is refused before the first begins
        rule.check_weights(iterations)
        solve(trees[0], 0, algorithm=rule, **shared)

    runs: list[Run | None] = [None] * len(trees)
    with pacing.progress_bar(len(runs), "runs", progress) as bar:

        def work(k: int) -> None:
            run = runs[k] = solve(trees[k], iterations, algorithm=rules[k], seed=seeds[k], **shared)
            if run.interrupted:
                raise KeyboardInterrupt
            if bar is not None:
                bar.update()

        try:
            _do(work, len(runs), threads)
        except KeyboardInterrupt:
            if not any(runs):
                raise
    return tuple(run or replace(solve(trees[k], 0, algorithm=rules[k], **shared), interrupted=True) for k, run in enumerate(runs))


def _spread(games: Any, algorithm: Any, seeds: Any) -> tuple[list[Tree], list[Algorithm], list[Any]]:
    """Return each run's game, algorithm and seed."""
    if seeds is not None and not isinstance(seeds, Collection):
        raise TypeError(f"seeds must be a sequence with one for each run, got {arguments.shown(seeds)}")
    given = {"games": games, "algorithm": algorithm, "seeds": seeds}
    lists = {name: list(what) for name, what in given.items() if isinstance(what, Collection) and not isinstance(what, str)}
    if len({len(found) for found in lists.values()}) > 1:
        lengths = ", ".join(f"{len(found)} {name}" for name, found in lists.items())
        raise ValueError(f"sequences must be equally long, one thing for each run, got {lengths}")
    runs = len(next(iter(lists.values()), [None]))
    of = {name: lists.get(name, [what] * runs) for name, what in given.items()}
    rngs = [arrays.generator(f"seeds[{k}]", seed) for k, seed in enumerate(of["seeds"])]
    if len({id(rng) for rng in rngs}) < runs:
        raise ValueError("seeds must not hold the same generator twice: which run would take which of its numbers?")
    trees = {id(game): compile_game(game) for game in {id(game): game for game in of["games"]}.values()}
    return [trees[id(game)] for game in of["games"]], [as_algorithm(rule) for rule in of["algorithm"]], of["seeds"]


def _do(work: Callable[[int], None], runs: int, threads: int) -> None:
    """Do the work of each run, in so many threads. After Ctrl-C or an error, runs that have begun end soon, and no other begins.

    The compiled loops do not hold the interpreter's lock, so that the threads run at the same time.
    """
    if threads == 1:
        for k in range(runs):
            work(k)
        return
    halted = Event()
    with ThreadPoolExecutor(threads, initializer=pacing.heed, initargs=(halted,)) as pool:
        try:
            for finished in as_completed([pool.submit(work, k) for k in range(runs)]):  # the first error ends the others
                finished.result()
        except BaseException:
            halted.set()
            pool.shutdown(wait=False, cancel_futures=True)  # those that have begun are waited for on the way out
            raise
