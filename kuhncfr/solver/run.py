"""Solve a game fast: every variant of CFR, compiled, on flat arrays."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial, singledispatch
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakKeyDictionary

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.cfr.trajectory import Trajectory, assemble
from kuhncfr.games.game import Game
from kuhncfr.solver.arrays import Array
from kuhncfr.solver.compiled_game import Tree, compile_game
from kuhncfr.solver.driver import check, drive
from kuhncfr.solver.random_stream import Position
from kuhncfr.solver.resumable import Resumable, hashed
from kuhncfr.solver.settings import Settings
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    from kuhncfr.solver.engine import Engine


@dataclass(frozen=True, eq=False)
class Run(Resumable):
    """What a solve reached.

    Attributes
    ----------
    tree : Tree
        The compiled game.
    settings : Settings
        How it was solved.
    iterations : int
        How many were run, T.
    interrupted : bool
        Whether Ctrl-C ended the solve early.
    """

    tree: Tree
    settings: Settings = field(repr=False)
    iterations: int
    interrupted: bool
    _arrays: dict[str, Array] = field(repr=False)
    _position: Position | None = field(repr=False)

    _FIRST = 64

    @cached_property
    def exploitability(self) -> float:
        """The exploitability of the average strategy, in chips a game: what the players could gain on average, each against the others."""
        return float(self._exploitabilities(self._arrays["cumulative"][None])[0])

    @cached_property
    def average_strategy(self) -> StrategyProfile:
        r"""The average :math:`\bar\sigma^T`, the answer."""
        return self.tree.profile(self.tree.averages(self._arrays["cumulative"][None])[0])

    @cached_property
    def current_strategy(self) -> StrategyProfile:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration would play."""
        return self.tree.profile(self._arrays["strategy"])

    @cached_property
    def trajectory(self) -> Trajectory | None:
        """What was recorded, with the exploitability at each record; None without ``record_every``."""
        every = self.settings.record_every
        if every is None:
            return None
        regrets, strategies, sums = (self._arrays[f"recorded_{name}"] for name in ("regret", "strategy", "cumulative"))
        quantities = {"current_strategy": strategies, "average_strategy": self.tree.averages(sums), "cumulative_regret": regrets}
        series = {
            (quantity, infoset, action): rows[:, sequence]
            for quantity, rows in quantities.items()
            for infoset, action, sequence in self.tree.named_sequences()
        }
        steps = np.arange(1, len(sums) + 1, dtype=np.int64) * every
        return assemble(steps, series, self._exploitabilities(sums))

    def _exploitabilities(self, sums: Array) -> Array:
        from kuhncfr.solver.engine import exploitabilities  # only now: it imports Numba

        return exploitabilities(self.tree, sums)

    @property
    def _solved(self) -> Tree:
        return self.tree

    @staticmethod
    def _prepared(game: Game | Tree) -> Tree:
        return compile_game(game)

    @staticmethod
    def _fingerprint(game: Tree) -> str:
        return fingerprint(game)

    @staticmethod
    def _begin(game: Game | Tree, settings: Settings, rng: np.random.Generator | None, iterations: int) -> "Engine":
        from kuhncfr.solver.engine import Engine  # only now: it imports Numba

        return Engine(compile_game(game), settings, rng, iterations)

    @classmethod
    def _snapshot(cls, engine: "Engine", interrupted: bool) -> Self:
        return cls(engine.tree, engine.settings, engine.done, interrupted, engine.snapshot(), engine.position)


_FINGERPRINTS: WeakKeyDictionary[Tree, str] = WeakKeyDictionary()


def fingerprint(tree: Tree) -> str:
    """Return a hash of a compiled game: equal for games that play alike, whatever their class."""
    if tree not in _FINGERPRINTS:  # each save needs it
        _FINGERPRINTS[tree] = hashed((tree.players, tree.infosets, tree.actions), (*tree.form, *tree.nodes))
    return _FINGERPRINTS[tree]


def solve(
    game: Any,
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
) -> Any:
    r"""Solve a game by counterfactual regret minimization.

    Parameters
    ----------
    game : Game, Tree or PublicGame
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to solve it many times. A
        :class:`~kuhncfr.vector.PublicGame` is walked once for all hands, without `sampling` and what belongs to it.
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
        Called with a :class:`Run` at every recorded iteration; without `record_every`, several times a second.
    progress : bool
        Show a progress bar.

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

    See Also
    --------
    kuhncfr.solver.Run.resume : run further iterations.
    kuhncfr.CFR : the readable version, which gives the same iterates.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret minimization in extensive games*.
    """
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
def run_class(_: Any) -> type[Resumable]:
    """Return the class of what a solve of this game reaches; games of other kinds register theirs."""
    return Run
