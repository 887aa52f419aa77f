"""``kuhncfr solve``."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import kuhncfr as kc
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.cli import solver_runs
from kuhncfr.cli.errors import INTERRUPTED, BadInput
from kuhncfr.cli.files import check_output, save_before_printing
from kuhncfr.cli.formatting import format_distance, format_number, plural
from kuhncfr.cli.options import SOLVING, Force, Full, Progress, Save, Seed, option
from kuhncfr.cli.output import echo, echo_heading, echo_path, notice, print_strategy, print_table
from kuhncfr.cli.registry import GameArgument
from kuhncfr.cli.solver_options import (
    AlgorithmOption,
    Alternating,
    Iterations,
    RecordEvery,
    Sampling,
    StateFile,
    Target,
    settings_of,
)
from kuhncfr.cli.solver_runs import SolveResult

MOST_RECORDS = 20  # that are printed

Track = Annotated[bool, option("Record the run with labml, in logs/; takes the readable, slower CFR.", "", SOLVING, "--track")]


def solve(
    game: GameArgument,
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

    Ctrl-C ends the solve early; the result is printed and saved, and the exit code is 130.

    With --state, the same command continues the solve later, even after a crash, as if it had never stopped; --iterations counts all.
    """
    check_output(save, ".json", force)
    check_output(state, ".npz", force=True)
    settings = settings_of(algorithm, sampling, alternating, seed, record_every)
    for name, given in {"--state": state, "--target": target}.items():
        if track and given is not None:
            raise BadInput(f"--track runs all iterations of the readable CFR at once: leave out {name}")
    if track:
        solved = solver_runs.track(game, settings, iterations, progress)
    else:
        solved = solver_runs.solve(game, settings, iterations, target=target, progress=progress, state=state)
    _report(solved, save, state, full)
    if solved.interrupted:
        raise typer.Exit(INTERRUPTED)


def _report(solved: SolveResult, save: Path | None, state: Path | None, full: bool) -> None:
    """Save the result before printing it: to evaluate and to print may take long, or fail."""
    if solved.interrupted:
        notice(f"Interrupted: this is what {plural(solved.solution.origin['iterations'], 'iteration')} reached.")
    saving = nullcontext() if solved.run is None else save_before_printing(state, solved.run.save, "Run saved in")
    with saving, save_before_printing(save, solved.solution.save):
        _show(solved, full)
    if solved.error is not None:
        raise BadInput(solved.error)


def _show(solved: SolveResult, full: bool) -> None:
    solution = solved.solution
    echo_heading(str(solution), solution.choice.legend)
    print_strategy(solution.game, solution.profile, full)
    if solved.run is not None and solved.run.trajectory is not None:
        _show_records(solved.run.trajectory)
    values = kc.expected_utilities(solution.game, solution.profile)
    print_table(["", "value"], [[f"Player {player + 1}", format_number(value)] for player, value in enumerate(values)])
    gain = solved.run.exploitability if solved.run is not None else kc.exploitability(solution.game, solution.profile)
    echo(f"NashConv {format_distance(gain * len(values))}, exploitability {format_distance(gain)} chips a hand")
    if solved.database is not None:
        here = Path.cwd()
        echo_path("Tracked in", solved.database.relative_to(here) if solved.database.is_relative_to(here) else solved.database)


def _show_records(trajectory: Trajectory) -> None:
    """Print the exploitability at up to 20 records, about equally spaced."""
    steps, exploitability = trajectory.iterations, trajectory.exploitability
    if exploitability is None or len(steps) == 0:
        return
    stride = -(-len(steps) // MOST_RECORDS)
    shown_at = sorted({*range(stride - 1, len(steps), stride), len(steps) - 1})
    print_table(["Iteration", "exploitability"], [[f"{steps[k]:,}", format_distance(float(exploitability[k]))] for k in shown_at])
    echo()
