"""The student edition: no solution, a cell for each answer, and notebooks that still run."""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from numbered import chapter_paths

from kuhnbook.sphinx.teaching import questions
from tools import student
from tools.student import ANSWER, GATE, without_solutions

WORDS_ALONE = re.compile(r"[A-Za-z][A-Za-z ,']{30,}")  # prose without markup: the same in a source, a notebook and a page
TAG = re.compile(r"<[^>]*>")  # quick; a parser takes ten seconds for all pages
Chapters = dict[str, tuple[list[NotebookNode], list[NotebookNode]]]
CODE_LINE = 25  # characters; shorter lines say too little
INLINE_CODE = re.compile(r"(?<![`}])`([^`]+)`")  # and not what a role holds


def gate(kind: str, side: str) -> NotebookNode:
    return new_markdown_cell(f"```{{{kind}-{side}}} ex-trial\n```")


def exercise() -> list[NotebookNode]:
    return [gate("exercise", "start"), new_markdown_cell("How often?"), gate("exercise", "end")]


@pytest.mark.parametrize(
    "cells",
    [
        [gate("solution", "start"), new_markdown_cell("Often.")],
        [gate("solution", "start"), *exercise()],
        [new_markdown_cell("Often.\n```{solution-start} ex-a\n```")],
        [new_markdown_cell("```{solution-start} ex-a\n```\nOften.\n```{solution-end}\n```")],
    ],
)
def test_what_could_let_a_solution_through_is_refused(cells: list[NotebookNode]) -> None:
    with pytest.raises(ValueError, match=r"gate|closed"):
        list(without_solutions(cells))


@pytest.fixture(scope="module")
def chapters(root: Path) -> Chapters:
    """Each chapter's cells: those of the student edition, and those in solutions."""
    found = {}
    for path in chapter_paths(root):
        cells = nbformat.read(path, as_version=4).cells
        kept = list(without_solutions(nbformat.read(path, as_version=4).cells))
        ids = {cell.id for cell in kept}
        found[path.stem] = kept, [cell for cell in cells if cell.id not in ids and not GATE.match(cell.source)]
    return found


def test_an_answer_cell_follows_each_exercise_of_each_chapter(chapters: Chapters) -> None:
    for name, (kept, solved) in chapters.items():
        ends = [k for k, cell in enumerate(kept) if cell.source.startswith("```{exercise-end}")]
        assert ends, name
        assert solved, name
        assert [kept[k + 1].source for k in ends] == [ANSWER] * len(ends)
        assert sum(cell.source == ANSWER for cell in kept) == len(ends)
        assert len({cell.id for cell in kept}) == len(kept)


def undefined(cells: Iterable[NotebookNode]) -> set[str]:
    """The names that are not there when these cells run in turn, or when readers run the code that their texts mention."""
    program = "\n".join(line for cell in cells for line in ([cell.source] if cell.cell_type == "code" else expressions(cell.source)))
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select=F821", "--output-format=concise", "-"]
    without_magic = re.sub(r"^%.*$", "", program, flags=re.MULTILINE)
    said = subprocess.run(command, input=without_magic, capture_output=True, encoding="utf-8", check=False).stdout
    assert "invalid-syntax" not in said, said
    return set(re.findall("F821 Undefined name `(.+)`", said))


def expressions(text: str) -> Iterator[str]:
    """The code in a text. Other words between its marks are commands or paths, and single letters are actions or cards."""
    for code in INLINE_CODE.findall(text):
        with suppress(SyntaxError):
            compile(code, "", "eval")
            if len(code) > 1:
                yield code


def test_no_cell_needs_a_name_from_a_solution(root: Path, chapters: Chapters) -> None:
    """Neither a cell with code nor a text, such as that of an exercise, whose readers have not seen the solutions before it."""
    for name, (kept, _) in chapters.items():
        cells = nbformat.read(root / "book" / f"{name}.ipynb", as_version=4).cells
        assert undefined(kept) - undefined(cells) == set(), name


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole student edition; Sphinx, which knows every label, turns warnings into errors."""
    folder = tmp_path_factory.mktemp("student")
    student.build(folder)
    return folder


def text_of(folder: Path) -> str:
    """All that readers find in a folder of pages or notebooks: text, notebooks to download, words to search for."""
    return "\n".join(words for path in sorted(folder.rglob("*")) if (words := text_of_file(path)))


def text_of_file(path: Path) -> str:
    if path.suffix == ".ipynb":
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return "\n".join(text for cell in cells for text in ("".join(cell["source"]), json.dumps(cell.get("outputs", ""))))
    if path.suffix == ".html":
        return unescape(TAG.sub("", path.read_text(encoding="utf-8")))
    return path.read_text(encoding="utf-8") if path.suffix in (".md", ".txt") or path.name == "searchindex.js" else ""


def probes(cells: Iterable[NotebookNode]) -> set[str]:
    """Pieces of text by which cells are recognized."""
    found: set[str] = set()
    for cell in cells:
        if cell.cell_type == "markdown":
            found |= {match[0].strip() for match in WORDS_ALONE.finditer(cell.source)}
        else:
            found |= {line.strip() for line in cell.source.splitlines() if len(line.strip()) >= CODE_LINE}
    return found


def test_no_solution_is_anywhere(root: Path, built: Path, html: Path, chapters: Chapters) -> None:
    pages = [*(root / "book").glob("add_*.md"), root / "book" / "sheet.md"]  # their CFR is also in a solution
    others = [path.read_text(encoding="utf-8") for path in pages]
    kept = "\n".join([*others, *(cell.source for cells, _ in chapters.values() for cell in cells)])
    wanted = {probe for _, solved in chapters.values() for probe in probes(solved) if probe not in kept}
    in_book, in_student = text_of(html), text_of(built)
    assert len(wanted) > 300
    assert {probe for probe in wanted if probe not in in_book} == set()  # or this test would find nothing
    assert {probe for probe in wanted if probe in in_student} == set()
    assert re.findall(r"sol-\w+|Solution to|solution-start|hidden solution|Solutions are", in_student) == []


def test_nothing_for_teachers_is_anywhere(built: Path, html: Path) -> None:
    in_book, in_student = (text_of(folder).replace("’", "'") for folder in (html, built))
    wanted = {"What you hope to hear", "You teach.", *(asked["answer"] for asked in questions().values())}
    assert {words for words in wanted if words not in in_book} == set()  # or this test would find nothing
    assert {words for words in wanted if words in in_student} == set()
    assert [path for path in built.rglob("teach*") if path.suffix != ".css"] == []


def test_pages_notebooks_and_sources_have_the_answer_cells(built: Path, chapters: Chapters) -> None:
    for name, (kept, _) in chapters.items():
        expected = sum(cell.source == ANSWER for cell in kept)
        for path in (f"html/book/{name}.html", f"html/_sources/book/{name}.ipynb", f"lab/{name}.ipynb"):
            assert text_of_file(built / path).count(ANSWER) == expected, path


def test_the_archive_holds_pages_and_notebooks(built: Path) -> None:
    (path,) = built.glob("kuhncfr-*-student.zip")
    with zipfile.ZipFile(path) as archive:
        inside = {name.partition("/")[2] for name in archive.namelist()}
        read_me = archive.read(f"{path.stem}/READ ME FIRST.txt").decode()
    notebooks = {f"notebooks/{name}" for name in ("START.md", "cfr.ipynb", "kuhnbook/__init__.py")}
    assert {"index.html", "book/cfr.html", "book/sheet.html", "LICENSE", *notebooks} <= inside
    assert "book/teach.html" not in inside
    assert "folder notebooks" in read_me
    assert "(cfr.ipynb)" in (built / "lab" / "START.md").read_text(encoding="utf-8")
