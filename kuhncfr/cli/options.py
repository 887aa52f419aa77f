"""Options that several commands have, beside those of the game."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

GAME, SOLVING, OUTPUT = "Game", "Solving", "Output"  # panels of the help text


def option(words: str, metavar: str = "", panel: str | None = None, *names: str, **more: Any) -> Any:
    """Return an option with its help text; a flag has no `metavar`, and needs its name."""
    return typer.Option(*names, help=words, metavar=metavar, rich_help_panel=panel, **more)


Seed = Annotated[int | None, option("Where random numbers come from: same seed, same result.", "N", min=0)]
Hands = Annotated[int, option("How many to play.", "N", min=1, max=2**63 - 1)]
HandsIfAny = Annotated[int | None, option("Also play so many hands.", "N", min=1, max=2**63 - 1)]

Save = Annotated[Path | None, option("Write the strategy to this file.", "FILE.json", OUTPUT)]
Force = Annotated[bool, option("Replace a file that exists.", "", OUTPUT, "--force")]
Full = Annotated[bool, option("Show all information sets, even more than 100.", "", OUTPUT, "--full")]
Progress = Annotated[
    bool | None, option("Show a progress bar, or not; if not given: in a terminal.", "", OUTPUT, "--progress/--no-progress")
]


def wanted(progress: bool | None) -> bool:
    """Whether to show a progress bar, which goes to standard error."""
    return sys.stderr.isatty() if progress is None else progress
