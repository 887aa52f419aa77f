"""The saved state of a CFR run: the arrays of its information sets, and a fingerprint of its game."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from kuhncfr.cfr.infoset import Array, InfoSet
from kuhncfr.games.game import Game, histories

InfoSets = Mapping[str, InfoSet]


def arrays(infosets: InfoSets) -> dict[str, Array]:
    """Return each array of the state, concatenated over the information sets.

    Raises
    ------
    ValueError
        If a number is not finite, or the `state` of an information set does not name every array.
    """
    parts = [infoset.arrays() for infoset in infosets.values()]
    found = {name: np.concatenate([part[name] for part in parts]) for name in next(iter(parts), ())}
    for name, array in found.items():
        if not np.isfinite(array).all():
            raise ValueError(f"{name} must be finite at every information set")
    return found


def restore(infosets: InfoSets, saved: Mapping[str, Array]) -> None:
    """Set the state of each information set to its part of :func:`arrays`.

    Raises
    ------
    ValueError, KeyError
        If an array is missing, or does not have one finite number for each action.
    """
    ends = np.cumsum([len(infoset.actions) for infoset in infosets.values()])
    for name in next((infoset.state for infoset in infosets.values()), ()):
        array = saved[name]
        if array.shape != (ends[-1],) or array.dtype != float or not np.isfinite(array).all():
            raise ValueError(f"its array {name!r} must hold a finite number for each action")
        for infoset, part in zip(infosets.values(), np.split(array, ends[:-1]), strict=True):
            setattr(infoset, name, part.copy())


def fingerprint(game: Game) -> str:
    """Return a hash of the game tree: equal for equal trees, whatever the class of the game."""
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
