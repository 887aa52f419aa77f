"""``kuhncfr sweep``."""

import signal
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr._support.files import replacing
from kuhncfr.cli import over as varied
from kuhncfr.cli.ending import sigterm_like_ctrl_c
from kuhncfr.cli.errors import BadInput, one_line, told_in_one_line
from kuhncfr.cli.files import check_output, saved_first
from kuhncfr.cli.numbers import counted, distance, shown
from kuhncfr.cli.options import OUTPUT, SOLVING, Force, Progress, wanted
from kuhncfr.cli.registry import NO_NUMBERS, GameArgument, GameNumbers, game_numbers
from kuhncfr.cli.screen import MOST_ROWS, notice, preparing, say, table
from kuhncfr.cli.solving import RecordEvery
from kuhncfr.sweeps.sweeping import UNFINISHED

if TYPE_CHECKING:
    import pandas

RAISED = 1  # exit code: some runs did not come to an end

Over = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        help="What to vary: a number of the game, or algorithm, sampling, alternating, exploration, target, iterations. Once for each.",
        metavar="NAME=VALUE,VALUE",
        show_default=False,
    ),
]
Seeds = Annotated[int, typer.Option(min=1, help="How many seeds for each combination that samples: 0, 1, 2 and so on.", metavar="N")]
IterationsIfAny = Annotated[
    int | None, typer.Option(min=1, help="How many to run; 10000 if not given.", metavar="N", show_default=False, rich_help_panel=SOLVING)
]
Workers = Annotated[int, typer.Option(min=1, help="How many processes solve at once.", metavar="N", rich_help_panel=SOLVING)]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="Keep what is finished in this folder; what is there is not solved again.",
        metavar="FOLDER",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Full = Annotated[
    bool, typer.Option("--full", help=f"Show all combinations, even more than {MOST_ROWS}.", metavar="", rich_help_panel=OUTPUT)
]
Out = Annotated[
    Path | None,
    typer.Option(help="Write all runs to this file.", metavar="FILE.csv", show_default=False, rich_help_panel=OUTPUT),
]


@game_numbers
def sweep(
    game: GameArgument,
    numbers: GameNumbers = NO_NUMBERS,
    over: Over = None,
    seeds: Seeds = 1,
    iterations: IterationsIfAny = None,
    record_every: RecordEvery = None,
    workers: Workers = 1,
    store: StoreOption = None,
    out: Out = None,
    force: Force = False,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Solve a game for every combination of settings, and print a line for each: how exploitable and what it is worth.

    Of several seeds the line tells the median and the mean. Ctrl-C ends it early: what was finished is printed and saved, and the
    exit code is 130. So does SIGTERM, with 143. It is 1 if a run could not be solved.
    """
    typed = varied.typed(over or [])
    numbers.game(game)  # as they were typed, also without what varies
    fixed = {name: value for name, value in asdict(numbers).items() if value is not None}
    for name in fixed:
        if name in typed:
            raise BadInput(f"{name} is given twice: as --{name} and as --over {name}")
    if iterations is not None and "iterations" in typed:
        raise BadInput("iterations is given twice: as --iterations and as --over iterations")
    games = varied.factory(game, fixed, typed)
    settings = varied.values(game, typed)
    check_output(out, ".csv", force)
    ran = 10_000 if iterations is None and "iterations" not in typed else iterations
    preparing()
    with sigterm_like_ctrl_c() as ending:
        try:
            with told_in_one_line(), _pool(workers) as pool:
                found = kc.sweep(
                    games,
                    settings,
                    range(seeds),
                    iterations=ran,
                    record_every=record_every,
                    executor=pool,
                    store=store,
                    progress=wanted(progress),
                )
        except KeyboardInterrupt:
            notice("Interrupted before the first run was finished.")
            raise typer.Exit(ending.code) from None

        def save(path: Path) -> None:
            with replacing(path) as temporary:
                found.to_csv(temporary, index=False)

        with saved_first(out, save):
            _show(found, list(dict.fromkeys([*settings, *(["iterations"] if record_every else [])])), full)
            _end(found, ending.code)


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """Return processes to enter, which leave Ctrl-C to this one, and end with it; a single one is this one."""
    if workers == 1:
        yield None
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # what one is still at after Ctrl-C may take hours, and nobody waits for it
            process.terminate()


def _show(found: "pandas.DataFrame", settings: list[str], full: bool) -> None:
    combinations: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for row in found[found.error.isna()].to_dict("records"):
        combinations[tuple(_word(row[name]) for name in settings)].append(row)
    say(f"{counted(len(combinations), 'combination')}, {counted(sum(map(len, combinations.values())), 'row')}")
    if len(combinations) > MOST_ROWS and not full:
        say("--full shows them all.")
        return
    several = any(len(rows) > 1 for rows in combinations.values())
    head = ["median exploitability", "mean value to player 1"] if several else ["exploitability", "value to player 1"]
    lines = [
        [
            *combination,
            str(len(rows)),
            distance(median(row["exploitability"] for row in rows)),
            shown(fmean(row["value_1"] for row in rows)),
        ]
        for combination, rows in combinations.items()
    ]
    table([*settings, "runs", *head], lines)


def _word(value: Any) -> str:
    """Return a setting as it is typed."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return {"None": "none", "nan": "none", "True": "true", "False": "false"}.get(str(value), str(value))


def _end(found: "pandas.DataFrame", interrupted_code: int) -> None:
    """Tell which runs have no numbers, also by the exit code."""
    missing = found.error[found.error.notna()]
    interrupted = int((missing == UNFINISHED).sum())
    raised = missing[missing != UNFINISHED]
    if len(raised):
        notice(f"{counted(len(raised), 'run')} could not be solved; the first: {one_line(raised.iloc[0])}")
    if interrupted:
        notice(f"Interrupted: {counted(interrupted, 'run')} not finished.")
    if interrupted or len(raised):
        raise typer.Exit(interrupted_code if interrupted else RAISED)
