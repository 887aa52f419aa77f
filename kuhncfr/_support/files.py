"""Files that are written whole or not at all; JSON files also say what they hold."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary file beside `path`, which takes its place once it is complete; an interrupted run leaves the old file as it was.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written; the message names `path`.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):  # the folder may be gone, or no folder at all
            temporary.unlink()


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
