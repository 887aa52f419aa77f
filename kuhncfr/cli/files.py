"""Check output files before a command begins, and write them before it prints its result."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kuhncfr._support.files import exists_or_raises
from kuhncfr.cli.errors import OF_THE_INPUT
from kuhncfr.cli.output import echo_path


def check_output(path: Path | None, suffix: str, force: bool) -> None:
    """Report an output file that is certain to be refused, before a long solve.

    Raises
    ------
    ValueError
        If its name does not end in `suffix`, it exists already (unless `force`), or its folder is missing or cannot be written to.
    """
    if path is None:
        return
    if path.suffix != suffix:
        raise ValueError(f"{path}: the name of the file must end in {suffix}")
    if exists_or_raises(path) and not force:
        raise ValueError(f"{path}: exists already; use --force to replace it")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"{path}: there is no folder {path.parent}, or it cannot be written to")


@contextmanager
def save_before_printing(path: Path | None, save: Callable[[Path], None], words: str = "Saved in") -> Iterator[None]:
    """Save a result before the block that prints it, since printing may take long or fail; print it even if saving fails.

    Raises
    ------
    OSError
        After the block, if saving failed.
    """
    if path is None:
        yield
        return
    try:
        save(path)
    except OF_THE_INPUT:
        yield
        raise
    try:
        yield
    finally:
        echo_path(words, f"{path}.")
