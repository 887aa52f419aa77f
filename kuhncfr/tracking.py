"""Track a CFR run with labml, which stores every record in an SQLite database at once; records are read back exactly.

labml is imported at the first run, because from then on it intercepts everything that is printed.
"""

import os
import sqlite3
import sys
import uuid
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.recording import snapshot
from kuhncfr.cfr.trajectory import QUANTITIES, Trajectory, assemble

DATABASE = "sqlite.db"

# labml buffers the values that an interrupted run was about to save. They are saved at this step, which is not an iteration.
_LEFTOVERS = 0


@dataclass(frozen=True)
class TrackedRun:
    """A tracked run.

    Attributes
    ----------
    uuid : str
        labml's identifier of the run.
    path : pathlib.Path
        The SQLite database; the configuration, ``configs.yaml``, is in the same folder.
    """

    uuid: str
    path: Path

    @cached_property
    def trajectory(self) -> Trajectory:
        """The recorded iterations, read back from the database."""
        return read(self.path)


def track(
    cfr: CFR, iterations: int, *, record_every: int = 10, name: str = "kuhncfr", logs: str | os.PathLike[str] | None = None
) -> TrackedRun:
    """Run `cfr` as a labml experiment: show progress, record iterations, and print the average strategy.

    No data leave this computer. If the run is interrupted, its records stay readable.

    Parameters
    ----------
    cfr : CFR
        The run to continue; it may already have run iterations.
    iterations : int
        Number of further iterations, at least 1.
    record_every : int
        Record each iteration whose number this divides, at least 1. A record takes as long as two or three sampled iterations.
    name : str
        Name of the experiment, and of a folder in `logs`.
    logs : path, optional
        The folder for all experiments. By default ``logs`` beside the nearest ``.labml.yaml`` at or above the working
        directory, or in the working directory if there is none.

    Returns
    -------
    TrackedRun

    Raises
    ------
    ValueError
        If a number is too small, no iteration would be recorded, `name` is not the name of a folder, or the game has a name that labml
        does not allow: an action ``.``, or any name with ``*``.
    TypeError
        If a number is not whole.
    OSError
        If the folder, the database in it or ``~/.labml``, labml's list of projects, cannot be written. `cfr` stays at the last iteration,
        and the database has all records so far.
    ModuleNotFoundError
        If labml is not installed.

    Examples
    --------
    >>> import contextlib, io, tempfile
    >>> from kuhncfr import CFR, OneBetKuhn
    >>> cfr = CFR(OneBetKuhn(), sampling="chance", seed=1)
    >>> with contextlib.redirect_stdout(io.StringIO()):         # it prints its progress
    ...     run = track(cfr, iterations=20, record_every=10, logs=tempfile.mkdtemp())
    >>> run.trajectory.iterations
    array([10, 20])
    >>> float(run.trajectory.average_strategy["Kb"]["b"][-1]) == cfr.average_strategy["Kb"]["b"]
    True

    See Also
    --------
    kuhncfr.record : the same without labml, in memory.
    """
    arguments.instance("cfr", cfr, CFR, what="a CFR")
    iterations = arguments.count("iterations", iterations, minimum=1)
    record_every = arguments.count("record_every", record_every, minimum=1)
    _check_that_something_is_recorded(cfr, iterations, record_every)
    _check_names(cfr)
    folder = _experiments_folder(logs) / _folder_name(name)
    folder.mkdir(parents=True, exist_ok=True)

    run = _create(name, folder)
    from labml import experiment, logger, monit, tracker

    for quantity in QUANTITIES:
        tracker.set_scalar(f"{quantity}.*")
    experiment.configs(_configuration(cfr, iterations, record_every))
    try:
        with experiment.start(), monit.section("CFR", total_steps=iterations):
            tracker.save(_LEFTOVERS)
            for done, t in enumerate(cfr.iterate(iterations), start=1):
                if t % record_every == 0:
                    tracker.save(t, {".".join(key): value for key, value in snapshot(cfr).items()})
                monit.progress(done)
    except sqlite3.Error as error:  # such as a full disk
        raise OSError(f"{run.path}: {error}") from error
    except BaseException as error:
        if run.path.exists():
            error.add_note(f"the records so far are in {run.path}")
        raise
    logger.log("Average strategy", logger.Text.title)
    logger.inspect({key: {a: round(float(p), 6) for a, p in row.items()} for key, row in cfr.average_strategy.items()}, _n=48)
    return run


def read(path: str | os.PathLike[str]) -> Trajectory:
    """Read back what :func:`~kuhncfr.tracking.track` recorded, also for a run that was interrupted or is still running.

    Parameters
    ----------
    path : path
        The SQLite database of a run.

    Returns
    -------
    Trajectory
        Every complete record, exactly; a record that an interruption cut short is omitted.

    Raises
    ------
    ValueError
        If the file is not a labml database, is damaged or locked, or has no record of a CFR run.
    FileNotFoundError
        If the file does not exist.
    """
    path = arguments.path("path", path)
    if not path.is_file():
        raise FileNotFoundError(f"path must be the {DATABASE} of a tracked run; there is no file {path}")
    records: dict[int, dict[tuple[str, str, str], float]] = {}
    for step, indicator, value in _scalars(path):
        quantity, _, rest = indicator.partition(".")
        if quantity in QUANTITIES and step != _LEFTOVERS and rest[-2:-1] == ".":
            records.setdefault(step, {})[quantity, rest[:-2], rest[-1:]] = value  # an action is one character
    names = max(map(list, records.values()), key=len, default=[])
    complete = {step: record for step, record in records.items() if record.keys() == set(names)}
    if not names or any(_rows(names, quantity) != _rows(names, QUANTITIES[0]) for quantity in QUANTITIES):
        raise ValueError(f"path must be the {DATABASE} of a tracked run; {path} holds no complete record of one")
    return assemble(np.array(list(complete), dtype=np.int64), {key: np.array([r[key] for r in complete.values()]) for key in names})


def _scalars(path: Path) -> list[tuple[Any, Any, Any]]:
    # Read and write, so that SQLite can roll back a transaction that a killed run left incomplete. It creates no file.
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            return connection.execute("SELECT step, indicator, value FROM scalars ORDER BY rowid").fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ValueError(f"path must be the {DATABASE} of a tracked run; {path} cannot be read as a database of labml: {error}") from error


def _rows(names: list[tuple[str, str, str]], quantity: str) -> list[tuple[str, str]]:
    return [(key, action) for found, key, action in names if found == quantity]


def _check_that_something_is_recorded(cfr: CFR, iterations: int, record_every: int) -> None:
    last = cfr.iterations + iterations
    if last // record_every == cfr.iterations // record_every:
        raise ValueError(
            f"record_every must divide one of the iterations {cfr.iterations + 1} to {last}, or nothing is recorded, got {record_every}"
        )


def _check_names(cfr: CFR) -> None:
    for key, found in cfr.infosets.items():
        if "." in found.actions or "*" in key or "*" in found.actions:
            raise ValueError(f"labml cannot track an action '.' or '*', nor a '*' in a name; information set {key!r} has {found.actions}")


def _folder_name(name: str) -> str:
    if not isinstance(name, str) or name in ("", ".", "..") or Path(name).name != name or "\0" in name:
        raise ValueError(f"name must be the name of a folder, without a path, got {arguments.shown(name)}")
    return name


def _experiments_folder(logs: str | os.PathLike[str] | None) -> Path:
    if logs is not None:
        return arguments.path("logs", logs).resolve()
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".labml.yaml").is_file()), here) / "logs"


def _create(name: str, folder: Path) -> TrackedRun:
    """Create the experiment ``folder / uuid``, whatever labml's settings, and with or without git."""
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # otherwise labml cannot be imported without the git executable
    # If no shell has set this, labml mistakes a notebook for PyCharm's, and shows a widget that no notebook stores.
    os.environ.setdefault("_", sys.executable)
    with extra("tracking"):
        import labml.internal.experiment
        import labml.internal.lab
        from labml import experiment, lab

    run_uuid = uuid.uuid4().hex
    # labml warns if it finds no file of settings, or no repository in its folder, and asks git if it does; a run needs neither.
    with patch.object(labml.internal.lab, "labml_notice"), patch.object(labml.internal.experiment, "labml_notice"):
        lab.configure({"path": str(folder), "experiments_path": str(folder.parent)})
        experiment.create(name=name, uuid=run_uuid, writers={"sqlite"}, ignore_callers={__file__})
    return TrackedRun(run_uuid, folder / run_uuid / DATABASE)


def _configuration(cfr: CFR, iterations: int, record_every: int) -> dict[str, Any]:
    """Return the configuration that labml stores with the run."""
    return {
        "game": repr(cfr.game),
        "algorithm": "CFR",
        "sampling": cfr.sampling,
        "alternating": cfr.alternating,
        "seed": cfr.seed,
        "iterations": iterations,
        "iterations_before": cfr.iterations,
        "record_every": record_every,
    }
