"""``kuhncfr diagnose``."""

from typing import Annotated

import typer

import kuhncfr as kc
from kuhncfr.cli.errors import told_in_one_line
from kuhncfr.cli.options import option
from kuhncfr.cli.screen import preparing, say_as_it_is

WRONG = 1  # exit code

Function = Annotated[str, typer.Argument(metavar="MODULE:FUNCTION", help="Where your solver is: module:function.")]
Measure = Annotated[bool, option("It measures: takes a game and a profile, returns NashConv or exploitability.", "", None, "--measure")]
Games = Annotated[list[str] | None, option("Ask about this game alone; may be repeated.", "NAME", None, "--game")]
Seconds = Annotated[float, option("How long one call may take.", "N")]


def diagnose(function: Function, measure: Measure = False, game: Games = None, seconds: Seconds = 20.0) -> None:
    """Find out whether a solver of your own is CFR, and if not, which mistake it makes.

    The function takes a game and a number of iterations, and returns the average strategy: a dict from each information set to a dict
    from each action to its probability. It runs in a process of its own, on small games. The exit code is 0 if it is right, 1 if not.
    """
    preparing()
    with told_in_one_line():
        found = kc.diagnose(function, kind="measure" if measure else "solver", games=game or None, seconds=seconds)
    say_as_it_is(str(found))
    if not found.correct:
        raise typer.Exit(WRONG)
