"""JSON files that are written whole or not at all, and that say what they hold."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


def write(path: str | os.PathLike[str], kind: str, content: dict[str, Any]) -> None:
    """Write `content` to `path`, marked as a file of this `kind`.

    The text goes to a temporary file beside `path` and takes its place only when it is complete, so that an interrupted
    run leaves the old file as it was.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written; the message names `path`.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_text(json.dumps({"format": kind, **content}, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):  # the folder may be gone, or no folder at all
            temporary.unlink()


def read(path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Read back what :func:`write` wrote.

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
    found = content.get("format") if isinstance(content, dict) else None
    if found != kind:
        raise ValueError(f"{path} is not a {kind!r} file: its format is {found!r}")
    return dict(content)
