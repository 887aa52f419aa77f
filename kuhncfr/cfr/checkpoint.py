"""The state of a CFR run in a JSON file: stop, and continue exactly where you were."""

import hashlib
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from kuhncfr._support import arguments, random_state, versions
from kuhncfr._support.files import read_sealed_json, write_sealed_json
from kuhncfr.cfr import algorithm
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import Arrays
from kuhncfr.games.game import Game, InformationSet, histories, information_sets

_FORMAT, _VERSION = "kuhncfr CFR state", 2


@dataclass(frozen=True)
class State:
    """All that a run needs in order to go on, beside its game.

    Attributes
    ----------
    algorithm : Algorithm
        The variant.
    sampling : str or None
        What is drawn at random.
    alternating : bool
        Whether players learn one after the other.
    seed : int or None
        What the run was seeded with, if that is known.
    iterations : int
        How many were run.
    rng : numpy.random.Generator
        The random numbers, as far as they are used up.
    classes : tuple of str
        The names of the classes of its information sets: :class:`~kuhncfr.cfr.InfoSet`, or subclasses.
    infosets : mapping of str to mapping of str to mapping of str to float
        What has been learnt: the arrays of each :class:`~kuhncfr.cfr.InfoSet`, by name and action.
    """

    algorithm: Algorithm
    sampling: str | None
    alternating: bool
    seed: int | None
    iterations: int
    rng: np.random.Generator
    classes: tuple[str, ...]
    infosets: Mapping[str, Arrays]


def write(path: str | os.PathLike[str], game: Game, state: State) -> None:
    """Write the state of a run of `game`; :meth:`kuhncfr.cfr.CFR.save` calls it.

    Parameters
    ----------
    path : path
        The file to write; an older one is replaced only once the new one is complete.
    game : Game
        The game that is being solved. Of it, the file keeps a fingerprint only.
    state : State
        The state.

    Raises
    ------
    ValueError
        If a number is not finite, or the random generator is not one of NumPy's own.
    OSError
        If the file cannot be written.
    """
    path, game = arguments.path("path", path), arguments.game("game", game)
    arguments.instance("state", state, State, what="a State")
    content = {
        "made_with": versions.at_work(),
        "game": repr(game),
        "fingerprint": fingerprint(game),
        "algorithm": algorithm.to_plain(state.algorithm),
        "sampling": state.sampling,
        "alternating": state.alternating,
        "seed": state.seed,
        "iterations": state.iterations,
        "random": random_state.to_plain(state.rng),
        "classes": state.classes,
        "infosets": state.infosets,
    }
    write_sealed_json(path, _FORMAT, _VERSION, content)


def read(path: str | os.PathLike[str], game: Game) -> State:
    """Read a state that :func:`~kuhncfr.cfr.checkpoint.write` wrote; :meth:`kuhncfr.cfr.CFR.load` calls it.

    Parameters
    ----------
    path : path
        The file.
    game : Game
        The game that was being solved.

    Returns
    -------
    State

    Raises
    ------
    ValueError
        If the file is damaged (a checksum tells), holds something else, is of another version, or belongs to another game. The file
        stays as it is.
    OSError
        If it cannot be read.
    """
    path, game = arguments.path("path", path), arguments.game("game", game)
    content = read_sealed_json(path, _FORMAT, _VERSION)
    with blaming(path):
        if content["fingerprint"] != fingerprint(game):
            raise ValueError(f"it was saved for {content['game']}, not for {game!r}")
        return State(
            algorithm=algorithm.from_plain(content["algorithm"]),
            sampling=content["sampling"],
            alternating=content["alternating"],
            seed=None if content["seed"] is None else arguments.count("seed", content["seed"], maximum=None),
            iterations=arguments.count("iterations", content["iterations"]),
            rng=random_state.from_plain(content["random"]),
            classes=tuple(content["classes"]),
            infosets=_learnt(content["infosets"], game),
        )


@contextmanager
def blaming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn what goes wrong while a run is put together again into an error that names the file.

    Raises
    ------
    ValueError
        If anything in the file is missing, of the wrong kind or out of range.
    """
    try:
        yield
    except (KeyError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"{path} cannot be continued: {error if isinstance(error, ValueError) else repr(error)}") from error


def fingerprint(game: Game) -> str:
    """Return a hash of the game tree: equal for games that play alike, whatever their class."""
    digest = hashlib.sha256()
    for history in histories(game):
        if game.is_terminal(history):
            rules: tuple[Any, ...] = tuple(map(str, game.utilities(history)))
        elif game.is_chance(history):
            rules = tuple(f"{action} {probability}" for action, probability in game.chance(history).items())
        else:
            rules = (game.player(history), game.infoset(history), *game.actions(history))
        digest.update(repr((history, rules)).encode())
    return digest.hexdigest()


def _learnt(entries: Any, game: Game) -> dict[str, Arrays]:
    """Check what was learnt, and return it with the actions in the order of the game."""
    expected = information_sets(game)
    if set(entries) != set(expected):
        raise ValueError(f"its information sets are {sorted(entries)}, not {sorted(expected)}")
    return {key: _arrays(infoset, entries[key]) for key, infoset in expected.items()}


def _arrays(infoset: InformationSet, entry: Any) -> Arrays:
    arrays = {name: {action: float(row[action]) for action in infoset.actions} for name, row in entry.items()}
    numbers = [number for row in arrays.values() for number in row.values()]
    if not all(map(math.isfinite, numbers)) or min(arrays["cumulative_strategy"].values()) < 0:
        raise ValueError(f"the arrays of information set {infoset.key!r} are out of range")
    return arrays
