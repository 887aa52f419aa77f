"""Solve a game for every combination of settings and seeds, and put the results into one table."""

import hashlib
import inspect
import math
import os
import tempfile
import time
import warnings
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import closing, suppress
from functools import lru_cache, partial
from importlib.metadata import version
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import cloudpickle

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr._support.files import replacing
from kuhncfr._support.progress import progress_bar
from kuhncfr._support.state_files import naming
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.run import solve
from kuhncfr.solver.tree_run import fingerprint

if TYPE_CHECKING:
    import pandas

__all__ = ["sweep"]

SOLVING = ("algorithm", "sampling", "alternating", "exploration", "target", "iterations")  # go to `solve`; other names make the game
INTERRUPTED = "interrupted"  # the error of a run that Ctrl-C left undone

_SHARE, _ITERATIONS = 100, 1_000_000  # a chunk has at most a hundredth of all runs, and as many iterations as take about a second
_STORED = ["key", "iterations", "exploitability", "values", "seconds"]


class _Task(NamedTuple):
    """A run as it is sent: its number, the game, or what makes it and the numbers for that, pickled; and the arguments of `solve`."""

    number: int
    game: bytes
    solving: dict[str, Any]
    seed: int | None


class _Row(NamedTuple):
    """What a run reached, or why it did not."""

    iterations: int
    exploitability: float
    values: tuple[float, ...]
    seconds: float
    error: str | None


def sweep(
    game: Any,
    over: Mapping[str, Iterable[Any]] | None = None,
    seeds: Iterable[int] = range(1),
    *,
    iterations: int | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> "pandas.DataFrame":
    r"""Solve a game for every combination of settings and seeds, here, on all cores or on a cluster.

    Parameters
    ----------
    game : Game, CompiledGame or callable
        A game; or what makes one from the numbers in `over`: a class such as :class:`~kuhncfr.games.OneBetKuhn`, a function, or
        ``functools.partial(KuhnPoker, players=3)``.
    over : mapping of str to list, optional
        What to vary, and the values: ``{"ante": [1, 2], "sampling": ["external"]}``. ``algorithm``, ``sampling``, ``alternating``,
        ``exploration``, ``target`` and ``iterations`` go to :func:`~kuhncfr.solver.solve`; any other name is a number of the game.
    seeds : iterable of int
        Each combination that samples is solved once with each of these. Without sampling a seed changes nothing: such a
        combination is solved once, and its seed is missing.
    iterations : int, optional
        How many to run, unless `over` says; by default 1,000.
    executor : concurrent.futures.Executor, optional
        Where to solve: a ``ProcessPoolExecutor``, or Dask's ``client.get_executor()``; by default this process.
    store : path, optional
        A folder of Parquet files, one for each finished chunk of runs. What is there is not solved again.
    progress : bool
        Show a progress bar.

    Returns
    -------
    pandas.DataFrame
        A row for each run, in the order of `over`, then `seeds`:

        - each name in `over`, and ``seed``: the settings, as they were given;
        - ``iterations``: how many were run, fewer than asked for if a target was reached;
        - ``exploitability``: of the average strategy, in chips a game;
        - ``value_0``, ``value_1``, …: what each player wins on average with it;
        - ``seconds``: how long the solve took; the first of each process also loads the compiled loops;
        - ``error``: what the run raised, else missing. Then its numbers are missing, and ``iterations`` are those asked for.

        After Ctrl-C, the runs that were not finished have the error ``interrupted``; before the first is finished, the interrupt is raised.

    Raises
    ------
    ValueError
        If `over` has a name that neither the game nor `solve` knows or that has no values, iterations or seeds are negative, seeds are
        repeated, or a file in the store is damaged.
    TypeError
        If an argument is of the wrong kind.
    OSError
        If the store cannot be written when the sweep begins. If its disk is full later, a warning says so, and the sweep goes on: the
        table has all runs.
    ModuleNotFoundError
        If pandas is missing, or with a store PyArrow; the extra ``scale`` has both.

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

    A hundred seeds on two cores, and then on a cluster; what is done is done. (A script needs ``if __name__ == "__main__":`` around
    the pool, for its workers import it.) ::

        with ProcessPoolExecutor(2) as pool:
            table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(100), executor=pool, store="runs")

        cluster = dask.distributed.Client(address).get_executor()
        table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(1_000), executor=cluster, store="runs")

    Notes
    -----
    The numbers do not depend on the executor, nor on the order in which runs are done; they are those of :func:`~kuhncfr.solver.solve`.

    Runs are sent in chunks: at most a hundredth of all runs, and a million iterations. A worker that dies takes its chunk with it. Dask
    tries the chunk again. A process pool is broken then: the runs that it had not finished have the error. With a store, call the sweep
    again with a new pool.

    In a store, two runs are the same if the game plays alike (its tree is compared, whatever its class), the arguments of `solve` are
    written alike, and the package has the same version. Runs that raised are not stored. Two sweeps may use one store at the same time:
    at worst both solve the same run.

    See Also
    --------
    kuhncfr.solver.solve : one run.
    """
    with extra("scale"):
        import pandas  # noqa: F401 - before anything is solved

        if store is not None:
            import pyarrow  # noqa: F401
    arguments.instance("executor", executor, (Executor, type(None)), what="a concurrent.futures.Executor or None")
    arguments.flag("progress", progress)
    folder = None if store is None else arguments.path("store", store)
    settings, tasks = _plan(game, over, seeds, iterations)
    keys = {} if folder is None else _opened(folder, tasks)
    found = {} if folder is None else _read(folder, keys)
    missing = [task for task in tasks if task.number not in found]
    with progress_bar(len(missing), "runs", progress) as bar, closing(_solved(missing, executor)) as chunks:
        try:
            for chunk, results in chunks:
                finished = {task.number: row for task, row in zip(chunk, results, strict=False)}
                found |= finished
                if folder is not None:
                    _write(folder, keys, finished)
                if bar is not None:
                    bar.update(len(finished))
                if len(finished) < len(chunk):
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            if not found:
                raise
    return _table(settings, tasks, found)


def _table(settings: list[dict[str, Any]], tasks: list[_Task], found: dict[int, _Row]) -> "pandas.DataFrame":
    import pandas

    rows = [found.get(task.number) or _failed(task, INTERRUPTED) for task in tasks]
    columns: dict[str, Any] = {name: [setting[name] for setting in settings] for name in settings[0]}
    columns["seed"] = pandas.array([task.seed for task in tasks], dtype="Int64")
    columns["iterations"] = [row.iterations for row in rows]
    columns["exploitability"] = [row.exploitability for row in rows]
    for player in range(max(len(row.values) for row in rows)):
        columns[f"value_{player}"] = [row.values[player] if player < len(row.values) else math.nan for row in rows]
    columns["seconds"] = [row.seconds for row in rows]
    columns["error"] = pandas.array([row.error for row in rows], dtype="string")
    return pandas.DataFrame(columns)


# What is to be solved.


def _plan(game: Any, over: Any, seeds: Any, iterations: int | None) -> tuple[list[dict[str, Any]], list[_Task]]:
    """Return what varies and what is to be solved, for each run; unknown names are refused, values of the game are left to the run."""
    varied = _varied(game, over)
    if iterations is not None and "iterations" in varied:
        raise ValueError(f"iterations are given twice: {iterations!r}, and in over as {varied['iterations']!r}")
    usual = {"iterations": arguments.count("iterations", 1_000 if iterations is None else iterations)}
    drawn = [arguments.count("each of the seeds", seed) for seed in _listed("seeds", seeds)]
    if len(set(drawn)) < len(drawn):
        raise ValueError(f"seeds must be different, got {arguments.shown(drawn)}")
    settings: list[dict[str, Any]] = []
    tasks: list[_Task] = []
    for combination in product(*varied.values()):
        chosen = dict(zip(varied, combination, strict=True))
        numbers = {name: value for name, value in chosen.items() if name not in SOLVING}
        solving = usual | {name: value for name, value in chosen.items() if name in SOLVING}
        made = (game.game if isinstance(game, CompiledGame) else game, None if _is_game(game) else numbers)
        pickled = cloudpickle.dumps(made)  # which also takes the classes of a notebook
        for seed in drawn if solving.get("sampling") is not None else [None]:
            settings.append(chosen)
            tasks.append(_Task(len(tasks), pickled, solving, seed))
    return settings, tasks


def _varied(game: Any, over: Any) -> dict[str, list[Any]]:
    """Check the names, and that each has values."""
    known = {} if _is_game(game) else _parameters(game)
    varied = arguments.mapping("over", {} if over is None else over)
    for name in varied:
        if not (name in SOLVING or name in known):
            raise ValueError(f"over has no {name!r}; it may vary {', '.join([*known, *SOLVING])}")
    found = {name: _listed(f"over[{name!r}]", values) for name, values in varied.items()}
    for asked in found.get("iterations", []):
        arguments.count("over['iterations']", asked)
    return found


def _is_game(game: Any) -> bool:
    """Whether this is a ready game, not what makes one."""
    return isinstance(game, CompiledGame) or (hasattr(game, "infoset") and not isinstance(game, (type, partial)))


def _parameters(game: Any) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(game).parameters
    except (TypeError, ValueError) as error:
        raise TypeError(f"game must be a game, or what makes one, such as kc.OneBetKuhn, got {arguments.shown(game)}") from error


def _listed(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of values, got {arguments.shown(values)}")
    found = list(values)
    if not found:
        raise ValueError(f"{name} must have at least one value, got none")
    return found


# Who solves it.


def _chunks(tasks: list[_Task]) -> list[list[_Task]]:
    """Cut the runs into chunks: large beside what it costs to send one, and so many that at the end no worker waits long for another."""
    longest = max([1, *(task.solving["iterations"] for task in tasks)])
    size = max(1, min(len(tasks) // _SHARE, _ITERATIONS // longest))
    return [tasks[begin : begin + size] for begin in range(0, len(tasks), size)]


def _solved(tasks: list[_Task], executor: Executor | None) -> Generator[tuple[list[_Task], list[_Row]], None, None]:
    """Return the chunks and their results, as they are finished."""
    if executor is None:
        yield from ((chunk, _solve_chunk(chunk)) for chunk in _chunks(tasks))
        return
    futures = {executor.submit(_solve_chunk, chunk): chunk for chunk in _chunks(tasks)}
    try:
        while futures:
            done, _ = wait(futures, timeout=1.0, return_when=FIRST_COMPLETED)  # Windows notices Ctrl-C only between waits
            for future in done:
                chunk = futures.pop(future)
                try:
                    results = future.result()
                except Exception as error:  # no run's: those are rows
                    results = [_failed(task, error) for task in chunk]
                yield chunk, results
    finally:
        for future in futures:
            future.cancel()


def _solve_chunk(tasks: list[_Task]) -> list[_Row]:
    """Solve runs one after the other; after Ctrl-C, return those that are finished."""
    found: list[_Row] = []
    with suppress(KeyboardInterrupt):
        for task in tasks:
            found.append(_solve(task))
    return found


def _solve(task: _Task) -> _Row:
    """Solve one run; whatever goes wrong with it is its row."""
    try:
        tree = _compiled(task.game)
        begin = time.perf_counter()
        run = solve(tree, seed=task.seed, **task.solving)
        seconds = time.perf_counter() - begin
        if run.interrupted:  # half a run is none
            raise KeyboardInterrupt
        return _Row(run.iterations, run.exploitability, run.values, seconds, None)
    except (Exception, SystemExit) as error:  # a game may call sys.exit
        return _failed(task, error)


def _failed(task: _Task, error: BaseException | str) -> _Row:
    """Return the row of a run that reached nothing."""
    message = error if isinstance(error, str) else f"{type(error).__name__}: {error}".removesuffix(": ")
    return _Row(task.solving["iterations"], math.nan, (), math.nan, message)


@lru_cache(maxsize=32)
def _compiled(game: bytes) -> CompiledGame:
    """Return the tree of a game that was pickled, compiled once in each process."""
    made, numbers = cloudpickle.loads(game)
    return compile_game(made if numbers is None else made(**numbers))


# What is stored: Parquet files, each of which holds finished runs; its name is the hash of its content.


def _opened(folder: Path, tasks: list[_Task]) -> dict[int, str]:
    """Make the folder if it is not there, and return the keys of the runs: hashes of all that decides their numbers."""
    folder.mkdir(exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()  # it can be written
    release = version("kuhncfr")
    keys: dict[int, str] = {}
    for number, game, solving, seed in tasks:
        with suppress(Exception, SystemExit):  # a game that cannot be made has no key; its run will say so
            decides = repr((release, fingerprint(_compiled(game)), sorted(solving.items()), seed))
            keys[number] = hashlib.sha256(decides.encode()).hexdigest()
    return keys


def _read(folder: Path, keys: dict[int, str]) -> dict[int, _Row]:
    """Return the rows of the runs that are there; a damaged file is a ValueError that names it."""
    import pandas

    known: dict[str, _Row] = {}
    for file in sorted(folder.glob("*.parquet")):
        content = file.read_bytes()
        if _name(content) != file.name:  # Parquet itself does not notice all damage
            raise ValueError(f"{file} is damaged, or no file of a sweep: take it away, and the runs that it held are solved again")
        with naming(file):
            for key, t, distance, won, seconds in pandas.read_parquet(BytesIO(content))[_STORED].itertuples(index=False):
                known[key] = _Row(t, distance, tuple(won.tolist()), seconds, None)
    return {number: known[key] for number, key in keys.items() if key in known}


def _write(folder: Path, keys: dict[int, str], finished: dict[int, _Row]) -> None:
    """Write the runs that raised nothing; if that fails, the sweep goes on, for its table has them."""
    import pandas

    rows = [(keys[number], *row[:-1]) for number, row in finished.items() if row.error is None and number in keys]
    if rows:
        content = pandas.DataFrame(rows, columns=_STORED).to_parquet()
        try:
            with replacing(folder / _name(content)) as temporary:
                temporary.write_bytes(content)
        except OSError as error:
            warnings.warn(f"the store {folder} lacks some runs, which the table has: {error.strerror}", stacklevel=3)


def _name(content: bytes) -> str:
    return f"{hashlib.sha256(content).hexdigest()[:40]}.parquet"
