"""The copies that JupyterLab opens: brought up to date, unless the reader has changed them."""

import json
from pathlib import Path

import pytest

from tools.lab import copy


def notebook(code: str) -> str:
    """As the book writes it, with its code in one piece; JupyterLab saves lines."""
    return json.dumps({"cells": [{"source": code, "outputs": []}]})


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """What was built, and the reader's copies of it."""
    built, lab = tmp_path / "built", tmp_path / "lab"
    built.mkdir()
    (built / "kuhnbook").mkdir()
    for name in ("START.md", "kuhnbook/style.py"):
        (built / name).write_text("Welcome.", encoding="utf-8")
    (built / "cfr.ipynb").write_text(notebook("1\n2"), encoding="utf-8")
    assert copy(built, lab) == []
    return built, lab


@pytest.mark.parametrize("name", ["START.md", "kuhnbook/style.py", "cfr.ipynb"])
def test_what_the_reader_left_alone_or_deleted_is_brought_up_to_date(folders: tuple[Path, Path], name: str) -> None:
    built, lab = folders
    new = notebook("3") if name.endswith(".ipynb") else "Hello."
    (built / name).write_text(new, encoding="utf-8")
    assert copy(built, lab) == []
    assert (lab / name).read_text(encoding="utf-8") == new
    (lab / name).unlink()
    assert copy(built, lab) == []
    assert (lab / name).read_text(encoding="utf-8") == new


@pytest.mark.parametrize(
    ("name", "changed"), [("START.md", "Welcome, me."), ("kuhnbook/style.py", "Mine."), ("cfr.ipynb", notebook("1\n2\n3"))]
)
def test_what_the_reader_changed_stays_and_is_named_once_there_is_a_new_version(
    folders: tuple[Path, Path], name: str, changed: str
) -> None:
    built, lab = folders
    (lab / name).write_text(changed, encoding="utf-8")
    assert copy(built, lab) == []
    (built / name).write_text(notebook("4") if name.endswith(".ipynb") else "Hello.", encoding="utf-8")
    assert copy(built, lab) == [name]
    assert copy(built, lab) == [name]
    assert (lab / name).read_text(encoding="utf-8") == changed


def test_to_run_a_notebook_is_not_to_change_it(folders: tuple[Path, Path]) -> None:
    built, lab = folders
    ran = {"cells": [{"source": ["1\n", "2"], "outputs": ["2"]}]}
    (lab / "cfr.ipynb").write_text(json.dumps(ran), encoding="utf-8")
    (built / "cfr.ipynb").write_text(notebook("5"), encoding="utf-8")
    assert copy(built, lab) == []
    assert (lab / "cfr.ipynb").read_text(encoding="utf-8") == notebook("5")


def test_a_file_that_was_there_before_is_the_readers(tmp_path: Path) -> None:
    built, lab = tmp_path / "built", tmp_path / "lab"
    for folder, text in ((built, "Welcome."), (lab, "Mine.")):
        folder.mkdir()
        (folder / "START.md").write_text(text, encoding="utf-8")
    assert copy(built, lab) == ["START.md"]
    assert (lab / "START.md").read_text(encoding="utf-8") == "Mine."
