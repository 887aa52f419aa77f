"""Progress bars, and long compiled loops in pieces short enough to notice Ctrl-C and to update the bar."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

T = TypeVar("T")

GLANCE = 0.1  # target duration of a piece, in seconds

_here = threading.local()

_GROWTH = 8.0  # largest ratio of a piece to the one before, whose duration is known only roughly


def pieces(total: int, done: Callable[[], int], *, first: int, unit: str, progress: bool) -> Iterator[int]:
    """Yield the step up to which to advance next, until all steps are done.

    Parameters
    ----------
    total : int
        Number of steps.
    done : callable
        Returns the number of steps done. The loops themselves count, so that Ctrl-C loses nothing.
    first : int
        Number of steps in the first piece.
    unit : str
        Name of the steps in the progress bar.
    progress : bool
        Whether to show a progress bar.
    """
    size = first
    with progress_bar(total, unit, progress, done()) as bar:
        while (before := done()) < total:
            halted = getattr(_here, "halted", None)
            if halted is not None and halted.is_set():
                raise KeyboardInterrupt
            begin = time.perf_counter()
            try:
                yield min(total, before + size)
            finally:  # also if this was the last piece that the caller wants
                taken = done() - before
                if bar is not None:
                    bar.update(taken)
            size = next_piece(taken, time.perf_counter() - begin)


def stop_on(halted: threading.Event) -> None:
    """Once the event is set, end the loops of this thread as by Ctrl-C, which only the main thread receives."""
    _here.halted = halted


def next_piece(steps: int, seconds: float) -> int:
    """Return the number of steps in the next piece, from the number and the duration of the last.

    Examples
    --------
    >>> next_piece(1_000, 0.05), next_piece(1_000, 0.000_001), next_piece(10, 60.0)
    (2000, 8000, 1)
    """
    return max(1, int(steps * min(_GROWTH, GLANCE / max(seconds, 1e-6))))


def announced(steps: Iterable[T], unit: str) -> Iterable[T]:
    """Return the steps; on a terminal, a bar counts them from the first second on."""
    if not sys.stderr.isatty():
        return steps
    from tqdm import tqdm

    counted: Iterable[T] = tqdm(steps, unit=f" {unit}", unit_scale=True, delay=1, leave=False)
    return counted


def progress_bar(steps: int, unit: str, shown: bool, taken: int = 0) -> AbstractContextManager[Any]:
    """Return a progress bar as a context manager, with some steps already taken; if it is not shown, its value is None."""
    if not shown:
        return nullcontext()
    from tqdm import tqdm  # at first use: it takes as long to import as the rest of the package

    bar: AbstractContextManager[Any] = tqdm(total=steps, initial=taken, unit=f" {unit}", unit_scale=True)
    return bar
