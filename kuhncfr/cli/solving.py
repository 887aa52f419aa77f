"""Solving a game as the options say, compiled or tracked."""

import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr._support.pacing import progress_bar
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.keeping import Keeping, name_of
from kuhncfr.cli.numbers import counted, fraction
from kuhncfr.cli.options import SOLVING, wanted
from kuhncfr.cli.saved import Solution
from kuhncfr.cli.screen import notice, preparing
from kuhncfr.solver.course import NotSaved


class AlgorithmName(StrEnum):
    """The variants of CFR."""

    CFR = "cfr"
    CFR_PLUS = "cfr+"
    LCFR = "lcfr"
    DCFR = "dcfr"
    PCFR_PLUS = "pcfr+"


class SamplingName(StrEnum):
    """What is sampled in a walk."""

    CHANCE = "chance"
    EXTERNAL = "external"
    OUTCOME = "outcome"


Iterations = Annotated[int, typer.Option(min=1, help="How many to run.", metavar="N", rich_help_panel=SOLVING)]
AlgorithmOption = Annotated[
    AlgorithmName, typer.Option(help="The variant: cfr, cfr+, lcfr, dcfr or pcfr+.", metavar="NAME", rich_help_panel=SOLVING)
]
Sampling = Annotated[
    SamplingName | None,
    typer.Option(
        help="Sample chance, external or outcome; if not given, walk the whole tree.",
        metavar="NAME",
        show_default=False,
        rich_help_panel=SOLVING,
    ),
]
Alternating = Annotated[
    bool,
    typer.Option(
        "--alternating/--simultaneous",
        help="Update one player after the other, or all at once.",
        metavar="",
        rich_help_panel=SOLVING,
    ),
]
Target = Annotated[
    str | None,
    typer.Option(help="Stop at an exploitability of at most this.", metavar="CHIPS", show_default=False, rich_help_panel=SOLVING),
]
RecordEvery = Annotated[
    int | None, typer.Option(min=1, help="Record every so many iterations.", metavar="N", show_default=False, rich_help_panel=SOLVING)
]


@dataclass(frozen=True)
class Settings:
    """How to solve."""

    iterations: int
    algorithm: str
    sampling: str | None
    alternating: bool
    seed: int | None
    target: str | None = None
    record_every: int | None = None
    progress: bool | None = None

    @property
    def variant(self) -> dict[str, Any]:
        """The arguments that every solver takes."""
        sampling = None if self.sampling is None else str(self.sampling)
        return {"algorithm": str(self.algorithm), "sampling": sampling, "alternating": self.alternating, "seed": self.seed}

    def check(self) -> None:
        """Refuse what does not go together, in the words of the command line."""
        if self.sampling and ALGORITHMS[self.algorithm].floor:
            raise BadInput(f"--algorithm {self.algorithm} does not go with --sampling: use cfr, lcfr or dcfr")
        if self.record_every is not None and self.record_every > self.iterations:
            iterations = counted(self.iterations, "iteration")
            raise BadInput(f"--record-every {self.record_every} is more than {iterations}: nothing would be recorded")
        if self.sampling in (SamplingName.EXTERNAL, SamplingName.OUTCOME) and not self.alternating:
            raise BadInput(f"--sampling {self.sampling} updates one player after the other: leave out --simultaneous")

    def origin(self, iterations: int) -> Mapping[str, Any]:
        """Tell how a strategy was found after so many iterations; what was left as it is goes without saying."""
        seed = self.seed if self.sampling else None
        origin = {"algorithm": str(self.algorithm), "iterations": iterations, "sampling": self.variant["sampling"], "seed": seed}
        if not self.alternating:
            origin["alternating"] = False
        return {name: value for name, value in origin.items() if value is not None}


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
        Why its state could not be kept, or why it could not be tracked any further, if so.
    """

    solution: Solution
    interrupted: bool
    run: kc.Run | None = None
    database: Path | None = None
    trouble: str | None = None


def solve(game: Any, settings: Settings, keeping: Keeping | None = None) -> Solved:
    """Solve with the compiled loops; Ctrl-C ends it early."""
    target = _target(settings)
    settings.check()
    preparing()
    saving = {} if keeping is None else keeping.saving
    progress = wanted(settings.progress)
    every = settings.record_every
    return _solved(
        game,
        settings,
        lambda: kc.solve(game, settings.iterations, **settings.variant, target=target, record_every=every, progress=progress, **saving),
    )


def resume(game: Any, settings: Settings, keeping: Keeping, typed: Mapping[str, Any]) -> Solved:
    """Go on with a solve that was kept; what was `typed` of the settings must not contradict its file, but for where it ends."""
    target = _target(settings)
    preparing()
    with told_in_one_line():
        tree = kc.compile_game(game)
    kept = keeping.settings(tree, {name: value for name, value in typed.items() if name not in ("iterations", "target")})
    as_kept = replace(settings, algorithm=name_of(kept.algorithm), sampling=kept.sampling, alternating=kept.alternating, seed=kept.seed)
    progress = wanted(settings.progress)
    return _solved(
        game,
        as_kept,
        lambda: kc.resume(str(keeping.resume), tree, typed.get("iterations"), target=target, progress=progress, **keeping.saving),
    )


def _solved(game: Any, settings: Settings, run: Callable[[], kc.Run]) -> Solved:
    """Run, and take what was reached even if its state could not be kept."""
    trouble = None
    with warnings.catch_warnings(), told_in_one_line():
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = lambda message, *_, **__: notice(f"kuhncfr: {message}")
        try:
            reached = run()
        except NotSaved as error:
            reached, trouble = error.run, f"{error.filename}: {error.strerror}: the state was not kept"
    solution = Solution(game, reached.average_strategy, settings.origin(reached.iterations))
    return Solved(solution, reached.interrupted, run=reached, trouble=trouble)


def track(game: Any, settings: Settings) -> Solved:
    """Solve with the readable CFR, tracked by labml; Ctrl-C ends it early.

    Raises
    ------
    BadInput
        If the readable CFR cannot do what is asked.
    """
    settings.check()
    if settings.sampling not in (None, SamplingName.CHANCE):
        raise BadInput(f"--track runs the readable CFR, which samples chance alone, not --sampling {settings.sampling}")
    if settings.target is not None:
        raise BadInput("--track runs all its iterations: leave out --target")
    every = settings.record_every or max(1, settings.iterations // 100)
    preparing()
    with told_in_one_line():
        cfr = _Shown(game, **settings.variant)
    database, interrupted, trouble = None, False, None
    try:
        shown = progress_bar(settings.iterations, "iterations", wanted(settings.progress))
        with told_in_one_line(), redirect_stdout(StringIO()), shown as cfr.bar:  # labml's own lines are no result
            database = kc.tracking.track(cfr, settings.iterations, every=every).path
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
    return Solved(Solution(game, cfr.average_strategy, settings.origin(cfr.iterations)), interrupted, database=database, trouble=trouble)


def _target(settings: Settings) -> float | None:
    return None if settings.target is None else float(_positive("--target", settings.target))


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
