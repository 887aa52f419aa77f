"""The files that are read from a student's folder, and the notebooks that students get."""

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
from built import ROOT
from handed_in import NAMES, SOURCES, hand_in, reference
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "assignments"))
    import course

    yield course
    del sys.modules["course"]


@pytest.mark.parametrize("name", NAMES)
def test_an_assignment_is_what_nbgrader_takes_for_one(name: str) -> None:
    notebook = nbformat.read(SOURCES / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    about = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    assert len({each.grade_id for each in about}) == len(about)
    for cell in notebook.cells:
        role = cell.metadata.get("nbgrader", {})
        assert ("### BEGIN SOLUTION" in cell.source) == bool(role.get("solution")), cell.id
        assert cell.source.count("### BEGIN SOLUTION") == cell.source.count("### END SOLUTION")
        assert cell.source.startswith("checks.show(") == bool(role.get("grade")), cell.id


def test_names_of_folders_become_different_identifiers(course: ModuleType) -> None:
    names = ("Ada Lovelace", "Ada_Lovelace", "Ada+Lovelace", "Ada/Lovelace", "ada@example.org", "Ærø [2]")
    found = [course.identifier(name) for name in names]
    assert found[0] == "Ada_20_Lovelace"
    assert len(set(found)) == len(names)
    assert not set("".join(found)) & set(" +/[]*?")


def test_only_the_notebook_is_taken_wherever_it_is(course: ModuleType, tmp_path: Path) -> None:
    hand_in(reference("cfr"), tmp_path / "week 2" / "mine", "cfr")
    hand_in(new_notebook(), tmp_path / "week 2" / "mine" / ".ipynb_checkpoints", "cfr")
    found = course.submission(tmp_path, "cfr")
    assert [cell.source for cell in found.cells] == [cell.source for cell in reference("cfr").cells]
    assert found.metadata.kernelspec.name == "python3"


def test_a_notebook_that_cannot_be_graded_is_reported(course: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(course.Failed, match="not handed in"):
        course.submission(tmp_path, "cfr")
    (tmp_path / "cfr.ipynb").write_text("[]", encoding="utf-8")
    with pytest.raises(course.Failed, match="this is not a notebook"):
        course.submission(tmp_path, "cfr")
    hand_in(reference("cfr"), tmp_path / "again", "cfr")
    with pytest.raises(course.Failed, match=r"handed in 2 times: again/cfr\.ipynb, cfr\.ipynb"):
        course.submission(tmp_path, "cfr")


@pytest.fixture
def grade(course: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Path], list[list[str]]]:
    """Grade a folder and return the lines of ``grades.csv``. In place of nbgrader, a notebook gets as many points as it has cells."""

    def graded(grader: None, course_folder: Path, folder: Path, name: str) -> tuple[str, ...]:
        return course.Row(folder.name, name, str(len(course.submission(folder, name).cells)), "10")

    monkeypatch.setattr(course, "nbgrader", lambda *arguments: None)
    monkeypatch.setattr(course, "release", lambda *arguments: None)
    monkeypatch.setattr(course, "graded", graded)

    def run(folder: Path) -> list[list[str]]:
        course.main(["grade", str(folder), "--course", str(tmp_path / "course")])
        with (tmp_path / "course" / "grades.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))[1:]

    return run


def of_length(cells: int) -> NotebookNode:
    return new_notebook(cells=[new_code_cell("1") for _ in range(cells)])


def test_grades_of_latecomers_join_those_of_the_others(grade: Callable[[Path], list[list[str]]], tmp_path: Path) -> None:
    for name in NAMES:
        hand_in(of_length(7), tmp_path / "class" / "Ada", name)
        hand_in(of_length(5), tmp_path / "class" / "Alan", name)
    hand_in(of_length(9), tmp_path / "late" / "Alan", "cfr")  # and the other two as they were
    hand_in(of_length(3), tmp_path / "late" / "Zuse", "cfr")
    grade(tmp_path / "class")
    assert [line[:3] + line[5:] for line in grade(tmp_path / "late")] == [
        ["Ada", "best_response", "7", ""],
        ["Ada", "cfr", "7", ""],
        ["Ada", "regret_matching", "7", ""],
        ["Alan", "best_response", "5", ""],
        ["Alan", "cfr", "9", ""],
        ["Alan", "regret_matching", "5", ""],
        ["Zuse", "best_response", "", "not handed in"],
        ["Zuse", "cfr", "3", ""],
        ["Zuse", "regret_matching", "", "not handed in"],
    ]


def test_a_folder_without_students_is_refused_and_changes_nothing(
    grade: Callable[[Path], list[list[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(of_length(7), tmp_path / "class" / "Ada", "cfr")
    hand_in(of_length(7), tmp_path / "own", "cfr")  # of one student, not of a class
    grade(tmp_path / "class")
    before = (tmp_path / "course" / "grades.csv").read_bytes()
    with pytest.raises(SystemExit, match="2"):
        grade(tmp_path / "own")
    assert f"one folder for each student, got {tmp_path / 'own'}" in capsys.readouterr().err
    assert (tmp_path / "course" / "grades.csv").read_bytes() == before


@pytest.mark.parametrize("text", ["", "student,points\nAda,7\n", "student,assignment,points,of,parts,note\nAda,cfr,7\n"])
def test_grades_in_another_form_are_refused_and_stay(
    grade: Callable[[Path], list[list[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    hand_in(of_length(7), tmp_path / "class" / "Ada", "cfr")
    grades = tmp_path / "course" / "grades.csv"
    grades.parent.mkdir()
    grades.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        grade(tmp_path / "class")
    assert f"{grades} must have the columns student,assignment,points,of,parts,note" in capsys.readouterr().err
    assert grades.read_text(encoding="utf-8") == text


def test_what_was_submitted_stays_if_nothing_comes_in_its_place(course: ModuleType, tmp_path: Path) -> None:
    hand_in(of_length(7), tmp_path / "submitted" / "Ada" / "cfr", "cfr")
    (tmp_path / "late" / "Ada").mkdir(parents=True)
    with pytest.raises(course.Failed, match="not handed in"):
        course.graded(None, tmp_path, tmp_path / "late" / "Ada", "cfr")
    assert (tmp_path / "submitted" / "Ada" / "cfr" / "cfr.ipynb").exists()
