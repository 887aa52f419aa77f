"""Runs that are solved at once: side by side where they walk the whole tree, one after the other where they draw samples."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event

import numpy as np

from kuhncfr._support import pacing
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.solver.abreast import Abreast
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.run import Run
from kuhncfr.solver.tree import Tree

_NOTHING = np.zeros(0)

Job = Callable[[], object]


@dataclass(frozen=True)
class Task:
    """What one of the runs is asked to do."""

    tree: Tree
    algorithm: Algorithm
    rng: np.random.Generator


@dataclass(frozen=True)
class How:
    """What all of them share."""

    iterations: int
    alternating: bool
    every: int
    threads: int
    progress: bool


@contextmanager
def _hands(threads: int) -> Iterator[Callable[[Iterable[Job]], None]]:
    """Give what does several jobs, in so many threads, and comes back when all are done.

    Ctrl-C comes to the main thread only. The compiled loops do not hold the interpreter's lock, so that the threads run at the same time.
    """
    if threads == 1:  # to start a thread takes as long as many a solve

        def do(jobs: Iterable[Job]) -> None:
            for job in jobs:
                job()

        yield do
        return
    with ThreadPoolExecutor(threads) as pool:

        def share(jobs: Iterable[Job]) -> None:
            for begun in [pool.submit(job) for job in jobs]:
                begun.result()

        yield share


def side_by_side(tasks: Sequence[Task], how: How) -> tuple[Run, ...]:
    """Return what each task reaches when it walks the whole tree; after Ctrl-C, all of them equally far."""
    forms = _by_form(tasks)
    groups = [
        Abreast([(tasks[k].tree, tasks[k].algorithm) for k in numbers], alternating=how.alternating, every=how.every, end=how.iterations)
        for numbers in forms
    ]
    interrupted = False

    def done() -> int:
        return min(group.done for group in groups)

    try:
        with _hands(how.threads) as do:

            def advance(stop: int) -> bool:
                do(partial(group.advance, stop, low, high) for group in groups for low, high in group.shares(how.threads))
                return False

            pacing.run_in_pieces(how.iterations, done, advance, first=64, unit="iterations", progress=how.progress)
    except KeyboardInterrupt:  # all threads are through by now, but the turn of some blocks may not have come
        end = max(group.furthest for group in groups)
        if not end:
            raise
        for group in groups:
            group.advance(end, 0, group.size)
        interrupted = True
    runs: dict[int, Run] = {}
    for group, numbers in zip(groups, forms, strict=True):
        runs |= zip(numbers, group.finish(interrupted), strict=True)
    return tuple(runs[k] for k in range(len(tasks)))


def in_turn(tasks: Sequence[Task], how: How, sampling: str, exploration: float) -> tuple[Run, ...]:
    """Return what each task reaches with samples; after Ctrl-C some are done, some have begun and some have not.

    Each run goes to its end at once: so the numbers that it draws ahead stay in the processor's cache.
    """
    runs: dict[int, Run] = {}
    halted = Event()

    def begin(k: int) -> Engine:
        task = tasks[k]
        engine = Engine(task.tree, task.algorithm, sampling=sampling, alternating=how.alternating, rng=task.rng, exploration=exploration)
        engine.make_room(how.every, how.iterations)
        return engine

    def solve(k: int) -> None:
        if halted.is_set():
            return
        engine = begin(k)

        def advance(stop: int) -> bool:
            engine.advance(stop, None)
            return halted.is_set()

        try:
            pacing.run_in_pieces(how.iterations, lambda: engine.done, advance, first=64, unit="iterations", progress=False)
        finally:
            runs[k] = _finish(engine, how.iterations)
            if bar is not None:
                bar.update()

    with pacing.progress_bar(len(tasks), "runs", how.progress) as bar:
        try:
            with _hands(how.threads) as do:
                try:
                    do(partial(solve, k) for k in range(len(tasks)))
                except KeyboardInterrupt:
                    halted.set()
                    raise
        except KeyboardInterrupt:
            if not any(run.iterations for run in runs.values()):
                raise
    return tuple(runs[k] if k in runs else _finish(begin(k), how.iterations) for k in range(len(tasks)))


def _finish(engine: Engine, iterations: int) -> Run:
    """Return what a run reached."""
    return Run(
        tree=engine.tree,
        iterations=engine.done,
        exploitability=engine.exploitability(),
        interrupted=engine.done < iterations,
        _current=engine.state.strategy,
        _sums=engine.state.cumulative,
        _every=engine.every,
        _rows=engine.rows(),
    )


def _by_form(tasks: Sequence[Task]) -> list[list[int]]:
    """Sort the runs by the form of their game; within it by their weights, so that most blocks have weights in common."""
    forms: dict[Tree, tuple[bytes, ...]] = {}
    groups: dict[tuple[bytes, ...], list[int]] = {}
    for k, task in enumerate(tasks):
        if task.tree not in forms:
            forms[task.tree] = tuple(array.tobytes() for array in task.tree.form._replace(utility=_NOTHING))
        groups.setdefault(forms[task.tree], []).append(k)
    weights = [(task.algorithm.alpha, task.algorithm.beta, task.algorithm.gamma) for task in tasks]
    return [sorted(numbers, key=lambda k: weights[k]) for numbers in groups.values()]
