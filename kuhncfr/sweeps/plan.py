"""Which runs a sweep has: every combination of settings, with every seed if it samples."""

import inspect
import re
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product
from numbers import Integral
from typing import Any, NamedTuple

import cloudpickle

from kuhncfr._support import arguments
from kuhncfr.solver.compiled_game import Tree

SOLVING = ("algorithm", "sampling", "alternating", "exploration", "target", "iterations")  # what goes to `solve`; the rest makes the game


_COLUMN = re.compile(r"seed|exploitability|value_\d+|seconds|error")


class Combination(NamedTuple):
    """Settings that some runs share.

    Attributes
    ----------
    settings : dict
        What the sweep varies, by name.
    game : bytes
        The game, or what makes it and the numbers for that, pickled: short, the same for all runs, and a key for the compiled tree.
    solving : dict
        The arguments of `solve` but for the game and the seed.
    """

    settings: dict[str, Any]
    game: bytes
    solving: dict[str, Any]


class Job(NamedTuple):
    """One run: its place in the table, its settings, and its seed if it samples."""

    number: int
    combination: Combination
    seed: int | None

    @property
    def work(self) -> int:
        """How many iterations it asks for, roughly: a bundle of runs is cut to size by it."""
        iterations = self.combination.solving["iterations"]
        return max(1, min(int(iterations), arguments.LARGEST)) if isinstance(iterations, Integral) else 1


def plan(game: Any, over: Any, seeds: Any, iterations: int | None, record_every: int | None) -> list[Job]:
    """List all runs, in the order of the table; names that nobody knows are refused, values are tried by the run itself."""
    varied = _varied(game, over)
    usual = _usual(varied, iterations, record_every)
    drawn = _seeds(seeds)
    jobs: list[Job] = []
    for values in product(*varied.values()):
        settings = dict(zip(varied, values, strict=True))
        combination = _combination(game, settings, usual)
        sampled = combination.solving.get("sampling") is not None
        jobs += [Job(number, combination, seed) for number, seed in enumerate(drawn if sampled else [None], start=len(jobs))]
    return jobs


def _combination(game: Any, settings: dict[str, Any], usual: dict[str, Any]) -> Combination:
    numbers = {name: value for name, value in settings.items() if name not in SOLVING}
    solving = usual | {name: value for name, value in settings.items() if name in SOLVING}
    made = (game, numbers) if _makes_games(game) else (game.game if isinstance(game, Tree) else game, None)
    return Combination(settings, cloudpickle.dumps(made), solving)  # which also takes classes of a notebook


def _usual(varied: Mapping[str, Any], iterations: int | None, record_every: int | None) -> dict[str, Any]:
    if iterations is not None and "iterations" in varied:
        raise ValueError(f"iterations are given twice: {iterations!r}, and in over as {varied['iterations']!r}")
    usual: dict[str, Any] = {"iterations": arguments.count("iterations", 1_000 if iterations is None else iterations)}
    if record_every is not None:
        usual["record_every"] = arguments.count("record_every", record_every, minimum=1)
    return usual


def _varied(game: Any, over: Any) -> dict[str, tuple[Any, ...]]:
    """Check the names, and that each has values."""
    known = _numbers_of(game)
    over = {} if over is None else over
    if not isinstance(over, Mapping):
        raise TypeError(f"over must map names to lists of values, such as {{'ante': [1, 2]}}, got {arguments.shown(over)}")
    for name in over:
        if _COLUMN.fullmatch(str(name)):
            raise ValueError(f"over cannot vary {name!r}: the table has a column of this name for what a run gives")
        if name not in SOLVING and known is not None and name not in known:
            allowed = f"the game's {', '.join(known)}, and " if known else ""
            raise ValueError(f"over has no {name!r}; it may vary {allowed}what solve takes: {', '.join(SOLVING)}")
    return {name: _values(name, values) for name, values in over.items()}


def _values(name: str, values: Any) -> tuple[Any, ...]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"over[{name!r}] must be a list of values, got {arguments.shown(values)}")
    found = tuple(values)
    if not found:
        raise ValueError(f"over[{name!r}] must have at least one value, got none")
    return found


def _makes_games(game: Any) -> bool:
    return isinstance(game, (type, partial)) or (callable(game) and not hasattr(game, "infoset"))


def _numbers_of(game: Any) -> tuple[str, ...] | None:
    """Return the names of the numbers that a game is made from: none for a ready game, None for one that takes any."""
    if not _makes_games(game):
        if not isinstance(game, Tree) and not hasattr(game, "infoset"):
            raise TypeError(f"game must be a game, or what makes one, such as kc.OneBetKuhn, got {arguments.shown(game)}")
        return ()
    try:
        parameters = inspect.signature(game).parameters.values()
    except ValueError as error:
        raise TypeError(f"game must be a game, or what makes one, such as kc.OneBetKuhn, got {arguments.shown(game)}") from error
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return tuple(p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))


def _seeds(seeds: Any) -> list[int]:
    if isinstance(seeds, (str, bytes)) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds must be whole numbers, such as range(100), got {arguments.shown(seeds)}")
    found = [arguments.count("each of the seeds", seed) for seed in seeds]
    if not found:
        raise ValueError("seeds must have at least one, got none")
    if len(set(found)) < len(found):
        raise ValueError(f"seeds must be different, got {next(seed for seed in found if found.count(seed) > 1)} more than once")
    return found
