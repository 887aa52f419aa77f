"""Many runs at once."""

from collections.abc import Collection
from typing import Any

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm
from kuhncfr.games.game import Game
from kuhncfr.solver.run import Run
from kuhncfr.solver.settings import Settings
from kuhncfr.solver.tree import Tree, compile_game


def solve_many(
    games: Game | Tree | Collection[Game | Tree],
    iterations: int = 1_000,
    *,
    algorithm: str | Algorithm | Collection[str | Algorithm] = "cfr",
    sampling: str | None = None,
    alternating: bool = True,
    seeds: Collection[int | np.random.Generator | None] | None = None,
    exploration: float | None = None,
    record_every: int | None = None,
    threads: int = 1,
    progress: bool = False,
) -> tuple[Run, ...]:
    r"""Solve many games, or one many times: the same runs, to the last bit, as one after the other from :func:`~kuhncfr.solver.solve`.

    Give a sequence for whatever differs between the runs, and one thing for what they share; run k takes the k-th of each sequence.

    Parameters
    ----------
    games : Game or Tree, or a sequence of them
        Games of one form, such as one game at many antes, go side by side.
    iterations : int
        How many each run gets, T, at least 0.
    algorithm : str or Algorithm, or a sequence of them
        As in :func:`~kuhncfr.solver.solve`.
    sampling : {None, "chance", "external", "outcome"}
        Walk the whole tree; or follow one action of chance; of chance and the others; of everybody.
    alternating : bool
        Update one player after the other (True), or everybody at once (False).
    seeds : sequence of int, numpy.random.Generator or None, optional
        Where each run's samples come from; not the same generator twice. Without, new ones each time.
    exploration : float, optional
        With outcome sampling, how often the learner plays at random, in (0, 1]; by default 0.6.
    record_every : int, optional
        Record every so many iterations in each run's ``trajectory``.
    threads : int
        How many of the processor's cores to keep busy. The results are the same.
    progress : bool
        Show a progress bar.

    Returns
    -------
    tuple of Run
        In their order. After Ctrl-C, what was reached until then: without sampling equally many iterations in each run; with sampling
        all in some runs and none in others, which ``interrupted`` tells apart. Before the first iteration the interrupt is raised.

    Raises
    ------
    ValueError
        If sequences differ in length, a game breaks a rule, or arguments are out of range or do not go together.
    TypeError
        If an argument is of the wrong kind.

    Examples
    --------
    What the game is worth to player 1 at three antes:

    >>> from kuhncfr import KuhnPoker, expected_utilities, solve
    >>> runs = solve_many([KuhnPoker(ante=ante) for ante in (0.5, 1, 2)], iterations=2_000, algorithm="pcfr+")
    >>> [round(expected_utilities(run.tree.game, run.average_strategy)[0], 4) for run in runs]
    [-0.0, -0.0556, -0.0333]

    A hundred seeds:

    >>> runs = solve_many(KuhnPoker(), iterations=200, sampling="chance", seeds=range(100), threads=2)
    >>> len(runs), runs[7].exploitability == solve(KuhnPoker(), 200, sampling="chance", seed=7).exploitability
    (100, True)

    Notes
    -----
    Without sampling, sixteen runs at a time go through the same steps, and the processor takes each step for several of them at one stroke.
    Fewer that are left over cost as much as sixteen; one or two go by themselves. With sampling each run walks its own way, so they only
    take turns, and `threads` is all that makes them quicker.

    For S sequences (one for each information set and action, and one for each player), E terminal entries, J combinations of other players'
    sequences (none for two players) and n records, N runs of games of one form take, without sampling, about

    .. math:: 8 \cdot 16 \lceil N/16 \rceil \cdot \big( (7 + 6n) S + 3E + J \big) \ \text{bytes,}

    of which :math:`8 N (2 + 3n) S` stay. In classic Kuhn poker S = 26 and E = 60: 3 kB a run without records. With sampling only what stays
    counts, and for each thread the walk of one run, with random numbers drawn ahead: half a megabyte, or more in a large game.

    See Also
    --------
    kuhncfr.solve : one run; it can also stop at a target.
    """
    iterations = arguments.count("iterations", iterations)
    every = 0 if record_every is None else arguments.count("record_every", record_every, minimum=1)
    threads = arguments.count("threads", threads, minimum=1)
    arguments.flag("progress", progress)
    trees, rules, rngs = _spread(games, algorithm, seeds, sampling)
    for rule in dict.fromkeys(rules):
        Settings(rule, sampling, alternating, exploration)
        rule.check_weights(iterations)
    if not trees:
        return ()

    from kuhncfr.solver.abreast import How, Task  # only now: this imports Numba
    from kuhncfr.solver.batch import in_turn, side_by_side

    tasks = [Task(*task) for task in zip(trees, rules, rngs, strict=True)]
    how = How(iterations=iterations, alternating=alternating, every=every, threads=threads, progress=progress)
    return side_by_side(tasks, how) if sampling is None else in_turn(tasks, how, sampling, exploration)


def _spread(games: Any, algorithm: Any, seeds: Any, sampling: Any) -> tuple[list[Tree], list[Algorithm], list[np.random.Generator]]:
    """Return each run's game, algorithm and random numbers."""
    if seeds is not None and not isinstance(seeds, Collection):
        raise TypeError(f"seeds must be a sequence with one for each run, got {arguments.shown(seeds)}")
    given = {"games": games, "algorithm": algorithm, "seeds": seeds}
    lists = {name: list(what) for name, what in given.items() if isinstance(what, Collection) and not isinstance(what, str)}
    if len({len(found) for found in lists.values()}) > 1:
        lengths = ", ".join(f"{len(found)} {name}" for name, found in lists.items())
        raise ValueError(f"sequences must be equally long, one thing for each run, got {lengths}")
    runs = len(next(iter(lists.values()), [None]))
    of = {name: lists.get(name, [what] * runs) for name, what in given.items()}
    trees = {id(game): compile_game(game) for game in {id(game): game for game in of["games"]}.values()}
    return [trees[id(game)] for game in of["games"]], [as_algorithm(rule) for rule in of["algorithm"]], _generators(of["seeds"], sampling)


def _generators(seeds: list[Any], sampling: str | None) -> list[np.random.Generator]:
    """Return each run's own random numbers; nobody asks for any if all of the tree is walked."""
    if sampling is None and all(seed is None for seed in seeds):
        return [np.random.default_rng(0)] * len(seeds)
    rngs = [arguments.generator(f"seeds[{k}]", seed) for k, seed in enumerate(seeds)]
    if len({id(rng) for rng in rngs}) < len(rngs):
        raise ValueError("seeds must not hold the same generator twice: which run would take which of its numbers?")
    return rngs
