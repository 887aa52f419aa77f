"""A chapter of each edition runs where the wheel is installed: what it imports that is not in the wheel lies beside it."""

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from built import ROOT
from conftest import Place

from tools import lab, student

CHAPTER = "one_bet_kuhn.ipynb"
EXECUTE = ("-m", "nbconvert", "--to", "notebook", "--execute", "--output", "executed.ipynb")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of the student edition, with what was built as pages and what was built for JupyterLab."""
    folder = tmp_path_factory.mktemp("student")
    with zipfile.ZipFile(student.build(folder / "built")) as archive:
        archive.extractall(folder)
    return next(path for path in folder.iterdir() if path.name != "built")


@pytest.mark.parametrize("edition", ["book", "student", "lab"])
def test_a_chapter_runs(edition: str, unpacked: Path, place: Callable[[str], Place]) -> None:
    there = place("[book]")
    folder = there.work / edition
    if edition == "book":
        shutil.copytree(ROOT / "book" / "kuhnbook", folder / "kuhnbook")
        shutil.copyfile(ROOT / "book" / CHAPTER, folder / CHAPTER)
    elif edition == "student":
        shutil.copytree(unpacked / "notebooks", folder)
    else:
        lab.copy(unpacked / "notebooks", folder)
    done = there.run(*EXECUTE, str(folder / CHAPTER), at_home=True)
    assert done.returncode == 0, done.stderr[-5_000:]
    assert "vnd.vegalite" in (folder / "executed.ipynb").read_text(encoding="utf-8")
