"""``kuhncfr report``."""

from pathlib import Path
from typing import Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr.cli import saved, solving
from kuhncfr.cli.errors import INTERRUPTED, BadInput, told_in_one_line
from kuhncfr.cli.files import check_output
from kuhncfr.cli.numbers import counted, distance
from kuhncfr.cli.options import SOLVING, Force, Hands, Progress, Seed, option, wanted
from kuhncfr.cli.registry import NO_NUMBERS, GameNumbers, GameOption, game_numbers
from kuhncfr.cli.saved import OptionalStrategyFile, Solution
from kuhncfr.cli.screen import notice, say, say_path
from kuhncfr.cli.solving import AlgorithmName, RecordEvery, Sampling, settings_of
from kuhncfr.solver.settings import Settings

ITERATIONS = 10_000
RECORDS = 100  # are drawn in the charts, unless told otherwise

Out = Annotated[Path, option("The workbook to write.", "FILE.xlsx")]
IterationsIfAny = Annotated[int | None, option(f"How many to run; {ITERATIONS} if not given.", "N", SOLVING, min=1)]
AlgorithmIfAny = Annotated[AlgorithmName | None, option("cfr, cfr+, lcfr, dcfr or pcfr+; cfr if not given.", "NAME", SOLVING)]


@game_numbers
def report(
    out: Out,
    file: OptionalStrategyFile = None,
    hands: Hands = 1_000_000,
    seed: Seed = None,
    game: GameOption = None,
    numbers: GameNumbers = NO_NUMBERS,
    iterations: IterationsIfAny = None,
    algorithm: AlgorithmIfAny = None,
    sampling: Sampling = None,
    record_every: RecordEvery = None,
    force: Force = False,
    progress: Progress = None,
) -> None:
    """Write an Excel workbook: the strategies, played hands, best responses, and how far it all is from an equilibrium.

    Without a file the game is solved first, and charts show how.
    """
    chosen = numbers.game(game)
    check_output(out, ".xlsx", force)
    with told_in_one_line():
        kc.report  # noqa: B018 -- known to be installed before a long solve
    try:
        if file is None:
            run_for = iterations or ITERATIONS
            every = record_every or max(1, run_for // RECORDS)
            settings = settings_of(algorithm or "cfr", sampling, seed=seed if sampling else None, record_every=every)
            solution, run = _solved(chosen, settings, run_for, progress)
        else:
            _check_not_given({"iterations": iterations, "algorithm": algorithm, "sampling": sampling, "record-every": record_every})
            solution, run = saved.load(file, chosen), None
        _write(solution, run, out, hands, seed, wanted(progress))
    except KeyboardInterrupt:
        notice("Interrupted: no report was written.")
        raise typer.Exit(INTERRUPTED) from None


def _solved(game: Any, settings: Settings, iterations: int, progress: bool | None) -> tuple[Solution, kc.Run | None]:
    if game is None:
        raise BadInput("name a saved strategy, or a game to solve with --game")
    solved = solving.solve(game, settings, iterations, progress=progress)
    if solved.interrupted:
        raise KeyboardInterrupt
    return solved.solution, solved.run


def _check_not_given(options: dict[str, object]) -> None:
    for name, value in options.items():
        if value is not None:
            raise BadInput(f"--{name} is about solving, but a saved strategy was named: leave out one of them")


def _write(solution: Solution, run: kc.Run | None, out: Path, hands: int, seed: int | None, progress: bool) -> None:
    with told_in_one_line():
        workbook = kc.Report(solution.game, run or solution.profile, episodes=hands, seed=seed, origin=solution.origin, progress=progress)
        workbook.to_excel(out, overwrite=True)  # whether it may replace a file was checked at the start
    compared = workbook.deviations
    say(solution.describe())
    average, largest = distance(compared.exploitability), distance(compared.epsilon)
    say(f"NashConv {distance(compared.nash_conv)}, average gain {average}, largest gain {largest}")
    say_path("Wrote", f"{out}.")
    say(f"It has {counted(hands, 'hand')} for the profile and for each best response.")
