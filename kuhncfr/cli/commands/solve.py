"""``kuhncfr solve``."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import kuhncfr as kc
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.cli import solving
from kuhncfr.cli.errors import INTERRUPTED, BadInput
from kuhncfr.cli.files import check_output, saved_first
from kuhncfr.cli.numbers import counted, distance, shown
from kuhncfr.cli.options import SOLVING, Force, Full, Progress, Save, Seed, option
from kuhncfr.cli.registry import NO_NUMBERS, GameArgument, GameNumbers, game_numbers, legend
from kuhncfr.cli.screen import notice, say, say_path, strategy_tables, table
from kuhncfr.cli.solving import (
    AlgorithmOption,
    Alternating,
    Iterations,
    RecordEvery,
    Sampling,
    Solved,
    StateFile,
    Target,
    settings_of,
)

MOST_RECORDS = 20  # that are shown

Track = Annotated[bool, option("Record the run with labml, in logs/; takes the readable, slower CFR.", "", SOLVING, "--track")]


@game_numbers
def solve(
    game: GameArgument,
    numbers: GameNumbers = NO_NUMBERS,
    iterations: Iterations = 10_000,
    algorithm: AlgorithmOption = "cfr",
    sampling: Sampling = None,
    alternating: Alternating = True,
    seed: Seed = None,
    target: Target = None,
    record_every: RecordEvery = None,
    track: Track = False,
    save: Save = None,
    state: StateFile = None,
    force: Force = False,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Solve a game by counterfactual regret minimization, and print or save the average strategy.

    In the tables p is to pass or fold, and b to bet or call; Jpb is a Jack, after a pass and a bet.

    Ctrl-C ends it early: what was reached is printed and saved, and the exit code is 130.

    With --state, the same command continues later, even after a crash, as if it had never stopped; --iterations counts all.
    """
    chosen = numbers.game(game)
    check_output(save, ".json", force)
    check_output(state, ".npz", force=True)
    settings = settings_of(algorithm, sampling, alternating, seed, record_every)
    for name, given in {"--state": state, "--target": target}.items():
        if track and given is not None:
            raise BadInput(f"--track runs all iterations of the readable CFR at once: leave out {name}")
    try:
        if track:
            solved = solving.track(chosen, settings, iterations, progress)
        else:
            solved = solving.solve(chosen, settings, iterations, target=target, progress=progress, state=state)
    except KeyboardInterrupt:
        notice("Interrupted before the first iteration; nothing was saved.")
        raise typer.Exit(INTERRUPTED) from None
    _tell(solved, save, state, full)
    if solved.interrupted:
        raise typer.Exit(INTERRUPTED)


def _tell(solved: Solved, save: Path | None, state: Path | None, full: bool) -> None:
    """Save, and only then show: to measure and to print may take long, or fail."""
    if solved.interrupted:
        notice(f"Interrupted: this is what {counted(solved.solution.origin['iterations'], 'iteration')} reached.")
    keep = nullcontext() if solved.run is None else saved_first(state, solved.run.save, "Run saved in")
    with keep, saved_first(save, solved.solution.save):
        _show(solved, full)
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
