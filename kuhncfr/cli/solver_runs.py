"""Solve a game as the options say, compiled or tracked."""

from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import Any

import kuhncfr as kc
from kuhncfr._support.progress import progress_bar
from kuhncfr.cli.errors import BadInput, errors_as_bad_input
from kuhncfr.cli.formatting import plural
from kuhncfr.cli.options import parse_positive, show_progress
from kuhncfr.cli.output import notice, notice_preparing
from kuhncfr.cli.registry import GameChoice
from kuhncfr.cli.solutions import Solution, origin_of
from kuhncfr.solver.settings import Settings

MINUTE = 60.0  # seconds


@dataclass(frozen=True)
class SolveResult:
    """The result of a solve.

    Attributes
    ----------
    solution : Solution
        The average strategy and its origin.
    interrupted : bool
        Whether Ctrl-C ended the solve early.
    run : Run or None
        The run of the compiled solver; None if the solve was tracked.
    database : Path or None
        The database of a tracked run.
    error : str or None
        Why tracking ended early, if it did.
    """

    solution: Solution
    interrupted: bool
    run: kc.Run | None = None
    database: Path | None = None
    error: str | None = None


def solve(
    choice: GameChoice,
    settings: Settings,
    iterations: int,
    *,
    target: str | None = None,
    progress: bool | None = None,
    state: Path | None = None,
) -> SolveResult:
    """Solve with the compiled loops, or continue from a file; Ctrl-C ends it early."""
    aim = None if target is None else float(parse_positive("--target", target))
    check_records(settings, iterations)
    notice_preparing()
    with errors_as_bad_input():
        begun = state is not None and state.exists()
        run = _load(state, choice.game, settings, iterations) if state and begun else kc.solve(choice.game, 0, **vars(settings))
        callback = None if state is None else _save_every_minute(state)
        run = run.resume(iterations - run.iterations, target=aim, callback=callback, progress=show_progress(progress))
    return SolveResult(Solution(choice, run.average_strategy, origin_of(settings, run.iterations)), run.interrupted, run=run)


def check_records(settings: Settings, iterations: int) -> None:
    """Raise BadInput if nothing would be recorded."""
    if settings.record_every is not None and settings.record_every > iterations:
        raise BadInput(f"--record-every {settings.record_every} is more than {plural(iterations, 'iteration')}: nothing would be recorded")


def _load(state: Path, game: Any, settings: Settings, iterations: int) -> kc.Run:
    """Load a run; raise BadInput if it has other settings, or more iterations than asked for."""
    run = kc.Run.load(state, game)
    for setting, asked in vars(settings).items():
        if (saved := getattr(run.settings, setting)) != asked:
            raise BadInput(f"{state}: was begun with {_typed(setting, saved)}, not {_typed(setting, asked)}")
    if run.iterations > iterations:
        raise BadInput(f"{state}: has {run.iterations:,} iterations already, more than --iterations {iterations}")
    notice(f"Continuing from {state}, after {plural(run.iterations, 'iteration')}.")
    return run


def _typed(setting: str, value: Any) -> str:
    """Return an option as the user types it."""
    if setting == "alternating":
        return "--alternating" if value else "--simultaneous"
    name = f"--{setting.replace('_', '-')}"
    return f"no {name}" if value is None else f"{name} {value.name if setting == 'algorithm' else value}"


def _save_every_minute(state: Path) -> Callable[[kc.Run], None]:
    """Return a callback that saves a run every minute; a full disk does not end the solve."""
    due = monotonic() + MINUTE

    def save(run: kc.Run) -> None:
        nonlocal due
        if monotonic() < due:
            return
        due = monotonic() + MINUTE
        try:
            run.save(state)
        except OSError as error:
            notice(f"kuhncfr: {error.filename}: {error.strerror}; the solve continues")

    return save


def track(choice: GameChoice, settings: Settings, iterations: int, progress: bool | None = None) -> SolveResult:
    """Solve with the readable CFR, tracked by labml; Ctrl-C ends it early.

    Raises
    ------
    BadInput
        If the readable CFR does not support the settings.
    """
    check_records(settings, iterations)
    if settings.sampling not in (None, "chance"):
        raise BadInput(f"--track runs the readable CFR, which samples chance alone, not --sampling {settings.sampling}")
    every = settings.record_every or max(1, iterations // 100)
    notice_preparing()
    with errors_as_bad_input():
        given = {name: value for name, value in vars(settings).items() if name in ("algorithm", "sampling", "alternating", "seed")}
        cfr = _WithProgressBar(choice.game, **given)
    database, interrupted, failure = None, False, None
    try:
        bar = progress_bar(iterations, "iterations", show_progress(progress))
        with errors_as_bad_input(), redirect_stdout(StringIO()), bar as cfr.bar:  # what labml prints is no result
            database = kc.tracking.track(cfr, iterations, record_every=every).path
    except KeyboardInterrupt as interruption:
        if cfr.iterations == 0:
            raise
        interrupted = True
        for note in getattr(interruption, "__notes__", []):
            notice(note)
    except BadInput as error:  # such as a full disk
        if cfr.iterations == 0:
            raise
        failure = f"{error}: this is what {plural(cfr.iterations, 'iteration')} reached"
    solution = Solution(choice, cfr.average_strategy, origin_of(settings, cfr.iterations))
    return SolveResult(solution, interrupted, database=database, error=failure)


class _WithProgressBar(kc.CFR):
    """The readable CFR, which moves a progress bar if there is one."""

    bar: Any = None

    def step(self) -> None:
        super().step()
        if self.bar is not None:
            self.bar.update()
