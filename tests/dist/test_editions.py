"""The editions: a chapter of each runs where the wheel is installed, and no page or notebook for students shows a solution."""

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from built import ROOT
from conftest import Place
from solutions import SIGNS, secrets, text_of, text_of_file

from tools import lab, student
from tools.student import ANSWER

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


def test_students_find_the_notebooks_and_no_solution_and_nothing_for_teachers(unpacked: Path) -> None:
    found = text_of(unpacked)
    assert {words for words in secrets(ROOT) if words in found} == set()
    assert SIGNS.findall(found) == []
    assert [path for path in unpacked.rglob("teach*") if path.suffix != ".css"] == []
    assert "folder notebooks" in (unpacked / "READ ME FIRST.txt").read_text(encoding="utf-8")
    assert "(cfr.ipynb)" in (unpacked / "notebooks" / "START.md").read_text(encoding="utf-8")


def test_pages_notebooks_and_downloads_have_the_answer_cells(unpacked: Path) -> None:
    total = 0
    for path in sorted((unpacked / "notebooks").glob("*.ipynb")):
        answers = [text_of_file(path).count(ANSWER)]
        if path.stem not in ("play", "stepper"):  # which are no notebooks in the book
            answers += [text_of_file(unpacked / name).count(ANSWER) for name in (f"book/{path.stem}.html", f"_sources/book/{path.name}")]
        assert len(set(answers)) == 1, path.name
        total += answers[0]
    assert total > 50
