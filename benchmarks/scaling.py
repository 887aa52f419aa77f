"""Measure the overhead of a sweep, for the book's page on scaling out.

``.venv/bin/python benchmarks/scaling.py`` on Linux, after ``make test-scale``, which installs Dask; best on an idle machine.
It writes the measurements into the first cell of the page that contains ``measured``; ``tools/execute.py book/scaling_out.ipynb`` then runs
it.
"""

import json
import multiprocessing
import os
import platform
import resource
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from machine import processor
from results import rounded

import kuhncfr as kc

PAGE = Path(__file__).resolve().parent.parent / "book" / "scaling_out.ipynb"
SPAWN = multiprocessing.get_context("spawn")
RUNS = {100: 4_000, 1_000: 2_000, 10_000: 500, 100_000: 80}  # number of runs, by their iterations
TURNS = 5  # the fastest counts, because other load only slows a turn down
EMPTY = 500  # tasks that do nothing, to measure the cost of a chunk
HARDLY, CHUNKS = 4_000, 100  # runs of one iteration, to measure the cost of a run; and the number of chunks in which they are sent


def settings(iterations: int) -> tuple[dict[str, list[Any]], range]:
    return {"ante": [1, 2, 3, 4], "sampling": ["external"], "iterations": [iterations]}, range(RUNS[iterations] // 4)


def sweep(iterations: int, executor: Executor | None) -> None:
    kc.sweep(kc.OneBetKuhn, *settings(iterations), executor=executor)


def two_cores() -> list[dict[str, float]]:
    """Measure sweeps on one core and on two, in turns."""
    found = []
    with ProcessPoolExecutor(2, SPAWN) as pool:
        for iterations, runs in RUNS.items():
            sweep(iterations, pool)
            turns = [(alone(iterations), together(iterations, pool)) for _ in range(TURNS)]
            one, two = (min(times) for times in zip(*turns, strict=True))
            found.append({"iterations": iterations, "runs": runs, "one core": one, "two cores": two})
            print(f"{iterations:,} iterations: {one:.3g} s on one core, {two:.3g} s on two: efficiency {one / 2 / two:.0%}", flush=True)
    return found


def alone(iterations: int) -> float:
    """Return the processor time of this process for a sweep."""
    begin = time.process_time()
    sweep(iterations, None)
    return time.process_time() - begin


def together(iterations: int, pool: ProcessPoolExecutor) -> float:
    """Return the duration of a sweep on two cores, without the time during which other programs occupy them.

    A worker computes, is idle, or waits for a core; only the waiting is excluded. The computing time of this process replaces it.
    """
    workers = list(pool._processes)
    begin, mine, waited = time.perf_counter(), time.process_time(), sum(map(waiting, workers))
    sweep(iterations, pool)
    lasted = time.perf_counter() - begin
    return lasted + (time.process_time() - mine - (sum(map(waiting, workers)) - waited)) / 2


def waiting(process: int) -> float:
    """Return the seconds during which a process was ready to run and had no core, from Linux's statistics."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9


def coordinating() -> dict[str, float]:
    """Measure the processor time of the sending process, for each run and for each chunk."""
    with ProcessPoolExecutor(2, SPAWN) as pool:
        chunk = cost_of_a_chunk(pool)
        return {"run": min(cost_of_a_run(pool, chunk) for _ in range(TURNS)), "chunk": chunk}


def cost_of_a_run(pool: ProcessPoolExecutor, chunk: float) -> float:
    """Solve the shortest possible runs, and subtract the cost of their chunks."""
    begin = time.process_time()
    kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, range(HARDLY), iterations=1, executor=pool)
    return (time.process_time() - begin - CHUNKS * chunk) / HARDLY


def cost_of_a_chunk(executor: Executor) -> float:
    """Send tasks that do nothing; each must be new, because Dask returns stored results of equal tasks."""
    executor.submit(abs, 0).result()
    number, spent = count(1), []
    for _ in range(TURNS):
        begin = time.process_time()
        for future in [executor.submit(abs, next(number)) for _ in range(EMPTY)]:
            future.result()
        spent.append((time.process_time() - begin) / EMPTY)
    return min(spent)


def on_dask() -> float:
    """Do the same with a Dask scheduler, which runs in this process."""
    from dask.distributed import Client, LocalCluster  # not at the top: each worker imports this file

    with LocalCluster(2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        return cost_of_a_chunk(client.get_executor())


def start() -> float:
    """Return the processor time of a new worker until it has solved one iteration."""
    spent = []
    for _ in range(TURNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with ProcessPoolExecutor(1, SPAWN) as pool:
            pool.submit(solve_one).result()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent)


def solve_one() -> float:
    return kc.solve(kc.OneBetKuhn(), 1, sampling="external", seed=0).exploitability


def machine() -> str:
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def write(measured: dict[str, Any]) -> None:
    """Write the numbers into the page."""
    import nbformat

    notebook = nbformat.read(PAGE, as_version=4)
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.startswith("measured = "))
    cell.source = "measured = " + written(measured)
    nbformat.write(notebook, PAGE)


def written(measured: dict[str, Any]) -> str:
    """Format a value as Python code in short lines."""
    lines = []
    for name, value in measured.items():
        if isinstance(value, list):
            lines += [f'    "{name}": [', *(f"      {json.dumps(row)}," for row in value), "    ],"]
        else:
            lines.append(f'    "{name}": {json.dumps(value)},')
    return "\n".join(["{", *lines, "}"])


def main() -> None:
    sweep(100, None)  # compiles the loops
    measured = {
        "machine": machine(),
        "two cores": two_cores(),
        "start": start(),
        "coordinator": coordinating() | {"Dask": on_dask()},
    }
    write(rounded(measured, digits=3))


if __name__ == "__main__":
    main()
