"""Atomic writing of files, and JSON files with a format name."""

import errno
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def exists_or_raises(path: Path) -> bool:
    """Return whether a file exists, and raise OSError if that cannot be known, which ``path.exists()`` no longer does since Python 3.14.

    A name that is too long, for example, is then reported before any work for the file begins.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file beside `path`, which replaces `path` if the block succeeds; otherwise the old file does not change.

    The new file has the mode of the old one. A symbolic link is followed: its target is replaced.

    Raises
    ------
    OSError
        If the folder is missing or not writable, or `path` is a folder, a device or a pipe; the message names `path`.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".kuhncfr-{secrets.token_hex(8)}.part")
    try:
        exists = target.exists()
        if exists and not target.is_file():
            raise OSError(errno.EINVAL, "not a regular file")
        try:
            temporary.open("xb").close()
            yield temporary
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            if exists:
                shutil.copymode(target, temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def read(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file.

    Raises
    ------
    OSError
        If it does not exist or cannot be read, or is a device, which may never end; the message names `path`.
    """
    if Path(path).is_char_device():
        raise OSError(errno.EINVAL, "is a device, not a file", str(path))
    return Path(path).read_bytes()


def write_json(path: str | os.PathLike[str], kind: str, content: dict[str, Any]) -> None:
    """Write `content` to `path` with the format name `kind`.

    Raises
    ------
    OSError
        If the folder is missing or not writable; the message names `path`.
    """
    with replacing(path) as temporary:
        temporary.write_text(json.dumps({"format": kind, **content}, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def read_json(path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Return the content that :func:`write_json` wrote.

    Raises
    ------
    ValueError
        If the file is not JSON, or has another format name; the message names the file.
    OSError
        If the file does not exist or cannot be read.
    """
    try:
        content = json.loads(read(path).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged, or not a {kind!r} file: it is not JSON ({error})") from error
    written = content.pop("format", None) if isinstance(content, dict) else None
    if written != kind:
        shown = repr(written) if isinstance(written, str | None) else f"a {type(written).__name__}"
        raise ValueError(f"{path} is not a {kind!r} file: its format is {shown}")
    return dict(content)
