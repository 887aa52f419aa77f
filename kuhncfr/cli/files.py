"""Check output files before a command begins, and write them before it prints its result."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from kuhncfr._support.files import exists_or_raises
from kuhncfr.cli.errors import BAD_INPUT, BadInput, errors_as_bad_input, one_line
from kuhncfr.cli.output import echo_path, notice


def check_output(path: Path | None, suffix: str, force: bool) -> None:
    """Check that a file can be written, as far as that can be known beforehand.

    Raises
    ------
    BadInput
        If its name does not end in `suffix`, it exists already (unless `force`), or its folder is missing or cannot be written.
    """
    if path is None:
        return
    if path.suffix != suffix:
        raise BadInput(f"{path}: the name of the file must end in {suffix}")
    with errors_as_bad_input():  # such as a name that is too long
        exists = exists_or_raises(path)
    if exists and not path.is_file():
        raise BadInput(f"{path}: is not a regular file")
    if exists and not force:
        raise BadInput(f"{path}: exists already; use --force to replace it")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK) or (exists and not os.access(path, os.W_OK)):
        raise BadInput(f"{path}: the file cannot be written")


@contextmanager
def save_before_printing(path: Path | None, save: Callable[[Path], None], words: str = "Saved in") -> Iterator[None]:
    """Save a result before the block that prints it, since printing may fail; print it even if saving fails.

    Raises
    ------
    typer.Exit
        With the code :data:`BAD_INPUT`, after the block and however the block ends, if saving failed.
    """
    if path is None:
        yield
        return
    failure = None
    try:
        with errors_as_bad_input():
            save(path)
    except BadInput as error:
        failure = error
    try:
        yield
    finally:
        if failure is not None:
            notice(f"kuhncfr: {one_line(str(failure))}")
            raise typer.Exit(BAD_INPUT)
        echo_path(words, f"{path}.")
