"""Saved strategies: the JSON of :class:`~kuhncfr.strategy.StrategyProfile` with the game and the origin of the strategy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

import kuhncfr as kc
from kuhncfr._support.arguments import shown
from kuhncfr.cli.formatting import plural
from kuhncfr.cli.registry import GAMES, GameChoice, from_json
from kuhncfr.solver.settings import Settings

StrategyFile = Annotated[Path, typer.Argument(help="A saved strategy, or a saved run.", metavar="FILE")]
OptionalStrategyFile = Annotated[Path | None, typer.Argument(help="A saved strategy, or a saved run.", metavar="[FILE]")]


@dataclass(frozen=True)
class Solution:
    """A strategy for every player of a game.

    Attributes
    ----------
    choice : GameChoice
        The game, as it was chosen on the command line.
    profile : StrategyProfile
        The strategies.
    origin : mapping
        How they were found, such as ``{"algorithm": "cfr", "iterations": 1000}``; empty if unknown.
    """

    choice: GameChoice
    profile: kc.StrategyProfile
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Any:
        """The game itself."""
        return self.choice.game

    def save(self, path: Path) -> None:
        """Write the strategy, whole or not at all."""
        notes = {"game": self.choice.to_json(), "solved": dict(self.origin), "made_with": f"kuhncfr {kc.__version__}"}
        self.profile.save(path, notes=notes)

    def __str__(self) -> str:
        """The game and the origin, in one line."""
        return "; ".join(part for part in (str(self.choice), describe_origin(self.origin)) if part)


def origin_of(settings: Settings, iterations: int) -> Mapping[str, Any]:
    """Return the origin of a strategy that was found with these settings, without the settings that have their default."""
    found = {"algorithm": settings.algorithm.name, "iterations": iterations, "sampling": settings.sampling, "seed": settings.seed}
    if not settings.alternating:
        found["alternating"] = False
    return {name: value for name, value in found.items() if value is not None}


def load(path: Path, asked: GameChoice | None = None) -> Solution:
    """Read a strategy, or the average strategy of a saved run, for the game that was asked for or, if none was, that the file names.

    Raises
    ------
    ValueError
        If the file is missing or damaged, or its game is unknown or another than the one asked for.
    """
    if path.suffix == ".npz":
        choice = asked or _game_of(path, kc.Run.saved_notes(path), None)
        run = kc.Run.load(path, choice.game)
        return Solution(choice, run.average_strategy, origin_of(run.settings, run.iterations))
    profile, notes = kc.StrategyProfile.load_with_notes(path)
    choice = _game_of(path, notes, asked)
    try:
        profile.check(choice.game)
    except ValueError as error:
        raise ValueError(f"{path}: does not fit {choice}: {error}") from error
    origin = notes.get("solved", {})
    return Solution(choice, profile, origin if isinstance(origin, Mapping) else {})


def describe_origin(origin: Mapping[str, Any]) -> str:
    """Describe the origin of a strategy.

    Examples
    --------
    >>> describe_origin({"algorithm": "cfr", "iterations": 10_000, "sampling": "chance", "seed": 1})
    'cfr, 10,000 iterations, sampling chance, seed 1'
    """
    parts = [f"{origin['algorithm']}"] if "algorithm" in origin else []
    if isinstance(origin.get("iterations"), int):
        parts.append(plural(origin["iterations"], "iteration"))
    if origin.get("alternating") is False:
        parts.append("all players at once")
    parts += [f"{name} {value}" for name, value in origin.items() if name not in ("algorithm", "iterations", "alternating")]
    return ", ".join(parts)


def _game_of(path: Path, notes: Mapping[str, Any], asked: GameChoice | None) -> GameChoice:
    saved = notes.get("game")
    if asked is not None and saved in (None, asked.to_json()):
        return asked
    if saved is None:
        raise ValueError(f"{path}: does not name its game; name it with --game and its options")
    if asked is not None and asked.name not in GAMES:
        raise ValueError(f"{path}: is for another game: {shown(saved)}; asked for {asked.to_json()}")
    try:
        choice = from_json(saved)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    if asked is not None and asked.game != choice.game:
        raise ValueError(f"{path}: is for another game: {choice}; asked for {asked}")
    return choice
