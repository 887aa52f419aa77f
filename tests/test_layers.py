"""The layers of the package: imports go down only, no file imports itself through others, and no function hides its own file."""

import ast
import pkgutil
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import kuhncfr as kc

# A part is a folder or a file of the package. It may import parts of the layers above its own in this list, but none of its own layer.
# "kuhncfr" is the package's `__init__.py`, which exports the public names.
LAYERS = (
    {"_support"},
    {"games"},
    {"strategy"},
    {"evaluate", "interop", "locking", "nash"},
    {"cfr", "restricted", "subgame"},
    {"solver"},
    {"diagnosis", "hand_history", "simulation", "sweeping", "tracking", "vector"},
    {"deviation"},
    {"plot", "report"},
    {"kuhncfr"},
    {"cli"},
    {"__main__"},
)
LAYER = {part: layer for layer, parts in enumerate(LAYERS) for part in parts}

ROOT = Path(kc.__path__[0])
FILES = {
    ".".join(("kuhncfr", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path for path in ROOT.rglob("*.py")
}


@cache
def imported(name):
    """Return the files of the package that a file imports, also inside functions or for type checkers only."""
    found = set()
    for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relative to itself"
            found |= {full if (full := f"{node.module}.{alias.name}") in FILES else node.module for alias in node.names}
    return found & set(FILES) - {name}


def part(name):
    return name.split(".")[1] if "." in name else name


def test_every_part_has_its_layer():
    assert {part(name) for name in FILES} == set(LAYER)


@pytest.mark.parametrize("name", FILES)
def test_imports_go_down(name):
    here = part(name)
    assert {other for other in map(part, imported(name)) if other != here and LAYER[other] >= LAYER[here]} == set()


def test_no_file_imports_itself_through_others():
    assert len(list(TopologicalSorter({name: imported(name) for name in FILES}).static_order())) == len(FILES)


@pytest.mark.parametrize("folder", [name for name, path in FILES.items() if path.name == "__init__.py"])
def test_no_function_hides_its_own_file(folder):
    package = import_module(folder)
    for file in pkgutil.iter_modules(package.__path__):
        assert isinstance(getattr(package, file.name, package), ModuleType), f"{folder}.{file.name} is not a module"
