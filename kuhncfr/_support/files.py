"""Files that are written whole or not at all, and that say when they are damaged."""

import errno
import hashlib
import io
import json
import os
import secrets
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_DIGEST = 32  # bytes, after the end of the archive; NumPy's own load does not mind them


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file beside `path`, which replaces it if the block succeeds; otherwise the old file stays as it was.

    The new file has the mode of the old one. A link stays a link: the file that it leads to is replaced.

    Raises
    ------
    OSError
        If the folder is missing or cannot be written, or `path` is a folder, a device or a pipe; the message names `path`.
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


def write_state(path: str | os.PathLike[str], kind: str, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays and their metadata, which JSON can hold, as an ``.npz`` file with a checksum at its end.

    Raises
    ------
    OSError
        If the file cannot be written; the message names it.
    """
    archive = io.BytesIO()
    np.savez(archive, allow_pickle=False, metadata=np.array(json.dumps({"format": kind, **metadata})), **arrays)
    content = archive.getvalue()
    with replacing(path) as temporary:
        temporary.write_bytes(content + hashlib.sha256(content).digest())


def read_state(path: str | os.PathLike[str], kind: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the metadata and the arrays that :func:`write_state` wrote.

    Raises
    ------
    ValueError
        If the file is damaged or of another kind; the message names it.
    OSError
        If it cannot be read.
    """
    data = Path(path).read_bytes()
    content, digest = data[:-_DIGEST], data[-_DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError(f"{path} is damaged, or not a {kind!r} file: its checksum does not match")
    with naming(path):
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            arrays = dict(archive)
        metadata: dict[str, Any] = json.loads(str(arrays.pop("metadata")))
        if metadata.pop("format") != kind:
            raise ValueError(f"it is not a {kind!r} file")
    return metadata, arrays


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise whatever is wrong with the content of a file as a ValueError that names the file."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} cannot be used: {error if isinstance(error, ValueError) else repr(error)}") from error


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
    """Return what :func:`write_json` wrote.

    Raises
    ------
    ValueError
        If the file is not JSON, or not of this kind; the message names the file.
    OSError
        If there is no such file, or it cannot be read.
    """
    try:
        content = json.loads(Path(path).read_bytes().decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: it is not JSON ({error})") from error
    written = content.pop("format", None) if isinstance(content, dict) else None
    if written != kind:
        shown = repr(written) if isinstance(written, str | None) else f"a {type(written).__name__}"
        raise ValueError(f"{path} is not a {kind!r} file: its format is {shown}")
    return dict(content)
