"""The chapter that make new-chapter writes obeys the rules of all chapters, and to run a chapter again changes nothing."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest
import test_notebooks
import test_path
from nbformat.v4 import new_code_cell, new_output
from numbered import chapter_paths

from tools.execute import execute
from tools.new_chapter import write


@pytest.fixture(scope="module")
def path(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    shutil.copy(root / "_toc.yml", folder)
    shutil.copytree(root / "book" / "kuhnbook", folder / "book" / "kuhnbook")
    return write("poker_dice", folder)


def test_a_new_chapter_obeys_every_rule(root: Path, path: Path) -> None:
    notebook, before, folder = nbformat.read(path, as_version=4), len(chapter_paths(root)), path.parents[1]
    assert test_notebooks.complaints(notebook) == test_path.complaints(notebook, earlier="") == []
    assert test_path.TIME.search(notebook.cells[0].source)[1] == str(round(test_path.minutes(notebook)))
    times = json.loads((folder / "book" / "kuhnbook" / "sphinx" / "times.json").read_text(encoding="utf-8"))["seconds"]
    assert list(times)[before:] == ["poker_dice"]
    assert "      - file: book/poker_dice\n  - caption: Play\n" in (folder / "_toc.yml").read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="NAME must be new, in lower case, such as poker_dice, got 'poker_dice'"):
        write("poker_dice", folder)


def test_running_a_chapter_again_changes_no_byte(path: Path) -> None:
    """Although the output of its last cell, which is not compared, is another one."""
    notebook = nbformat.read(path, as_version=4)
    count = sum(cell.cell_type == "code" for cell in notebook.cells) + 1
    stored = new_output("execute_result", {"text/plain": "0"}, execution_count=count)
    tags = {"tags": ["nbval-ignore-output"]}
    notebook.cells.append(new_code_cell("import uuid\n\nuuid.uuid4()", execution_count=count, metadata=tags, outputs=[stored]))
    nbformat.write(notebook, path)
    before = path.read_bytes()
    execute(path)
    assert path.read_bytes() == before
