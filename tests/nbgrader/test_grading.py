"""A real nbgrader grades the notebooks of a class: correct ones get all points, others lose the intended points and get a reason."""

import csv
import json
import os
import subprocess
import sys
from html import unescape
from pathlib import Path

import nbformat
import pytest
from built import ROOT
from handed_in import CHEATS, NAMES, SLIPS, hand_in, most, reference, rewritten, slipped

MISTAKE = "average without reach"

Rows = dict[tuple[str, str], dict[str, str]]


def course(folder: Path, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "assignments" / "course.py"), *arguments, "--course", str(folder)]
    done = subprocess.run(command, env=os.environ | {"KUHNCFR_CONFINED": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    course(folder, "release")
    return folder


@pytest.fixture(scope="module")
def class_(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notebooks of all students, one folder each."""
    folder = tmp_path_factory.mktemp("handed in")
    for name in NAMES:
        hand_in(reference(name), folder / "Ada, the first", name)
        hand_in(nbformat.read(released / "release" / name / f"{name}.ipynb", as_version=4), folder / "untouched" / "a" / "b", name)
    hand_in(slipped(MISTAKE), folder / MISTAKE, "CFR, my solution")
    for cheat in ("wraps CFR", "exits"):
        hand_in(rewritten("cfr", {"cfr": CHEATS[cheat].source}), folder / cheat, "cfr")
    hand_in(tampered(), folder / "=1+1", "cfr")
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "cfr.ipynb").write_bytes(nbformat.writes(elsewhere()).encode("cp1252", "replace"))
    return folder


def tampered() -> nbformat.NotebookNode:
    """Claims full points in one check, and removes another."""
    notebook = rewritten("cfr", {"cfr": "def cfr(game, iterations):\n    return {}, {}", "points-current": "1.0"})
    notebook.cells = [cell for cell in notebook.cells if cell.id != "points-average"]
    return notebook


def elsewhere() -> nbformat.NotebookNode:
    """Written on Windows, for a kernel that is not installed, with a warning in a cell, and with what no notebook should contain."""
    notebook = reference("cfr")
    odd = ("text", {"grade_id": ["walk"]})
    fetching = "<script>require(['https://a.example/a.js'])</script> <img src='https://a.example/a.png'> é"
    notebook.cells += [nbformat.v4.new_code_cell("print('\\ud800')", metadata={"nbgrader": metadata}) for metadata in odd]
    notebook.cells.insert(1, nbformat.v4.new_code_cell("print('\\ud800')"))
    notebook.cells.insert(1, nbformat.v4.new_raw_cell(fetching, metadata={"raw_mimetype": "text/html"}))
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell(fetching))
    notebook.metadata["kernelspec"] = {"display_name": "Mine", "language": "python", "name": "mine"}
    for cell in notebook.cells:
        cell.source = cell.source.replace("    infosets = kc", '    import warnings\n\n    warnings.warn("a trifle")\n    infosets = kc')
    return notebook


def rows(folder: Path) -> Rows:
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {(row["student"], row["assignment"]): row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def graded(released: Path, class_: Path) -> Rows:
    course(released, "grade", str(class_))
    return rows(released)


def feedback(released: Path, student: str, assignment: str) -> str:
    text = (released / "returned" / student / f"{assignment}.html").read_text(encoding="utf-8")
    return " ".join(unescape(text).split())


def parts(row: dict[str, str]) -> dict[str, float]:
    """The points of each part."""
    parts = (part.rpartition(" ") for part in row["parts"].split("; "))
    return {name: float(points.partition("/")[0]) for name, _, points in parts}


@pytest.mark.parametrize("name", NAMES)
def test_the_release_has_no_solution_no_output_and_the_checks(released: Path, name: str) -> None:
    folder = released / "release" / name
    cells = json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    assert "SOLUTION" not in text
    assert [cell["outputs"] for cell in cells if cell.get("outputs")] == []  # of the reference, which was run
    assert "NotImplementedError()" in text
    assert (folder / "checks" / f"{name}.py").exists()
    assert (released / "release" / "README.md").exists()
    solved = {line for cell in reference(name).cells for line in cell.source.splitlines() if line.strip()} - set(text.splitlines())
    assert len(solved) > 20  # and none of them is in the release


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_has_all_points_and_the_release_none(graded: Rows, name: str) -> None:
    assert graded["Ada, the first", name]["points"] == graded["Ada, the first", name]["of"] == "10"
    assert graded["untouched", name]["points"] == "0"


def test_a_mistake_is_named_to_the_student_and_counted_for_the_teacher(graded: Rows, released: Path) -> None:
    row = graded[MISTAKE, "cfr"]
    assert parts(row) == most("cfr") | SLIPS[MISTAKE].points
    assert row["mistakes"] == MISTAKE
    assert f"“{MISTAKE}”" in feedback(released, MISTAKE, "cfr")
    assert f"1 of 7: {MISTAKE}" in (released / "summary.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("cheat", ["wraps CFR", "exits"])
def test_a_cheat_loses_its_part_alone_and_is_to_be_looked_at(graded: Rows, cheat: str) -> None:
    assert parts(graded[cheat, "cfr"]) == most("cfr") | {"current": 0, "average": 0}
    assert CHEATS[cheat].remark in graded[cheat, "cfr"]["look_at"]


def test_who_writes_points_has_none(graded: Rows) -> None:
    assert parts(graded["'=1+1", "cfr"]) == most("cfr") | {"current": 0, "average": 0}


def test_another_kernel_a_warning_and_odd_metadata_cost_nothing(graded: Rows) -> None:
    assert graded["elsewhere", "cfr"]["points"] == "10"


def test_feedback_asks_nothing_of_a_network(graded: Rows, released: Path) -> None:
    pages = list((released / "returned").rglob("*.html"))
    assert len(pages) == sum(row["note"] != "not handed in" for row in graded.values())
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.index("Content-Security-Policy") < text.index("<title>")
        assert "<script" not in text


def test_to_grade_some_again_changes_nothing(graded: Rows, released: Path, class_: Path) -> None:
    for student in list(class_.iterdir()):
        if student.name not in ("Ada, the first", MISTAKE):
            student.rename(student.parent.parent / f"{student.parent.name} {student.name}")
    before = {page.relative_to(released): page.read_bytes() for page in (released / "returned").rglob("*.html")}
    course(released, "grade", str(class_))
    assert rows(released) == graded
    assert {page.relative_to(released): page.read_bytes() for page in (released / "returned").rglob("*.html")} == before


def test_a_private_variant_has_other_games(tmp_path: Path) -> None:
    course(tmp_path, "release", "--seed", "2027")
    folder = tmp_path / "release" / "cfr"
    code = "import checks; print(sorted(checks.GAMES['cards'].chance('')), checks.PAYOFFS, checks.WORTH)"
    shown = [
        subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=True).stdout
        for place in (folder, ROOT / "assignments")
    ]
    assert "['J', 'Q', 'K']" not in shown[0]
    assert shown[0] != shown[1]
