"""Solving a game as the options say, compiled or tracked."""

from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Literal

import kuhncfr as kc
from kuhncfr._support.progress import progress_bar
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.numbers import counted, fraction
from kuhncfr.cli.options import OUTPUT, SOLVING, option, wanted
from kuhncfr.cli.saved import Solution, origin_of
from kuhncfr.cli.screen import notice, preparing
from kuhncfr.solver.settings import Settings

Iterations = Annotated[int, option("How many to run.", "N", SOLVING, min=1)]
AlgorithmName = Literal["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"]
AlgorithmOption = Annotated[AlgorithmName, option("The variant: cfr, cfr+, lcfr, dcfr or pcfr+.", "NAME", SOLVING)]
Sampling = Annotated[
    Literal["chance", "external", "outcome"] | None,
    option("Sample chance, external or outcome; if not given, walk the whole tree.", "NAME", SOLVING),
]
Alternating = Annotated[bool, option("Update one player after the other, or all at once.", "", SOLVING, "--alternating/--simultaneous")]
Target = Annotated[str | None, option("Stop at an exploitability of at most this.", "CHIPS", SOLVING)]
RecordEvery = Annotated[int | None, option("Record every so many iterations.", "N", SOLVING, min=1)]


StateFile = Annotated[
    Path | None, option("Save the run in this file, every minute and at the end; if the file exists, continue from it.", "FILE.npz", OUTPUT)
]

MINUTE = 60.0  # seconds


def settings_of(
    algorithm: str, sampling: str | None = None, alternating: bool = True, seed: int | None = None, record_every: int | None = None
) -> Settings:
    """Return what was typed; what does not go together is refused in the words of the command line.

    Raises
    ------
    BadInput
        Then.
    """
    if sampling and ALGORITHMS[algorithm].regret_matching_plus:
        raise BadInput(f"--algorithm {algorithm} does not go with --sampling: use cfr, lcfr or dcfr")
    if sampling in ("external", "outcome") and not alternating:
        raise BadInput(f"--sampling {sampling} updates one player after the other: leave out --simultaneous")
    if seed is not None and sampling is None:
        raise BadInput("--seed has no effect without --sampling: leave it out")
    return Settings(ALGORITHMS[algorithm], sampling, alternating, seed=seed, record_every=record_every)


@dataclass(frozen=True)
class Solved:
    """What a solve reached.

    Attributes
    ----------
    solution : Solution
        The strategy and where it comes from.
    interrupted : bool
        Whether the solve was ended early.
    run : Run or None
        What the compiled solver reached.
    database : Path or None
        Where a tracked run was recorded.
    trouble : str or None
        Why it could not be tracked any further, if so.
    """

    solution: Solution
    interrupted: bool
    run: kc.Run | None = None
    database: Path | None = None
    trouble: str | None = None


def solve(
    game: Any, settings: Settings, iterations: int, *, target: str | None = None, progress: bool | None = None, state: Path | None = None
) -> Solved:
    """Solve with the compiled loops, or continue from a file; Ctrl-C ends it early."""
    aim = None if target is None else float(_positive("--target", target))
    check_records(settings, iterations)
    preparing()
    with told_in_one_line():
        begun = kc.solve(game, 0, **vars(settings)) if state is None or not state.exists() else _loaded(state, game, settings, iterations)
        saving = None if state is None else _saving(state)
        run = begun.resume(iterations - begun.iterations, target=aim, callback=saving, progress=wanted(progress))
    return Solved(Solution(game, run.average_strategy, origin_of(settings, run.iterations)), run.interrupted, run=run)


def check_records(settings: Settings, iterations: int) -> None:
    """Refuse to record nothing."""
    if settings.record_every is not None and settings.record_every > iterations:
        raise BadInput(f"--record-every {settings.record_every} is more than {counted(iterations, 'iteration')}: nothing would be recorded")


def _loaded(state: Path, game: Any, settings: Settings, iterations: int) -> kc.Run:
    """Return the run of a file, if it was begun with the same settings."""
    run = kc.Run.load(state, game)
    for setting, asked in vars(settings).items():
        if (saved := getattr(run.settings, setting)) != asked:
            raise BadInput(f"{state}: was begun with {_typed(setting, saved)}, not {_typed(setting, asked)}")
    if run.iterations > iterations:
        raise BadInput(f"{state}: has {run.iterations:,} iterations already, more than --iterations {iterations}")
    notice(f"Continuing from {state}, after {counted(run.iterations, 'iteration')}.")
    return run


def _typed(setting: str, value: Any) -> str:
    """Return an option as it is typed."""
    if setting == "alternating":
        return "--alternating" if value else "--simultaneous"
    name = f"--{setting.replace('_', '-')}"
    return f"no {name}" if value is None else f"{name} {value.name if setting == 'algorithm' else value}"


def _saving(state: Path) -> Callable[[kc.Run], None]:
    """Return what saves a run every minute; a full disk does not end the solve."""
    due = monotonic() + MINUTE

    def save(run: kc.Run) -> None:
        nonlocal due
        if monotonic() < due:
            return
        due = monotonic() + MINUTE
        try:
            run.save(state)
        except OSError as error:
            notice(f"kuhncfr: {error.filename}: {error.strerror}; the solve goes on")

    return save


def track(game: Any, settings: Settings, iterations: int, progress: bool | None = None) -> Solved:
    """Solve with the readable CFR, tracked by labml; Ctrl-C ends it early.

    Raises
    ------
    BadInput
        If the readable CFR cannot do what is asked.
    """
    check_records(settings, iterations)
    if settings.sampling not in (None, "chance"):
        raise BadInput(f"--track runs the readable CFR, which samples chance alone, not --sampling {settings.sampling}")
    every = settings.record_every or max(1, iterations // 100)
    preparing()
    with told_in_one_line():
        cfr = _Shown(game, algorithm=settings.algorithm, sampling=settings.sampling, alternating=settings.alternating, seed=settings.seed)
    database, interrupted, trouble = None, False, None
    try:
        shown = progress_bar(iterations, "iterations", wanted(progress))
        with told_in_one_line(), redirect_stdout(StringIO()), shown as cfr.bar:  # labml's own lines are no result
            database = kc.tracking.track(cfr, iterations, record_every=every).path
    except KeyboardInterrupt as interruption:
        if cfr.iterations == 0:
            raise
        interrupted = True
        for note in getattr(interruption, "__notes__", []):
            notice(note)
    except BadInput as error:  # such as a disk that is full by now
        if cfr.iterations == 0:
            raise
        trouble = f"{error}: this is what {counted(cfr.iterations, 'iteration')} reached"
    return Solved(
        Solution(game, cfr.average_strategy, origin_of(settings, cfr.iterations)), interrupted, database=database, trouble=trouble
    )


def _positive(name: str, text: str) -> Any:
    number = fraction(name, text)
    if number <= 0:
        raise BadInput(f"{name} must be greater than 0, got {text}")
    return number


class _Shown(kc.CFR):
    """The readable CFR, which moves a progress bar if there is one."""

    bar: Any = None

    def step(self) -> None:
        super().step()
        if self.bar is not None:
            self.bar.update()
