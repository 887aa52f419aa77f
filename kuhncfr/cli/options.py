"""Options that several commands have, beside those of the game."""

import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from kuhncfr._support.fractions_from_text import fraction_in

GAME, SOLVING, OUTPUT = "Game", "Solving", "Output"  # panels of the help text
LONGEST = 70  # characters of a number of chips, which therefore fits a float


def option(words: str, metavar: str = "", panel: str | None = None, *names: str, **more: Any) -> Any:
    """Return an option with its help text; a flag has no `metavar`, and needs its name."""
    return typer.Option(*names, help=words, metavar=metavar, rich_help_panel=panel, **more)


Seed = Annotated[int | None, option("Seed of the random numbers: same seed, same result.", "N", min=0)]
Hands = Annotated[int, option("How many hands to play.", "N", min=1, max=2**63 - 1)]
HandsIfAny = Annotated[int | None, option("Also play so many hands.", "N", min=1, max=2**63 - 1)]

Save = Annotated[Path | None, option("Write the strategy to this file.", "FILE.json", OUTPUT)]
Force = Annotated[bool, option("Replace a file that exists.", "", OUTPUT, "--force")]
Full = Annotated[bool, option("Show all information sets, even more than 100.", "", OUTPUT, "--full")]
Progress = Annotated[
    bool | None, option("Show a progress bar, or not; if not given: in a terminal.", "", OUTPUT, "--progress/--no-progress")
]


def show_progress(progress: bool | None) -> bool:
    """Whether to show a progress bar, which goes to standard error."""
    return sys.stderr.isatty() if progress is None else progress


def parse_fraction(name: str, text: str) -> Fraction:
    """Parse a number such as ``2``, ``0.5``, ``1/2`` or ``1e-9``, exactly.

    Raises
    ------
    ValueError
        If the text is no number, or longer than 70 characters.

    Examples
    --------
    >>> parse_fraction("--ante", "0.1")
    Fraction(1, 10)
    >>> parse_fraction("--target", "2.5e-3")
    Fraction(1, 400)
    """
    with suppress(ValueError):
        if len(text) <= LONGEST:
            return fraction_in(text)
    raise ValueError(f"{name} must be a number such as 2, 0.5, 1/2 or 1e-9, got {text!r}")
