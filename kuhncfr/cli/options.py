"""Options that several commands have, beside those of the game."""

import sys
from pathlib import Path
from typing import Annotated

import typer

GAME, SOLVING, OUTPUT = "Game", "Solving", "Output"  # panels of the help text

Seed = Annotated[
    int | None,
    typer.Option(min=0, help="Where random numbers come from: same seed, same result.", metavar="N"),
]
Hands = Annotated[int, typer.Option(min=1, help="How many to play.", metavar="N")]
HandsIfAny = Annotated[int | None, typer.Option(min=1, help="Also play so many hands.", metavar="N")]

Save = Annotated[
    Path | None,
    typer.Option(help="Write the strategy to this file.", metavar="FILE.json", rich_help_panel=OUTPUT),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.", metavar="", rich_help_panel=OUTPUT)]
Full = Annotated[
    bool,
    typer.Option("--full", help="Show all information sets, even more than 100.", metavar="", rich_help_panel=OUTPUT),
]
Progress = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        help="Show a progress bar, or not; if not given: in a terminal.",
        metavar="",
        rich_help_panel=OUTPUT,
    ),
]


def wanted(progress: bool | None) -> bool:
    """Whether to show a progress bar, which goes to standard error."""
    return sys.stderr.isatty() if progress is None else progress
