"""Saved states: files of arrays with a checksum, so that damage is detected."""

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support.files import read, replacing

_DIGEST = 32  # bytes after the end of the archive, which NumPy's own load ignores


def write_state(path: str | os.PathLike[str], kind: str, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays and JSON-serializable metadata as an ``.npz`` file with a checksum at its end.

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
    data = read(path)
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
    """Convert any error about the content of a file into a ValueError that names the file."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} cannot be used: {error if isinstance(error, ValueError) else repr(error)}") from error
