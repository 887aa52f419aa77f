"""Files of every kind that the package reads, and how to spoil them."""

import copy
import hashlib
import json
import random
import re
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import kuhncfr as kc

NUMBERS = [0, -1, 1, 0.5, 2**63, -(2**63), 10**30, 10**400, 1e300, -1e-300, float("nan"), float("inf")]
WORDS = ["", "1/0", "1e999999999", "9" * 5_000, "NaN", "inf", "\0", "\ud800", "a" * 3_000, "../../x", "__proto__", "PCG64", "Generator"]
NASTY: list[Any] = [None, True, False, *NUMBERS, *WORDS, [], {}, [[]], [0] * 300, {"": {}}]
PIECES = [b"NaN", b"-Infinity", b"null", b"1e999999999", b"9" * 6_000, b"[" * 30_000, b'{"a":' * 3_000]
PIECES += [b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"\xff" * 8, b"\x7f\xff\xff\xff", b"\n", b"-", b"."]
PIECES += [b"PK\x05\x06", b"PK\x01\x02", b"\x93NUMPY", b"SQLite format 3\0"]


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """Change some bytes: a few of them, or a stretch, or the end."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        near = min(at + rng.randint(1, 8), len(data))
        match rng.randrange(8):
            case 0 if at < len(data):
                data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case 1:
                data = data[:at]
            case 2:
                data = data[:at] + data[near:]
            case 3:
                data = data[:at] + rng.randbytes(near - at) + data[near:]
            case 4:
                data = data[:at] + rng.choice(PIECES) + data[at:]
            case 5:
                data = data[:at] + rng.choice(PIECES) + data[near:]
            case 6:
                data = data[:end] + data[at : at + 500] + data[end:]
            case _:
                data = data[:at] + data[end:]
    return data


def twisted(content: Any, rng: random.Random) -> Any:
    """Change one value somewhere in what JSON holds, or the name of one, or leave it out."""
    content = copy.deepcopy(content)
    place = content
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    match rng.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[rng.choice(("", "x", "K", "\0"))] = place.pop(key)
        case 2 if isinstance(place[key], (int, float)) and not isinstance(place[key], bool):
            place[key] = rng.choice((-place[key], place[key] + 1, place[key] * 1e10, str(place[key])))
        case _:
            place[key] = copy.deepcopy(rng.choice(NASTY))
    return content


def twisted_json(data: bytes, rng: random.Random) -> bytes:
    return json.dumps(twisted(json.loads(data), rng), indent=1).encode()


def sealed_json(data: bytes) -> bytes:
    """Give a file the checksum that it should have, so that what it holds is looked at."""
    found = re.search(rb'"sha256": "(\w{64})"', data)
    if not found:
        return data
    digest = hashlib.sha256(data.replace(found[1], b"0" * 64, 1)).hexdigest().encode()
    return data.replace(found[1], digest, 1)


def sealed_archive(data: bytes) -> bytes:
    """The same for an archive, whose checksum ends it."""
    return data[:-64] + hashlib.sha256(data[:-64]).hexdigest().encode() if len(data) > 64 else data


def twisted_archive(data: bytes, rng: random.Random) -> bytes:
    """Change what one member of an archive holds, and write the archive again."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        members = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    name = rng.choice([*members, *["about.npy"] * 6])
    if name == "about.npy" and rng.random() < 0.8:
        head, _, text = members[name].partition(b"\n")
        text = twisted_json(text, rng)
        length = int(re.search(rb"\((\d+),\)", head)[1])
        members[name] = head.replace(f"({length},)".encode(), f"({len(text)},)".encode()) + b"\n" + text
    else:
        members[name] = spoilt(members[name], rng)
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        archive.comment = b"0" * 64
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(member), content)
    return sealed_archive(written.getvalue())


Change = Callable[[bytes, random.Random], bytes]


def changes(twist: Change | None, seal: Callable[[bytes], bytes] | None) -> list[Change]:
    """The ways to spoil a file: bytes; bytes under a checksum that fits; values under a checksum that fits."""
    ways: list[Change] = [spoilt]
    if seal is not None:
        ways.append(lambda data, rng: seal(spoilt(data, rng)))
    if twist is not None:
        ways += [(lambda data, rng: seal(twist(data, rng))) if seal else twist] * 2
    return ways


def tracked(path: Path) -> None:
    """Write the database of a tracked run, as labml does."""
    table = kc.record(kc.CFR(kc.OneBetKuhn()), 4, every=2).table()
    rows = [(int(t), f"{quantity}.{infoset}.{action}", float(value)) for t, quantity, infoset, action, value in table.to_numpy()]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE scalars (step INTEGER, indicator TEXT, value REAL)")
        connection.executemany("INSERT INTO scalars VALUES (?, ?, ?)", sorted(rows, key=lambda row: row[0]))


def twisted_table(data: bytes, rng: random.Random, path: Path = Path("twisted.db")) -> bytes:
    """Change one value of a database, or its kind."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    column, row = rng.choice(("step", "indicator", "value")), rng.randint(1, 36)
    value = rng.choice(
        (None, -1, 0, 2**62, 1e300, float("inf"), "", "x", "a.b.c", "average_strategy.K.", "average_strategy", b"\xff\xfe", "\0")
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;")
        connection.execute(f"UPDATE scalars SET {column} = ? WHERE rowid {rng.choice('=<>')} ?", (value, row))
        if rng.random() < 0.3:
            connection.execute(rng.choice(("ALTER TABLE scalars RENAME COLUMN value TO v", "DELETE FROM scalars", "DROP TABLE scalars")))
    return path.read_bytes()
