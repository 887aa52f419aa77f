"""``kuhncfr sweep``."""

import re
import signal
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr._support.files import replacing
from kuhncfr._support.fractions_from_text import fraction_in
from kuhncfr.cli.errors import BAD_INPUT, INTERRUPTED, BadInput, errors_as_bad_input, one_line
from kuhncfr.cli.files import check_output, save_before_printing
from kuhncfr.cli.formatting import format_distance, format_number, plural
from kuhncfr.cli.options import OUTPUT, SOLVING, Force, Progress, option, show_progress
from kuhncfr.cli.output import echo, notice, notice_preparing, print_table
from kuhncfr.cli.registry import GameArgument, GameChoice, is_list, parameters
from kuhncfr.cli.solver_options import ITERATIONS, IterationsIfAny
from kuhncfr.sweeping import INTERRUPTED as UNFINISHED

if TYPE_CHECKING:
    import pandas

RAISED = 1  # exit code: some runs raised an error
FORMULA = re.compile(r"'*[=+\-@\t\r]")
WORDS = {"none": None, "true": True, "false": False}

OVER = "What to vary: an option of the game, or algorithm, sampling, alternating, exploration, target, iterations. Once for each."
STORE = "Store finished runs in this folder; runs that are stored already are not solved again."
Over = Annotated[list[str] | None, option(OVER, "NAME=VALUE,VALUE", None, "--over")]
Seeds = Annotated[int, option("How many seeds for each combination that samples: 0, 1, 2 and so on.", "N", min=1)]
Workers = Annotated[int, option("How many processes solve at once.", "N", SOLVING, min=1)]
StoreOption = Annotated[Path | None, option(STORE, "FOLDER", OUTPUT, "--store")]
Out = Annotated[Path | None, option("Write all runs to this file.", "FILE.csv", OUTPUT)]


def sweep(
    game: GameArgument,
    over: Over = None,
    seeds: Seeds = 1,
    iterations: IterationsIfAny = None,
    workers: Workers = 1,
    store: StoreOption = None,
    out: Out = None,
    force: Force = False,
    progress: Progress = None,
) -> None:
    """Solve a game for every combination of settings, and print the exploitability and the value for each.

    For several seeds these are the median and the mean. Ctrl-C ends the sweep early; finished runs are printed and saved, and the exit
    code is 130. It is 1 if a run could not be solved.
    """
    settings = _varied(over or [], game)
    check_output(out, ".csv", force)
    ran = ITERATIONS if iterations is None and "iterations" not in settings else iterations
    notice_preparing()
    with errors_as_bad_input(), warnings.catch_warnings(record=True, action="always") as failures, _pool(workers) as pool:
        found = kc.sweep(
            game.make,
            settings,
            range(seeds),
            iterations=ran,
            executor=pool,
            store=store,
            progress=show_progress(progress),
        )

    def save(path: Path) -> None:
        with replacing(path) as temporary:
            found.assign(**{name: found[name].map(_escaped) for name in settings}).to_csv(temporary, index=False)

    with save_before_printing(out, save):
        _show(found, list(settings))
        _end(found, [str(failure.message) for failure in failures if failure.category is UserWarning])


def _escaped(value: Any) -> Any:
    """Return text that no spreadsheet computes; leave numbers as they are."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value


def _varied(options: list[str], game: GameChoice) -> dict[str, list[Any]]:
    """Parse the text after each ``--over``."""
    lists = [name for name, parameter in parameters(game.make).items() if is_list(parameter.default)]
    found: dict[str, list[Any]] = {}
    for each in options:
        name, _, values = each.partition("=")
        if not values:
            raise BadInput(f"--over must be a name and values such as ante=1/2,1,2, got {each!r}")
        if name in found or name in game.options:
            raise BadInput(f"{name} is given twice: put all its values into one --over")
        if name in lists:
            found[name] = [tuple(map(_value, values_of_one.split(","))) for values_of_one in values.split(";")]
        else:
            found[name] = list(map(_value, values.split(",")))
    return found


def _value(typed: str) -> Any:
    """Parse a number or a word; the sweep refuses words that it does not know."""
    typed = typed.strip()
    try:
        number = fraction_in(typed)
    except ValueError:
        return WORDS.get(typed, typed)
    return int(number) if number.denominator == 1 else number if "/" in typed else float(number)


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """Start a pool of processes that ignore Ctrl-C and end with this process; for a single worker, yield None."""
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            yield pool
        finally:
            for process in active_children():  # after Ctrl-C, a run that has begun may take hours
                process.terminate()


def _show(found: "pandas.DataFrame", settings: list[str]) -> None:
    solved = found[found.error.isna()]
    groups = list(solved.groupby([solved[name].map(_word) for name in settings], sort=False)) if settings else [((), solved)]
    echo(f"{plural(len(groups), 'combination')}, {plural(len(solved), 'run')}")
    if not len(solved):
        return
    several = len(solved) > len(groups)
    head = ["median exploitability", "mean value to player 1"] if several else ["exploitability", "value to player 1"]
    lines = []
    for names, rows in groups:
        lines.append([*names, str(len(rows)), format_distance(rows.exploitability.median()), format_number(rows.value_0.mean())])
    print_table([*settings, "runs", *head], lines)


def _word(value: Any) -> str:
    """Return a setting as the user types it."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return {"None": "none", "nan": "none", "True": "true", "False": "false"}.get(str(value), str(value))


def _end(found: "pandas.DataFrame", failures: list[str]) -> None:
    """Report runs that raised, were interrupted or could not be stored; the exit code says so, too."""
    missing = found.error.dropna()
    raised = missing[missing != UNFINISHED]
    interrupted = len(missing) - len(raised)
    for failure in failures[:1]:
        notice(f"kuhncfr: {failure}")
    if len(raised):
        notice(f"{plural(len(raised), 'run')} could not be solved; the first: {one_line(raised.iloc[0])}")
    if interrupted:
        notice(f"Interrupted: {plural(interrupted, 'run')} not finished.")
    if interrupted or len(raised) or failures:
        raise typer.Exit(INTERRUPTED if interrupted else RAISED if len(raised) else BAD_INPUT)
