"""Solve a game fast, every variant of CFR, compiled; and what a solve reached, which can be saved and resumed."""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import partial, singledispatch
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments, arrays
from kuhncfr._support.pcg64 import generator_from
from kuhncfr._support.state_files import naming, read_state, write_state
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.driver import Callback, ResumableEngine, check, drive
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.settings import Settings

KIND = "kuhncfr run 1"


class Run(ABC):
    r"""What a solve reached, with all that it takes to continue.

    Attributes
    ----------
    game : Game or PublicGame
        What was solved.
    settings : Settings
        How it was solved.
    iterations : int
        How many were run, T.
    interrupted : bool
        Whether Ctrl-C ended the solve early.
    average_strategy : StrategyProfile, or mapping of str to ndarray
        The average :math:`\bar\sigma^T`, the answer; of a public game, a table of hands by actions for each history.
    current_strategy : StrategyProfile, or mapping of str to ndarray
        The strategy :math:`\sigma^{T+1}` that the next iteration would play.
    trajectory : Trajectory, RangeTrajectory or None
        What was recorded, with the exploitability at each record; None without ``record_every``.

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
    average_strategy: Any
    current_strategy: Any
    trajectory: Any
    _arrays: Mapping[str, Array]
    _position: Position | None

    _FIRST: ClassVar[int]  # how many iterations certainly do not take long

    @property
    @abstractmethod
    def values(self) -> tuple[float, ...]:
        """What each player wins on average with the average strategy, in chips a game."""

    @property
    @abstractmethod
    def exploitability(self) -> float:
        """The exploitability of the average strategy, in chips a game: what a player could gain by a best response, on average."""

    @property
    def nash_conv(self) -> float:
        """NashConv of the average strategy, in chips a game: what the players could gain together."""
        return self.exploitability * len(self.values)

    def __repr__(self) -> str:
        how = f"{self.settings.algorithm.name!r}, {self.iterations:,} iterations"
        return f"Run({self.game!r}, {how}, exploitability {self.exploitability:.3g}{', interrupted' * self.interrupted})"

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

    @staticmethod
    def saved_game(path: str | os.PathLike[str]) -> str:
        """Return how a file that :meth:`save` wrote names its game: by its ``repr``."""
        metadata, _ = read_state(arguments.path("path", path), KIND)
        return str(metadata["game"])

    @staticmethod
    def load(path: str | os.PathLike[str], game: Any) -> "Run":
        """Read a run that :meth:`save` wrote.

        Parameters
        ----------
        path : path
            The file.
        game : Game, CompiledGame or PublicGame
            The game that was solved; the file holds a fingerprint of it only.

        Raises
        ------
        ValueError
            If the file is damaged, is no saved run, or belongs to another game. The file stays as it is.
        OSError
            If it cannot be read.
        """
        kind = run_class(game)
        path, game = arguments.path("path", path), kind._prepared(game)
        metadata, arrays = read_state(path, KIND)
        with naming(path):
            if metadata["fingerprint"] != kind._fingerprint(game):
                raise ValueError(f"it was saved for {metadata['game']}, not for {_shown(game)}")
            settings = Settings.from_plain(metadata["settings"])
            iterations = arguments.count("its iterations", metadata["iterations"])
            if (settings.sampling is None) != (metadata["random"] is None):
                raise ValueError("random numbers belong to sampling, and sampling needs them")
            engine = kind._begin(game, settings, _generator(metadata["random"]), iterations)
            engine.restore(iterations, arrays)
        return kind._snapshot(engine, False)

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
    callback: Callable[[Any], Any] | None = None,
    progress: bool = False,
) -> Run:
    r"""Solve a game by counterfactual regret minimization.

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to solve it many times. A
        :class:`~kuhncfr.vector.PublicGame` is walked once for all hands, without `sampling` and what belongs to it.
    iterations : int
        How many to run, T, at least 0.
    algorithm : str or Algorithm
        ``"cfr"``, ``"cfr+"``, ``"lcfr"`` (linear), ``"dcfr"`` (discounted), ``"pcfr+"`` (predictive), in any case; or one of your own.
    sampling : {None, "chance", "external", "outcome"}
        Walk the whole tree; or follow one action of chance; of chance and the others; of everybody.
    alternating : bool
        Update one player after the other (True), or everybody at once (False).
    seed : int, numpy.random.Generator or None
        Where samples come from. The same seed gives the same run, on every processor. From a generator numbers are taken ahead,
        in blocks: it ends further on than the last number used.
    exploration : float, optional
        With outcome sampling, how often the learner plays at random, in (0, 1]; by default 0.6.
    target : float, optional
        Stop once the average strategy's exploitability is at most this many chips a game. It is looked at after each
        further sixteenth of the iterations.
    record_every : int, optional
        Record every so many iterations in ``run.trajectory``.
    callback : callable, optional
        Called with a :class:`Run` at every recorded iteration; without `record_every`, several times a second.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Run
        After Ctrl-C, what was reached until then; before the first iteration the interrupt is raised.

    Raises
    ------
    ValueError
        If the game breaks a rule, or arguments are out of range or do not go together.
    TypeError
        If an argument is of the wrong kind.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker
    >>> run = solve(KuhnPoker(), iterations=2_000, algorithm="pcfr+")
    >>> run.exploitability < 1e-8
    True
    >>> round(run.average_strategy["Qb"]["b"], 6)
    0.333333

    Kuhn poker with a thousand cards, walked once for all of them:

    >>> from kuhncfr.vector import KuhnPoker
    >>> run = solve(KuhnPoker(cards=1_000), iterations=500, algorithm="dcfr")
    >>> round(18 * run.values[0], 3)
    -1.002

    Notes
    -----
    Sampled regrets have the right mean, but they are discounted only when a walk comes by. Where others are sampled among
    three or more players, the average counts every information set in every iteration, which costs more than the walk.

    See Also
    --------
    kuhncfr.solver.Run.resume : run further iterations.
    kuhncfr.CFR : the readable version, which gives the same iterates.

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
    settings.algorithm.check_weights(iterations)
    check(target, callback, progress)
    kind = run_class(game)
    engine = kind._begin(game, settings, rng, iterations)
    snapshot = partial(kind._snapshot, engine)
    return drive(engine, iterations, snapshot, target=target, callback=callback, progress=progress, first=kind._FIRST)


@singledispatch
def run_class(game: Any) -> type[Run]:
    """Return the class of what a solve of this game reaches; each kind of game registers its own."""
    raise TypeError(f"game must be a game, got {arguments.shown(game)}")


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
