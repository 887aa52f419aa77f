"""Options that keep the state of a solve in a file, and go on from it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.files import check_output
from kuhncfr.cli.options import OUTPUT, SOLVING
from kuhncfr.solver import state
from kuhncfr.solver.compiled_game import Tree
from kuhncfr.solver.saving import Often
from kuhncfr.solver.settings import Settings

SaveState = Annotated[
    Path | None,
    typer.Option(help="Keep the state in this file, for --resume.", metavar="FILE.npz", show_default=False, rich_help_panel=OUTPUT),
]
SaveEvery = Annotated[
    str | None,
    typer.Option(
        help="How often: after so many iterations, or seconds as in 30s; 60s if not given.",
        metavar="N",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(help="Go on from this file, and keep the state there.", metavar="FILE.npz", show_default=False, rich_help_panel=SOLVING),
]

_LONGEST = 10**9  # seconds between two saves


@dataclass(frozen=True)
class Keeping:
    """Where the state of a solve comes from, where it goes, and how often.

    Attributes
    ----------
    resume : Path or None
        The file to go on from.
    save_to : Path or None
        The file to write.
    save_every : int, timedelta or None
        After how many iterations or how much time.
    """

    resume: Path | None = None
    save_to: Path | None = None
    save_every: Often | None = None

    @classmethod
    def of(cls, resume: Path | None, save_state: Path | None, save_every: str | None, force: bool) -> "Keeping":
        """Check what was typed.

        Raises
        ------
        BadInput
            If the file cannot be written, or options do not go together.
        """
        if save_state is not None and (resume is None or os.path.realpath(save_state) != os.path.realpath(resume)):
            check_output(save_state, ".npz", force)
        if save_every is not None and save_state is None and resume is None:
            raise BadInput("--save-every tells how often the state is kept: name a file with --save-state")
        return cls(resume, save_state or resume, None if save_every is None else _often(save_every))

    @property
    def saving(self) -> dict[str, Any]:
        """The arguments that every solve takes."""
        return {"save_to": self.save_to, "save_every": self.save_every}

    def settings(self, tree: Tree, typed: Mapping[str, Any]) -> Settings:
        """Return the settings of the file to go on from; what was typed must not contradict them.

        Raises
        ------
        BadInput
            If it does, or the file cannot be used.
        """
        assert self.resume is not None
        with told_in_one_line():
            settings, _, _ = state.read(self.resume, tree)
        for option, value in typed.items():
            kept = name_of(settings.algorithm) if option == "algorithm" else getattr(settings, option)
            if value != kept:
                raise BadInput(f"{self.resume}: was begun with {_typed(option, kept)}, not {_typed(option, value)}")
        return settings


def name_of(algorithm: Algorithm) -> str:
    """Return the name of a variant; of one without a name, what it is made of."""
    return {variant: name for name, variant in ALGORITHMS.items()}.get(algorithm, repr(algorithm))


def _typed(option: str, value: Any) -> str:
    """Return an option as it is typed."""
    if option == "alternating":
        return "--alternating" if value else "--simultaneous"
    name = f"--{option.replace('_', '-')}"
    return f"no {name}" if value is None else f"{name} {value}"


def _often(text: str) -> Often:
    digits = text.removesuffix("s")
    if not (digits.isascii() and digits.isdecimal() and int(digits[:20]) > 0 and len(digits) < 20):
        raise BadInput(f"--save-every must be a number of iterations such as 100000, or of seconds such as 30s, got {text!r}")
    return timedelta(seconds=min(int(digits), _LONGEST)) if text.endswith("s") else int(digits)
