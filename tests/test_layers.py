"""The house: rooms import downwards only, no file imports in a circle, and no function hides the file it lives in."""

import ast
import pkgutil
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import kuhncfr as kc

# A room is a folder or a file of the package. It may import what lies on floors below its own, not what stands beside it; what is
# named "kuhncfr" is the package's face, which hands on the public names.
FLOORS = (
    {"_support"},
    {"games"},
    {"strategy"},
    {"evaluate", "nash"},
    {"cfr"},
    {"solver"},
    {"diagnosis", "hand_history", "simulation", "sweeping", "tracking", "vector"},
    {"deviation"},
    {"plot", "report"},
    {"kuhncfr"},
    {"cli"},
    {"__main__"},
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

ROOT = Path(kc.__path__[0])
FILES = {
    ".".join(("kuhncfr", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path for path in ROOT.rglob("*.py")
}


def imported(name):
    """The files of the package that one of them imports, also within functions and for type checkers only."""
    found = set()
    for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relative to itself"
            found |= {full if (full := f"{node.module}.{alias.name}") in FILES else node.module for alias in node.names}
    return found & set(FILES) - {name}


def room(name):
    return name.split(".")[1] if "." in name else name


IMPORTS = {name: imported(name) for name in FILES}


def test_every_room_has_its_floor():
    assert {room(name) for name in FILES} == set(FLOOR)


@pytest.mark.parametrize("name", FILES)
def test_imports_go_down(name):
    here = room(name)
    assert {other for other in map(room, IMPORTS[name]) if other != here and FLOOR[other] >= FLOOR[here]} == set()


def test_no_file_imports_itself_through_others():
    assert len(list(TopologicalSorter(IMPORTS).static_order())) == len(FILES)


def test_the_compiled_solver_does_not_need_the_readable_one():
    assert {name for file, names in IMPORTS.items() if room(file) == "solver" for name in names if room(name) == "cfr"} <= {
        "kuhncfr.cfr.algorithm",
        "kuhncfr.cfr.infoset",
        "kuhncfr.cfr.trajectory",
    }


@pytest.mark.parametrize("wing", [name for name, path in FILES.items() if path.name == "__init__.py"])
def test_no_function_hides_the_file_it_lives_in(wing):
    package = import_module(wing)
    for file in pkgutil.iter_modules(package.__path__):
        assert isinstance(getattr(package, file.name, package), ModuleType), f"{wing}.{file.name} is no module"
