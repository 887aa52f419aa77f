"""How a solve is driven, whatever is being solved: in pieces, to the end, to the target or until Ctrl-C."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import numpy as np

from kuhncfr._support import arguments, pacing
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.settings import Settings

Callback = Callable[[Any], Any]
Reached = TypeVar("Reached")


class Engine(Protocol):
    """The state of a solve, and how to advance it."""

    @property
    def settings(self) -> Settings:
        """How it solves."""

    @property
    def every(self) -> int:
        """Every so many iterations are recorded; 0 for none."""

    @property
    def done(self) -> int:
        """How many iterations were run; the compiled loops count them, so that Ctrl-C cannot come in between."""

    @property
    def position(self) -> Position | None:
        """Where the solve is in the stream of random numbers; None if it uses none."""

    def snapshot(self) -> Mapping[str, Array]:
        """Return a copy of the arrays that decide all iterations to come, and what was recorded, by name."""

    def restore(self, iterations: int, arrays: Mapping[str, Array]) -> None:
        """Continue from the arrays of another engine, after so many iterations."""

    def compile(self, target: float | None) -> None:
        """Compile the loops."""

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
    engine: Engine,
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
    engine : Engine
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
        if callback is not None and engine.every:
            stop = min(stop, engine.done + engine.every - engine.done % engine.every)
        reached = engine.advance(stop, aim)
        if callback is not None and (not engine.every or engine.done % engine.every == 0):
            callback(snapshot(False))
        return reached

    try:
        engine.compile(aim)
        pacing.run_in_pieces(iterations, lambda: engine.done, advance, first=first, unit="iterations", progress=progress)
    except KeyboardInterrupt:
        if not engine.done:
            raise
        return snapshot(True)
    return snapshot(False)


def fill(rooms: Mapping[str, Array], arrays: Mapping[str, Array]) -> None:
    """Copy each array into the one of the same name.

    Raises
    ------
    ValueError, KeyError
        If an array is missing, or is not one of finite numbers of the same shape.
    """
    for name, room in rooms.items():
        array = arrays[name]
        if array.shape != room.shape or array.dtype != room.dtype or not np.isfinite(array).all():
            raise ValueError(f"its array {name!r} must have shape {room.shape} and hold finite numbers")
        room[...] = array
