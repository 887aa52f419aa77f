"""Files that a command will write are looked at before it begins."""

import os
import tempfile
from pathlib import Path

from kuhncfr.cli.errors import BadInput


def check_output(path: Path | None, suffix: str, force: bool) -> None:
    """Make sure that a file can be written, as far as that can be known.

    Raises
    ------
    BadInput
        If its name does not end as it should, it exists already (unless `force`), or its folder is missing or cannot be written.
    """
    if path is None:
        return
    if path.name in ("", suffix):
        raise BadInput(f"{path}: the file needs a name, such as strategy{suffix}")
    if path.suffix != suffix:
        raise BadInput(f"{path}: the name of the file must end in {suffix}")
    if path.is_dir():
        raise BadInput(f"{path}: is a folder")
    if path.exists() and not force:
        raise BadInput(f"{path}: exists already; use --force to replace it")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise BadInput(f"{path}: its folder cannot be written: {error.strerror}") from error
    if path.exists() and not os.access(path, os.W_OK):
        raise BadInput(f"{path}: the file cannot be written")
