"""What a student's process may not do: load the parts of the package that would do its work, read their files, or do harm.

An audit hook cannot be removed, but Python does not promise that nothing gets past it: the page for teachers says what does.
"""

import importlib.util
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

APART = Path(__file__).resolve().parent  # nothing in this folder is an answer, and a traceback may quote it
ASSIGNMENTS = APART.parents[1]  # the folder with the notebook and the checks
PYTHON = Path(sys.prefix).resolve()


class Refused(Exception):
    """What a student's program tried, and may not do."""


def restrict(report: Callable[[str], None], confined: bool) -> None:
    """Allow no more than the games of the package; `report` what was refused.

    Where the system does not confine the process, nothing may be called through C either, which many libraries need.
    """

    def refuse(what: str) -> NoReturn:
        report(f"use {what}")
        raise Refused(f"it uses {what}: in this exercise do it yourself, with no more of the package than its games")

    folder = _games_only(refuse)
    import_module("kuhncfr._support.guard")  # which this process needs, too
    import_module("ctypes")  # which libraries import for what is in Python itself
    loaded = {Path(module.__file__).resolve() for module in list(sys.modules.values()) if getattr(module, "__file__", None)}

    def closed(path: Path) -> bool:
        if path.is_relative_to(folder):
            return path not in loaded  # which a traceback may quote
        return path.is_relative_to(ASSIGNMENTS) and not path.is_relative_to(APART) and not path.is_relative_to(PYTHON)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "import" and str(arguments[0]).startswith("kuhncfr."):
            refuse(arguments[0])
        if not confined and (event == "ctypes.dlopen" or (event == "ctypes.dlsym" and not str(arguments[1]).startswith("Py"))):
            refuse("functions of C")
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = Path(os.fsdecode(arguments[0])).resolve()
            if closed(path) and path.exists():  # Python looks for the file "<>" after a syntax error
                refuse(f"the file {path.name}")

    sys.addaudithook(hook)


def _games_only(refuse: Callable[[str], NoReturn]) -> Path:
    """Put the games in the place of the package, and return its folder."""

    def missing(name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse(f"kuhncfr.{name}")

    package = ModuleType("kuhncfr")
    package.__path__ = list(importlib.util.find_spec("kuhncfr").submodule_search_locations)  # type: ignore[union-attr,arg-type]
    sys.modules["kuhncfr"] = package
    games, strategy = import_module("kuhncfr.games"), import_module("kuhncfr.strategy")
    vars(package).update({name: getattr(games, name) for name in games.__all__}, games=games, StrategyProfile=strategy.StrategyProfile)
    package.__getattr__ = missing
    return Path(package.__path__[0]).resolve()
