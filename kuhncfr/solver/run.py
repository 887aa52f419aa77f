"""Solve a game fast: every variant of CFR, compiled, on flat arrays."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr._support import arguments, pacing
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.cfr.trajectory import Trajectory, assemble
from kuhncfr.games.game import Game
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.tree import Tree, compile_game
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    from kuhncfr.solver.engine import Engine

SAMPLING = (None, "chance", "external", "outcome")
EXPLORATION = 0.6  # of outcome sampling, unless told otherwise


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


def solve(
    game: Game | Tree,
    iterations: int = 1_000,
    *,
    algorithm: str | Algorithm = "cfr",
    sampling: str | None = None,
    alternating: bool = True,
    seed: int | np.random.Generator | None = None,
    exploration: float | None = None,
    target: float | None = None,
    record_every: int | None = None,
    callback: Callable[[Run], Any] | None = None,
    progress: bool = False,
) -> Run:
    r"""Solve a game by counterfactual regret minimization.

    Parameters
    ----------
    game : Game or Tree
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to solve it many times.
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

    Notes
    -----
    Sampled regrets have the right mean, but they are discounted only when a walk comes by. Where others are sampled among
    three or more players, the average counts every information set in every iteration, which costs more than the walk.

    See Also
    --------
    kuhncfr.CFR : the readable version, which gives the same iterates.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret minimization in extensive games*.
    """
    rule = as_algorithm(algorithm)
    iterations = arguments.count("iterations", iterations)
    every = 0 if record_every is None else arguments.count("record_every", record_every, minimum=1)
    exploration = _exploration(sampling, exploration)
    _check_that_they_go_together(rule, sampling, alternating)
    progress = arguments.flag("progress", progress)
    if callback is not None and not callable(callback):
        raise TypeError(f"callback must be a function that takes a Run, got {arguments.shown(callback)}")
    if callback is not None and not every:
        raise ValueError("callback is called at recorded iterations: give record_every as well, got None")
    rule.check_weights(iterations)
    target = _target(target)
    tree = compile_game(game)

    from kuhncfr.solver.engine import Engine  # only now: it imports Numba

    rng = arguments.generator("seed", seed)
    engine = Engine(tree, rule, sampling=sampling, alternating=alternating, rng=rng, exploration=exploration)
    engine.make_room(every, iterations)
    try:
        _advance(engine, iterations, target, every, callback, progress)
    except KeyboardInterrupt:
        if not engine.done:
            raise
        return _finish(engine, interrupted=True)
    return _finish(engine)


def _advance(
    engine: "Engine", iterations: int, target: float | None, every: int, callback: Callable[[Run], Any] | None, progress: bool
) -> None:
    """Run to the end, or to the target, in pieces that are short enough to notice Ctrl-C between them."""

    def advance(stop: int) -> bool:
        if callback is None:
            return engine.advance(stop, target)
        reached = engine.advance(min(stop, engine.done + every - engine.done % every), target)
        if engine.done % every == 0:
            callback(_finish(engine))
        return reached

    pacing.run_in_pieces(iterations, lambda: engine.done, advance, first=64, unit="iterations", progress=progress)


def _finish(engine: "Engine", interrupted: bool = False) -> Run:
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


def _exploration(sampling: str | None, exploration: float | None) -> float:
    if exploration is None:
        return EXPLORATION
    if sampling != "outcome":
        told = f"exploration={arguments.shown(exploration)} with sampling={sampling!r}"
        raise ValueError(f"exploration belongs to sampling='outcome', got {told}")
    share = float(arguments.positive("exploration", exploration))
    if share > 1:
        raise ValueError(f"exploration must be at most 1, got {exploration!r}")
    return share


def _check_that_they_go_together(rule: Algorithm, sampling: str | None, alternating: bool) -> None:
    arguments.choice("sampling", sampling, SAMPLING)
    arguments.flag("alternating", alternating)
    if sampling in ("external", "outcome") and not alternating:
        raise ValueError(f"sampling={sampling!r} lets one player learn per walk, so alternating must be True, got False")
    rule.check_sampling(sampling)


def _target(target: float | None) -> float | None:
    return None if target is None else float(arguments.positive("target", target))
