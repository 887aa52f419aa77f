"""Saved strategies: the JSON of :class:`~kuhncfr.strategy.StrategyProfile` and, beside it, the game and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.numbers import counted
from kuhncfr.cli.registry import describe, from_json, from_repr, to_json
from kuhncfr.solver.settings import Settings

StrategyFile = Annotated[Path, typer.Argument(help="A saved strategy, or a saved run.", metavar="FILE")]
OptionalStrategyFile = Annotated[Path | None, typer.Argument(help="A saved strategy, or a saved run.", metavar="[FILE]")]


@dataclass(frozen=True)
class Solution:
    """A strategy for every player of a game.

    Attributes
    ----------
    game : Game
        Which game it is for.
    profile : StrategyProfile
        The strategies.
    origin : mapping
        Where it comes from, such as ``{"algorithm": "cfr", "iterations": 1000}``; empty if that is not known.
    """

    game: Any
    profile: kc.StrategyProfile
    origin: Mapping[str, Any] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write it whole or not at all."""
        notes = {"game": to_json(self.game), "solved": dict(self.origin), "made_with": f"kuhncfr {kc.__version__}"}
        self.profile.save(path, notes=notes)

    def describe(self) -> str:
        """Tell the game and the origin in a line."""
        return "; ".join(part for part in (describe(self.game), origin_in_words(self.origin)) if part)


def origin_of(settings: Settings, iterations: int) -> Mapping[str, Any]:
    """Return how a strategy was found after so many iterations, without the settings that have their default."""
    found = {"algorithm": settings.algorithm.name, "iterations": iterations, "sampling": settings.sampling, "seed": settings.seed}
    if not settings.alternating:
        found["alternating"] = False
    return {name: value for name, value in found.items() if value is not None}


def load(path: Path, asked: Any = None) -> Solution:
    """Read a strategy, or the average strategy of a saved run; the file names its game, unless a game was asked for.

    Raises
    ------
    BadInput
        If the file is missing or damaged, its game is not known, or is not the one that was asked for.
    """
    if path.suffix == ".npz":
        with told_in_one_line():
            run = kc.Run.load(path, asked or from_repr(kc.Run.saved_game(path)))
        return Solution(run.game, run.average_strategy, origin_of(run.settings, run.iterations))
    with told_in_one_line():
        profile, notes = kc.StrategyProfile.load_with_notes(path)
    game = _game_of(path, notes, asked)
    try:
        profile.check(game)
    except ValueError as error:
        raise BadInput(f"{path}: does not fit {describe(game)}: {error}") from error
    origin = notes.get("solved", {})
    return Solution(game, profile, origin if isinstance(origin, Mapping) else {})


def origin_in_words(origin: Mapping[str, Any]) -> str:
    """Tell where a strategy comes from.

    Examples
    --------
    >>> origin_in_words({"algorithm": "cfr", "iterations": 10_000, "sampling": "chance", "seed": 1})
    'cfr, 10,000 iterations, sampling chance, seed 1'
    """
    parts = [f"{origin['algorithm']}"] if "algorithm" in origin else []
    if isinstance(origin.get("iterations"), int):
        parts.append(counted(origin["iterations"], "iteration"))
    if origin.get("alternating") is False:
        parts.append("all players at once")
    parts += [f"{name} {value}" for name, value in origin.items() if name not in ("algorithm", "iterations", "alternating")]
    return ", ".join(parts)


def _game_of(path: Path, notes: Mapping[str, Any], asked: Any) -> Any:
    if "game" not in notes:
        if asked is None:
            raise BadInput(f"{path}: does not tell which game it is for; name it with --game and its options")
        return asked
    try:
        game = from_json(notes["game"])
    except BadInput as error:
        raise BadInput(f"{path}: is damaged: {error}") from error
    if asked is not None and asked != game:
        raise BadInput(f"{path}: is for another game: {describe(game)}; asked for {describe(asked)}")
    return game
