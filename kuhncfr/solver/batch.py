"""Solve many games, or one game many times, with one call."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr._support.progress import progress_bar, stop_on
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.games.game import Game
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import Run, solve
from kuhncfr.solver.settings import Settings


def solve_many(
    games: Game | CompiledGame | Collection[Game | CompiledGame],
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
    r"""Solve many games, or one game many times: the runs equal those of :func:`~kuhncfr.solver.solve` to the last bit.

    Pass a sequence for each argument that differs between the runs, and a single value for each argument that they share; run k takes
    the k-th entry of each sequence.

    Parameters
    ----------
    games : Game or CompiledGame, or a sequence of them
        The games; compile a game once with :func:`~kuhncfr.solver.compile_game` to solve it again later. To lock information sets, pass
        a :class:`~kuhncfr.locking.LockedGame`.
    iterations : int
        Number of iterations of each run, T, at least 0.
    algorithm : str or Algorithm, or a sequence of them
        As in :func:`~kuhncfr.solver.solve`.
    sampling : {None, "chance", "external", "outcome"}
        Walk the whole tree; or sample the actions of chance; of chance and the other players; of chance and all players.
    alternating : bool
        Update one player after another (True), or all players at once (False).
    seeds : sequence of int, numpy.random.Generator or None, optional
        Source of each run's samples; each generator may occur once. By default, new samples in each call.
    exploration : float, optional
        With outcome sampling, the probability with which the learner plays at random, in (0, 1]; by default 0.6.
    record_every : int, optional
        Number of iterations from one record in each run's ``trajectory`` to the next; by default nothing is recorded.
    threads : int
        Number of runs to solve at the same time, such as the number of cores. It does not change the results.
    progress : bool
        Show a progress bar.

    Returns
    -------
    tuple of Run
        In the order of the arguments. After Ctrl-C, the runs so far: ``interrupted`` marks those that are not finished, and those that had
        not begun have no iterations. Before the first iteration, KeyboardInterrupt is raised.

    Raises
    ------
    ValueError
        If sequences differ in length, a game breaks a rule, or arguments are out of range or contradict each other.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    The value of the game to player 1 at three antes:

    >>> from kuhncfr import KuhnPoker, expected_utilities, solve
    >>> runs = solve_many([KuhnPoker(ante=ante) for ante in (0.5, 1, 2)], iterations=2_000, algorithm="pcfr+")
    >>> [round(expected_utilities(run.tree.game, run.average_strategy)[0], 4) for run in runs]
    [-0.0, -0.0556, -0.0333]

    A run for each of a hundred seeds:

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
    for rule in dict.fromkeys(rules):
        Settings(rule, **shared)  # raises before the first run begins

    runs: list[Run | None] = [None] * len(trees)
    with progress_bar(len(runs), "runs", progress) as bar:

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
    return tuple(
        run or replace(solve(trees[k], 0, algorithm=rules[k], seed=seeds[k], **shared), interrupted=True) for k, run in enumerate(runs)
    )


def _spread(games: Any, algorithm: Any, seeds: Any) -> tuple[list[CompiledGame], list[Algorithm], list[Any]]:
    """Return each run's game, algorithm and seed."""
    if seeds is not None and not isinstance(seeds, Collection):
        raise TypeError(f"seeds must be a sequence with one for each run, got {arguments.shown(seeds)}")
    given = {"games": games, "algorithm": algorithm, "seeds": seeds}
    lists = {name: list(what) for name, what in given.items() if isinstance(what, Collection) and not isinstance(what, str)}
    if len({len(found) for found in lists.values()}) > 1:
        lengths = ", ".join(f"{len(found)} {name}" for name, found in lists.items())
        raise ValueError(f"sequences must be equally long, with one entry for each run, got {lengths}")
    runs = len(next(iter(lists.values()), [None]))
    of = {name: lists.get(name, [what] * runs) for name, what in given.items()}
    rngs = [arrays.generator(f"seeds[{k}]", seed) for k, seed in enumerate(of["seeds"])]
    if len({id(rng) for rng in rngs}) < runs:
        raise ValueError("seeds must not contain the same generator twice")
    trees = {id(game): compile_game(game) for game in {id(game): game for game in of["games"]}.values()}
    return [trees[id(game)] for game in of["games"]], [as_algorithm(rule) for rule in of["algorithm"]], of["seeds"]


def _do(work: Callable[[int], None], runs: int, threads: int) -> None:
    """Do the work of each run in this number of threads. After Ctrl-C or an error, running solves stop soon, and no other begins.

    The compiled loops release Python's lock, so that the threads run at the same time.
    """
    if threads == 1:  # in this thread, so that no run begins after an error
        for k in range(runs):
            work(k)
        return
    halted = Event()
    with ThreadPoolExecutor(threads, initializer=stop_on, initargs=(halted,)) as pool:
        try:
            for finished in as_completed([pool.submit(work, k) for k in range(runs)]):  # the first error ends the others
                finished.result()
        except BaseException:
            halted.set()
            pool.shutdown(wait=False, cancel_futures=True)  # the end of the block waits for those that have begun
            raise
