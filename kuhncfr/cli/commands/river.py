"""``kuhncfr river``."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

import kuhncfr as kc
from kuhncfr.cli.errors import INTERRUPTED, BadInput, errors_as_bad_input
from kuhncfr.cli.files import check_output, save_before_printing
from kuhncfr.cli.formatting import plural
from kuhncfr.cli.options import GAME, OUTPUT, SOLVING, Force, Progress, option, parse_fraction, parse_positive, show_progress
from kuhncfr.cli.output import MOST_ROWS, echo, notice, notice_preparing
from kuhncfr.cli.river_tables import print_river
from kuhncfr.cli.solver_options import AlgorithmOption, Alternating, Iterations

Board = Annotated[str, option("Five cards, such as 'Qs Jh 2h 8d 3c'.", "CARDS", GAME)]
Range = Annotated[str, option("Such as 'QQ+, AKs, 87s:0.5' or 'random'.", "RANGE", GAME)]
Pot = Annotated[str, option("The pot before the first action.", "CHIPS", GAME)]
Stack = Annotated[str, option("The chips that each player has left.", "CHIPS", GAME)]
Bets = Annotated[str, option("Sizes: per cent of the pot, chips, or all-in.", "SIZE,SIZE", GAME)]
Raises = Annotated[str, option("Sizes of a raise: of the pot after the call, or chips in all.", "SIZE,SIZE", GAME)]
Target = Annotated[str | None, option("Stop at an exploitability of at most this, in chips or, as in 0.1%, of the pot.", "CHIPS", SOLVING)]
Out = Annotated[Path | None, option("Write a workbook: grids, all hands, bets.", "FILE.xlsx", OUTPUT)]
Full = Annotated[bool, option(f"Show all classes of hands, even more than {MOST_ROWS}.", "", OUTPUT, "--full")]


def river(
    board: Board,
    range1: Range,
    range2: Range,
    pot: Pot,
    stack: Stack,
    bets: Bets = "50%,100%,all-in",
    raises: Raises = "all-in",
    iterations: Iterations = 1_000,
    algorithm: AlgorithmOption = "dcfr",
    alternating: Alternating = True,
    target: Target = None,
    out: Out = None,
    force: Force = False,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Solve the river of hold'em: the strategy of each class of hands, and the ratio of bluffs to value bets.

    Player 1 acts first. Classes of hands are as in AKs (suited), AKo (offsuit) and QQ.

    Ctrl-C ends the solve early; the result is printed and saved, and the exit code is 130.
    """
    chips = parse_fraction("--pot", pot)
    behind = parse_fraction("--stack", stack)
    with _option_names():
        game = kc.vector.river(board, (range1, range2), chips, behind, _listed(bets), _listed(raises))
    aim = None if target is None else _target(target, chips)
    check_output(out, ".xlsx", force)
    with errors_as_bad_input():
        if out is not None:
            kc.report  # noqa: B018 -- fails before a long solve if a library is missing
    notice_preparing()
    with errors_as_bad_input():
        run = kc.solve(game, iterations, algorithm=algorithm, alternating=alternating, target=aim, progress=show_progress(progress))
    if run.interrupted:
        notice(f"Interrupted: this is what {plural(run.iterations, 'iteration')} reached.")

    def save(path: Path) -> None:
        typed = {"range 1": range1, "range 2": range2, "stack": stack, "bets": bets, "raises": raises}
        origin = {**typed, "algorithm": algorithm, "iterations": run.iterations}
        kc.report.RiverReport(game, run.average_strategy, board, origin=origin).to_excel(path, overwrite=True)

    with save_before_printing(out, save, "Wrote"):
        echo(f"The river {board}, pot {pot}, stack {stack}; {algorithm}, {plural(run.iterations, 'iteration')}")
        echo()
        print_river(game, run.average_strategy, board, full)
    if run.interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _option_names() -> Iterator[None]:
    """Replace the names of arguments in errors by those of the options."""
    try:
        with errors_as_bad_input():
            yield
    except BadInput as error:
        message = re.sub(r"^ranges\[([01])\]", lambda found: f"--range{int(found[1]) + 1}", str(error))
        raise BadInput(re.sub(r"^(board|pot|stack|bets|raises)(\[\d+\])?(?= )", r"--\1", message)) from error


def _listed(sizes: str) -> list[str]:
    return sizes.split(",") if sizes.strip() else []


def _target(text: str, pot: Fraction) -> float:
    number = parse_positive("--target", text.removesuffix("%"))
    return float(number * pot / 100 if text.endswith("%") else number)
