"""Nothing that is read runs: no input comes to what evaluates, unpickles or writes HTML. Exceptions are listed with their reasons."""

import ast
import re
from pathlib import Path

import pytest
from built import ROOT

# What runs a program that is text or bytes, or builds an object of any class.
NAMES = {"eval", "exec", "compile", "__import__", "breakpoint"}
MODULES = {"pickle", "cloudpickle", "marshal", "shelve", "dill", "joblib", "yaml", "runpy", "code", "xml"}
ATTRIBUTES = {"import_module", "system", "popen", "Popen", "literal_eval", "loadtxt", "genfromtxt", "fromstring", "memmap", "read_pickle"}

ALLOWED = {
    ("_support/state_files.py", "numpy.load"): "reads the arrays of a saved run, whose sum is right, and no pickle",
    ("_support/state_files.py", "allow_pickle"): "is False, where arrays are written and where they are read",
    (
        "_support/importing.py",
        "import_module",
    ): "imports a module that the user names, for a game or a diagnosis; no file names it",
    ("__init__.py", "import_module"): "loads a part of the package, by a name from its own list",
    ("diagnosis/sandbox.py", "cloudpickle"): "sends the user's own function, from this process to its child; no file",
    ("diagnosis/process.py", "Popen"): "starts that child, without a shell",
    ("diagnosis/worker.py", "pickle"): "receives that function from its parent; no file",
    ("sweeping.py", "cloudpickle"): "sends the user's own game, from this process to its workers; no file",
}

# What takes text for HTML or for a program.
SCRIPT = re.compile(
    r"\.(inner|outer)HTML|insertAdjacentHTML|document\s*\.\s*write|createContextualFragment|DOMParser|srcdoc|setHTMLUnsafe"
    r"|\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|set(Timeout|Interval)\s*\(\s*[\"'`]|javascript:"
)
SCRIPTS = [*(ROOT / "book" / "kuhnbook" / "widgets" / "js").glob("*.js"), *(ROOT / "book" / "assets").glob("*.js")]
PAGES = [*(ROOT / "book" / "_templates").rglob("*.html")]


def found_in(path: Path) -> set[str]:
    """The names of what runs programs that a file of Python uses."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                found |= {alias.name.split(".")[0] for alias in node.names} & MODULES
            case ast.ImportFrom():
                found |= {str(node.module).split(".")[0]} & MODULES
                found |= {alias.name for alias in node.names} & ATTRIBUTES
            case ast.Name():
                found |= {node.id} & NAMES
            case ast.Attribute():
                found |= {node.attr} & ATTRIBUTES
                if node.attr == "load" and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
                    found.add("numpy.load")
            case ast.keyword():
                found |= {str(node.arg)} & {"allow_pickle", "shell"}
    return found


PACKAGE = sorted((ROOT / "kuhncfr").rglob("*.py"))


def test_the_package_runs_nothing_that_it_reads():
    places = {(path.relative_to(ROOT / "kuhncfr").as_posix(), name) for path in PACKAGE for name in found_in(path)}
    assert places == set(ALLOWED)


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES], ids=lambda path: path.name)
def test_scripts_take_no_text_for_html_or_for_a_program(path):
    assert [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if SCRIPT.search(line)] == []
