"""Saved runs that were changed by somebody who knows how to set the checksum right."""

import hashlib
import json
import struct
import zipfile
from io import BytesIO


def seal_json(path, content):
    """Write a JSON file as kuhncfr does, with a checksum that fits."""
    unsealed = "0" * 64
    text = json.dumps(content | {"sha256": unsealed}, indent=1) + "\n"
    path.write_text(text.replace(unsealed, hashlib.sha256(text.encode()).hexdigest(), 1))


def seal_archive(path, data):
    """Write an archive whose last 64 bytes are its checksum."""
    path.write_bytes(data[:-64] + hashlib.sha256(data[:-64]).hexdigest().encode())


def members(path):
    """The parts of an archive, by name, with the about part as what it tells."""
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    return found, json.loads(found["about.npy"].partition(b"\n")[2])


def rebuild(path, found, about=None, compression=zipfile.ZIP_STORED):
    """Put an archive together from parts, as kuhncfr does."""
    if about is not None:
        text = about if isinstance(about, bytes) else json.dumps(about, indent=1).encode()
        found = found | {"about.npy": npy("|u1", (len(text),), text)}
    with BytesIO() as file:
        with zipfile.ZipFile(file, "w", compression) as archive:
            archive.comment = b"0" * 64
            for name, data in found.items():
                archive.writestr(zipfile.ZipInfo(name), data, compression)
        seal_archive(path, file.getvalue())


def npy(dtype, shape, data):
    """An array in NumPy's format."""
    text = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + data
