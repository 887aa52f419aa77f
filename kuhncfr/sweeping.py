"""Solve a game for every combination of settings and seeds, and collect the results in one table."""

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

SOLVING = ("algorithm", "sampling", "alternating", "exploration", "target", "iterations")  # arguments of `solve`; others are the game's
INTERRUPTED = "interrupted"  # the error of a run that Ctrl-C prevented

_SHARE, _ITERATIONS = 100, 1_000_000  # a chunk has at most a hundredth of all runs, and as many iterations as take about a second
_STORED = ["key", "iterations", "exploitability", "values", "seconds"]


class _Task(NamedTuple):
    """A run, ready to be sent to a worker: its number; the pickled game, or its class and arguments; and the arguments of `solve`."""

    number: int
    game: bytes
    solving: dict[str, Any]
    seed: int | None


class _Row(NamedTuple):
    """The result of a run, or its error."""

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
        Number of iterations, unless `over` varies it; by default 1,000.
    executor : concurrent.futures.Executor, optional
        Executor of the runs: a ``ProcessPoolExecutor``, or Dask's ``client.get_executor()``; by default this process.
    store : path, optional
        A folder of Parquet files, one for each finished chunk of runs. Runs in it are not solved again.
    progress : bool
        Show a progress bar.

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

        After Ctrl-C, unfinished runs have the error ``interrupted``; before the first run is finished, KeyboardInterrupt is raised.

    Raises
    ------
    ValueError
        If a name in `over` is an argument of neither the game nor `solve`, or has no values; if iterations or seeds are negative; if
        seeds are repeated; or if a file in the store is damaged.
    TypeError
        If an argument has the wrong type.
    OSError
        If the store is not writable when the sweep begins. If its disk is full later, the sweep warns and continues: the table has all
        runs.
    ModuleNotFoundError
        If pandas is missing, or PyArrow if there is a store; the extra ``scale`` installs both.

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

    A hundred seeds on two cores, then a thousand on a cluster, which does not repeat the hundred. (In a script, the pool must be inside
    ``if __name__ == "__main__":``, because its workers import the script.) ::

        with ProcessPoolExecutor(2) as pool:
            table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(100), executor=pool, store="runs")

        cluster = dask.distributed.Client(address).get_executor()
        table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(1_000), executor=cluster, store="runs")

    Notes
    -----
    The results depend neither on the executor nor on the order of the runs; they equal those of :func:`~kuhncfr.solver.solve`.

    Runs are sent in chunks: at most a hundredth of all runs, and a million iterations. If a worker dies, its chunk is lost. Dask repeats
    the chunk. A process pool breaks: its unfinished runs have that error; with a store, call the sweep again with a new pool.

    In a store, two runs are the same if their game trees are equal, whatever their class, the arguments of `solve` have the same
    ``repr``, and the package has the same version. Runs that raised an error are not stored. Two sweeps may use one store at the same
    time: at worst both solve the same run.

    See Also
    --------
    kuhncfr.solver.solve : one run.
    """
    with extra("scale"):
        import pandas  # noqa: F401 - fails before anything is solved

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


# --- The runs ---


def _plan(game: Any, over: Any, seeds: Any, iterations: int | None) -> tuple[list[dict[str, Any]], list[_Task]]:
    """Return the settings and the task of each run; validate the names, but leave the numbers of the game to the run."""
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
        pickled = cloudpickle.dumps(made)  # cloudpickle also pickles classes of a notebook
        for seed in drawn if solving.get("sampling") is not None else [None]:
            settings.append(chosen)
            tasks.append(_Task(len(tasks), pickled, solving, seed))
    return settings, tasks


def _varied(game: Any, over: Any) -> dict[str, list[Any]]:
    """Check that all names are known, and that each has values."""
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
    """Whether this is a game, not a callable that returns one."""
    return isinstance(game, CompiledGame) or (hasattr(game, "infoset") and not isinstance(game, (type, partial)))


def _parameters(game: Any) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(game).parameters
    except (TypeError, ValueError) as error:
        raise TypeError(f"game must be a game or return one, such as kc.OneBetKuhn, got {arguments.shown(game)}") from error


def _listed(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of values, got {arguments.shown(values)}")
    found = list(values)
    if not found:
        raise ValueError(f"{name} must have at least one value, got none")
    return found


# --- The executor ---


def _chunks(tasks: list[_Task]) -> list[list[_Task]]:
    """Cut the runs into chunks: large compared with the cost of sending one, and enough of them that workers finish together."""
    longest = max([1, *(task.solving["iterations"] for task in tasks)])
    size = max(1, min(len(tasks) // _SHARE, _ITERATIONS // longest))
    return [tasks[begin : begin + size] for begin in range(0, len(tasks), size)]


def _solved(tasks: list[_Task], executor: Executor | None) -> Generator[tuple[list[_Task], list[_Row]], None, None]:
    """Yield the chunks and their results as they finish."""
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
                except Exception as error:  # of the executor: the error of a run is in its row
                    results = [_failed(task, error) for task in chunk]
                yield chunk, results
    finally:
        for future in futures:
            future.cancel()


def _solve_chunk(tasks: list[_Task]) -> list[_Row]:
    """Solve runs one after another; after Ctrl-C, return those that are finished."""
    found: list[_Row] = []
    with suppress(KeyboardInterrupt):
        for task in tasks:
            found.append(_solve(task))
    return found


def _solve(task: _Task) -> _Row:
    """Solve one run; its row has any error."""
    try:
        tree = _compiled(task.game)
        begin = time.perf_counter()
        run = solve(tree, seed=task.seed, **task.solving)
        seconds = time.perf_counter() - begin
        if run.interrupted:  # an interrupted run is not finished
            raise KeyboardInterrupt
        return _Row(run.iterations, run.exploitability, run.values, seconds, None)
    except (Exception, SystemExit) as error:  # a game may call sys.exit
        return _failed(task, error)


def _failed(task: _Task, error: BaseException | str) -> _Row:
    """Return the row of a run that failed."""
    message = error if isinstance(error, str) else f"{type(error).__name__}: {error}".removesuffix(": ")
    return _Row(task.solving["iterations"], math.nan, (), math.nan, message)


@lru_cache(maxsize=32)
def _compiled(game: bytes) -> CompiledGame:
    """Unpickle a game and compile it, once in each process."""
    made, numbers = cloudpickle.loads(game)
    return compile_game(made if numbers is None else made(**numbers))


# --- The store: Parquet files of finished runs, each named by the hash of its content ---


def _opened(folder: Path, tasks: list[_Task]) -> dict[int, str]:
    """Create the folder if it is missing, and return the keys of the runs: hashes of everything that determines their results."""
    folder.mkdir(exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()  # raises unless it is writable
    release = version("kuhncfr")
    keys: dict[int, str] = {}
    for number, game, solving, seed in tasks:
        with suppress(Exception, SystemExit):  # a game that cannot be created has no key; its row will have the error
            decides = repr((release, fingerprint(_compiled(game)), sorted(solving.items()), seed))
            keys[number] = hashlib.sha256(decides.encode()).hexdigest()
    return keys


def _read(folder: Path, keys: dict[int, str]) -> dict[int, _Row]:
    """Return the rows of the stored runs; raise ValueError with the name of a damaged file."""
    import pandas

    known: dict[str, _Row] = {}
    for file in sorted(folder.glob("*.parquet")):
        content = file.read_bytes()
        if _name(content) != file.name:  # Parquet itself does not detect all damage
            raise ValueError(f"{file} is damaged, or not a file of a sweep: delete it to solve its runs again")
        with naming(file):
            for key, t, distance, won, seconds in pandas.read_parquet(BytesIO(content))[_STORED].itertuples(index=False):
                known[key] = _Row(t, distance, tuple(won.tolist()), seconds, None)
    return {number: known[key] for number, key in keys.items() if key in known}


def _write(folder: Path, keys: dict[int, str], finished: dict[int, _Row]) -> None:
    """Write the runs without an error; if that fails, warn and continue, because the table has them."""
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
