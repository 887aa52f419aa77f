"""Solve a game for every combination of settings, and put the results into one table."""

import math
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from contextlib import closing, suppress
from numbers import Integral
from typing import TYPE_CHECKING, Any

from kuhncfr._support import arguments, pacing
from kuhncfr._support.extras import extra
from kuhncfr.solver.run import fingerprint
from kuhncfr.sweeps.bundle import Outcome, compiled, failed
from kuhncfr.sweeps.dispatch import Dispatch
from kuhncfr.sweeps.plan import Job, plan
from kuhncfr.sweeps.store import Store, key

if TYPE_CHECKING:
    import pandas

UNFINISHED = "interrupted"  # the error of a run that Ctrl-C left undone


def sweep(
    game: Any,
    over: Mapping[str, Iterable[Any]] | None = None,
    seeds: Iterable[int] = range(1),
    *,
    iterations: int | None = None,
    record_every: int | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> "pandas.DataFrame":
    r"""Solve a game for every combination of settings and seeds, here, on all cores or on a cluster.

    Parameters
    ----------
    game : Game, Tree or callable
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
    record_every : int, optional
        Also tell what was reached every so many iterations: a row for each.
    executor : concurrent.futures.Executor, optional
        Who solves: a ``ProcessPoolExecutor``, or Dask's ``client.get_executor()``; by default this process.
    store : path, optional
        A folder of Parquet files. What is finished is kept there, and what is there is not solved again.
    progress : bool
        Show a progress bar.

    Returns
    -------
    pandas.DataFrame
        A row for each run, in the order of `over`, then `seeds`:

        - each name in `over`, and ``seed``: the settings, as they were given;
        - ``iterations``: how many were run, fewer than asked for if a target was reached;
        - ``exploitability``: of the average strategy, in chips a game;
        - ``value_1``, ``value_2``, …: what each player wins on average with it;
        - ``seconds``: how long the solve took; of runs that are solved side by side, an equal share;
        - ``error``: what the run raised, else missing. Then its numbers are missing, and ``iterations`` are those asked for; they are
          missing, too, if `solve` refuses so many.

        With `record_every`, a row for each record of each run, and one for its end. After Ctrl-C, the runs that were not finished say
        ``interrupted``; before the first is finished, the interrupt is raised.

    Raises
    ------
    ValueError
        If `over` has a name that neither the game nor `solve` knows or that has no values, seeds are negative or repeated, or a
        file in the store is damaged.
    TypeError
        If an argument is of the wrong kind.
    OSError
        If the store cannot be written.
    ModuleNotFoundError
        If pandas is missing, or with a store PyArrow; the extra ``scale`` has both.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> table = sweep(OneBetKuhn, {"ante": [1, 2], "algorithm": ["cfr", "pcfr+"]}, iterations=2_000)
    >>> table[["ante", "algorithm", "value_1"]].round(3)
       ante algorithm  value_1
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
    Runs without sampling and target that ask for equally many iterations go side by side, as in :func:`~kuhncfr.solver.solve_many`.

    A worker that dies, killed or out of memory, costs the runs that it had: they are tried again, a run three times at most. A
    process pool is broken by this, and its place is taken by a new one, which ends with the sweep. What a run raises is told in
    its row, and it is not tried again. A cluster without workers is waited for.

    In a store, two runs are the same if the game plays alike (its tree is compared, whatever its class), all arguments of `solve` are
    equal, and the package has the same version. Runs that raised are not kept. Two sweeps may use one store at the same time: at worst
    both solve the same run, which stands once in either table.

    See Also
    --------
    kuhncfr.solver.solve : one run.
    """
    with extra("scale"):
        import pandas  # noqa: F401 - before anything is solved
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor must be a concurrent.futures.Executor or None, got {arguments.shown(executor)}")
    arguments.flag("progress", progress)
    folder = None if store is None else arguments.path("store", store)
    jobs = plan(game, over, seeds, iterations, record_every)
    return _table(jobs, _solve(jobs, executor, None if folder is None else Store(folder), progress))


def _solve(jobs: list[Job], executor: Executor | None, store: Store | None, progress: bool) -> dict[int, Outcome]:
    """Return the outcomes of all runs by number, or after Ctrl-C of those that were finished; what the store has is not solved again."""
    keys = {} if store is None else _keys(jobs)
    known = {} if store is None else store.read()
    found = {number: known[key] for number, key in keys.items() if key in known}
    missing = [job for job in jobs if job.number not in found]
    with pacing.progress_bar(len(missing), "runs", progress) as bar, closing(iter(Dispatch(missing, executor))) as outcomes:
        try:
            for job, outcome in outcomes:
                found[job.number] = outcome
                if store is not None and outcome.error is None:
                    store.add(keys[job.number], job, outcome)
                if bar is not None:
                    bar.update()
        except KeyboardInterrupt:
            if not found:
                raise
        finally:
            if store is not None:
                store.write()
    return found


def _keys(jobs: list[Job]) -> dict[int, str]:
    """Return the keys of the runs by number; a run whose settings make no sense has none, and will say so itself."""
    fingerprints: dict[bytes, str] = {}
    keys: dict[int, str] = {}
    for job in jobs:
        game = job.combination.game
        with suppress(Exception, SystemExit):
            if game not in fingerprints:
                fingerprints[game] = fingerprint(compiled(game))
            keys[job.number] = key(job, fingerprints[game])
    return keys


def _table(jobs: list[Job], found: dict[int, Outcome]) -> "pandas.DataFrame":
    import pandas

    outcomes = [found.get(job.number, failed(UNFINISHED)) for job in jobs]
    rows = [(job, outcome, reached) for job, outcome in zip(jobs, outcomes, strict=True) for reached in outcome.reached or (_nothing(job),)]
    players = max(len(values) for _, _, (_, _, values) in rows)
    columns: dict[str, Any] = {name: [job.combination.settings[name] for job, _, _ in rows] for name in jobs[0].combination.settings}
    columns["seed"] = pandas.array([job.seed for job, _, _ in rows], dtype="Int64")
    columns["iterations"] = pandas.array([iterations for _, _, (iterations, _, _) in rows], dtype="Int64")
    columns["exploitability"] = [exploitability for _, _, (_, exploitability, _) in rows]
    for player in range(players):
        columns[f"value_{player + 1}"] = [values[player] if player < len(values) else math.nan for _, _, (_, _, values) in rows]
    columns["seconds"] = [outcome.seconds for _, outcome, _ in rows]
    columns["error"] = pandas.array([outcome.error for _, outcome, _ in rows], dtype="string")
    return pandas.DataFrame(columns)


def _nothing(job: Job) -> tuple[int | None, float, tuple[float, ...]]:
    """Return the row of a run that reached nothing: how many iterations were asked for, if the column can hold that."""
    asked = job.combination.solving["iterations"]
    held = isinstance(asked, Integral) and abs(int(asked)) <= arguments.LARGEST
    return int(asked) if held else None, math.nan, ()
