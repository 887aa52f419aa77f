"""The files that are read from a student's folder, the notebooks that students get, and the files with the grades."""

import codecs
import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import course
import nbformat
import pytest
import running
from grades import Row, by_student, read, summary, write
from handed_in import NAMES, hand_in, reference
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook


def test_names_of_folders_become_different_identifiers() -> None:
    names = ("Ada Lovelace", "Ada_Lovelace", "Ada+Lovelace", "Ada/Lovelace", "ada@example.org", "Ærø [2]")
    found = [course.identifier(name) for name in names]
    assert found[0] == "Ada_20_Lovelace"
    assert len(set(found)) == len(names)
    assert not set("".join(found)) & set(" +/[]*?")


def test_only_the_notebook_is_taken_wherever_it_is(tmp_path: Path) -> None:
    hand_in(reference("cfr"), tmp_path / "week 2" / "mine", "cfr")
    hand_in(new_notebook(), tmp_path / "week 2" / "mine" / ".ipynb_checkpoints", "cfr")
    hand_in(reference("regret_matching"), tmp_path, "regret_matching")
    found, remark = course.submission(tmp_path, "cfr")
    assert [cell.source for cell in found.cells] == [cell.source for cell in reference("cfr").cells]
    assert remark == ""


def test_a_renamed_notebook_is_known_by_its_cells(tmp_path: Path) -> None:
    hand_in(reference("cfr"), tmp_path, "cfr (1) final")
    hand_in(reference("regret_matching"), tmp_path, "Blotto")
    hand_in(new_notebook(), tmp_path, "Untitled")
    found, remark = course.submission(tmp_path, "cfr")
    assert [cell.source for cell in found.cells] == [cell.source for cell in reference("cfr").cells]
    assert remark == "handed in as cfr (1) final.ipynb"
    assert course.submission(tmp_path, "regret_matching")[1] == "handed in as Blotto.ipynb"
    with pytest.raises(course.Failed, match="not handed in"):
        course.submission(tmp_path, "best_response")


def test_a_notebook_that_cannot_be_graded_is_reported(tmp_path: Path) -> None:
    with pytest.raises(course.Failed, match="not handed in"):
        course.submission(tmp_path, "cfr")
    for text, words in NO_NOTEBOOK.items():
        (tmp_path / "cfr.ipynb").write_text(text, encoding="utf-8")
        with pytest.raises(course.Failed, match=f"this is not a notebook: the file cfr.ipynb {words}"):
            course.submission(tmp_path, "cfr")
    hand_in(reference("cfr"), tmp_path / "again", "cfr")
    with pytest.raises(course.Failed, match=r"handed in 2 times: again/cfr\.ipynb, cfr\.ipynb"):
        course.submission(tmp_path, "cfr")


NO_NOTEBOOK = {
    "[]": "holds something else",
    "\n": "is empty",
    '{"cells": [{"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "walk"': "is cut off or damaged",
}


@pytest.mark.parametrize(
    "encoded", [lambda text: codecs.BOM_UTF8 + text.encode(), lambda text: text.encode("cp1252"), lambda text: text.encode("mac-roman")]
)
def test_a_notebook_in_another_encoding_is_read(tmp_path: Path, encoded: Callable[[str], bytes]) -> None:
    notebook = reference("cfr")
    notebook.cells[0].source = notebook.cells[1].source = "# é"
    written = nbformat.writes(notebook).translate(str.maketrans("…σπ−", "...."))
    (tmp_path / "mine.ipynb").write_bytes(encoded(written))
    found, _ = course.submission(tmp_path, "cfr")
    assert [cell.source for cell in found.cells[2:]] == [cell.source for cell in nbformat.reads(written, 4).cells[2:]]


@pytest.mark.parametrize("metadata", ["text", ["walk"], 7, {"grade_id": ["walk"]}, {"grade_id": {}}])
def test_a_check_whose_metadata_was_changed_into_anything_is_restored(metadata: Any) -> None:
    notebook = reference("cfr")
    for cell in notebook.cells:
        cell.metadata["nbgrader"] = metadata
    source = reference("cfr")
    restored = running.restored(notebook, source)
    assert [cell.id for cell in restored.cells[len(notebook.cells) :]] == [cell.id for cell in source.cells if cell.id.startswith("points")]
    assert not any("nbgrader" in cell.metadata for cell in restored.cells[: len(notebook.cells)])


@pytest.mark.parametrize(("answer", "graded"), [("y", True), ("", False), (None, False)])
def test_where_nothing_confines_programs_grading_asks_first(
    answer: str | None, graded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "handed in" / "Ada").mkdir(parents=True)
    monkeypatch.setattr(course, "confines", lambda: False)
    monkeypatch.setattr(course, "nbgrader", lambda *arguments: None)
    monkeypatch.setattr(course, "release", lambda *arguments: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("" if answer is None else f"{answer}\n"))
    arguments = ["grade", str(tmp_path / "handed in"), "--course", str(tmp_path / "course")]
    if graded:
        course.main(arguments)
    else:
        with pytest.raises(SystemExit):
            course.main(arguments)
    assert (tmp_path / "course" / "grades.csv").exists() == graded
    said = capsys.readouterr().out
    assert "install Bubblewrap (Linux), or grade in a container, as in book/teach.md" in said
    monkeypatch.setenv("KUHNCFR_CONFINED", "1")
    course.main(arguments)
    assert "Bubblewrap" not in capsys.readouterr().out


@pytest.fixture
def grade(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Path], list[list[str]]]:
    """Grade a folder and return the lines of ``grades.csv``. No cell runs: a notebook gets as many points as it has cells."""

    def stored(grader: Any, folder: Path, student: str, name: str, notebook: NotebookNode, remark: str) -> Row:
        points = str(len(notebook.cells))
        return Row(student, name, points, "10", f"cells {points}/10", note=remark)

    monkeypatch.setenv("KUHNCFR_CONFINED", "1")
    monkeypatch.setattr(course, "nbgrader", lambda *arguments: None)
    monkeypatch.setattr(course, "release", lambda *arguments: None)
    monkeypatch.setattr(course, "ran", lambda folder, name, *arguments: course.submission(folder, name))
    monkeypatch.setattr(course, "stored", stored)

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
    lines, absent = grade(tmp_path / "late"), "not handed in"
    assert [line[:2] for line in lines] == [[student, name] for student in ("Ada", "Alan", "Zuse") for name in sorted(NAMES)]
    assert [line[2] or line[7] for line in lines] == ["7", "7", "7", "5", "9", "5", absent, "3", absent]


def test_a_notebook_that_raises_does_not_stop_the_others(
    grade: Callable[[Path], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(of_length(7), tmp_path / "class" / "Ada", "cfr")
    hand_in(of_length(0), tmp_path / "class" / "<Alan>", "cfr")
    (tmp_path / "class" / "Zuse").mkdir()
    (tmp_path / "class" / "Zuse" / "cfr (1).ipynb").write_text(next(text for text in NO_NOTEBOOK if "walk" in text), encoding="utf-8")
    without = course.stored

    def stored(grader: Any, folder: Path, student: str, name: str, notebook: NotebookNode, remark: str) -> Row:
        notebook.cells[0]
        return without(grader, folder, student, name, notebook, remark)

    monkeypatch.setattr(course, "stored", stored)
    graded = {line[0]: (line[2], line[7]) for line in grade(tmp_path / "class") if line[1] == "cfr"}
    cut = "this is not a notebook: the file cfr (1).ipynb is cut off or damaged"
    assert graded == {"Ada": ("7", ""), "<Alan>": ("", "cannot be graded: IndexError: list index out of range"), "Zuse": ("", cut)}
    pages = {path.parent.name: path.read_text(encoding="utf-8") for path in (tmp_path / "course" / "returned").rglob("*.html")}
    assert set(pages) == {"<Alan>", "Zuse"}
    assert f"<p>{cut}.</p>\n<p>What to do: open your notebook in JupyterLab" in pages["Zuse"]


def test_grades_are_written_before_the_last_notebook_is_graded(
    grade: Callable[[Path], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(of_length(7), tmp_path / "class" / "Ada", "cfr")
    written = tmp_path / "course" / "grades.csv"

    def interrupted(grader: Any, folder: Path, student: str, name: str, *found: Any) -> Row:
        if written.exists():
            raise KeyboardInterrupt
        return Row(student, name, "7", "10", "cells 7/10")

    monkeypatch.setattr(course, "ran", lambda *arguments: (None, ""))
    monkeypatch.setattr(course, "stored", interrupted)
    with pytest.raises(KeyboardInterrupt):
        grade(tmp_path / "class")
    assert [row.points for row in read(written)] == ["7"]


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


@pytest.mark.parametrize("text", ["", "student,points\nAda,7\n", f"{','.join(Row._fields)}\nAda,cfr,7\n"])
def test_grades_in_another_form_are_refused_and_stay(
    grade: Callable[[Path], list[list[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    hand_in(of_length(7), tmp_path / "class" / "Ada", "cfr")
    grades = tmp_path / "course" / "grades.csv"
    grades.parent.mkdir()
    grades.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        grade(tmp_path / "class")
    assert f"{grades} must have the columns {','.join(Row._fields)}" in capsys.readouterr().err
    assert grades.read_text(encoding="utf-8") == text


CLASS = [
    Row("=1+1", "cfr", "6", "10", "matching 1/1; regrets 0/4", "chance forgotten"),
    Row("Ada", "cfr", "9.75", "10", "matching 0.75/1; regrets 4/4"),
    Row("Ada", "regret_matching", "10", "10", "moves 1/1"),
    Row("'@Alan", "cfr", "", "", note="not handed in"),
]


def test_a_spreadsheet_computes_no_name_and_reading_gives_it_back(tmp_path: Path) -> None:
    write(CLASS, tmp_path)
    for name in ("grades.csv", "grades_by_student.csv"):
        with (tmp_path / name).open(encoding="utf-8", newline="") as file:
            assert not [text for line in csv.reader(file) for text in line if text.startswith(("=", "+", "-", "@"))]
    assert read(tmp_path / "grades.csv") == CLASS


def test_the_wide_form_has_a_line_for_each_student() -> None:
    head, *lines = by_student(CLASS)
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *NAMES]
    assert lines == [
        ["'@Alan", "", "", "'@Alan", "", "", "", ""],
        ["=1+1", "", "", "=1+1", "", "", "6", ""],
        ["Ada", "", "", "Ada", "", "10", "9.75", ""],
    ]


def test_the_summary_counts_mistakes() -> None:
    assert summary(CLASS) == (
        "regret_matching: 1 graded, 10.0 of 10 points on average\n  moves: 1.0 of 1\n\n"
        "cfr: 2 graded, 7.9 of 10 points on average\n  matching: 0.9 of 1\n  regrets: 2.0 of 4\n  1 of 2: chance forgotten\n\n"
        "best_response: none graded\n"
    )
