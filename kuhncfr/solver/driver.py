"""How a solve is driven, whatever is being solved: in pieces, to the end, to the target or until Ctrl-C."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.progress import run_in_pieces
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.settings import Settings

Callback = Callable[[Any], Any]
Reached = TypeVar("Reached")


class ResumableEngine(ABC):
    """The state of a solve, and how to advance it.

    Parameters
    ----------
    settings : Settings
        How it solves.
    learnt : mapping of str to ndarray
        The arrays that decide all iterations to come.
    recorded : collection of str
        Which of them are recorded.
    iterations : int
        For how many there is to be room for records.
    """

    def __init__(self, settings: Settings, learnt: Mapping[str, Array], recorded: Iterable[str], iterations: int) -> None:
        self.settings = settings
        self.record_every = settings.record_every or 0
        self._learnt = dict(learnt)
        rows = iterations // self.record_every if self.record_every else 0
        self._records = {name: np.empty((rows, *learnt[name].shape)) for name in recorded}
        self._clock = np.zeros(1, dtype=np.int64)
        self._due = np.ones(1, dtype=np.int64)  # after which iteration to look next whether the target is reached

    @property
    def done(self) -> int:
        """How many iterations were run; the compiled loops count them, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    @property
    def position(self) -> Position | None:
        """Where the solve is in the stream of random numbers; None if it uses none."""
        return None

    def snapshot(self) -> dict[str, Array]:
        """Return a copy of what was learnt, and what was recorded: rows that are not written to any more."""
        return {name: array.copy() for name, array in self._learnt.items()} | self._recorded()

    def restore(self, iterations: int, arrays: Mapping[str, Array]) -> None:
        """Continue from the arrays of another engine; the target is looked for when it would have been all along.

        Raises
        ------
        ValueError, KeyError
            If an array is missing, or is not one of finite numbers of the same shape.
        """
        self._clock[0] = iterations
        for name, room in (self._learnt | self._recorded()).items():
            array = arrays[name]
            if array.shape != room.shape or array.dtype != room.dtype or not np.isfinite(array).all():
                raise ValueError(f"its array {name!r} must have shape {room.shape} and hold finite numbers")
            room[...] = array
        while self._due[0] < iterations:  # where both are equal, that look is still to come
            self._due[0] += self._due[0] // 16 + 1

    def _recorded(self) -> dict[str, Array]:
        rows = self.done // self.record_every if self.record_every else 0
        return {f"recorded_{name}": records[:rows] for name, records in self._records.items()}

    @abstractmethod
    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by asking them for no iteration."""

    @abstractmethod
    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; return whether it is."""


def check(target: float | None, callback: Callback | None, progress: bool) -> None:
    """Raise ValueError or TypeError if one of these arguments of a solve is none."""
    if target is not None:
        arguments.positive("target", target)
    if callback is not None and not callable(callback):
        raise TypeError(f"callback must be a function that takes a run, got {arguments.shown(callback)}")
    arguments.flag("progress", progress)


def drive(
    engine: ResumableEngine,
    iterations: int,
    snapshot: Callable[[bool], Reached],
    *,
    target: float | None,
    callback: Callback | None,
    progress: bool,
    first: int,
) -> Reached:
    """Run to the end, to the target or until Ctrl-C, in pieces that are short enough to notice it.

    Parameters
    ----------
    engine : ResumableEngine
        What is advanced.
    iterations : int
        How many to run, with those that the engine has run.
    snapshot : callable
        Returns what was reached; its argument is whether Ctrl-C ended the solve.
    target, callback, progress
        As in :func:`~kuhncfr.solve`.
    first : int
        How many iterations the first piece has: they certainly do not take long.
    """
    aim = None if target is None else float(target)

    def advance(stop: int) -> bool:
        if callback is not None and engine.record_every:
            stop = min(stop, engine.done + engine.record_every - engine.done % engine.record_every)
        reached = engine.advance(stop, aim)
        if callback is not None and (not engine.record_every or engine.done % engine.record_every == 0):
            callback(snapshot(False))
        return reached

    try:
        engine.compile(aim)
        run_in_pieces(iterations, lambda: engine.done, advance, first=first, unit="iterations", progress=progress)
    except KeyboardInterrupt:
        if not engine.done:
            raise
        return snapshot(True)
    return snapshot(False)
