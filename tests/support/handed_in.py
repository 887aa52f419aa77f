"""What students hand in: the reference, and what becomes of it when a line is wrong."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from built import ROOT
from nbformat import NotebookNode

SOURCES = ROOT / "assignments"
NAMES = ("regret_matching", "cfr", "best_response")
SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)


class Slip(NamedTuple):
    """A wrong line: where, what stands there in the reference, what the student wrote, and what it costs."""

    assignment: str
    right: str
    wrong: str
    points: dict[str, float]  # for the parts that lose some


# By the name that the register of mistakes gives them.
SLIPS = {
    "current for average": Slip(
        "cfr", "    return average, {", "    return {key: regret_matching(row) for key, row in cumulative.items()}, {", {"average": 0}
    ),
    "average without reach": Slip("cfr", "+= own[key] * strategy", "+= strategy", {"average": 2}),
    "reach overwritten": Slip(
        "cfr",
        "next_reach[mover] *= float(probability)",
        "next_reach[mover] = float(probability) * (reach[-1] if mover < 0 else 1)",
        {"current": 3, "average": 3},
    ),
    "chance forgotten": Slip("cfr", "for who in range(game.players + 1):", "for who in range(game.players):", {"current": 3, "average": 3}),
    "own reach in the regret": Slip("cfr", "if who != mover:", "if True:", {"current": 2, "average": 3}),
    "regrets floored by aliasing": Slip(
        "cfr",
        "+= regrets[key][action]",
        "= max(cumulative[key][action] + regrets[key][action], 0.0)",
        {"current": 0, "average": 0},
    ),
    "best response per history": Slip(
        "best_response",
        "return value(h + chosen[key])",
        "return max(value(h + action) for action in infosets[key].actions)",
        {"response": 0, "exploitability": 0},
    ),
    "previous player's reach alone": Slip(
        "cfr", "if who != mover:", "if who in ((mover - 1) % game.players, game.players):", {"current": 3, "average": 3}
    ),
}


def reference(assignment: str) -> NotebookNode:
    """The instructor's notebook, as a student would hand it in."""
    notebook = nbformat.read(SOURCES / f"{assignment}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = MARK.sub("", cell.source)
    return notebook


def untouched(assignment: str) -> NotebookNode:
    """As students get it."""
    notebook = nbformat.read(SOURCES / f"{assignment}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = SOLUTION.sub(r"\1raise NotImplementedError()", cell.source)
    return notebook


def slipped(mistake: str) -> NotebookNode:
    """The reference with one line exchanged."""
    slip = SLIPS[mistake]
    notebook = reference(slip.assignment)
    (cell,) = [cell for cell in notebook.cells if slip.right in cell.source]
    cell.source = cell.source.replace(slip.right, slip.wrong)
    return notebook


def rewritten(assignment: str, sources: dict[str, str]) -> NotebookNode:
    """The reference with whole cells exchanged."""
    notebook = reference(assignment)
    for cell in notebook.cells:
        cell.source = sources.get(cell.id, cell.source)
    return notebook


def functions(notebook: NotebookNode) -> dict[str, Any]:
    """Run a notebook's cells but those that give points or show something, and return what they define."""
    found: dict[str, Any] = {}
    for cell in notebook.cells:
        if (cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution")) or cell.id == "setup":
            exec(compile(cell.source, cell.id, "exec"), found)
    return found


def hand_in(notebook: NotebookNode, folder: Path, assignment: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{assignment}.ipynb")
