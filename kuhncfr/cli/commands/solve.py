"""``kuhncfr solve``."""

from pathlib import Path
from typing import Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.cli import solving
from kuhncfr.cli.ending import sigterm_like_ctrl_c
from kuhncfr.cli.errors import BadInput
from kuhncfr.cli.files import check_output, saved_first
from kuhncfr.cli.keeping import Keeping, Resume, SaveEvery, SaveState
from kuhncfr.cli.numbers import counted, distance, shown
from kuhncfr.cli.options import SOLVING, Force, Full, Progress, Save, Seed
from kuhncfr.cli.registry import NO_NUMBERS, GameArgument, GameNumbers, game_numbers, legend
from kuhncfr.cli.screen import notice, say, say_path, strategy_tables, table
from kuhncfr.cli.solving import (
    AlgorithmName,
    AlgorithmOption,
    Alternating,
    Iterations,
    RecordEvery,
    Sampling,
    Settings,
    Solved,
    Target,
)

MOST_RECORDS = 20  # that are shown

Track = Annotated[
    bool,
    typer.Option(
        "--track", help="Record the run with labml, in logs/; takes the readable, slower CFR.", metavar="", rich_help_panel=SOLVING
    ),
]


@game_numbers
def solve(
    context: typer.Context,
    game: GameArgument,
    numbers: GameNumbers = NO_NUMBERS,
    iterations: Iterations = 10_000,
    algorithm: AlgorithmOption = AlgorithmName.CFR,
    sampling: Sampling = None,
    alternating: Alternating = True,
    seed: Seed = None,
    target: Target = None,
    record_every: RecordEvery = None,
    track: Track = False,
    resume: Resume = None,
    save: Save = None,
    save_state: SaveState = None,
    save_every: SaveEvery = None,
    force: Force = False,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Solve a game by counterfactual regret minimization, and print or save the average strategy.

    In the tables p is to pass or fold, and b to bet or call; Jpb is a Jack, after a pass and a bet.

    Ctrl-C ends it early: what was reached is printed and saved, and the exit code is 130. So does SIGTERM, with 143.

    With --save-state, --resume goes on later, even after a crash, as if it had never stopped; --iterations counts all.
    """
    chosen = numbers.game(game)
    check_output(save, ".json", force)
    keeping = Keeping.of(resume, save_state, save_every, force)
    settings = Settings(
        iterations=iterations,
        algorithm=algorithm,
        sampling=sampling,
        alternating=alternating,
        seed=seed,
        target=target,
        record_every=record_every,
        progress=progress,
    )
    if track and keeping.save_to is not None:
        raise BadInput(f"--track runs the readable CFR: leave out {'--save-state' if resume is None else '--resume'}")
    if seed is not None and sampling is None and resume is None:
        raise BadInput("--seed has no effect without --sampling: leave it out")
    with sigterm_like_ctrl_c() as ending:
        try:
            if track:
                solved = solving.track(chosen, settings)
            elif resume is not None:
                solved = solving.resume(chosen, settings, keeping, _typed(context))
            else:
                solved = solving.solve(chosen, settings, keeping)
        except KeyboardInterrupt:
            notice("Interrupted before the first iteration; nothing was saved.")
            raise typer.Exit(ending.code) from None
        _tell(solved, save, keeping.save_to, full)
        if solved.interrupted:
            raise typer.Exit(ending.code)


def _typed(context: typer.Context) -> dict[str, Any]:
    """Return those of the settings that were typed, and not left as they are."""
    names = ("iterations", "algorithm", "sampling", "alternating", "seed", "target", "record_every")
    return {name: context.params[name] for name in names if getattr(context.get_parameter_source(name), "name", "") == "COMMANDLINE"}


def _tell(solved: Solved, save: Path | None, kept_in: Path | None, full: bool) -> None:
    """Save, and only then show: to measure and to print may take long, or fail."""
    if solved.interrupted:
        notice(f"Interrupted: this is what {counted(solved.solution.origin['iterations'], 'iteration')} reached.")
    try:
        with saved_first(save, solved.solution.save):
            _show(solved, full)
    finally:
        if kept_in is not None and solved.trouble is None:
            say_path("State kept in", f"{kept_in}.")
        if solved.trouble is not None:
            raise BadInput(solved.trouble)


def _show(solved: Solved, full: bool) -> None:
    solution = solved.solution
    say(solution.describe())
    say(legend(solution.game))
    say()
    strategy_tables(solution.game, solution.profile, full)
    if solved.run is not None and solved.run.trajectory is not None:
        _show_records(solved.run.trajectory)
    values = kc.expected_utilities(solution.game, solution.profile)
    table(["", "value"], [[f"Player {player + 1}", shown(value)] for player, value in enumerate(values)])
    known = solved.run.exploitability if solved.run is not None else kc.exploitability(solution.game, solution.profile)
    say(f"NashConv {distance(known * len(values))}, exploitability {distance(known)} chips a hand")
    if solved.database is not None:
        here = Path.cwd()
        say_path("Tracked in", solved.database.relative_to(here) if solved.database.is_relative_to(here) else solved.database)


def _show_records(trajectory: Trajectory) -> None:
    """Show the exploitability on the way; of many records, some that are about equally far apart."""
    steps, exploitability = trajectory.iterations, trajectory.exploitability
    if exploitability is None or len(steps) == 0:
        return
    stride = -(-len(steps) // MOST_RECORDS)
    shown_at = sorted({*range(stride - 1, len(steps), stride), len(steps) - 1})
    table(["Iteration", "exploitability"], [[f"{steps[k]:,}", distance(float(exploitability[k]))] for k in shown_at])
    say()
