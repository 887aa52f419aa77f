"""Files that are written whole or not at all; JSON files also say what they hold, and whether they still do."""

import errno
import hashlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

UNUSED = "Nothing of it was used, and it stays as it is."  # said of a file that cannot be read


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary file beside `path`, which takes its place once it is complete; an interrupted run leaves the old file as it was.

    The new file is on the disk before it gets its name, and keeps the mode of the old one. A link stays, and what it leads to is replaced.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written, or `path` is a folder, a device or a pipe; the message names `path`.
    """
    with _told_by(path):
        target = Path(os.path.realpath(path))
        mode = _mode(target)
        temporary = _beside(target)
        try:
            yield temporary
            _to_disk(temporary)
            if mode is not None:  # only now: it may forbid to open the file
                temporary.chmod(mode)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _to_disk(target.parent)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse what :func:`replacing` would: better before hours of work than after them. The file, if there is one, stays as it is.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written, the name is too long, or `path` is a folder, a device or a pipe; the message names
        `path`.
    """
    with _told_by(path):
        target = Path(os.path.realpath(path))
        _mode(target)
        _beside(target).unlink()


@contextmanager
def _told_by(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors name the path that was asked for, not a temporary one."""
    try:
        yield
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
        temporary.write_text(_text({"format": kind, **content}), encoding="utf-8")


def read_json(path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Read back what :func:`write_json` wrote.

    Raises
    ------
    ValueError
        If the file is not JSON, or not of this kind; the message names the file.
    OSError
        If there is no such file, or it cannot be read.
    """
    return _parsed(path, Path(path).read_bytes(), kind)


_UNSEALED = b"0" * 64  # stands where the checksum will, while it is computed


def write_sealed_json(path: str | os.PathLike[str], kind: str, version: int, content: dict[str, Any]) -> None:
    """Write `content` as :func:`write_json` does, with a version of the format and a checksum over every byte.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written; the message names `path`.
    """
    unsealed = _UNSEALED.decode()
    text = _text({"format": kind, "version": version, "sha256": unsealed, **content})
    with replacing(path) as temporary:
        temporary.write_text(text.replace(unsealed, _digest(text.encode()), 1), encoding="utf-8", newline="\n")


def read_sealed_json(path: str | os.PathLike[str], kind: str, version: int) -> dict[str, Any]:
    """Read back what :func:`write_sealed_json` wrote, if not a byte has changed.

    Raises
    ------
    ValueError
        If the file is damaged, or not of this kind and version; the message names the file.
    OSError
        If there is no such file, or it cannot be read.
    """
    data = Path(path).read_bytes()
    content = _parsed(path, data, kind)
    check_version(path, content.pop("version", None), version)
    seal = content.pop("sha256", None)
    if not (isinstance(seal, str) and re.fullmatch("[0-9a-f]{64}", seal)) or _digest(data.replace(seal.encode(), _UNSEALED, 1)) != seal:
        raise ValueError(f"{path} is damaged: what it holds does not match its checksum. {UNUSED}")
    return content


def check_version(path: str | os.PathLike[str], found: Any, readable: int) -> None:
    """Refuse a version of a format other than the readable one.

    Raises
    ------
    ValueError
        Then; the message names the file, and says whether it is older or newer.
    """
    if type(found) is int and found == readable:
        return
    if found is None:
        raise ValueError(f"{path} was written by an older version of kuhncfr, without a checksum. {UNUSED}")
    if type(found) is int and found > readable:
        raise ValueError(f"{path} was written by a newer version of kuhncfr: its format is {found}, known here is {readable}. {UNUSED}")
    raise ValueError(f"{path} is damaged: there is no such version of its format. {UNUSED}")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _text(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def _parsed(path: str | os.PathLike[str], data: bytes, kind: str) -> dict[str, Any]:
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: it is not JSON ({error})") from error
    written = content.pop("format", None) if isinstance(content, dict) else None
    if written != kind:
        shown = repr(written) if isinstance(written, str | None) else f"a {type(written).__name__}"
        raise ValueError(f"{path} is not a {kind!r} file: its format is {shown}")
    return dict(content)
