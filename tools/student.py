"""Build the student edition, without solutions and without the part for teachers: ``python -m tools.student``.

It copies the book's sources without both, adds an empty cell for the answer after each exercise, and builds them like the book.
``_build/student`` then has the pages (``html``), the notebooks for JupyterLab (``lab``), and an archive of both to hand out.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from tools import archive

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "_build" / "student"
SOURCES = ("_config.yml", "_toc.yml", "LICENSE", "benchmarks/results.json", "benchmarks/results.md", "book")
TEACHERS = "For teachers"  # the caption of their part in the table of contents
ANSWER = "# Your answer. (For words instead of code: Esc, then M.)"
BUILD = ("-c", "from jupyter_book.cli.main import main; main()", "build", "-W", "--keep-going", "-n", "-q")
LEADS_BACK = ("KUHNCFR_REPOSITORY_URL", "KUHNCFR_SITE_URL")  # to the edition with solutions

GATE = re.compile(r"^(?P<fence>`{3,}|:{3,})\{(?P<kind>exercise|solution)-(?P<side>start|end)\}", re.MULTILINE)
# An exercise or a solution that is one directive; what it holds has shorter fences, or other ones.
DIRECTIVE = re.compile(r"^(?P<fence>`{3,}|:{3,})\{(?P<kind>exercise|solution)\}.*?^(?P=fence)[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
REFERENCE = re.compile(r"\{[\w:]+\}`(?:[^`<]*<)?sol-[\w-]+>?`")  # the labels of solutions
# Sentences about solutions and for teachers, addresses of moved solutions, and their replacements in the student edition.
WORDS = (
    (re.compile(r'<span id="sol-[\w-]+"></span>'), ""),
    (re.compile(r"^- \*\*You teach\.\*\* .*\n(?:  .*\n)*", re.MULTILINE), ""),
    (re.compile(r"\s+before\s+you\s+open\s+the\s+solution\b"), " before you compute"),
)


def plain(text: str) -> str:
    """Return Markdown without solutions in a single directive, and without sentences about solutions or for teachers.

    Examples
    --------
    >>> plain("Guess before you open the solution. See {ref}`sol-cfr`.")
    'Guess before you compute. See the solution.'
    """
    text = DIRECTIVE.sub(lambda match: "" if match["kind"] == "solution" else match[0], text)
    text = REFERENCE.sub("the solution", text)
    for pattern, instead in WORDS:
        text = pattern.sub(instead, text)
    return text


def answer_cell(exercise: NotebookNode) -> NotebookNode:
    return new_code_cell(ANSWER, id=f"{exercise.id[:57]}-answer")


def without_solutions(cells: Iterable[NotebookNode]) -> Iterator[NotebookNode]:
    """Remove the solutions of a notebook, between gates or in one directive, and add an answer cell after each exercise.

    Raises
    ------
    ValueError
        If a gate shares its cell with other text, or a solution is not closed before the next begins: part of it might remain.
    """
    inside = False
    for cell in cells:
        gates = list(GATE.finditer(cell.source)) if cell.cell_type == "markdown" else []
        if len(gates) > 1 or (gates and gates[0].start() > 0):
            raise ValueError(f"a gate must stand in a cell of its own, not in {cell.source[:80]!r}")
        gate = gates[0]["kind"] + " " + gates[0]["side"] if gates else ""
        if inside and gate and gate != "solution end":
            raise ValueError(f"a solution is not closed before {cell.source[:80]!r}")
        if gate == "solution start":
            inside = True
        elif gate == "solution end":
            inside = False
        elif not inside:
            yield from shown(cell, gate)
    if inside:
        raise ValueError("the last solution is not closed")


def shown(cell: NotebookNode, gate: str) -> Iterator[NotebookNode]:
    """Return the rest of a cell outside of solutions, and an answer cell if an exercise ends in it."""
    if cell.cell_type != "markdown":
        yield cell
        return
    exercise = gate == "exercise end" or any(match["kind"] == "exercise" for match in DIRECTIVE.finditer(cell.source))
    cell.source = plain(cell.source)
    if cell.source.strip():
        yield cell
    if exercise:
        yield answer_cell(cell)


def write_sources(target: Path) -> None:
    """Copy the sources of the book into the folder `target`, without solutions."""
    for name in SOURCES:
        origin, copy = ROOT / name, target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, copy, ignore=shutil.ignore_patterns("__pycache__", ".*", "_build", "logs"))
        else:
            shutil.copyfile(origin, copy)
    templates = target / "book" / "_templates"
    (templates / "START_student.md").replace(templates / "START.md")
    for path in (target / "book").glob("*.md"):
        path.write_text(plain(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path in (target / "book").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        notebook.cells = list(without_solutions(notebook.cells))
        nbformat.write(notebook, path)
    drop_teachers(target)


def drop_teachers(target: Path) -> None:
    """Remove the part for teachers from the table of contents in the folder `target`, and its pages."""
    path = target / "_toc.yml"
    contents = yaml.safe_load(path.read_text(encoding="utf-8"))
    (part,) = [part for part in contents["parts"] if part["caption"] == TEACHERS]
    contents["parts"].remove(part)
    path.write_text(yaml.safe_dump(contents, sort_keys=False), encoding="utf-8")
    for page in part["chapters"]:
        (target / f"{page['file']}.md").unlink()


def build(target: Path) -> Path:
    """Write the pages and the notebooks into the folder `target`, pack them, and return the path of the archive.

    If the build fails, the sources remain for inspection, and so do the pages and the notebooks of the last build.
    """
    source = target / "source"
    shutil.rmtree(source, ignore_errors=True)
    write_sources(source)
    environment = {name: value for name, value in os.environ.items() if name not in LEADS_BACK}
    subprocess.run([sys.executable, *BUILD, str(source)], check=True, env=environment)
    for name in ("html", "lab"):
        shutil.rmtree(target / name, ignore_errors=True)
        (source / "_build" / name).rename(target / name)
    shutil.rmtree(source)
    return archive.write(target / "html", target / "lab", target, student=True)


if __name__ == "__main__":
    print(f"Student edition: {build(TARGET).relative_to(ROOT).as_posix()}")
