"""Solve a game for every combination of settings and seeds, and collect the results in one table."""

import inspect
import math
import time
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Executor, Future, as_completed
from contextlib import closing, suppress
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

import cloudpickle

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import solve

if TYPE_CHECKING:
    import pandas

SOLVING = ("algorithm", "sampling", "alternating", "exploration", "target", "iterations")  # arguments of `solve`; others are the game's
# A chunk takes at most about a second, which is long compared with sending it, and has at most a hundredth of all runs, so that workers
# finish together.
_SHARE, _ITERATIONS = 100, 1_000_000

_Task = tuple[int, bytes, dict[str, Any]]  # a run, ready to be sent: its number, the pickled game, and the arguments of `solve`


def sweep(
    game: Any,
    over: Mapping[str, Iterable[Any]] | None = None,
    seeds: Iterable[int] = range(1),
    *,
    iterations: int = 1_000,
    executor: Executor | None = None,
) -> "pandas.DataFrame":
    r"""Solve a game for every combination of settings and seeds, in this process, on all cores or on a cluster.

    Parameters
    ----------
    game : Game, CompiledGame or callable
        A game; or a callable that returns one for the numbers in `over`: a class such as :class:`~kuhncfr.games.OneBetKuhn`, a
        function, or ``functools.partial(KuhnPoker, players=3)``.
    over : mapping of str to list, optional
        The settings to vary, and their values: ``{"ante": [1, 2], "sampling": ["external"]}``. ``algorithm``, ``sampling``,
        ``alternating``, ``exploration``, ``target`` and ``iterations`` go to :func:`~kuhncfr.solver.solve`; any other name is a number
        of the game.
    seeds : iterable of int
        Each combination with sampling is solved once for each seed. Without sampling a seed has no effect: such a combination is
        solved once, and its seed is missing.
    iterations : int, optional
        Number of iterations, unless `over` varies it.
    executor : concurrent.futures.Executor, optional
        Executor of the runs: a ``ProcessPoolExecutor``, or Dask's ``client.get_executor()``; by default this process.

    Returns
    -------
    pandas.DataFrame
        A row for each run, in the order of `over`, then `seeds`:

        - each name in `over`, and ``seed``: the settings;
        - ``iterations``: the number run, which is smaller than requested if the target was reached;
        - ``exploitability``: of the average strategy, in chips a game;
        - ``value_0``, ``value_1``, …: the expected utility of each player under it;
        - ``seconds``: the duration of the solve; the first solve of each process also loads the compiled loops;
        - ``error``: the error of the run, or missing. After an error its results are missing, and ``iterations`` is the number requested.

        After Ctrl-C, the table has the results that have arrived; the other runs have the error ``interrupted``.

    Raises
    ------
    ValueError
        If a name in `over` is an argument of neither the game nor `solve`, or has no values; or if iterations or seeds are negative.
    TypeError
        If an argument has the wrong type.
    ModuleNotFoundError
        If pandas is missing; the extra ``scale`` installs it.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> table = sweep(OneBetKuhn, {"ante": [1, 2], "algorithm": ["cfr", "pcfr+"]}, iterations=2_000)
    >>> table[["ante", "algorithm", "value_0"]].round(3)
       ante algorithm  value_0
    0     1       cfr    0.055
    1     1     pcfr+    0.056
    2     2       cfr    0.100
    3     2     pcfr+    0.100

    A hundred seeds on two cores, then a thousand on a cluster. (In a script, the pool must be inside ``if __name__ == "__main__":``,
    because its workers import the script.) ::

        with ProcessPoolExecutor(2) as pool:
            table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(100), executor=pool)

        cluster = dask.distributed.Client(address).get_executor()
        table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(1_000), executor=cluster)

    Notes
    -----
    The results depend neither on the executor nor on the order of the runs; they equal those of :func:`~kuhncfr.solver.solve`.

    An executor gets the runs in chunks: at most a hundredth of all runs, and a million iterations. If a worker dies, its chunk is lost.
    Dask repeats the chunk. A process pool breaks: its unfinished runs have that error.

    A sweep keeps its results in memory until it returns. To keep what is finished when the process or the machine dies, sweep part by
    part, and save the table of each::

        for first in range(0, 1_000, 100):
            table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(first, first + 100))
            table.to_csv(f"seeds_{first}.csv", index=False)
            if (table.error == "interrupted").any():
                break

    See Also
    --------
    kuhncfr.solver.solve : one run.
    """
    with extra("scale"):
        import pandas  # here: it fails before anything is solved
    arguments.instance("executor", executor, (Executor, type(None)), what="a concurrent.futures.Executor or None")
    settings, tasks = _plan(game, over, seeds, iterations)
    rows = {number: _failed(solving, "interrupted") for number, _, solving in tasks}
    with suppress(KeyboardInterrupt), closing(_solved(tasks, executor)) as chunks:
        for finished in chunks:
            rows |= finished
    columns = dict.fromkeys([*(over or ()), "seed", *max(rows.values(), key=len)])  # the row of a failed run has no values
    table = pandas.DataFrame([setting | rows[number] for number, setting in enumerate(settings)], columns=list(columns))
    return table.astype({"seed": "Int64", "error": "string"})


def _plan(game: Any, over: Any, seeds: Any, iterations: int) -> tuple[list[dict[str, Any]], list[_Task]]:
    """Return the settings and the task of each run; validate the names, but leave the numbers of the game to the run."""
    made = isinstance(game, CompiledGame) or (hasattr(game, "infoset") and not isinstance(game, type))
    if not (made or callable(game)):
        raise TypeError(f"game must be a game or return one, such as kc.OneBetKuhn, got {arguments.shown(game)}")
    known = () if made else inspect.signature(game).parameters
    varied = {name: _listed(f"over[{name!r}]", values) for name, values in arguments.mapping("over", over or {}).items()}
    for name in varied:
        if name not in SOLVING and name not in known:
            raise ValueError(f"over has no {name!r}; it may vary {', '.join([*known, *SOLVING])}")
    for asked in varied.setdefault("iterations", [iterations]):
        arguments.count("iterations", asked)
    drawn = [arguments.count("each of the seeds", seed) for seed in _listed("seeds", seeds)]
    settings: list[dict[str, Any]] = []
    tasks: list[_Task] = []
    for values in product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        solving = {name: value for name, value in chosen.items() if name in SOLVING}
        source = game if made else partial(game, **{name: value for name, value in chosen.items() if name not in SOLVING})
        pickled = cloudpickle.dumps(source)  # cloudpickle also pickles classes of a notebook
        for seed in drawn if chosen.get("sampling") is not None else [None]:
            settings.append(chosen | {"seed": seed})
            tasks.append((len(tasks), pickled, solving | {"seed": seed}))
    return settings, tasks


def _listed(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of values, got {arguments.shown(values)}")
    if not (found := list(values)):
        raise ValueError(f"{name} must have at least one value, got none")
    return found


def _solved(tasks: list[_Task], executor: Executor | None) -> Generator[dict[int, dict[str, Any]], None, None]:
    """Yield the rows of the runs by number as they finish: one by one in this process, in chunks from an executor."""
    if executor is None:
        yield from (_solve_chunk([task]) for task in tasks)
        return
    futures: dict[Future[dict[int, dict[str, Any]]], list[_Task]] = {}
    try:
        longest = max(solving["iterations"] for _, _, solving in tasks)
        size = max(1, min(len(tasks) // _SHARE, _ITERATIONS // max(1, longest)))
        for begin in range(0, len(tasks), size):
            chunk = tasks[begin : begin + size]
            try:
                futures[executor.submit(_solve_chunk, chunk)] = chunk
            except Exception as error:  # a broken pool takes no more
                yield {number: _failed(solving, error) for number, _, solving in chunk}
        for future in as_completed(futures):
            try:
                yield future.result()
            except Exception as error:  # of the executor: the error of a run is in its row
                yield {number: _failed(solving, error) for number, _, solving in futures[future]}
    finally:
        for future in futures:
            future.cancel()


def _solve_chunk(tasks: list[_Task]) -> dict[int, dict[str, Any]]:
    return {number: _solve(game, solving) for number, game, solving in tasks}


def _solve(game: bytes, solving: dict[str, Any]) -> dict[str, Any]:
    """Solve one run, and return its row: the results, or the error."""
    try:
        tree = _compiled(game)
        begin = time.perf_counter()
        run = solve(tree, **solving)
        seconds = time.perf_counter() - begin
        if run.interrupted:  # an interrupted run is not finished
            raise KeyboardInterrupt
        values = {f"value_{player}": value for player, value in enumerate(run.values)}
        return {"iterations": run.iterations, "exploitability": run.exploitability, **values, "seconds": seconds, "error": None}
    except (Exception, SystemExit) as error:  # a game may call sys.exit
        return _failed(solving, error)


def _failed(solving: dict[str, Any], error: BaseException | str) -> dict[str, Any]:
    """Return the row of a run that failed."""
    message = error if isinstance(error, str) else f"{type(error).__name__}: {error}".removesuffix(": ")
    return {"iterations": solving["iterations"], "exploitability": math.nan, "seconds": math.nan, "error": message}


@lru_cache(maxsize=32)
def _compiled(pickled: bytes) -> CompiledGame:
    """Unpickle a game and compile it, once in each process."""
    game = cloudpickle.loads(pickled)
    return compile_game(game() if isinstance(game, partial) else game)
