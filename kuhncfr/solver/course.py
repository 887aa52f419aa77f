"""How a solve is carried out, whatever is being solved: in pieces, to the end, to the target or until Ctrl-C."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from kuhncfr._support import pacing
from kuhncfr._support.interrupts import held_back
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.saving import Saving, Write
from kuhncfr.solver.settings import Settings


class Engine(Protocol):
    """The state of a solve, and how to advance it."""

    @property
    def done(self) -> int:
        """How many iterations were run."""

    @property
    def reached(self) -> bool:
        """Whether the last advance got to the target."""

    def compile(self, target: float | None) -> None:
        """Compile the loops."""

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; tell whether it is."""


class Public(Protocol):
    """A game that is walked in public, such as :class:`kuhncfr.vector.PublicGame`."""

    @property
    def turns(self) -> Mapping[str, Any]:
        """The decisions under their histories."""


class PublicRun(Protocol):
    """What a solve of such a game reached, as :class:`kuhncfr.vector.RangeRun` describes it."""

    @property
    def iterations(self) -> int: ...
    @property
    def exploitability(self) -> float: ...
    @property
    def values(self) -> tuple[float, float]: ...
    @property
    def interrupted(self) -> bool: ...
    @property
    def average_strategy(self) -> Mapping[str, Array]: ...
    @property
    def current_strategy(self) -> Mapping[str, Array]: ...
    @property
    def trajectory(self) -> Any: ...


ARun = TypeVar("ARun")


@dataclass(frozen=True)
class Course(Generic[ARun]):
    """A solve that may begin.

    Attributes
    ----------
    engine : Engine
        What is advanced.
    finish : callable
        Takes a snapshot, and is told whether Ctrl-C came.
    write : callable or None
        Writes the state to a file; None if there is no such file.
    first : int
        How many iterations certainly do not take long.
    """

    engine: Engine
    finish: Callable[[bool], ARun]
    write: Write | None
    first: int


class NotSaved(OSError):
    """A solve came to its end, but its state could not be written to the file.

    Attributes
    ----------
    run : Run
        What the solve reached: it is not lost.
    """

    def __init__(self, error: OSError, run: Any) -> None:
        super().__init__(error.errno, error.strerror, error.filename)
        self.run = run

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (OSError(self.errno, self.strerror, self.filename), self.run)


def carry_out(course: Course[ARun], settings: Settings, saving: Saving, callback: Callable[[ARun], Any] | None, progress: bool) -> ARun:
    """Run to the end, to the target or until Ctrl-C; save, and only then measure what was reached."""
    engine, interrupted = course.engine, False
    try:
        if not engine.reached:
            _advance(course, settings, saving, callback, progress)
    except KeyboardInterrupt:
        if not engine.done:
            raise
        interrupted = True
    failure = saving.at_the_end(engine.done, course.write)
    run = course.finish(interrupted)
    if failure is not None:
        raise NotSaved(failure, run) from failure
    return run


def _advance(course: Course[ARun], settings: Settings, saving: Saving, callback: Callable[[ARun], Any] | None, progress: bool) -> None:
    """Run in pieces that are short enough to notice Ctrl-C between them."""
    engine, every = course.engine, settings.record_every or 0
    engine.compile(settings.target)

    def advance(stop: int) -> bool:
        done = engine.done
        if callback is not None:
            stop = min(stop, done + every - done % every)
        with held_back():  # a number that was drawn, or a look at the target, must not be forgotten
            engine.advance(int(min(stop, saving.next_stop(done))), settings.target)
        if callback is not None and engine.done % every == 0:
            callback(course.finish(False))
        saving.on_the_way(engine.done, course.write)
        return engine.reached

    pacing.run_in_pieces(settings.iterations, lambda: engine.done, advance, first=course.first, unit="iterations", progress=progress)
