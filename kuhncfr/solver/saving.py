"""When the state of a solve is saved on its way, and what happens if that fails."""

import os
import time
import warnings
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from kuhncfr._support import arguments
from kuhncfr._support.files import check_writable
from kuhncfr._support.interrupts import held_back

Often = int | timedelta  # iterations, or time
Write = Callable[[Path], None]  # writes the state of a solve to a file

_USUALLY = timedelta(minutes=1)


class Saving:
    """Where the state of a solve goes, and how often.

    Parameters
    ----------
    path : path or None
        The file; None for none.
    every : int or timedelta, optional
        How many iterations or how much time may pass between two saves; by default a minute.

    Raises
    ------
    ValueError, TypeError
        If `every` is of the wrong kind or too small, or there is no `path` that it could belong to.
    OSError
        If the file cannot be written, as far as that can be known.
    """

    def __init__(self, path: str | os.PathLike[str] | None, every: Often | None) -> None:
        self._iterations, self._seconds = _often(every)
        if path is None and every is not None:
            raise ValueError("save_every tells how often save_to is written: give save_to as well, got None")
        self._path = None if path is None else arguments.path("save_to", path)
        if self._path is not None:
            check_writable(self._path)
        self._saved_at = -1
        self._saved_when = time.monotonic()

    def next_stop(self, done: int) -> float:
        """Return at which iteration to stop for a save, infinity if none is due at a certain iteration."""
        return float("inf") if self._path is None or not self._iterations else done + self._iterations - done % self._iterations

    def on_the_way(self, done: int, write: Write | None) -> None:
        """Save if it is time. A failure does not end the solve: it is warned of, and the next time it is tried again."""
        if self._path is None or write is None:
            return
        due = done % self._iterations == 0 if self._iterations else time.monotonic() - self._saved_when >= self._seconds
        if due and (failure := self._save(self._path, done, write)) is not None:
            kept = f"what {self._saved_at:,} iterations reached is kept" if self._saved_at >= 0 else "nothing was saved so far"
            warnings.warn(f"{failure.filename}: {failure.strerror}; {kept}, and the solve goes on", RuntimeWarning, stacklevel=2)

    def at_the_end(self, done: int, write: Write | None) -> OSError | None:
        """Save unless that is done; return what went wrong."""
        return None if self._path is None or write is None or self._saved_at == done else self._save(self._path, done, write)

    def _save(self, path: Path, done: int, write: Write) -> OSError | None:
        self._saved_when = time.monotonic()
        try:
            with held_back():
                write(path)
                self._saved_at = done
        except OSError as error:
            return error
        return None


def _often(every: Often | None) -> tuple[int, float]:
    """Return how many iterations, or, if 0, how many seconds."""
    if every is None:
        return 0, _USUALLY.total_seconds()
    if not isinstance(every, timedelta):
        return arguments.count("save_every", every, minimum=1), 0.0
    if every <= timedelta(0):
        raise ValueError(f"save_every must be longer than no time, got {every!r}")
    return 0, every.total_seconds()
