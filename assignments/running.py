"""Run a student's notebook: its cells in a process of their own, the checks here, where no cell can reach them."""

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import checks
from checks.games import SEED
from checks.program import SECONDS, Complaint, Ended, Given, Program, Waited
from checks.result import Result, text
from nbformat import NotebookNode
from nbformat.v4 import new_output

CHECK = re.compile(r"checks\.show\(checks\.(\w+)\.(\w+)\((.*)\)\)")
# No ordinary answer needs these. What they do may be harmless: a teacher decides.
UNUSUAL = re.compile(
    r"\b(?:import|from)\s+(?:ctypes|gc|importlib|inspect|marshal|multiprocessing|pty|requests|resource|shutil|signal|socket|subprocess|urllib)\b"
    r"|\bimport\s+_(?!_future)\w+"
    r"|\bos\.(?:_exit|exec\w*|fork\w*|kill\w*|popen|posix_spawn\w*|remove|rename|spawn\w*|system|unlink)\b"
    r"|\bsys\.(?:_\w+|modules|setprofile|settrace)\b"
    r"|\b(?:__import__|eval|exec|open|get_ipython)\s*\("
    r"|\b__(?:builtins|closure|code|globals|subclasses)__\b"
    r"|\bchecks(?:\.\w+)+\s*=(?!=)"
    r"|^\s*[!%]\s*\w+",
    re.MULTILINE,
)

WAITED = "waited for more than processor time"
UNKNOWN = "On games or numbers that nobody has seen, this has {:g} points, and that is what counts: compute the answers from the arguments."


@dataclass
class Ran:
    """A notebook after its checks."""

    notebook: NotebookNode
    results: dict[str, Result] = field(default_factory=dict)  # by cell
    suspicions: list[str] = field(default_factory=list)  # for the teacher's eye

    @property
    def mistakes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(result.mistake for result in self.results.values() if result.mistake))


class Cells(Program):
    """The cells of a notebook that have run, in one process as students see the package and, if needed, in one with all of it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(None, seconds=seconds)
        self.suspicions: set[str] = set()

    def beside(self, name: str) -> "Cells":
        """Return the function of this name, as a program with the same processes."""
        function = copy.copy(self)
        function.name = name
        return function

    def run(self, source: str) -> str:
        """Run a cell and return its output; a cell that ends its process is left out from then on."""
        try:
            output = self.request({}, cell=source).get("output", "")
        except Complaint as complaint:
            return f"{complaint}\n"
        self.cells.append(source)
        return str(output)

    def request(self, given: Given, **message: Any) -> dict[str, Any]:
        if WAITED in self.suspicions:
            raise Ended("It is not called again: something in this notebook waited for too long.")
        try:
            return super().request(given, **message)
        except Waited:
            self.suspicions.add(WAITED)
            raise

    def refused(self) -> set[str]:
        refused = super().refused()
        self.suspicions |= {f"tried to {what}" for what in refused}
        return refused


def run(handed_in: NotebookNode, source: NotebookNode, seeds: tuple[int, int], seconds: float = SECONDS) -> Ran:
    """Run a notebook and its checks.

    Parameters
    ----------
    handed_in, source : NotebookNode
        The student's notebook, and the one that was given out.
    seeds : tuple of int
        The games of the checks; and others, which nobody knows. The worse result counts: a function may contain answers.
    seconds : float
        Limit of processor time for each cell and each call.
    """
    ran = Ran(restored(handed_in, source))
    code = [cell for cell in ran.notebook.cells if cell.cell_type == "code"]
    left = [cell for cell in code if cell.metadata.get("nbgrader", {}).get("grade")]  # checks that have not run
    with seeded(seeds[0]), Cells(seconds) as cells:
        for cell in code:
            cell.outputs, cell.execution_count = [], None
            if not left:
                continue  # nothing counts after the last check
            cells.alone = _check(left[0])[0].alone
            if cell is left[0]:
                _grade(left.pop(0), cells, ran, seeds[1])
            else:
                output = cells.run(cell.source)
                cell.outputs = [new_output("stream", name="stdout", text=output)] if output.strip() else []
                cells.suspicions |= {f"in the code: {match.strip()}" for match in UNUSUAL.findall(cell.source)}
    cells.refused()  # behind the last check
    ran.suspicions += sorted(cells.suspicions)
    return ran


def _grade(cell: NotebookNode, cells: Cells, ran: Ran, second_seed: int) -> None:
    check, names = _check(cell)
    functions = [cells.beside(name) for name in names]
    result = check(*functions)
    # A known mistake has lost its points already, and its name may not be found in other games.
    if result.points and check.alone and not result.mistake:
        with seeded(second_seed):
            again = check(*functions)
        if again.points < result.points:
            ran.suspicions.append(f"{names[0]}: {result.points:g} points, but {again.points:g} in games that nobody knew")
            result = replace(result, points=again.points, messages=(*again.messages, UNKNOWN.format(again.points)))
    cell.outputs = [
        new_output("stream", name="stdout", text=text(result)),
        new_output("execute_result", {"text/plain": repr(float(result.points))}, execution_count=1),
    ]
    ran.results[cell.metadata.nbgrader.grade_id] = result


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    token = SEED.set(seed)
    try:
        yield
    finally:
        SEED.reset(token)


def _check(cell: NotebookNode) -> tuple[Any, list[str]]:
    """Return the check of a cell, and the names of the functions that it checks."""
    match = CHECK.fullmatch(cell.source.strip())
    assert match is not None, cell.source
    return getattr(getattr(checks, match[1]), match[2]), match[3].split(", ")


def restored(handed_in: NotebookNode, source: NotebookNode) -> NotebookNode:
    """Return a student's notebook with the cells that are not theirs as they were given out; checks that are missing follow at the end."""
    ours = {grade_id(cell): cell for cell in source.cells if "nbgrader" in cell.metadata}
    notebook = copy.deepcopy(handed_in)
    for cell in notebook.cells:
        name = grade_id(cell)
        if name in ours and ours[name].cell_type == cell.cell_type:
            given = ours.pop(name)
            cell.metadata.nbgrader = given.metadata.nbgrader
            if given.metadata.nbgrader.locked:
                cell.source = given.source
        else:
            cell.metadata.pop("nbgrader", None)
    notebook.cells += [copy.deepcopy(cell) for cell in ours.values() if cell.metadata.nbgrader.grade]
    return notebook


def grade_id(cell: NotebookNode) -> str:
    """Return nbgrader's name of a cell; students may have changed the metadata into anything."""
    about = cell.metadata.get("nbgrader")
    return str(about.get("grade_id")) if isinstance(about, dict) else ""
