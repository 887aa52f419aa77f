"""Arrays, and what is to be told about them, in one ``.npz`` file with a checksum over every byte.

NumPy's own ``load`` reads such a file. Here it is read with less trust: first the checksum; then only members that are expected, not
compressed, each with exactly the header that an array of the expected type and shape has. So nothing is evaluated, and no more memory is
taken than the file is long.
"""

import hashlib
import json
import math
import os
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support.files import UNUSED, check_version, replacing

Array = NDArray[np.float64]
Shapes = Mapping[str, tuple[int, ...]]

_ABOUT = "about"
_DIGITS = 64  # of the checksum, which ends the file: it is the comment of the zip archive
_PIECE = 1 << 20
_LARGEST_ABOUT = 1 << 20
_HEAD = 4096  # where the format is named, uncompressed


def write(path: str | os.PathLike[str], kind: str, version: int, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write arrays, marked as a file of this `kind`, and what is to be told `about` them; whole or not at all.

    Raises
    ------
    OSError
        If the file cannot be written; the message names `path`.
    """
    text = json.dumps({"format": kind, "version": version, **about}, indent=1, allow_nan=False)
    with replacing(path) as temporary:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_STORED) as archive:
            archive.comment = b"0" * _DIGITS
            _add(archive, _ABOUT, np.frombuffer(text.encode(), np.uint8))
            for name, array in arrays.items():
                _add(archive, name, np.ascontiguousarray(array, "<f8"))
        with temporary.open("r+b") as file:
            digest = _digest(file)
            file.seek(-_DIGITS, os.SEEK_END)
            file.write(digest)


def read(
    path: str | os.PathLike[str], kind: str, version: int, shapes: Callable[[dict[str, Any]], Shapes]
) -> tuple[dict[str, Any], dict[str, Array]]:
    """Read back what :func:`write` wrote, if not a byte has changed.

    Parameters
    ----------
    path : path
        The file.
    kind : str
        What it must be.
    version : int
        The version of the format that can be read.
    shapes : callable
        Takes what is told about the arrays, and returns the shape that each must have. It may raise ValueError, TypeError or KeyError.

    Returns
    -------
    dict, dict of str to ndarray
        What is told about the arrays, and the arrays.

    Raises
    ------
    ValueError
        If the file is damaged, or not of this kind and version, or holds something else; the message names the file.
    OSError
        If it cannot be read.
    """
    with Path(path).open("rb") as file:
        head = file.read(_HEAD)
        if not head.startswith(b"PK\x03\x04") or f'"format": {json.dumps(kind)}'.encode() not in head:
            raise ValueError(f"{path} is not a {kind!r} file, or not even its beginning is whole. {UNUSED}")
        digest = _digest(file)
        if file.read() != digest:
            raise ValueError(f"{path} is damaged: what it holds does not match its checksum. {UNUSED}")
        length = file.tell()
        with blaming(path), zipfile.ZipFile(file) as archive:
            about = _told(archive, min(length, _LARGEST_ABOUT))
        check_version(path, about.pop("version", None), version)
        with blaming(path), zipfile.ZipFile(file) as archive:
            return about, _arrays(archive, shapes(about), length)


@contextmanager
def blaming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn whatever is wrong with what a file holds into an error that names it.

    Raises
    ------
    ValueError
        Then.
    """
    wrong = (ValueError, TypeError, LookupError, ArithmeticError, RuntimeError, EOFError, struct.error, zipfile.BadZipFile)
    try:
        yield
    except wrong as error:
        raise ValueError(f"{path} cannot be used: {error}. {UNUSED}") from error


def _digest(file: IO[bytes]) -> bytes:
    """Return the checksum of all but the checksum itself, and leave the file there."""
    left = file.seek(0, os.SEEK_END) - _DIGITS
    file.seek(0)
    digest = hashlib.sha256()
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        digest.update(piece)
        left -= len(piece)
    return digest.hexdigest().encode()


def _header(dtype: str, shape: tuple[int, ...]) -> bytes:
    """Return how an array begins in NumPy's format, version 1.0."""
    text = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def _add(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    header = _header(array.dtype.str, array.shape)
    entry = zipfile.ZipInfo(f"{name}.npy")  # no date: the same state is the same file
    entry.file_size = len(header) + array.nbytes
    with archive.open(entry, "w") as member:
        member.write(header)
        member.write(array.reshape(-1).view(np.uint8).data)


def _content(archive: zipfile.ZipFile, name: str, least: int, most: int) -> bytes:
    """Return the bytes of a member, if there are as many as there must be."""
    entry = archive.getinfo(f"{name}.npy")
    if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1 or entry.file_size != entry.compress_size:
        raise ValueError(f"its part {name!r} is compressed")
    if not least <= entry.file_size <= most:
        raise ValueError(f"its part {name!r} has the wrong size")
    return archive.read(entry)


def _told(archive: zipfile.ZipFile, most: int) -> dict[str, Any]:
    data = _content(archive, _ABOUT, 0, most)
    begin = data.find(b"\n") + 1  # the header ends with the line
    if not data.startswith(_header("|u1", (len(data) - begin,))):
        raise ValueError(f"its part {_ABOUT!r} is no text")
    about = json.loads(data[begin:])
    if not isinstance(about, dict):
        raise ValueError(f"its part {_ABOUT!r} is no table")
    about.pop("format", None)
    return about


def _arrays(archive: zipfile.ZipFile, shapes: Shapes, length: int) -> dict[str, Array]:
    names = sorted(f"{name}.npy" for name in (_ABOUT, *shapes))
    if sorted(archive.namelist()) != names:
        raise ValueError(f"it must hold {', '.join(names)}, and nothing else")
    return {name: _array(archive, name, shape, length) for name, shape in shapes.items()}


def _array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...], length: int) -> Array:
    header = _header("<f8", shape)
    size = len(header) + 8 * math.prod(shape)
    if size > length:  # whatever the archive claims
        raise ValueError(f"its part {name!r} is not there as a whole")
    data = _content(archive, name, size, size)
    if not data.startswith(header):
        raise ValueError(f"its part {name!r} is not an array of numbers of shape {shape}")
    return np.frombuffer(data, "<f8", offset=len(header)).astype(np.float64).reshape(shape)
