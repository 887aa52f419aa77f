"""Who solves what: runs go to an executor in bundles, and what is lost with a worker goes again."""

import os
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any

from kuhncfr.sweeps.bundle import Outcome, failed, groups, solve_bundle
from kuhncfr.sweeps.plan import Job

BUNDLE = 0.5  # seconds that a bundle should take: long beside what it costs to send it, short beside the whole
LARGEST = 500  # runs in a bundle
SHARE = 16  # a bundle has at most this part of the runs that are left, so that in the end nobody waits for the other
TRIES = 3  # of a run whose worker dies

_FIRST = 64  # bundles that are sent to an executor of unknown size before it is known how long one takes


class Dispatch:
    """Iterate over the runs and their outcomes, in the order in which they are done.

    A bundle that is lost is tried again alone, with nothing else on its way; lost once more, its runs are tried one by one. So a run
    that kills its worker ends up alone, and takes no other with it.
    """

    def __init__(self, jobs: list[Job], executor: Executor | None) -> None:
        self._waiting = deque(jobs)
        self._suspects: deque[list[Job]] = deque()
        self._sent: dict[Future[tuple[list[Outcome], float]], list[Job]] = {}
        self._tries: Counter[int] = Counter()
        self._executor = executor or _Here()
        self._own: ProcessPoolExecutor | None = None  # in place of a pool that broke
        self._budget = 0.0  # iterations that take about as long as a bundle should
        self._waited = False

    def __iter__(self) -> Generator[tuple[Job, Outcome], None, None]:
        try:
            while self._waiting or self._suspects or self._sent:
                self._send()
                done, _ = wait(self._sent, timeout=1.0, return_when=FIRST_COMPLETED)  # Windows notices Ctrl-C only between waits
                self._waited = self._waited or not done
                for future in done:
                    yield from self._take(future, self._sent.pop(future))
        finally:
            for future in self._sent:
                future.cancel()
            if self._own is not None:
                self._own.shutdown(wait=False, cancel_futures=True)

    def _send(self) -> None:
        if self._suspects:
            if not self._sent:
                self._submit(self._suspects.popleft())
            return
        while self._waiting and len(self._sent) < self._room():
            self._submit(self._bundle())

    def _room(self) -> float:
        """Return how many bundles may be on their way at once: a worker has one in its hands and one waiting."""
        if isinstance(self._executor, _Here):
            return 1
        workers = getattr(self._executor, "_max_workers", None)
        if workers is not None:
            return 2 * int(workers)
        return float("inf") if self._budget or self._waited else _FIRST

    def _bundle(self) -> list[Job]:
        most = min(LARGEST, len(self._waiting) // SHARE)
        bundle = [self._waiting.popleft()]
        work = bundle[0].work
        while len(bundle) < most and work + self._waiting[0].work <= self._budget:
            bundle.append(self._waiting.popleft())
            work += bundle[-1].work
        return bundle

    def _submit(self, bundle: list[Job]) -> None:
        what: tuple[Any, ...] = (solve_bundle, groups(bundle), self._tries[bundle[0].number])
        try:
            future = self._executor.submit(*what)
        except BrokenExecutor:
            if not isinstance(self._executor, ProcessPoolExecutor):
                raise
            self._executor = self._own = _like(self._executor)  # for a pool that broke takes no more work
            self._executor.submit(os.getpid).result()  # if this breaks, too, the fault is not in the runs
            future = self._executor.submit(*what)
        self._sent[future] = bundle

    def _take(self, future: "Future[tuple[list[Outcome], float]]", bundle: list[Job]) -> Iterator[tuple[Job, Outcome]]:
        try:
            outcomes, seconds = future.result()
        except Exception as error:  # no run's: those are outcomes
            yield from self._lost(bundle, error)
            return
        self._budget = BUNDLE * sum(job.work for job in bundle) / max(seconds, 1e-6)
        yield from zip(bundle, outcomes, strict=True)

    def _lost(self, bundle: list[Job], error: Exception) -> Iterator[tuple[Job, Outcome]]:
        self._tries.update(job.number for job in bundle)
        tries = self._tries[bundle[0].number]
        if tries >= TRIES:
            yield from ((job, failed(f"{type(error).__name__}: {error} (tried {tries} times)")) for job in bundle)
        elif tries == 1:
            self._suspects.append(bundle)
        else:
            self._suspects.extend([job] for job in bundle)


def _like(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Return a new pool with the settings of another."""
    return ProcessPoolExecutor(**{name: getattr(pool, f"_{name}") for name in ("max_workers", "mp_context", "initializer", "initargs")})


class _Here(Executor):
    """This process: what is submitted is done at once."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
