"""Solve a game as the options say."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import kuhncfr as kc
from kuhncfr._support import arguments
from kuhncfr.cli.formatting import plural
from kuhncfr.cli.options import parse_fraction, show_progress
from kuhncfr.cli.output import notice, notice_preparing
from kuhncfr.cli.registry import GameChoice
from kuhncfr.cli.solutions import Solution, origin_of
from kuhncfr.solver.settings import Settings

MINUTE = 60.0  # seconds


def solve(
    choice: GameChoice,
    settings: Settings,
    iterations: int,
    *,
    target: str | None = None,
    progress: bool | None = None,
    state: Path | None = None,
) -> tuple[Solution, kc.Run]:
    """Solve with the compiled loops, or continue from a file; Ctrl-C ends it early."""
    aim = None if target is None else float(arguments.positive("--target", parse_fraction("--target", target)))
    if settings.record_every is not None and settings.record_every > iterations:
        asked = plural(iterations, "iteration")
        raise ValueError(f"--record-every {settings.record_every} is more than {asked}: nothing would be recorded")
    notice_preparing()
    end: dict[str, Any] = {
        "target": aim,
        "callback": _save_every_minute(state, choice) if state else None,
        "progress": show_progress(progress),
    }
    if state and state.exists():
        begun = _load(state, choice.game, settings, iterations)
        run = begun.resume(iterations - begun.iterations, **end)
    else:
        run = kc.solve(choice.game, iterations, **vars(settings), **end)
    return Solution(choice, run.average_strategy, origin_of(settings, run.iterations)), run


def _load(state: Path, game: Any, settings: Settings, iterations: int) -> kc.Run:
    """Load a run; raise ValueError if it has other settings, or more iterations than asked for."""
    run = kc.Run.load(state, game)
    for setting, asked in vars(settings).items():
        if (saved := getattr(run.settings, setting)) != asked:
            raise ValueError(f"{state}: was begun with {_typed(setting, saved)}, not {_typed(setting, asked)}")
    if run.iterations > iterations:
        raise ValueError(f"{state}: has {run.iterations:,} iterations already, more than --iterations {iterations}")
    notice(f"Continuing from {state}, after {plural(run.iterations, 'iteration')}.")
    return run


def _typed(setting: str, value: Any) -> str:
    """Return an option as the user types it."""
    if setting == "alternating":
        return "--alternating" if value else "--simultaneous"
    name = f"--{setting.replace('_', '-')}"
    return f"no {name}" if value is None else f"{name} {value.name if setting == 'algorithm' else value}"


def _save_every_minute(state: Path, choice: GameChoice) -> Callable[[kc.Run], None]:
    """Return a callback that saves a run every minute; a full disk does not end the solve."""
    due = monotonic() + MINUTE

    def save(run: kc.Run) -> None:
        nonlocal due
        if monotonic() < due:
            return
        due = monotonic() + MINUTE
        try:
            run.save(state, {"game": choice.to_json()})
        except OSError as error:
            notice(f"kuhncfr: {error.filename}: {error.strerror}; the solve continues")

    return save
