"""The state of a solve in a file: stop, and go on exactly where it was."""

import hashlib
import os
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from kuhncfr._support import archives, arguments, random_state, versions
from kuhncfr._support.archives import Array
from kuhncfr.solver.compiled_game import Tree
from kuhncfr.solver.settings import Settings

if TYPE_CHECKING:
    from kuhncfr.solver.engine import Engine

_FORMAT, _VERSION = "kuhncfr solver state", 1

# What decides all iterations to come. The rest of what the loops write to is room: a walk leaves the expected values at 0, and no mark
# it sets equals one of a later walk.
_LEARNT = ("regret", "strategy", "cumulative", "reach")
_RECORDED = ("recorded_regret", "recorded_strategy", "recorded_cumulative")
_NEAR_1 = 1 + 1e-9  # probabilities are rounded

_FINGERPRINTS: WeakKeyDictionary[Tree, str] = WeakKeyDictionary()

_ENTRIES = {"made_with", "game", "fingerprint", "settings", "iterations", "reached", "due", "random", "drawn"}


def write(path: str | os.PathLike[str], settings: Settings, engine: "Engine") -> None:
    """Write the state of a solve, whole or not at all.

    Raises
    ------
    ValueError
        If the random generator is not one of NumPy's own.
    OSError
        If the file cannot be written.
    """
    dice = engine.dice
    sequences = len(engine.state.regret)
    about = {
        "made_with": versions.at_work(),
        "game": repr(engine.tree.game),
        "fingerprint": fingerprint(engine.tree),
        "settings": settings.to_plain(),
        "iterations": engine.done,
        "reached": engine.reached,
        "due": engine.due,
        "random": None if dice is None else random_state.to_plain(dice.rng),
        "drawn": 0 if dice is None else len(dice.drawn),
    }
    arrays = {name: getattr(engine.state, name)[:sequences] for name in _LEARNT}
    arrays |= {"drawn": np.empty(0) if dice is None else dice.drawn}
    arrays |= dict(zip(_RECORDED, engine.rows(), strict=True))
    archives.write(path, _FORMAT, _VERSION, about, arrays)


def read(path: str | os.PathLike[str], tree: Tree) -> tuple[Settings, dict[str, Any], dict[str, Array]]:
    """Read what :func:`write` wrote for this game, and check every number: its settings, what else is told, and the arrays.

    Raises
    ------
    ValueError
        If the file is damaged, holds something else, is of another version, or belongs to another game.
    OSError
        If it cannot be read.
    """

    def shapes(about: dict[str, Any]) -> archives.Shapes:
        if set(about) != _ENTRIES:
            raise ValueError(f"it must tell {', '.join(sorted(_ENTRIES))}, and nothing else")
        if about["fingerprint"] != fingerprint(tree):
            raise ValueError(f"it was saved for {about['game']}, not for {tree.game!r}")
        _check(about)
        sequences = int(tree.sequences_of[-1])
        every = about["settings"]["record_every"]
        rows = about["iterations"] // every if every else 0
        return {
            **dict.fromkeys(_LEARNT, (sequences,)),
            "drawn": (about["drawn"],),
            **dict.fromkeys(_RECORDED, (rows, sequences)),
        }

    about, arrays = archives.read(path, _FORMAT, _VERSION, shapes)
    with archives.blaming(path):
        _check_arrays(arrays)
        return Settings.from_plain(about["settings"]), about, arrays


def fingerprint(tree: Tree) -> str:
    """Return a hash of the compiled tables of a game: equal for games that play alike, whatever their class."""
    if tree not in _FINGERPRINTS:  # each save needs it
        _FINGERPRINTS[tree] = _fingerprint(tree)
    return _FINGERPRINTS[tree]


def _fingerprint(tree: Tree) -> str:
    digest = hashlib.sha256(repr((tree.players, tree.infosets, tree.actions)).encode())
    for name, table in ({name: getattr(tree, name) for name in tree.form._fields} | tree.nodes._asdict()).items():
        little = table.astype(table.dtype.newbyteorder("<"))
        digest.update(repr((name, little.dtype.str, little.shape)).encode())
        digest.update(little.tobytes())
    return digest.hexdigest()


def _check(about: dict[str, Any]) -> None:
    """Check what is told about the arrays, before anything of their size is read."""
    settings = Settings.from_plain(about["settings"])
    for name in ("iterations", "due", "drawn"):
        if type(about[name]) is not int or about[name] < 0:
            raise ValueError(f"its {name} must be a whole number, at least 0")
    arguments.count("iterations", settings.iterations, minimum=about["iterations"])
    if type(about["reached"]) is not bool:
        raise ValueError("its mark for a target that was reached must be true or false")
    if (settings.sampling is None) != (about["random"] is None):
        raise ValueError("a random generator belongs to sampling, and sampling needs one")
    if max(about["iterations"], about["due"]) >= 2**62:
        raise ValueError("its iterations are too many")


def _check_arrays(arrays: dict[str, Array]) -> None:
    for name, array in arrays.items():
        least, most = -np.inf, np.inf
        if name in ("drawn", "strategy", "reach", "recorded_strategy"):
            least, most = 0.0, np.nextafter(1.0, 0.0) if name == "drawn" else _NEAR_1
        elif "cumulative" in name:
            least = 0.0
        if not (np.isfinite(array).all() and (least <= array).all() and (array <= most).all()):
            raise ValueError(f"the numbers of its part {name!r} are out of range")
