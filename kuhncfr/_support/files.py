"""Files that are written whole or not at all; JSON files also say what they hold."""

import errno
import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary file beside `path`, which takes its place once it is complete; an interrupted run leaves the old file as it was.

    The new file is on the disk before it gets its name, and keeps the mode of the old one. A link stays, and what it leads to is replaced.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written, or `path` is a folder, a device or a pipe; the message names `path`.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode(target)
        temporary = _beside(target)
        try:
            yield temporary
            if mode is not None:
                temporary.chmod(mode)
            _to_disk(temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _to_disk(target.parent)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error


def _mode(target: Path) -> int | None:
    """Return the mode of the file that will be replaced, None if there is none; whatever is no file must not become one."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        code = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(code, os.strerror(code) if code == errno.EISDIR else "not a file, but a device or a pipe")
    return stat.S_IMODE(mode)


def _beside(target: Path) -> Path:
    """Create an empty file in the same folder, under a name that nobody else has."""
    temporary = target.with_name(f".kuhncfr-{secrets.token_hex(8)}.part")  # process numbers repeat: in threads, and in containers
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return temporary


def _to_disk(path: Path) -> None:
    """Wait until what was written is on the disk, and does not only look so."""
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_json(path: str | os.PathLike[str], kind: str, content: dict[str, Any]) -> None:
    """Write `content` to `path`, marked as a file of this `kind`.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written; the message names `path`.
    """
    with replacing(path) as temporary:
        temporary.write_text(json.dumps({"format": kind, **content}, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def read_json(path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Read back what :func:`write_json` wrote.

    Raises
    ------
    ValueError
        If the file is not JSON, or not of this kind; the message names the file.
    OSError
        If there is no such file, or it cannot be read.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: it is not JSON ({error})") from error
    written = content.pop("format", None) if isinstance(content, dict) else None
    if written != kind:
        raise ValueError(f"{path} is not a {kind!r} file: its format is {written!r}")
    return dict(content)
