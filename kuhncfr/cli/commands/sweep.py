"""``kuhncfr sweep``."""

import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr._support.files import replacing
from kuhncfr._support.fractions_from_text import fraction_in
from kuhncfr.cli.errors import BAD_INPUT, INTERRUPTED, BadInput, one_line, told_in_one_line
from kuhncfr.cli.files import check_output, saved_first
from kuhncfr.cli.numbers import counted, distance, shown
from kuhncfr.cli.options import OUTPUT, SOLVING, Force, Progress, option, wanted
from kuhncfr.cli.registry import NO_NUMBERS, GameArgument, GameNumbers, game_numbers
from kuhncfr.cli.screen import notice, preparing, say, table
from kuhncfr.sweeping import INTERRUPTED as UNFINISHED

if TYPE_CHECKING:
    import pandas

RAISED = 1  # exit code: some runs did not come to an end
WORDS = {"none": None, "true": True, "false": False}
LISTS = ("raises", "sizes")  # numbers of a game that are lists themselves

OVER = "What to vary: a number of the game, or algorithm, sampling, alternating, exploration, target, iterations. Once for each."
STORE = "Store what is finished in this folder; what is there is not solved again."
Over = Annotated[list[str] | None, option(OVER, "NAME=VALUE,VALUE", None, "--over")]
Seeds = Annotated[int, option("How many seeds for each combination that samples: 0, 1, 2 and so on.", "N", min=1)]
IterationsIfAny = Annotated[int | None, option("How many to run; 10000 if not given.", "N", SOLVING, min=1)]
Workers = Annotated[int, option("How many processes solve at once.", "N", SOLVING, min=1)]
StoreOption = Annotated[Path | None, option(STORE, "FOLDER", OUTPUT, "--store")]
Out = Annotated[Path | None, option("Write all runs to this file.", "FILE.csv", OUTPUT)]


@game_numbers
def sweep(
    game: GameArgument,
    numbers: GameNumbers = NO_NUMBERS,
    over: Over = None,
    seeds: Seeds = 1,
    iterations: IterationsIfAny = None,
    workers: Workers = 1,
    store: StoreOption = None,
    out: Out = None,
    force: Force = False,
    progress: Progress = None,
) -> None:
    """Solve a game for every combination of settings, and print a line for each: how exploitable and what it is worth.

    Of several seeds the line has the median and the mean. Ctrl-C ends the sweep early: what was finished is printed and saved, and the
    exit code is 130. It is 1 if a run could not be solved.
    """
    ready = numbers.game(game)
    kind: Callable[..., Any] = type(ready)
    fixed = {name: getattr(ready, name) for name, typed in asdict(numbers).items() if typed is not None}
    settings = _varied(over or [], fixed)
    check_output(out, ".csv", force)
    ran = 10_000 if iterations is None and "iterations" not in settings else iterations
    preparing()
    try:
        with told_in_one_line(), warnings.catch_warnings(record=True, action="always") as troubles, _pool(workers) as pool:
            found = kc.sweep(
                partial(kind, **fixed),
                settings,
                range(seeds),
                iterations=ran,
                executor=pool,
                store=store,
                progress=wanted(progress),
            )
    except KeyboardInterrupt:
        notice("Interrupted before the first run was finished.")
        raise typer.Exit(INTERRUPTED) from None

    def save(path: Path) -> None:
        with replacing(path) as temporary:
            found.to_csv(temporary, index=False)

    with saved_first(out, save):
        _show(found, list(settings))
        _end(found, [str(trouble.message) for trouble in troubles if trouble.category is UserWarning])


def _varied(options: list[str], fixed: dict[str, Any]) -> dict[str, list[Any]]:
    """Read what follows each ``--over``."""
    found: dict[str, list[Any]] = {}
    for each in options:
        name, _, values = each.partition("=")
        if not values:
            raise BadInput(f"--over must be a name and values such as ante=1/2,1,2, got {each!r}")
        if name in found or name in fixed:
            raise BadInput(f"{name} is given twice: put all its values into one --over")
        found[name] = [_value(name, typed.strip()) for typed in values.split(";" if name in LISTS else ",")]
    return found


def _value(name: str, typed: str) -> Any:
    """Read a number, a list of numbers, or a word, which is left to the sweep."""
    if name in LISTS:
        return tuple(_value("", part.strip()) for part in typed.split(","))
    try:
        number = fraction_in(typed)
    except ValueError:
        return WORDS.get(typed, typed)
    return int(number) if number.denominator == 1 else number if "/" in typed else float(number)


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """Return processes to enter, which leave Ctrl-C to this one, and end with it; a single one is this one."""
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            yield pool
        finally:
            for process in active_children():  # what one is still at after Ctrl-C may take hours, and nobody waits for it
                process.terminate()


def _show(found: "pandas.DataFrame", settings: list[str]) -> None:
    solved = found[found.error.isna()]
    groups = list(solved.groupby([solved[name].map(_word) for name in settings], sort=False)) if settings else [((), solved)]
    say(f"{counted(len(groups), 'combination')}, {counted(len(solved), 'run')}")
    if not len(solved):
        return
    several = len(solved) > len(groups)
    head = ["median exploitability", "mean value to player 1"] if several else ["exploitability", "value to player 1"]
    lines = [[*names, str(len(rows)), distance(rows.exploitability.median()), shown(rows.value_0.mean())] for names, rows in groups]
    table([*settings, "runs", *head], lines)


def _word(value: Any) -> str:
    """Return a setting as it is typed."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return {"None": "none", "nan": "none", "True": "true", "False": "false"}.get(str(value), str(value))


def _end(found: "pandas.DataFrame", troubles: list[str]) -> None:
    """Say which runs have no numbers, and whether the store lacks some, also by the exit code."""
    missing = found.error.dropna()
    raised = missing[missing != UNFINISHED]
    interrupted = len(missing) - len(raised)
    for trouble in troubles[:1]:
        notice(f"kuhncfr: {trouble}")
    if len(raised):
        notice(f"{counted(len(raised), 'run')} could not be solved; the first: {one_line(raised.iloc[0])}")
    if interrupted:
        notice(f"Interrupted: {counted(interrupted, 'run')} not finished.")
    if interrupted or len(raised) or troubles:
        raise typer.Exit(INTERRUPTED if interrupted else RAISED if len(raised) else BAD_INPUT)
