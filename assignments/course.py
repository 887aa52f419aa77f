"""Release and grade the assignments with nbgrader.

``python assignments/course.py release`` writes the notebooks for students to ``assignments/course/release``; with ``--seed 2027`` a private
variant, with other games, payoffs, decks and names of actions.

``python assignments/course.py grade FOLDER`` takes one folder for each student, with the notebooks anywhere in it. It writes the grades to
``assignments/course/grades.csv``, and a page for each notebook to ``assignments/course/returned``, in a folder with the student's name.
Grades of other students, and of assignments that are not in the folder, do not change.

Cells run in a process of their own (``running.py``), notebooks side by side; nbgrader restores the cells that are not the student's, stores
the points, and makes the pages. Submissions are programs of other people: where nothing confines them, ``grade`` asks before it runs them.
"""

import argparse
import html
import json
import os
import re
import secrets
import shutil
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parent))
import running
from grades import NAMES, Failed, Row, merged, read, write

from kuhncfr.diagnosis.process import confines

HERE = Path(__file__).resolve().parent
COURSE = HERE / "course"
MUSEUM = "kuhnbook/museum"  # the part of the book that the checks need
GRADE_ID = re.compile(r'"grade_id":\s*"([^"]*)"')
SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.DOTALL | re.IGNORECASE)
# The browser itself fetches nothing for a page with this line, whatever a student wrote into it.
POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" />"""
MISSING = "not handed in"
UNGRADED = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8" /><title>{name}</title></head><body>
<h1>{name} is not graded</h1>
<p>{why}.</p>
<p>What to do: open your notebook in JupyterLab, choose <em>Restart Kernel and Run All Cells</em>, save it, and hand in this one file again,
as <code>{name}.ipynb</code>. If JupyterLab cannot open it, copy your functions into a fresh copy of the assignment, and hand that in.
If an earlier file of yours was graded, its points stay.</p>
</body></html>
"""


Seeds = tuple[int, int]  # the number that a variant is drawn from, and a second one, for games that no student knows


def nbgrader(course: Path) -> Any:
    """Return nbgrader's interface to a course, in which the cells of a submission have run already."""
    # nbgrader starts the command alembic, which lies beside Python.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    warnings.filterwarnings("ignore", message="Object of type <Submitted")  # of SQLAlchemy, about nbgrader
    from nbgrader.apps.api import NbGraderAPI
    from traitlets.config import Config

    settings = {
        "CourseDirectory": {"root": str(course), "course_id": "kuhncfr"},
        "Autograde": {
            "sanitize_preprocessors": ["nbgrader.preprocessors.OverwriteCells"],
            "autograde_preprocessors": ["nbgrader.preprocessors.LimitOutput", "nbgrader.preprocessors.SaveAutoGrades"],
        },
    }
    return NbGraderAPI(config=Config(settings))


def check(result: dict[str, Any]) -> None:
    """Raise the error of an action of nbgrader, if there is one."""
    if not result["success"]:
        message = result.get("error") or result["log"] or "nbgrader failed without a message"
        raise Failed(message.strip().splitlines()[-1])


def seeds(course: Path, seed: int | None) -> Seeds:
    """Return the seeds of the course; without a `seed`, those of its last release."""
    path = course / "seeds.json"
    first, second = json.loads(path.read_text(encoding="utf-8")) if path.exists() else (0, secrets.randbelow(10**9) + 1)
    found = (first if seed is None else seed, second)
    path.write_text(json.dumps(found), encoding="utf-8")
    return found


def release(grader: Any, course: Path, seed: int) -> None:
    """Write the assignments for students, with the checks beside each notebook."""
    for name in NAMES:
        source = course / "source" / name
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(HERE / "checks", source / "checks", ignore=shutil.ignore_patterns("__pycache__"))
        museum = HERE.parent / "book" / MUSEUM
        shutil.copytree(museum, source / "checks" / "book" / MUSEUM, ignore=shutil.ignore_patterns("__pycache__"))
        (source / "checks" / "seed.txt").write_text(str(seed), encoding="utf-8")
        shutil.copyfile(HERE / f"{name}.ipynb", source / f"{name}.ipynb")
        check(grader.generate_assignment(name, force=True))
    shutil.copyfile(HERE / "release.md", course / "release" / "README.md")


def students(handed_in: Path) -> list[Path]:
    """Return the folders of the students, in order."""
    return sorted(path for path in handed_in.iterdir() if path.is_dir())


def grade(grader: Any, course: Path, handed_in: Path, seeds: Seeds) -> Iterator[Row]:
    """Grade all students' notebooks, several at once; a notebook that fails does not stop the others."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        left: dict[Future[tuple[running.Ran, str]], tuple[Path, str]] = {
            pool.submit(ran, folder, name, seeds): (folder, name) for folder in students(handed_in) for name in NAMES
        }
        try:
            for future in as_completed(left):
                folder, name = left[future]
                try:
                    yield stored(grader, course, folder.name, name, *future.result())
                except Exception as error:  # whatever is in that notebook
                    yield ungraded(course, folder.name, name, error)
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C, no other notebook begins


def ran(folder: Path, name: str, seeds: Seeds) -> tuple[running.Ran, str]:
    """Run the notebook in a student's folder; return a remark, too."""
    notebook, remark = submission(folder, name)
    source = nbformat.read(HERE / f"{name}.ipynb", as_version=4)
    return running.run(notebook, source, seeds=seeds), remark


def stored(grader: Any, course: Path, folder: str, name: str, ran: running.Ran, remark: str) -> Row:
    """Let nbgrader store the points of a notebook that has run, and make a page of it."""
    student = identifier(folder)
    target = course / "submitted" / student / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    written = nbformat.writes(ran.notebook)
    (target / f"{name}.ipynb").write_text(written, encoding="utf-8", errors="replace")  # a program may print what is no character
    check(grader.autograde(name, student, force=True))
    check(grader.generate_feedback(name, student, force=True))
    page = (course / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")
    return_page(page, course / "returned" / folder / f"{name}.html")
    with grader.gradebook as book:
        found = book.find_submission(name, student)
        points, most = found.score, found.max_score
    parts = "; ".join(f"{part.removeprefix('points-')} {result.points:g}/{result.most:g}" for part, result in ran.results.items())
    return Row(folder, name, f"{points:g}", f"{most:g}", parts, "; ".join(ran.mistakes), "; ".join(ran.suspicions), remark)


def ungraded(course: Path, folder: str, name: str, error: Exception) -> Row:
    """Return the row of a notebook that cannot be graded, and make a page that says why, unless there is no notebook."""
    why = str(error) if isinstance(error, Failed) else f"cannot be graded: {type(error).__name__}: {error}"
    if why != MISSING:
        return_page(UNGRADED.format(name=name, why=html.escape(why)), course / "returned" / folder / f"{name}.html")
    return Row(folder, name, "", "", note=why)


def return_page(page: str, target: Path) -> None:
    """Write a page for its student, without scripts: some would fetch others from another host."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(SCRIPT.sub("", page).replace("<head>", f"<head>\n{POLICY}", 1), encoding="utf-8", errors="replace")


def identifier(name: str) -> str:
    """Return a student's folder name in characters that nbgrader accepts.

    Examples
    --------
    >>> identifier("Ada Lovelace_12_assignsubmission_file_")
    'Ada_20_Lovelace_12_assignsubmission_file_'
    """
    return re.sub(r"[^\w.@-]", lambda match: f"_{ord(match[0]):x}_", name)


def submission(folder: Path, name: str) -> tuple[NotebookNode, str]:
    """Read a student's notebook of this assignment, by its name or else by nbgrader's cells in it; return a remark, too."""
    paths = sorted(path for path in folder.rglob("*.ipynb") if path.is_file() and ".ipynb_checkpoints" not in path.parts)
    found = [path for path in paths if path.stem == name] or [path for path in paths if path.stem not in NAMES and assignment(path) == name]
    if not found:
        raise Failed(MISSING)
    if len(found) > 1:
        raise Failed(f"handed in {len(found)} times: {', '.join(path.relative_to(folder).as_posix() for path in found)}")
    text = decoded(found[0])
    try:
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except Exception as error:  # whatever is in that file
        what = "is cut off or damaged" if text.lstrip().startswith("{") else "holds something else" if text.strip() else "is empty"
        raise Failed(f"this is not a notebook: the file {found[0].name} {what}") from error
    return notebook, "" if found[0].stem == name else f"handed in as {found[0].name}"


def decoded(path: Path) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark, or else in the encoding of Windows."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def assignment(path: Path) -> str:
    """Return the assignment that shares the most of nbgrader's cells with a notebook, which may be cut off."""
    mine = set(GRADE_ID.findall(decoded(path)))
    shared = {name: len(mine.intersection(GRADE_ID.findall(decoded(HERE / f"{name}.ipynb")))) for name in NAMES}
    best = max(shared, key=lambda name: shared[name])
    return best if shared[best] > len(mine) / 2 else ""


def agreed() -> bool:
    """Whether other people's programs may run here: the system confines them, or whoever grades says so."""
    if confines() or os.environ.get("KUHNCFR_CONFINED") == "1":
        return True
    print("Nothing keeps students' programs from your files: install Bubblewrap (Linux), or grade in a container, as in book/teach.md.")
    with suppress(EOFError):
        return input("Grade all the same? [y/N] ").strip().lower() in ("y", "yes")
    return False


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Release and grade the assignments.")
    parser.add_argument("action", choices=("release", "grade"))
    parser.add_argument("folder", nargs="?", type=Path, help="for grade: one folder for each student")
    parser.add_argument("--course", type=Path, default=COURSE, help="folder to write to")
    parser.add_argument("--seed", type=int, help="for release: draw a private variant from this number; 0 for the public one")
    given = parser.parse_args(arguments)
    course = given.course.resolve()
    if given.action == "grade":
        if given.folder is None or not given.folder.is_dir() or not students(given.folder):
            parser.error(f"grade needs a folder that has one folder for each student, got {given.folder}: make grade FROM=folder")
        if not agreed():
            parser.exit(1, "Nothing was graded.\n")
        try:
            rows = read(course / "grades.csv")
        except Failed as failed:
            parser.error(str(failed))
    course.mkdir(parents=True, exist_ok=True)
    grader = nbgrader(course)
    drawn_from = seeds(course, given.seed)
    release(grader, course, drawn_from[0])
    if given.action == "release":
        print(f"Give out, with its README: {course / 'release'}")
        return
    for row in grade(grader, course, given.folder, drawn_from):
        rows = merged(rows, [row])
        write(rows, course)
        print(f"{row.student}: {row.assignment}: {f'{row.points} of {row.of}' if row.points else row.note}", flush=True)
    print(f"Grades: {course / 'grades.csv'}, grades_by_student.csv, summary.txt; pages for the students: {course / 'returned'}")


if __name__ == "__main__":
    main()
