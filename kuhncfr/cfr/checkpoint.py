"""The state of a CFR run in a JSON file: stop, and continue exactly where you were."""

import hashlib
import math
import os
from dataclasses import asdict
from typing import Any

import numpy as np

from kuhncfr._support import arguments
from kuhncfr._support.files import read_json, write_json
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.games.game import Game, histories

_FORMAT = "kuhncfr CFR state"


def save(cfr: CFR, path: str | os.PathLike[str]) -> None:
    """Write the state of a run: its settings, sums, iteration count and random numbers.

    Parameters
    ----------
    cfr : CFR
        The run.
    path : path
        The file to write; an older one is replaced only once the new one is complete.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from kuhncfr import CFR, OneBetKuhn
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.json"
    >>> cfr = CFR(OneBetKuhn(), sampling="chance", seed=1)
    >>> cfr.run(10)
    >>> cfr.save(path)
    >>> again = CFR.load(path, OneBetKuhn())
    >>> cfr.run(10); again.run(10)
    >>> again.average_strategy == cfr.average_strategy
    True
    """
    write_json(
        path,
        _FORMAT,
        {
            "game": repr(cfr.game),
            "fingerprint": fingerprint(cfr.game),
            "algorithm": {name: _text(value) for name, value in asdict(cfr.algorithm).items()},
            "sampling": cfr.sampling,
            "alternating": cfr.alternating,
            "seed": cfr.seed,
            "iterations": cfr.iterations,
            "random": _plain(cfr.rng.bit_generator.state),
            "infosets": {
                key: {
                    "cumulative_regret": dict(zip(found.actions, found.cumulative_regret.tolist(), strict=True)),
                    "cumulative_strategy": dict(zip(found.actions, found.cumulative_strategy.tolist(), strict=True)),
                    "prediction": dict(zip(found.actions, found.prediction.tolist(), strict=True)),
                }
                for key, found in cfr.infosets.items()
            },
        },
    )


def load(path: str | os.PathLike[str], game: Game) -> CFR:
    """Read a run that :func:`~kuhncfr.cfr.checkpoint.save` wrote, ready to continue as if it had never stopped.

    Parameters
    ----------
    path : path
        The file.
    game : Game
        The game that was being solved.

    Returns
    -------
    CFR

    Raises
    ------
    ValueError
        If the file is damaged, holds something else, or belongs to another game. The file stays as it is.
    OSError
        If it cannot be read.
    """
    state = read_json(path, _FORMAT)
    try:
        if state["fingerprint"] != fingerprint(game):
            raise ValueError(f"it was saved for {state['game']}, not for {game!r}")
        settings: dict[str, Any] = {name: float(value) if isinstance(value, str) else value for name, value in state["algorithm"].items()}
        cfr = CFR(game, algorithm=Algorithm(**settings), sampling=state["sampling"], alternating=state["alternating"])
        _restore(cfr, state)
    except (KeyError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
        raise ValueError(f"{path} cannot be continued: {error if isinstance(error, ValueError) else repr(error)}") from error
    return cfr


def fingerprint(game: Game) -> str:
    """Return a hash of the game tree: equal for games that play alike, whatever their class."""
    digest = hashlib.sha256()
    for history in histories(game):
        if game.is_terminal(history):
            told: tuple[Any, ...] = tuple(map(str, game.utilities(history)))
        elif game.is_chance(history):
            told = tuple(f"{action} {probability}" for action, probability in game.chance(history).items())
        else:
            told = (game.player(history), game.infoset(history), *game.actions(history))
        digest.update(repr((history, told)).encode())
    return digest.hexdigest()


def _restore(cfr: CFR, state: dict[str, Any]) -> None:
    if set(state["infosets"]) != set(cfr.infosets):
        raise ValueError(f"its information sets are {sorted(state['infosets'])}, not {sorted(cfr.infosets)}")
    for key, found in cfr.infosets.items():
        sums = [np.array([state["infosets"][key][which][a] for a in found.actions], dtype=float) for which in _SUMS]
        if not np.isfinite(sums).all() or (sums[1] < 0).any():
            raise ValueError(f"the sums of information set {key!r} are out of range")
        found.restore(*sums)
    cfr.iterations = arguments.count("iterations", state["iterations"])
    cfr.seed = None if state["seed"] is None else arguments.count("seed", state["seed"])
    kind = getattr(np.random, state["random"]["bit_generator"], None)
    if not (isinstance(kind, type) and issubclass(kind, np.random.BitGenerator)):
        raise ValueError(f"NumPy has no random bit generator {state['random']['bit_generator']!r}")
    bit_generator = kind()
    bit_generator.state = _arrays(state["random"])
    cfr.rng = np.random.Generator(bit_generator)


_SUMS = ("cumulative_regret", "cumulative_strategy", "prediction")


def _text(value: Any) -> Any:
    """JSON has no infinity: write it as text."""
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def _plain(state: Any) -> Any:
    """Turn the state of a NumPy bit generator into what JSON can hold."""
    if isinstance(state, dict):
        return {key: _plain(value) for key, value in state.items()}
    return {"array": state.tolist(), "dtype": str(state.dtype)} if isinstance(state, np.ndarray) else state


def _arrays(state: Any) -> Any:
    """Undo :func:`_plain`."""
    if isinstance(state, dict) and set(state) == {"array", "dtype"}:
        return np.array(state["array"], dtype=state["dtype"])
    return {key: _arrays(value) for key, value in state.items()} if isinstance(state, dict) else state
