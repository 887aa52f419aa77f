"""A folder of Parquet files that keeps what a sweep has found: each holds some finished runs, and its name is the hash of what it holds."""

import hashlib
import json
import platform
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr._support.files import replacing
from kuhncfr.cfr.algorithm import as_algorithm
from kuhncfr.sweeps.bundle import Outcome
from kuhncfr.sweeps.plan import Job

_FORMAT = {b"format": b"kuhncfr sweep 1"}

# Written at least so often: what a power cut takes is a second's work, or a hundredth of all.
_SECONDS, _PART = 1.0, 0.01


def key(job: Job, game: str) -> str:
    """Return a hash of all that decides the numbers of a run; `game` is the fingerprint of the game.

    Raises
    ------
    ValueError or TypeError
        If a setting is nothing that `solve` takes.
    """
    solving: dict[str, Any] = {"algorithm": "cfr", "sampling": None, "alternating": True, "exploration": None, "target": None}
    solving |= {"record_every": None} | job.combination.solving
    told = {
        "kuhncfr": _version(),
        "game": game,
        "algorithm": {name: repr(value) for name, value in asdict(as_algorithm(solving["algorithm"])).items()},
        "sampling": repr(solving["sampling"]),
        "alternating": repr(solving["alternating"]),
        "iterations": arguments.count("iterations", solving["iterations"]),
        "record_every": solving["record_every"],
        "seed": job.seed,
    }
    for name in ("exploration", "target"):
        told[name] = None if solving[name] is None else float(arguments.positive(name, solving[name]))
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


class Store:
    """The folder, and what is to be written into it next.

    Parameters
    ----------
    path : path
        The folder; made if it is not there.

    Raises
    ------
    OSError
        If the folder cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        with extra("scale"):
            import pyarrow  # noqa: F401 - before anything is solved

        self._path = path
        self._path.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=self._path):  # it can be written
            pass
        self._pending: list[dict[str, Any]] = []
        self._kept: set[str] = set()
        self._begun = self._written = time.monotonic()

    def read(self) -> dict[str, Outcome]:
        """Return what all files hold, each run once.

        Raises
        ------
        ValueError
            If a file is damaged, or no sweep's; the message names it.
        """
        outcomes: dict[str, Outcome] = {}
        for file in sorted(self._path.glob("*.parquet")):
            outcomes = {**_read(file), **outcomes}
        return outcomes

    def add(self, key: str, job: Job, outcome: Outcome) -> None:
        """Keep a finished run, once; it is written with others as soon as it is time."""
        if key in self._kept:
            return
        self._kept.add(key)
        told = {name: str(value) for name, value in job.combination.settings.items()}
        for iterations, exploitability, values in outcome.reached:
            row = {"key": key, "settings": json.dumps(told), "seed": job.seed, "iterations": iterations}
            self._pending.append({**row, "exploitability": exploitability, "values": values, "seconds": outcome.seconds})
        now = time.monotonic()
        if now - self._written > max(_SECONDS, _PART * (now - self._begun)):
            self.write()

    def write(self) -> None:
        """Write a file with the runs that are not yet in one, beside the others: whoever reads the folder sees it whole or not at all."""
        if not self._pending:
            return
        content = _parquet(self._pending)
        with replacing(self._path / f"{_name(content)}.parquet") as temporary:
            temporary.write_bytes(content)
        self._pending, self._written = [], time.monotonic()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    versions = {name: version(name) for name in ("kuhncfr", "numba", "numpy")} | {"python": platform.python_version()}
    table = pyarrow.Table.from_pylist(rows, _schema()).replace_schema_metadata({**_FORMAT, b"versions": json.dumps(versions).encode()})
    buffer = BytesIO()
    pyarrow.parquet.write_table(table, buffer)
    return buffer.getvalue()


def _schema() -> Any:
    from pyarrow import field, float64, int64, list_, schema, string

    kinds = {"key": string(), "settings": string(), "seed": int64(), "iterations": int64()}
    kinds |= {"exploitability": float64(), "values": list_(float64()), "seconds": float64()}
    return schema([field(name, kind) for name, kind in kinds.items()])


@cache
def _version() -> str:
    return version("kuhncfr")  # which looks it up on the disk


def _name(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:40]


def _read(file: Path) -> Mapping[str, Outcome]:
    import pyarrow.parquet

    content = file.read_bytes()
    if _name(content) != file.stem:
        raise ValueError(f"{file} is damaged, or no file of a sweep: take it away, and the runs that it held are solved again")
    table = pyarrow.parquet.read_table(BytesIO(content))
    written = (table.schema.metadata or {}).get(b"format", b"").decode()
    if written != _FORMAT[b"format"].decode():
        raise ValueError(f"{file} has the format {written!r}; this version of the package reads {_FORMAT[b'format'].decode()!r}")
    if not table.schema.equals(_schema()):
        raise ValueError(f"{file} is no file of a sweep: take it away")
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in table.to_pylist():
        rows[row["key"]].append(row)
    return {key: _outcome(found) for key, found in rows.items()}


def _outcome(rows: list[dict[str, Any]]) -> Outcome:
    return Outcome(tuple((row["iterations"], row["exploitability"], tuple(row["values"])) for row in rows), rows[0]["seconds"])
