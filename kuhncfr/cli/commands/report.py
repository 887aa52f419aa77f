"""``kuhncfr report``."""

from pathlib import Path
from typing import Annotated

import kuhncfr as kc
from kuhncfr.cli import solutions, solver_runs
from kuhncfr.cli.files import check_output
from kuhncfr.cli.formatting import format_distance, plural
from kuhncfr.cli.options import SOLVING, Force, Hands, Progress, Seed, option, show_progress
from kuhncfr.cli.output import echo, echo_path
from kuhncfr.cli.registry import GameOption
from kuhncfr.cli.solutions import OptionalStrategyFile, Solution
from kuhncfr.cli.solver_options import ITERATIONS, AlgorithmName, IterationsIfAny, RecordEvery, Sampling
from kuhncfr.solver.settings import Settings

RECORDS = 100  # in the charts, unless --record-every is given

Out = Annotated[Path, option("The workbook to write.", "FILE.xlsx")]
AlgorithmIfAny = Annotated[AlgorithmName | None, option("cfr, cfr+, lcfr, dcfr, dcfr+, pcfr+ or pdcfr+; by default cfr.", "NAME", SOLVING)]


def report(
    out: Out,
    file: OptionalStrategyFile = None,
    hands: Hands = 1_000_000,
    seed: Seed = None,
    game: GameOption = None,
    iterations: IterationsIfAny = None,
    algorithm: AlgorithmIfAny = None,
    sampling: Sampling = None,
    record_every: RecordEvery = None,
    force: Force = False,
    progress: Progress = None,
) -> None:
    """Write an Excel workbook: the strategies, played hands, best responses, and the distance from an equilibrium.

    Without a file the game is solved first, and charts show its convergence.
    """
    check_output(out, ".xlsx", force)
    kc.report  # noqa: B018 -- fails before a long solve if a library is missing
    if file is None:
        run_for = iterations or ITERATIONS
        every = record_every or max(1, run_for // RECORDS)
        settings = Settings(kc.ALGORITHMS[algorithm or "cfr"], sampling, seed=seed if sampling else None, record_every=every)
        if game is None:
            raise ValueError("name a saved strategy, or a game to solve with --game")
        solution, run = solver_runs.solve(game, settings, run_for, progress=progress)
        if run.interrupted:
            raise KeyboardInterrupt
    else:
        options = {"iterations": iterations, "algorithm": algorithm, "sampling": sampling, "record-every": record_every}
        for name, value in options.items():
            if value is not None:
                raise ValueError(f"--{name} is an option of solving, but a saved strategy was named: leave out one of them")
        solution, run = solutions.load(file, game), None
    _write(solution, run, out, hands, seed, show_progress(progress))


def _write(solution: Solution, run: kc.Run | None, out: Path, hands: int, seed: int | None, progress: bool) -> None:
    workbook = kc.Report(solution.game, run or solution.profile, episodes=hands, seed=seed, origin=solution.origin, progress=progress)
    workbook.to_excel(out, overwrite=True)  # --force was checked at the start
    compared = workbook.deviations
    echo(str(solution))
    total, average, largest = map(format_distance, (compared.nash_conv, compared.exploitability, compared.epsilon))
    echo(f"NashConv {total}, average gain {average}, largest gain {largest}")
    echo_path("Wrote", f"{out}.")
    echo(f"It contains {plural(hands, 'hand')} of the profile and of each best response.")
