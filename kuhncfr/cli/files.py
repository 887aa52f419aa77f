"""Files that a command will write: they are checked before it begins, and written before its result is printed."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from kuhncfr.cli.errors import BAD_INPUT, BadInput, one_line, told_in_one_line
from kuhncfr.cli.screen import notice, say_path


def check_output(path: Path | None, suffix: str, force: bool) -> None:
    """Make sure that a file can be written, as far as that can be known.

    Raises
    ------
    BadInput
        If its name does not end as it should, it exists already (unless `force`), or its folder is missing or cannot be written.
    """
    if path is None:
        return
    if path.suffix != suffix:
        raise BadInput(f"{path}: the name of the file must end in {suffix}")
    with told_in_one_line():  # such as a name that is too long
        exists = path.exists()
    if exists and not path.is_file():
        raise BadInput(f"{path}: is not a regular file")
    if exists and not force:
        raise BadInput(f"{path}: exists already; use --force to replace it")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK) or (exists and not os.access(path, os.W_OK)):
        raise BadInput(f"{path}: the file cannot be written")


@contextmanager
def saved_first(path: Path | None, save: Callable[[Path], None], words: str = "Saved in") -> Iterator[None]:
    """Save a result, and only then enter the block that prints it, since that may fail; print it even if saving fails.

    Raises
    ------
    typer.Exit
        With :data:`BAD_INPUT`, after the block and however it ends, if saving failed.
    """
    if path is None:
        yield
        return
    trouble = None
    try:
        with told_in_one_line():
            save(path)
    except BadInput as error:
        trouble = error
    try:
        yield
    finally:
        if trouble is not None:
            notice(f"kuhncfr: {one_line(str(trouble))}")
            raise typer.Exit(BAD_INPUT)
        say_path(words, f"{path}.")
