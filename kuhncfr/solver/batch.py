"""Runs that are solved at once: side by side where they walk the whole tree, one after the other where they draw samples."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from threading import Event

import numpy as np

from kuhncfr._support import pacing
from kuhncfr.solver.abreast import Abreast, How, Task
from kuhncfr.solver.arrays import WIDE
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.run import Run
from kuhncfr.solver.settings import Settings
from kuhncfr.solver.tree import Tree

FEWEST = 3  # runs that are worth a block: it takes as long as one and a half runs alone in a small game, as three or four in a large one
_NOTHING = np.zeros(0)

Job = Callable[[], object]


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
            try:
                for begun in [pool.submit(job) for job in jobs]:
                    begun.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)  # those that have begun are waited for on the way out
                raise

        yield share


def side_by_side(tasks: Sequence[Task], how: How) -> tuple[Run, ...]:
    """Return what each task reaches when it walks the whole tree; after Ctrl-C, all of them equally far."""
    dealt = [numbers for form in _by_form(tasks) for numbers in _deal(form)]
    groups = [(Abreast if len(numbers) >= FEWEST else Alone)([tasks[k] for k in numbers], how) for numbers in dealt]
    interrupted = False

    def done() -> int:
        return min(group.done for group in groups)

    try:
        with _hands(how.threads) as do:

            def advance(stop: int) -> bool:
                do(partial(group.advance, stop, low, high) for group in groups for low, high in _shares(group.size, how.threads))
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
    for group, numbers in zip(groups, dealt, strict=True):
        runs |= zip(numbers, group.finish(interrupted), strict=True)
    return tuple(runs[k] for k in range(len(tasks)))


def in_turn(tasks: Sequence[Task], how: How, sampling: str, exploration: float | None) -> tuple[Run, ...]:
    """Return what each task reaches with samples; after Ctrl-C some are done, some have begun and some have not.

    Each run goes to its end at once: so the numbers that it draws ahead stay in the processor's cache.
    """
    runs: dict[int, Run] = {}
    halted = Event()

    def begin(k: int) -> Engine:
        return _engine(tasks[k], how, sampling, exploration)

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
            runs[k] = _finish(engine, interrupted=engine.done < how.iterations)
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
    return tuple(runs[k] if k in runs else _finish(begin(k), interrupted=True) for k in range(len(tasks)))


class Alone:
    """Runs without sampling that are too few to go side by side."""

    def __init__(self, tasks: Sequence[Task], how: How) -> None:
        self._engines = [_engine(task, how) for task in tasks]
        self.size = len(tasks)

    @property
    def done(self) -> int:
        """How many iterations every run has behind it."""
        return min(engine.done for engine in self._engines)

    @property
    def furthest(self) -> int:
        """How many iterations some run has behind it."""
        return max(engine.done for engine in self._engines)

    def advance(self, end: int, low: int, high: int) -> None:
        """Advance the runs from number `low` to before `high` until iteration `end`."""
        for engine in self._engines[low:high]:
            engine.advance(end, None)

    def finish(self, interrupted: bool) -> list[Run]:
        """Return what they reached."""
        return [_finish(engine, interrupted) for engine in self._engines]


def _engine(task: Task, how: How, sampling: str | None = None, exploration: float | None = None) -> Engine:
    """Return a run that has not begun."""
    settings = Settings(task.algorithm, sampling, how.alternating, exploration, record_every=how.every or None)
    return Engine(task.tree, settings, task.rng, how.iterations)


def _finish(engine: Engine, interrupted: bool) -> Run:
    """Return what a run reached."""
    return Run._snapshot(engine, interrupted)


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


def _deal(numbers: list[int]) -> list[list[int]]:
    """Keep few runs that are left over from full blocks apart: a block of its own would cost more."""
    left = len(numbers) % WIDE
    cut = len(numbers) - left if left < FEWEST else len(numbers)
    return [dealt for dealt in (numbers[:cut], numbers[cut:]) if dealt]


def _shares(size: int, threads: int) -> list[tuple[int, int]]:
    """Deal neighbours out to so many threads."""
    return list(pairwise(sorted({size * thread // threads for thread in range(threads + 1)})))
