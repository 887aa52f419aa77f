"""Release and grade the assignments with nbgrader.

``python assignments/course.py release`` writes the notebooks for students to ``assignments/course/release``.

``python assignments/course.py grade FOLDER`` takes one folder for each student, with the notebooks anywhere in it under their own names.
It writes the grades to ``assignments/course/grades.csv`` and, in ``assignments/course/returned``, a page for each notebook in a folder with
the name of the student.

Grades of other students, and of assignments that are not in the folder, do not change.

Submissions are programs of other people: grade them where they can do no harm.
"""

import argparse
import csv
import os
import re
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

HERE = Path(__file__).resolve().parent
COURSE = HERE / "course"
NAMES = ("regret_matching", "cfr", "best_response")
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
FETCHED = re.compile(r'<script[^>]* src="http[^>]*>\s*</script>')
SECONDS = 60  # for one cell; a check stops a student's function earlier


class Row(NamedTuple):
    """A line of ``grades.csv``; `points` is empty if nothing could be graded, and `note` says why."""

    student: str
    assignment: str
    points: str
    of: str
    parts: str = ""
    note: str = ""


class Failed(Exception):
    """A notebook cannot be graded; the message says why."""


def settings(course: Path, seconds: int) -> dict[str, dict[str, Any]]:
    return {
        "CourseDirectory": {"root": str(course), "course_id": "kuhncfr"},
        "Exchange": {"root": str(course / "exchange")},
        "Execute": {"timeout": seconds, "kernel_name": "python3", "extra_arguments": ["--log-level=CRITICAL"]},
    }


def nbgrader(course: Path, seconds: int = SECONDS) -> Any:
    """Return nbgrader's interface to a course."""
    # nbgrader starts the command alembic, which lies beside Python.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    warnings.filterwarnings("ignore", message="Object of type <Submitted")  # of SQLAlchemy, about nbgrader
    from nbgrader.apps.api import NbGraderAPI
    from traitlets.config import Config

    return NbGraderAPI(config=Config(settings(course, seconds)))


def check(result: dict[str, Any]) -> None:
    """Raise the error of an action of nbgrader, if there is one."""
    if not result["success"]:
        message = result.get("error") or result["log"] or "nbgrader failed without a message"
        raise Failed(message.strip().splitlines()[-1])


def release(grader: Any, course: Path) -> None:
    """Write the assignments for students, with the checks beside each notebook."""
    for name in NAMES:
        source = course / "source" / name
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(HERE / "checks", source / "checks", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copyfile(HERE / f"{name}.ipynb", source / f"{name}.ipynb")
        check(grader.generate_assignment(name, force=True))


def students(handed_in: Path) -> list[Path]:
    """Return the folders of the students, in order."""
    return sorted(path for path in handed_in.iterdir() if path.is_dir())


def grade(grader: Any, course: Path, handed_in: Path) -> Iterator[Row]:
    """Grade all students' notebooks; a notebook that fails does not stop the others."""
    for folder in students(handed_in):
        for name in NAMES:
            try:
                yield graded(grader, course, folder, name)
            except Failed as failed:
                yield Row(folder.name, name, "", "", note=str(failed))


def graded(grader: Any, course: Path, folder: Path, name: str) -> Row:
    student = identifier(folder.name)
    notebook = submission(folder, name)
    target = course / "submitted" / student / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    nbformat.write(notebook, target / f"{name}.ipynb")
    check(grader.autograde(name, student, force=True))
    join_prints(course / "autograded" / student / name / f"{name}.ipynb")
    check(grader.generate_feedback(name, student, force=True))
    return_page(course / "feedback" / student / name / f"{name}.html", course / "returned" / folder.name / f"{name}.html")
    with grader.gradebook as book:
        found = book.find_submission(name, student)
        parts = [(grade.cell.name, grade.score, grade.cell.max_score) for part in found.notebooks for grade in part.grades]
        points, most = found.score, found.max_score
    by_part = "; ".join(f"{part.removeprefix('points-')} {score:g}/{out_of:g}" for part, score, out_of in sorted(parts))
    return Row(folder.name, name, f"{points:g}", f"{most:g}", by_part)


def join_prints(path: Path) -> None:
    """Join the printed output of each cell: it arrives in pieces whose number depends on the time, so that pages would differ."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        joined: list[NotebookNode] = []
        for output in cell.get("outputs", []):
            if joined and "name" in output and output.get("name") == joined[-1].get("name"):
                joined[-1].text += output.text
            else:
                joined.append(output)
        if cell.cell_type == "code":
            cell.outputs = joined
    nbformat.write(notebook, path)


def return_page(page: Path, target: Path) -> None:
    """Copy a page for its student, without the scripts that it would fetch from other hosts."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(FETCHED.sub("", page.read_text(encoding="utf-8")), encoding="utf-8")


def identifier(name: str) -> str:
    """Return a student's folder name in characters that nbgrader accepts.

    Examples
    --------
    >>> identifier("Ada Lovelace_12_assignsubmission_file_")
    'Ada_20_Lovelace_12_assignsubmission_file_'
    """
    return re.sub(r"[^\w.@-]", lambda match: f"_{ord(match[0]):x}_", name)


def submission(folder: Path, name: str) -> NotebookNode:
    """Read the notebook of this name in a student's folder, and set its kernel to ours."""
    found = [path for path in folder.rglob(f"{name}.ipynb") if ".ipynb_checkpoints" not in path.parts]
    if not found:
        raise Failed("not handed in")
    if len(found) > 1:
        raise Failed(f"handed in {len(found)} times: {', '.join(path.relative_to(folder).as_posix() for path in sorted(found))}")
    try:
        notebook = nbformat.read(found[0], as_version=4)
        nbformat.validate(notebook)
    except Exception as error:  # whatever is in that file
        raise Failed(f"this is not a notebook: {type(error).__name__}") from error
    notebook.metadata["kernelspec"] = KERNEL
    return notebook


def read(path: Path) -> list[Row]:
    """Read the rows that :func:`write` wrote; return no rows if the file does not exist."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets may begin it with a byte order mark
        lines = list(csv.reader(file))
    if lines[:1] != [list(Row._fields)] or any(len(line) != len(Row._fields) for line in lines):
        raise Failed(f"{path} must have the columns {','.join(Row._fields)} and no others: restore them, or move the file away")
    return [Row(*line) for line in lines[1:]]


def merged(earlier: list[Row], new: list[Row]) -> list[Row]:
    """Return one row for each student and assignment: the new one, unless only the earlier one has points.

    Examples
    --------
    >>> earlier = [Row("Ada", "cfr", "7", "10"), Row("Alan", "cfr", "", "", note="not handed in")]
    >>> new = [Row("Ada", "cfr", "", "", note="not handed in"), Row("Alan", "cfr", "9", "10")]
    >>> [(row.student, row.points) for row in merged(earlier, new)]
    [('Ada', '7'), ('Alan', '9')]
    """
    rows: dict[tuple[str, str], Row] = {}
    for row in (*earlier, *new):
        before = rows.get((row.student, row.assignment))
        if row.points or not (before and before.points):
            rows[row.student, row.assignment] = row
    return sorted(rows.values())


def write(rows: list[Row], path: Path) -> None:
    """Write ``grades.csv``; an interrupted run does not change the old file."""
    new = path.with_suffix(".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields)
        writer.writerows(rows)
    new.replace(path)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Release and grade the assignments.")
    parser.add_argument("action", choices=("release", "grade"))
    parser.add_argument("folder", nargs="?", type=Path, help="for grade: one folder for each student")
    parser.add_argument("--course", type=Path, default=COURSE, help="folder to write to")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="time limit of one cell")
    given = parser.parse_args(arguments)
    course = given.course.resolve()
    if given.action == "grade":
        if given.folder is None or not given.folder.is_dir() or not students(given.folder):
            parser.error(f"grade needs a folder that has one folder for each student, got {given.folder}: make grade FROM=folder")
        try:
            earlier = read(course / "grades.csv")
        except Failed as failed:
            parser.error(str(failed))
    course.mkdir(parents=True, exist_ok=True)
    grader = nbgrader(course, given.seconds)
    release(grader, course)
    if given.action == "release":
        print(f"Give out, one folder for each assignment: {course / 'release'}")
        return
    rows = []
    for row in grade(grader, course, given.folder):
        rows.append(row)
        print(f"{row.student}: {row.assignment}: {f'{row.points} of {row.of}' if row.points else row.note}", flush=True)
    write(merged(earlier, rows), course / "grades.csv")
    print(f"Grades: {course / 'grades.csv'}; pages for the students: {course / 'returned'}")


if __name__ == "__main__":
    main()
