"""``kuhncfr solve``."""

import typer

import kuhncfr as kc
from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.cli import solver_runs
from kuhncfr.cli.errors import INTERRUPTED
from kuhncfr.cli.files import check_output, save_before_printing
from kuhncfr.cli.formatting import format_distance, format_number, plural
from kuhncfr.cli.options import Force, Full, Progress, Save, Seed
from kuhncfr.cli.output import echo, echo_heading, notice, print_strategy, print_table
from kuhncfr.cli.registry import GameArgument
from kuhncfr.cli.solutions import Solution
from kuhncfr.cli.solver_options import AlgorithmOption, Alternating, Iterations, RecordEvery, Sampling, StateFile, Target
from kuhncfr.solver.settings import Settings

MOST_RECORDS = 20  # that are printed


def solve(
    game: GameArgument,
    iterations: Iterations = 10_000,
    algorithm: AlgorithmOption = "cfr",
    sampling: Sampling = None,
    alternating: Alternating = True,
    seed: Seed = None,
    target: Target = None,
    record_every: RecordEvery = None,
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
    settings = Settings(kc.ALGORITHMS[algorithm], sampling, alternating, seed=seed, record_every=record_every)
    solution, run = solver_runs.solve(game, settings, iterations, target=target, progress=progress, state=state)
    if run.interrupted:
        notice(f"Interrupted: this is what {plural(run.iterations, 'iteration')} reached.")
    notes = {"game": game.to_json()}
    with save_before_printing(state, lambda path: run.save(path, notes), "Run saved in"), save_before_printing(save, solution.save):
        _show(solution, run, full)
    if run.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show(solution: Solution, run: kc.Run, full: bool) -> None:
    echo_heading(str(solution), solution.choice.legend)
    print_strategy(solution.game, solution.profile, full)
    if run.trajectory is not None:
        _show_records(run.trajectory)
    values = kc.expected_utilities(solution.game, solution.profile)
    print_table(["", "value"], [[f"Player {player + 1}", format_number(value)] for player, value in enumerate(values)])
    gain = run.exploitability
    echo(f"NashConv {format_distance(gain * len(values))}, exploitability {format_distance(gain)} chips a hand")


def _show_records(trajectory: Trajectory) -> None:
    """Print the exploitability at up to 20 records, about equally spaced."""
    steps, exploitability = trajectory.iterations, trajectory.exploitability
    if exploitability is None or len(steps) == 0:
        return
    stride = -(-len(steps) // MOST_RECORDS)
    shown_at = sorted({*range(stride - 1, len(steps), stride), len(steps) - 1})
    print_table(["Iteration", "exploitability"], [[f"{steps[k]:,}", format_distance(float(exploitability[k]))] for k in shown_at])
    echo()
