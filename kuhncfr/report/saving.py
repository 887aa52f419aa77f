"""Saving a workbook, whole or not at all."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from kuhncfr._support import arguments
from kuhncfr._support.files import replacing
from kuhncfr.report import workbook
from kuhncfr.report.sheet import Sheet


def save(path: str | os.PathLike[str], title: str, sheets: Callable[[], list[Sheet]], *, overwrite: bool) -> None:
    """Write the sheets, which are worked out only if they can be written; the errors are those of `Report.to_excel`."""
    path = arguments.path("path", path)
    _check(path, arguments.flag("overwrite", overwrite))
    workbook.import_xlsxwriter()
    content = workbook.to_bytes(title, sheets())
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def _check(path: Path, overwrite: bool) -> None:
    """Look at the path before the sheets are worked out."""
    if path.suffix.lower() != ".xlsx":
        raise ValueError(f"path must end in .xlsx, got {arguments.shown(str(path))}")
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder", str(path))
    if path.exists() and not overwrite:
        raise FileExistsError(errno.EEXIST, "exists already; overwrite=True replaces it", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(path.parent)!r}", str(path))
