"""What a student's process may not do: load the parts of the package that would do its work, read their files, or start other processes.

An audit hook cannot be removed, but Python does not promise that nothing gets past it: the page for teachers says what does.
"""

import importlib.util
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PROCESSES = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.startfile", "pty.")
CHECKS = Path(__file__).resolve().parents[1]


class Refused(Exception):
    """What a student's program tried, and may not do."""


class GamesOnly(ModuleType):
    """The package as a student's program sees it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return import_module(f"kuhncfr.{name}")  # which the hook refuses


def restrict(report: Callable[[str], None]) -> None:
    """Allow no more than the games of the package; `report` what was refused."""
    folder = _games_only()

    def refuse(what: str, message: str) -> None:
        report(what)
        raise Refused(message)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "import" and str(arguments[0]).startswith("kuhncfr"):
            refuse(arguments[0], f"it uses {arguments[0]}, which does the work: in this exercise, do it yourself")
        if event.startswith(PROCESSES):
            refuse("another process", "it starts another process, which is not allowed here")
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = Path(os.fsdecode(arguments[0])).resolve()
            if path.is_relative_to(folder) or path.is_relative_to(CHECKS):
                refuse(f"the file {path.name}", f"it reads the file {path.name}, which does the work: in this exercise, do it yourself")
            if _writes(arguments):
                raise PermissionError(f"files cannot be written here: {path.name}")

    sys.addaudithook(hook)


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2] if isinstance(arguments[2], int) else 0
    return os.fsdecode(arguments[0]) != os.devnull and bool(flags & (os.O_WRONLY | os.O_RDWR))


def _games_only() -> Path:
    """Put the games in the place of the package, and return its folder."""
    spec = importlib.util.find_spec("kuhncfr")
    assert spec is not None and spec.submodule_search_locations
    folder = spec.submodule_search_locations[0]
    package = GamesOnly("kuhncfr")
    package.__path__ = [folder]
    sys.modules["kuhncfr"] = package
    games = import_module("kuhncfr.games")
    for name in games.__all__:
        setattr(package, name, getattr(games, name))
    package.games = games
    package.StrategyProfile = import_module("kuhncfr.strategy").StrategyProfile
    return Path(folder).resolve()
