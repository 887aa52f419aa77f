"""Solve a game with compiled CFR; the result can be saved and resumed."""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments, arrays, hints
from kuhncfr._support.pcg64 import generator_from
from kuhncfr._support.progress import pieces
from kuhncfr._support.state_files import naming, read_state, write_state
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.locking import lock
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.compiled_game import compile_game
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.resumable import ResumableEngine
from kuhncfr.solver.settings import Settings

KIND = "kuhncfr run 1"
Callback = Callable[[Any], Any]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Run(hints.Hinted, ABC):
    r"""The result of a solve, with the state that further iterations need.

    Attributes
    ----------
    game : Game or PublicGame
        The game that was solved.
    settings : Settings
        The settings of the solve.
    iterations : int
        Number of iterations run, T.
    interrupted : bool
        Whether Ctrl-C ended the solve early.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, solve
    >>> solve(KuhnPoker(), 1_000, "cfr+")
    Run(KuhnPoker(players=2, cards=3, ante=Fraction(1, 1), bet=Fraction(1, 1)), 'cfr+', 1,000 iterations, exploitability 8.74e-05)
    """

    game: Any
    settings: Settings
    iterations: int
    interrupted: bool
    _arrays: Mapping[str, Array]
    _position: Position | None

    _FIRST: ClassVar[int]  # a number of iterations that is fast in any game

    @property
    @abstractmethod
    def average_strategy(self) -> Any:
        r"""The average :math:`\bar\sigma^T`, the answer, as a profile; of a public game, a table of hands by actions for each history."""

    @property
    @abstractmethod
    def current_strategy(self) -> Any:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration would play, in the same form."""

    @property
    @abstractmethod
    def trajectory(self) -> Any:
        """The recorded iterations, with the exploitability at each; None without ``record_every``."""

    @property
    @abstractmethod
    def values(self) -> tuple[float, ...]:
        """Expected utility of each player under the average strategy, in chips a game."""

    @property
    @abstractmethod
    def exploitability(self) -> float:
        """Exploitability of the average strategy, in chips a game, the average of the gains by best responses."""

    @property
    def nash_conv(self) -> float:
        """NashConv of the average strategy, in chips a game, the sum of the gains by best responses."""
        return self.exploitability * len(self.values)

    def __getitem__(self, infoset: Any) -> Any:
        raise TypeError(f"a run is not a mapping: write run.average_strategy[{infoset!r}]")

    def __repr__(self) -> str:
        how = f"{self.settings.algorithm.name!r}, {self.iterations:,} iterations"
        return f"Run({self.game!r}, {how}, exploitability {self.exploitability:.3g}{', interrupted' * self.interrupted})"

    def resume(self, iterations: int, *, target: float | None = None, callback: Callback | None = None, progress: bool = False) -> Self:
        """Run further iterations: the result equals that of one long run to the last bit.

        The settings, the random numbers and the records continue those of this run, which does not change.

        Parameters
        ----------
        iterations : int
            Number of further iterations, at least 0.
        target : float, optional
            Stop once the exploitability of the average strategy is at most this many chips a game, as in :func:`~kuhncfr.solve`.
        callback : callable, optional
            Called with the run so far, as in :func:`~kuhncfr.solve`.
        progress : bool
            Show a progress bar.

        Returns
        -------
        Run
            With all iterations and records, the earlier ones included. After Ctrl-C, the run so far.

        Raises
        ------
        ValueError, TypeError
            If an argument has the wrong type or is out of range, or the run was sampled with a random generator other than PCG64,
            NumPy's default.

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
        _check(target, callback, progress)
        engine = self._begin(self._solved, self.settings, _generator(self._position), end)
        engine.restore(self.iterations, self._arrays)
        return self._finished(engine, end, target, callback, progress)

    def save(self, path: str | os.PathLike[str], notes: Mapping[str, Any] | None = None) -> None:
        """Write the run to an ``.npz`` file; an existing file is replaced only by a complete one.

        Parameters
        ----------
        path : path
            The file.
        notes : mapping, optional
            What else to store, as JSON: the command line stores the name and the options of the game.

        Raises
        ------
        ValueError
            If the run was sampled with a random generator other than PCG64, NumPy's default.
        OSError
            If the file cannot be written; an existing one does not change.

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
        _generator(self._position)  # raises unless it can be loaded
        metadata = {
            "game": repr(self.game),
            "fingerprint": self._fingerprint(self._solved),
            "settings": self.settings.to_plain(),
            "iterations": self.iterations,
            "random": self._position,
            **({"notes": dict(notes)} if notes else {}),
        }
        write_state(path, KIND, metadata, self._arrays)

    @staticmethod
    def saved_notes(path: str | os.PathLike[str]) -> Mapping[str, Any]:
        """Return the notes in a file that :meth:`~kuhncfr.solver.Run.save` wrote."""
        metadata, _ = read_state(arguments.path("path", path), KIND)
        with naming(arguments.path("path", path)):
            return arguments.mapping("its notes", metadata.get("notes", {}))

    @staticmethod
    def load(path: str | os.PathLike[str], game: Any) -> "Run":
        """Read a run that :meth:`~kuhncfr.solver.Run.save` wrote.

        Parameters
        ----------
        path : path
            The file.
        game : Game, CompiledGame or PublicGame
            The game that was solved; the file stores only its fingerprint.

        Raises
        ------
        ValueError
            If the file is damaged or not a saved run, or belongs to another game. The file is not changed.
        OSError
            If it cannot be read.
        """
        path, (kind, prepared) = arguments.path("path", path), _prepared(game)
        metadata, arrays = read_state(path, KIND)
        with naming(path):
            if metadata["fingerprint"] != kind._fingerprint(prepared):
                raise ValueError(f"it was saved for {metadata['game']}, not for {game!r}")
            settings = Settings.from_plain(metadata["settings"])
            iterations = arguments.count("its iterations", metadata["iterations"])
            engine = kind._begin(prepared, settings, _generator(metadata["random"]), iterations)
            engine.restore(iterations, arrays)
        return kind._snapshot(engine, False)

    @classmethod
    def _finished(cls, engine: ResumableEngine, iterations: int, target: float | None, callback: Callback | None, progress: bool) -> Self:
        """Run to the last iteration, to the target or until Ctrl-C, in pieces short enough to notice Ctrl-C."""
        every, target = engine.record_every, None if target is None else float(target)
        try:
            engine.compile(target)
            for stop in pieces(iterations, lambda: engine.done, first=cls._FIRST, unit="iterations", progress=progress):
                if callback is not None and every:
                    stop = min(stop, engine.done + every - engine.done % every)
                reached = engine.advance(stop, target)
                if callback is not None and (not every or engine.done % every == 0):
                    callback(cls._snapshot(engine, False))
                if reached:
                    break
        except KeyboardInterrupt:
            if not engine.done:
                raise
            return cls._snapshot(engine, True)
        return cls._snapshot(engine, False)

    @property
    def _solved(self) -> Any:
        """The game in the form that engines take."""
        return self.game

    @staticmethod
    @abstractmethod
    def _fingerprint(game: Any) -> str:
        """Return a hash of a prepared game."""

    @staticmethod
    @abstractmethod
    def _begin(game: Any, settings: Settings, rng: np.random.Generator | None, iterations: int) -> ResumableEngine:
        """Return an engine at iteration 0, with memory for the records of this many iterations."""

    @classmethod
    @abstractmethod
    def _snapshot(cls, engine: Any, interrupted: bool) -> Self:
        """Return the result of an engine so far."""


@hints.explains_arguments
def solve(
    game: Any,
    iterations: int = 1_000,
    algorithm: str | Algorithm = "cfr",
    *,
    sampling: str | None = None,
    alternating: bool = True,
    seed: int | np.random.Generator | None = None,
    exploration: float | None = None,
    target: float | None = None,
    record_every: int | None = None,
    locked: Mapping[Any, Any] | None = None,
    callback: Callback | None = None,
    progress: bool = False,
) -> Run:
    r"""Solve a game by counterfactual regret minimization.

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to solve it many times. One walk of a
        :class:`~kuhncfr.vector.PublicGame` covers all hands, so `sampling` must be None.
    iterations : int
        Number of iterations, T, at least 0.
    algorithm : str or Algorithm
        ``"cfr"``, ``"cfr+"``, ``"lcfr"`` (linear), ``"dcfr"`` (discounted), ``"dcfr+"``, ``"pcfr+"`` (predictive), ``"pdcfr+"``, in upper
        or lower case; or your own.
    sampling : {None, "chance", "external", "outcome"}
        Walk the whole tree; or sample the actions of chance; of chance and the other players; of chance and all players.
    alternating : bool
        Update one player after another (True), or all players at once (False).
    seed : int, numpy.random.Generator or None
        Source of the samples. The same seed gives the same run on every processor. A generator is advanced in blocks, beyond the
        last number used.
    exploration : float, optional
        With outcome sampling, the probability with which the learner plays at random, in (0, 1]; by default 0.6.
    target : float, optional
        Stop once the exploitability of the average strategy is at most this many chips a game. It is checked each time the number
        of iterations has grown by a sixteenth.
    record_every : int, optional
        Number of iterations from one record in ``run.trajectory`` to the next; by default nothing is recorded.
    locked : mapping, optional
        Node locking: rows of a strategy that stay, ``{infoset: {action: probability}}``, while the others learn; for a public game, tables
        by history. A player's number locks all that this player does: ``{1: profile}``. The run's exploitability, and the target, are those
        of :class:`~kuhncfr.locking.LockedGame`.
    callback : callable, optional
        Called with a :class:`Run` at every recorded iteration; without `record_every`, several times a second.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Run
        After Ctrl-C, the run so far; before the first iteration, KeyboardInterrupt is raised.

    Raises
    ------
    ValueError
        If the game breaks a rule, or arguments are out of range or contradict each other.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker
    >>> run = solve(KuhnPoker(), iterations=2_000, algorithm="pcfr+")
    >>> run.exploitability < 1e-8
    True
    >>> round(run.average_strategy["Qb"]["b"], 6)
    0.333333

    Kuhn poker with a thousand cards:

    >>> from kuhncfr.vector import kuhn
    >>> run = solve(kuhn(cards=1_000), iterations=500, algorithm="dcfr")
    >>> round(18 * run.values[0], 3)
    -1.002

    Notes
    -----
    If other players are sampled and there are three or more players, the average is updated at every information set in every
    iteration, which costs more than the walk.

    See Also
    --------
    kuhncfr.solver.Run.resume : run further iterations.
    kuhncfr.CFR : the readable version, which gives the same iterates up to rounding.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret minimization in extensive games*.
    """
    if isinstance(iterations, str):
        raise TypeError(f"iterations must be a whole number, got {iterations!r}: write solve(game, 1_000, {iterations!r})")
    iterations = arguments.count("iterations", iterations)
    rng = arrays.generator("seed", seed)
    settings = Settings(
        algorithm=as_algorithm(algorithm),
        sampling=sampling,
        alternating=alternating,
        exploration=exploration,
        seed=int(seed) if isinstance(seed, Integral) else None,
        record_every=record_every,
    )
    _check(target, callback, progress)
    kind, prepared = _prepared(game if locked is None else lock(game, locked))
    return kind._finished(kind._begin(prepared, settings, rng, iterations), iterations, target, callback, progress)


KINDS: dict[type, type[Run]] = {}  # by the class of the games that engines take; the files of both kinds enter theirs


def _prepared(game: Any) -> tuple[type[Run], Any]:
    """Return the kind of run of a game, and the game in the form that engines take."""
    prepared = game if isinstance(game, arguments.Public) else compile_game(game)
    return next(kind for cls, kind in KINDS.items() if isinstance(prepared, cls)), prepared


def _check(target: float | None, callback: Callback | None, progress: bool) -> None:
    """Raise ValueError or TypeError if one of these arguments of a solve is invalid."""
    if target is not None:
        arguments.positive("target", target)
    if callback is not None and not callable(callback):
        raise TypeError(f"callback must be a function that takes a run, got {arguments.shown(callback)}")
    arguments.flag("progress", progress)


def hashed(names: Any, tables: Iterable[NDArray[Any]]) -> str:
    """Return a hash of names and tables, the same on every machine."""
    digest = hashlib.sha256(repr(names).encode())
    for table in tables:
        digest.update(table.astype(table.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()


def _generator(position: Position | None) -> np.random.Generator | None:
    return None if position is None else generator_from(*position)
