"""The student edition: no solution, a cell for each answer, and notebooks that still run."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from numbered import chapter_paths
from solutions import SIGNS, secrets, text_of

from tools.student import ANSWER, without_solutions, write_sources

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
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the edition is built from; tests/dist/test_editions.py builds it."""
    folder = tmp_path_factory.mktemp("student")
    write_sources(folder)
    return folder


def test_an_answer_cell_follows_each_exercise_of_each_chapter(root: Path, source: Path) -> None:
    for path in chapter_paths(root):
        cells = nbformat.read(source / "book" / path.name, as_version=4).cells
        ends = [k for k, cell in enumerate(cells) if cell.source.startswith("```{exercise-end}")]
        assert ends, path.name
        assert [cells[k + 1].source for k in ends] == [ANSWER] * len(ends)
        assert sum(cell.source == ANSWER for cell in cells) == len(ends)
        assert len({cell.id for cell in cells}) == len(cells)


def undefined(book: Path, programs: Path) -> set[tuple[str, str]]:
    """The names that are not there when the cells of a chapter run in turn, or when readers run the code that its texts mention."""
    programs.mkdir()
    for path in book.glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        program = "\n".join(line for cell in cells for line in ([cell.source] if cell.cell_type == "code" else expressions(cell.source)))
        (programs / f"{path.stem}.py").write_text(re.sub(r"^%.*$", "", program, flags=re.MULTILINE), encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select=F821", "--output-format=concise", "."]
    said = subprocess.run(command, cwd=programs, capture_output=True, encoding="utf-8", check=False).stdout
    assert "invalid-syntax" not in said, said
    return set(re.findall(r"^(\w+)\.py:.*F821 Undefined name `(.+)`", said, re.MULTILINE))


def expressions(text: str) -> Iterator[str]:
    """The code in a text. Other words between its marks are commands or paths, and single letters are actions or cards."""
    for code in INLINE_CODE.findall(text):
        with suppress(SyntaxError):
            compile(code, "", "eval")
            if len(code) > 1:
                yield code


def test_no_cell_needs_a_name_from_a_solution(root: Path, source: Path, tmp_path: Path) -> None:
    """Neither a cell with code nor a text, such as that of an exercise, whose readers have not seen the solutions before it."""
    assert undefined(source / "book", tmp_path / "kept") - undefined(root / "book", tmp_path / "whole") == set()


def test_no_solution_and_nothing_for_teachers_is_in_the_sources(root: Path, source: Path, html: Path) -> None:
    hidden, in_book, in_source = secrets(root), text_of(html), text_of(source)
    assert len(hidden) > 300
    assert {words for words in hidden if words not in in_book} == set()  # or this test would find nothing
    assert {words for words in hidden if words in in_source} == set()
    assert SIGNS.findall(in_source) == []
    assert list(source.rglob("teach.md")) == []
