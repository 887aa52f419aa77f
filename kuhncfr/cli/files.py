"""Files that a command will write are looked at before it begins."""

import os
from pathlib import Path

from kuhncfr._support.files import check_writable
from kuhncfr.cli.errors import BadInput, told_in_one_line


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
    with told_in_one_line():  # such as a name that is too long
        exists = path.exists()
    if path.is_dir():
        raise BadInput(f"{path}: is a folder")
    if exists and not force:
        raise BadInput(f"{path}: exists already; use --force to replace it")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    with told_in_one_line():
        check_writable(path)
    if exists and not os.access(path, os.W_OK):
        raise BadInput(f"{path}: the file cannot be written")
