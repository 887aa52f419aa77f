"""Go on with a solve that was saved, as if it had never stopped."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kuhncfr._support import arguments, random_state
from kuhncfr._support.archives import blaming
from kuhncfr.games.game import Game
from kuhncfr.solver import state
from kuhncfr.solver.compiled_game import Tree, compile_game
from kuhncfr.solver.course import carry_out
from kuhncfr.solver.run import Run, check_callback, course_of, new_engine
from kuhncfr.solver.saving import Often, Saving
from kuhncfr.solver.settings import Settings


def resume(
    path: str | os.PathLike[str],
    game: Game | Tree,
    iterations: int | None = None,
    *,
    target: float | None = None,
    callback: Callable[[Run], Any] | None = None,
    progress: bool = False,
    save_to: str | os.PathLike[str] | None = None,
    save_every: Often | None = None,
) -> Run:
    """Go on with a solve that :func:`~kuhncfr.solver.solve` saved; it ends as if it had never stopped, to the last bit.

    Algorithm, sampling, updates, exploration, random numbers and records are those of the file. What may change stands in the signature.

    Parameters
    ----------
    path : path
        The file.
    game : Game or Tree
        The game that was being solved; the file keeps a fingerprint of it only.
    iterations : int, optional
        How many to run *in all*, T, with those that are done; by default as many as the solve was asked for.
    target : float, optional
        Another exploitability to stop at, in chips a game; by default that of the solve, if it had one.
    callback : callable, optional
        Called with a :class:`~kuhncfr.solver.Run` at every recorded iteration to come.
    progress : bool
        Show a progress bar.
    save_to : path, optional
        Where to go on saving, for example `path` itself; by default nowhere.
    save_every : int or datetime.timedelta, optional
        How many iterations, or how much time, may pass between two saves; by default a minute.

    Returns
    -------
    Run
        With all records, also those from before.

    Raises
    ------
    ValueError
        If the file is damaged (a checksum tells), holds something else, is of another version, or belongs to another game; the file stays
        as it is. Or if an argument is out of range, such as fewer iterations than are done.
    TypeError
        If an argument is of the wrong kind.
    OSError
        If the file cannot be read, or the new one cannot be written, as :func:`~kuhncfr.solver.solve` tells.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from kuhncfr import KuhnPoker, solve
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.npz"
    >>> first = solve(KuhnPoker(), 500, sampling="external", seed=1, save_to=path)
    >>> again = resume(path, KuhnPoker(), 2_000)
    >>> again.iterations
    2000
    >>> again.average_strategy == solve(KuhnPoker(), 2_000, sampling="external", seed=1).average_strategy
    True
    """
    saving, progress = Saving(save_to, save_every), arguments.flag("progress", progress)
    path = arguments.path("path", path)
    tree = compile_game(game)
    before, about, arrays = state.read(path, tree)
    with blaming(path):
        rng = None if about["random"] is None else random_state.from_plain(about["random"])
    settings = _changed(before, about["iterations"], iterations, target)
    check_callback(callback, settings)
    engine = new_engine(tree, settings, rng or np.random.default_rng())
    engine.go_on_from(about["iterations"], about["due"], about["reached"], rng, arrays)
    if settings.target != before.target:
        engine.look_again()
    return carry_out(course_of(engine, settings), settings, saving, callback, progress)


def _changed(before: Settings, done: int, iterations: int | None, target: float | None) -> Settings:
    """Return the settings with another end."""
    end = before.iterations if iterations is None else arguments.count("iterations", iterations)
    if end < done:
        raise ValueError(f"iterations counts those that are done, too: it must be at least {done}, got {iterations!r}")
    return replace(before, iterations=end, target=before.target if target is None else float(arguments.positive("target", target)))
