"""``kuhncfr diagnose``."""

from typing import Annotated

import typer

import kuhncfr as kc
from kuhncfr.cli.options import option
from kuhncfr.cli.output import echo_lines, notice_preparing

WRONG, UNTESTED = 1, 3  # exit codes; 2 is that of bad input

Function = Annotated[str, typer.Argument(metavar="MODULE:FUNCTION", help="Your solver, in a module of the current folder.")]
Measure = Annotated[bool, option("The function takes a game and a profile, and returns NashConv or exploitability.", "", None, "--measure")]
Games = Annotated[list[str] | None, option("Run the function on this game only; may be repeated.", "NAME", None, "--game")]
Seconds = Annotated[float, option("Time limit of one call.", "N")]


def diagnose(function: Function, measure: Measure = False, game: Games = None, seconds: Seconds = 20.0) -> None:
    """Find out whether your solver is CFR and, if not, which mistake it makes.

    The function takes a game and a number of iterations, and returns the average strategy: a dict from each information set to a dict
    from each action to its probability. It runs in a process of its own, on small games. The exit code is 0 if it is correct, 1 if not,
    and 3 if that was not tested: it is correct on Kuhn poker and plays nothing else, or it samples and is too slow for long runs.
    """
    notice_preparing()
    found = kc.diagnose(function, kind="measure" if measure else "solver", games=game or None, seconds=seconds)
    echo_lines(str(found))
    if not found.correct:
        raise typer.Exit(UNTESTED if found.correct is None else WRONG)
