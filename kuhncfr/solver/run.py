"""Solve a game fast: every variant of CFR, compiled, on flat arrays."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial, singledispatch
from numbers import Integral
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from kuhncfr._support import arguments, arrays, random_state
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.cfr.trajectory import Trajectory, assemble
from kuhncfr.games.game import Game
from kuhncfr.solver import state
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.compiled_game import Tree, compile_game
from kuhncfr.solver.course import Course, Public, PublicRun, carry_out
from kuhncfr.solver.saving import Often, Saving
from kuhncfr.solver.settings import Settings, exploration_of
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    from kuhncfr.solver.engine import Engine


@dataclass(frozen=True, eq=False)
class Run:
    """What a solve reached.

    Attributes
    ----------
    tree : Tree
        The compiled game.
    iterations : int
        How many were run, T.
    exploitability : float
        Of the average strategy, in chips a game.
    interrupted : bool
        Whether Ctrl-C ended the solve early.
    """

    tree: Tree
    iterations: int
    exploitability: float
    interrupted: bool
    _current: Array = field(repr=False)
    _sums: Array = field(repr=False)
    _every: int = field(repr=False)
    _rows: tuple[Array, ...] = field(repr=False)

    @cached_property
    def average_strategy(self) -> StrategyProfile:
        r"""The average :math:`\bar\sigma^T`, the answer."""
        return self.tree.profile(self.tree.averages(self._sums[None])[0])

    @cached_property
    def current_strategy(self) -> StrategyProfile:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration would play."""
        return self.tree.profile(self._current)

    @cached_property
    def trajectory(self) -> Trajectory | None:
        """What was recorded on the way, with the exploitability at each record; None if nothing was asked for."""
        if not self._every:
            return None
        from kuhncfr.solver.engine import exploitabilities

        regrets, strategies, sums = self._rows
        quantities = {"current_strategy": strategies, "average_strategy": self.tree.averages(sums), "cumulative_regret": regrets}
        series = {
            (quantity, infoset, action): rows[:, sequence]
            for quantity, rows in quantities.items()
            for infoset, action, sequence in self.tree.named_sequences()
        }
        steps = np.arange(1, len(sums) + 1, dtype=np.int64) * self._every
        return assemble(steps, series, exploitabilities(self.tree, sums))


@overload
def solve(
    game: Game | Tree,
    iterations: int = ...,
    *,
    algorithm: str | Algorithm = ...,
    sampling: str | None = ...,
    alternating: bool = ...,
    seed: int | np.random.Generator | None = ...,
    exploration: float | None = ...,
    target: float | None = ...,
    record_every: int | None = ...,
    callback: Callable[[Run], Any] | None = ...,
    progress: bool = ...,
    save_to: str | os.PathLike[str] | None = ...,
    save_every: Often | None = ...,
) -> Run: ...


@overload
def solve(
    game: Public,
    iterations: int = ...,
    *,
    algorithm: str | Algorithm = ...,
    alternating: bool = ...,
    target: float | None = ...,
    record_every: int | None = ...,
    callback: Callable[[Any], Any] | None = ...,
    progress: bool = ...,
) -> PublicRun: ...


def solve(
    game: Game | Tree | Public,
    iterations: int = 1_000,
    *,
    algorithm: str | Algorithm = "cfr",
    sampling: str | None = None,
    alternating: bool = True,
    seed: int | np.random.Generator | None = None,
    exploration: float | None = None,
    target: float | None = None,
    record_every: int | None = None,
    callback: Callable[[Any], Any] | None = None,
    progress: bool = False,
    save_to: str | os.PathLike[str] | None = None,
    save_every: Often | None = None,
) -> Any:
    r"""Solve a game by counterfactual regret minimization.

    Parameters
    ----------
    game : Game, Tree or PublicGame
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to solve it many times. A
        :class:`~kuhncfr.vector.PublicGame` is walked once for all hands, without `sampling`, `save_to` and what belongs to them.
    iterations : int
        How many to run, T, at least 0.
    algorithm : str or Algorithm
        ``"cfr"``, ``"cfr+"``, ``"lcfr"`` (linear), ``"dcfr"`` (discounted), ``"pcfr+"`` (predictive), or one of your own.
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
        Called with a :class:`Run` at every recorded iteration.
    progress : bool
        Show a progress bar.
    save_to : path, optional
        A file, replaced along the way, after Ctrl-C and at the end; :func:`~kuhncfr.solver.resume` goes on from it exactly.
    save_every : int or datetime.timedelta, optional
        How many iterations, or how much time, may pass between two saves; by default a minute.

    Returns
    -------
    Run
        After Ctrl-C, what was reached until then; before the first iteration the interrupt is raised. For a public game it is a
        :class:`~kuhncfr.vector.RangeRun`.

    Raises
    ------
    ValueError
        If the game breaks a rule, or arguments are out of range or do not go together.
    TypeError
        If an argument is of the wrong kind.
    OSError
        If the file cannot be written; as far as that can be known, before the first iteration. A save that fails along the way is only
        warned of. If the last one fails, the error is a :class:`~kuhncfr.solver.NotSaved`, which holds the run.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker
    >>> run = solve(KuhnPoker(), iterations=2_000, algorithm="pcfr+")
    >>> run.exploitability < 1e-8
    True
    >>> round(run.average_strategy["Qb"]["b"], 6)
    0.333333

    Kuhn poker with a thousand cards, walked once for all of them:

    >>> from kuhncfr.vector import kuhn
    >>> run = solve(kuhn(cards=1_000), iterations=500, algorithm="dcfr")
    >>> round(18 * run.values[0], 3)
    -1.002

    Notes
    -----
    Sampled regrets have the right mean, but they are discounted only when a walk comes by. Where others are sampled among
    three or more players, the average counts every information set in every iteration, which costs more than the walk.

    A process that is killed while it saves leaves the older state as it was, and beside it a file ``.kuhncfr-….part`` to be deleted.

    See Also
    --------
    kuhncfr.resume : go on with a solve that was saved.
    kuhncfr.CFR : the readable version, which gives the same iterates.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret minimization in extensive games*.
    """
    settings = Settings(
        algorithm=as_algorithm(algorithm),
        sampling=sampling,
        alternating=alternating,
        exploration=exploration_of(sampling, exploration),
        seed=int(seed) if isinstance(seed, Integral) else None,
        record_every=None if record_every is None else arguments.count("record_every", record_every, minimum=1),
        iterations=arguments.count("iterations", iterations),
        target=None if target is None else float(arguments.positive("target", target)),
    )
    check_callback(callback, settings)
    arguments.flag("progress", progress)
    rng = arrays.generator("seed", seed)
    if save_to is not None and sampling is not None:
        random_state.to_plain(rng)  # not every generator can be saved
    saving = Saving(save_to, save_every)
    course = begin(game, settings, rng)
    if save_to is not None and course.write is None:
        raise ValueError(f"save_to must be None for a game that is walked in public, got {arguments.shown(save_to)}")
    return carry_out(course, settings, saving, callback, progress)


@singledispatch
def begin(game: Any, settings: Settings, rng: np.random.Generator) -> Course[Any]:
    """Begin a solve; what other kinds of games do instead is registered where they are made."""
    return course_of(new_engine(compile_game(game), settings, rng), settings)


def course_of(engine: "Engine", settings: Settings) -> Course[Run]:
    """Return how an engine is brought to its end."""
    return Course(engine, partial(_finish, engine), lambda path: state.write(path, settings, engine), first=64)


def check_callback(callback: Callable[[Any], Any] | None, settings: Settings) -> None:
    """Refuse what cannot be called, or never would be."""
    if callback is not None and not callable(callback):
        raise TypeError(f"callback must be a function that takes a Run, got {arguments.shown(callback)}")
    if callback is not None and not settings.record_every:
        raise ValueError("callback is called at recorded iterations: give record_every as well, got None")


def new_engine(tree: Tree, settings: Settings, rng: np.random.Generator) -> "Engine":
    """Return an engine that has nothing behind it, with room for its records."""
    from kuhncfr.solver.engine import Engine  # only now: it imports Numba

    engine = Engine(
        tree,
        settings.algorithm,
        sampling=settings.sampling,
        alternating=settings.alternating,
        rng=rng,
        exploration=settings.exploration,
    )
    engine.make_room(settings.record_every or 0, settings.iterations)
    return engine


def _finish(engine: "Engine", interrupted: bool) -> Run:
    """Take a snapshot."""
    return Run(
        tree=engine.tree,
        iterations=engine.done,
        exploitability=engine.exploitability(),
        interrupted=interrupted,
        _current=engine.state.strategy.copy(),
        _sums=engine.state.cumulative.copy(),
        _every=engine.every,
        _rows=engine.rows(),
    )
