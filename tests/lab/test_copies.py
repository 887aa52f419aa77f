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


def written(name: str, text: str) -> str:
    return notebook(text) if name.endswith(".ipynb") else text


@pytest.mark.parametrize("name", ["START.md", "kuhnbook/style.py", "cfr.ipynb"])
def test_a_new_version_takes_the_place_of_what_the_reader_did_not_change(folders: tuple[Path, Path], name: str) -> None:
    """Or deleted; what the reader changed stays, and is named."""
    built, lab = folders
    for text in ("new", "newer"):
        (built / name).write_text(written(name, text), encoding="utf-8")
        assert copy(built, lab) == []
        assert (lab / name).read_text(encoding="utf-8") == written(name, text)
    (lab / name).unlink()
    assert copy(built, lab) == []
    assert (lab / name).read_text(encoding="utf-8") == written(name, "newer")
    (lab / name).write_text(written(name, "mine"), encoding="utf-8")
    assert copy(built, lab) == []
    (built / name).write_text(written(name, "newest"), encoding="utf-8")
    assert copy(built, lab) == copy(built, lab) == [name]
    assert (lab / name).read_text(encoding="utf-8") == written(name, "mine")


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
