"""A run in a file, and how it goes on: whatever was solved, as if it had never stopped."""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments
from kuhncfr._support.pcg64 import generator_from
from kuhncfr._support.state_files import naming, read_state, write_state
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.driver import Callback, ResumableEngine, check, drive
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.settings import Settings

KIND = "kuhncfr run 1"


class Resumable(ABC):
    """What a solve reached, with all that it takes to continue."""

    settings: Settings
    iterations: int
    _arrays: Mapping[str, Array]
    _position: Position | None

    _FIRST: ClassVar[int]  # how many iterations certainly do not take long

    def resume(self, iterations: int, *, target: float | None = None, callback: Callback | None = None, progress: bool = False) -> Self:
        """Run further iterations, as if the solve had never stopped: the result is the same to the last bit.

        Algorithm, sampling, random numbers and records are those of this run, which stays as it is.

        Parameters
        ----------
        iterations : int
            How many further ones, at least 0.
        target : float, optional
            Stop once the average strategy's exploitability is at most this many chips a game, as in :func:`~kuhncfr.solve`.
        callback : callable, optional
            Called with what was reached, as in :func:`~kuhncfr.solve`.
        progress : bool
            Show a progress bar.

        Returns
        -------
        Run
            With all iterations and records, also those from before. After Ctrl-C, what was reached until then.

        Raises
        ------
        ValueError, TypeError
            If an argument is of the wrong kind or out of range, or the run was sampled with random numbers from another generator than
            PCG64, NumPy's default.

        Examples
        --------
        >>> from kuhncfr import KuhnPoker, solve
        >>> run = solve(KuhnPoker(), 500, sampling="external", seed=1).resume(1_500)
        >>> run.iterations
        2000
        >>> run.average_strategy == solve(KuhnPoker(), 2_000, sampling="external", seed=1).average_strategy
        True
        """
        end = self.iterations + arguments.count("iterations", iterations)
        check(target, callback, progress)
        self.settings.algorithm.check_weights(end)
        engine = self._begin(self._solved, self.settings, _generator(self._position), end)
        engine.restore(self.iterations, self._arrays)
        snapshot = partial(type(self)._snapshot, engine)
        return drive(engine, end, snapshot, target=target, callback=callback, progress=progress, first=self._FIRST)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run to an ``.npz`` file, whole or not at all.

        Raises
        ------
        ValueError
            If the run was sampled with random numbers from another generator than PCG64, NumPy's default.
        OSError
            If the file cannot be written; an older one stays as it was.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from kuhncfr import KuhnPoker, Run, solve
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.npz"
        >>> solve(KuhnPoker(), 500, algorithm="dcfr").save(path)
        >>> run = Run.load(path, KuhnPoker()).resume(1_500)
        >>> run.iterations
        2000
        """
        path = arguments.path("path", path)
        _generator(self._position)  # known to be one that can be loaded
        metadata = {
            "game": _shown(self._solved),
            "fingerprint": self._fingerprint(self._solved),
            "settings": self.settings.to_plain(),
            "iterations": self.iterations,
            "random": self._position,
        }
        write_state(path, KIND, metadata, self._arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Any) -> Self:
        """Read a run that :meth:`~kuhncfr.solver.Run.save` wrote.

        Parameters
        ----------
        path : path
            The file.
        game : Game, Tree or PublicGame
            The game that was solved; the file holds a fingerprint of it only.

        Raises
        ------
        ValueError
            If the file is damaged, is no saved run, or belongs to another game. The file stays as it is.
        OSError
            If it cannot be read.
        """
        path, game = arguments.path("path", path), cls._prepared(game)
        metadata, arrays = read_state(path, KIND)
        with naming(path):
            if metadata["fingerprint"] != cls._fingerprint(game):
                raise ValueError(f"it was saved for {metadata['game']}, not for {_shown(game)}")
            settings = Settings.from_plain(metadata["settings"])
            iterations = arguments.count("its iterations", metadata["iterations"])
            if (settings.sampling is None) != (metadata["random"] is None):
                raise ValueError("random numbers belong to sampling, and sampling needs them")
            engine = cls._begin(game, settings, _generator(metadata["random"]), iterations)
            engine.restore(iterations, arrays)
        return cls._snapshot(engine, False)

    @property
    @abstractmethod
    def _solved(self) -> Any:
        """The game, compiled if it is."""

    @staticmethod
    @abstractmethod
    def _prepared(game: Any) -> Any:
        """Return the game as engines take it."""

    @staticmethod
    @abstractmethod
    def _fingerprint(game: Any) -> str:
        """Return a hash of a prepared game."""

    @staticmethod
    @abstractmethod
    def _begin(game: Any, settings: Settings, rng: np.random.Generator | None, iterations: int) -> ResumableEngine:
        """Return an engine that has run nothing, with room for the records of so many iterations."""

    @classmethod
    @abstractmethod
    def _snapshot(cls, engine: Any, interrupted: bool) -> Self:
        """Return what an engine has reached."""


def hashed(names: Any, tables: Iterable[NDArray[Any]]) -> str:
    """Return a hash of some names and tables, the same on every machine."""
    digest = hashlib.sha256(repr(names).encode())
    for table in tables:
        digest.update(table.astype(table.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()


def _shown(game: Any) -> str:
    return repr(getattr(game, "game", game))  # of a compiled game, the game itself


def _generator(position: Position | None) -> np.random.Generator | None:
    return None if position is None else generator_from(*position)
