"""The chapter that make new-chapter writes obeys the rules of all chapters."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest
import test_notebooks
import test_path
from numbered import chapter_paths

from tools.new_chapter import write


def test_a_new_chapter_obeys_every_rule(root: Path, tmp_path: Path) -> None:
    shutil.copy(root / "_toc.yml", tmp_path)
    shutil.copytree(root / "book" / "kuhnbook", tmp_path / "book" / "kuhnbook")
    before = len(chapter_paths(root))
    path = write("poker_dice", tmp_path)
    notebook = nbformat.read(path, as_version=4)
    assert test_notebooks.complaints(notebook) == test_path.complaints(notebook, earlier="") == []
    assert test_path.TIME.search(notebook.cells[0].source)[1] == str(round(test_path.minutes(notebook)))
    times = json.loads((tmp_path / "book" / "kuhnbook" / "sphinx" / "times.json").read_text(encoding="utf-8"))["seconds"]
    assert list(times)[before:] == ["poker_dice"]
    assert "      - file: book/poker_dice\n  - caption: Play\n" in (tmp_path / "_toc.yml").read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="NAME must be new, in lower case, such as poker_dice, got 'poker_dice'"):
        write("poker_dice", tmp_path)
