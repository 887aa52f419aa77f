"""Long loops of compiled code, run in pieces that are short enough to notice Ctrl-C and to move a progress bar between them."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

GLANCE = 0.1  # how long a piece should take, in seconds

_here = threading.local()

_GROWTH = 8.0  # at most so many times as long as the piece before, whose time is known only roughly


def run_in_pieces(total: int, done: Callable[[], int], advance: Callable[[int], bool], *, first: int, unit: str, progress: bool) -> None:
    """Call `advance` until all is done, or until it says that it is enough.

    Parameters
    ----------
    total : int
        How many steps there are.
    done : callable
        Returns how many of them were taken. The loops themselves keep count, so that Ctrl-C loses nothing.
    advance : callable
        Takes the step to go to, or part of the way there, and tells whether this was enough.
    first : int
        How many steps the first piece has.
    unit : str
        What a step is, for the progress bar.
    progress : bool
        Whether to show one.
    """
    size, enough = first, False
    with progress_bar(total, unit, progress, done()) as bar:
        while done() < total and not enough:
            halted = getattr(_here, "halted", None)
            if halted is not None and halted.is_set():
                raise KeyboardInterrupt
            before, begin = done(), time.perf_counter()
            enough = advance(min(total, before + size))
            taken = done() - before
            size = next_piece(taken, time.perf_counter() - begin)
            if bar is not None:
                bar.update(taken)


def stop_on(halted: threading.Event) -> None:
    """Have what this thread runs in pieces end as by Ctrl-C, which only the main thread gets, once the event is set."""
    _here.halted = halted


def next_piece(steps: int, seconds: float) -> int:
    """Return how many steps to run next, after so many took so long.

    Examples
    --------
    >>> next_piece(1_000, 0.05), next_piece(1_000, 0.000_001), next_piece(10, 60.0)
    (2000, 8000, 1)
    """
    return max(1, int(steps * min(_GROWTH, GLANCE / max(seconds, 1e-6))))


def progress_bar(steps: int, unit: str, shown: bool, taken: int = 0) -> AbstractContextManager[Any]:
    """Return a bar to enter, on which some steps may be taken already, or, if none is to be shown, a context that gives None."""
    if not shown:
        return nullcontext()
    from tqdm import tqdm  # only now: it takes as long to import as all the rest

    bar: AbstractContextManager[Any] = tqdm(total=steps, initial=taken, unit=f" {unit}", unit_scale=True)
    return bar
