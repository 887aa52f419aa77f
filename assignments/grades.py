"""The files with the grades of a class: a row for each notebook, a row for each student, and what the class got wrong."""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from kuhncfr._support.files import replacing

NAMES = ("regret_matching", "cfr", "best_response")
FORMULA = re.compile(r"^'*[=+\-@\t\r]")


class Failed(Exception):
    """A notebook cannot be graded, or a file cannot be read; the message says why."""


class Row(NamedTuple):
    """A line of ``grades.csv``; `points` is empty if nothing could be graded, and `note` says why."""

    student: str
    assignment: str
    points: str
    of: str
    parts: str = ""
    mistakes: str = ""  # names of known ones
    look_at: str = ""  # for the teacher's eye
    note: str = ""


def read(path: Path) -> list[Row]:
    """Read the rows that :func:`write` wrote; return no rows if the file does not exist."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets may begin it with a byte order mark
        lines = list(csv.reader(file))
    if lines[:1] != [list(Row._fields)] or any(len(line) != len(Row._fields) for line in lines):
        raise Failed(f"{path} must have the columns {','.join(Row._fields)} and no others: restore them, or move the file away")
    return [Row(*map(unescaped, line)) for line in lines[1:]]


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


def write(rows: list[Row], folder: Path) -> None:
    """Write the grades, once by notebook and once by student, and the summary."""
    save(folder / "grades.csv", [Row._fields, *rows])
    save(folder / "grades_by_student.csv", by_student(rows))
    (folder / "summary.txt").write_text(summary(rows), encoding="utf-8")


def save(path: Path, lines: Iterable[Iterable[str]]) -> None:
    """Write a file; an interrupted run does not change the old one."""
    # A program may report what is no character.
    with replacing(path) as new, new.open("w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows([escaped(text) for text in line] for line in lines)


def escaped(text: str) -> str:
    """Return text that no spreadsheet computes.

    Examples
    --------
    >>> escaped("=1+1"), unescaped("'=1+1"), escaped("Ada")
    ("'=1+1", '=1+1', 'Ada')
    """
    return f"'{text}" if FORMULA.match(text) else text


def unescaped(text: str) -> str:
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def by_student(rows: list[Row]) -> list[list[str]]:
    """Return a line for each student, with the columns that Canvas asks for; Moodle takes any."""
    points = {(row.student, row.assignment): row.points for row in rows}
    students = sorted({row.student for row in rows})
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *NAMES]
    return [head, *([student, "", "", student, "", *(points.get((student, name), "") for name in NAMES)] for student in students)]


def summary(rows: list[Row]) -> str:
    """Return the average points of each assignment and each of its parts, and how many students made which mistake."""
    return "\n".join(_summary(name, [row for row in rows if row.assignment == name and row.points]) for name in NAMES)


def _summary(name: str, rows: list[Row]) -> str:
    if not rows:
        return f"{name}: none graded\n"
    lines = [f"{name}: {len(rows)} graded, {sum(float(row.points) for row in rows) / len(rows):.1f} of {rows[0].of} points on average"]
    parts: dict[str, list[tuple[float, str]]] = {}
    for row in rows:
        for part in row.parts.split("; "):
            label, _, points = part.rpartition(" ")
            got, _, most = points.partition("/")
            parts.setdefault(label, []).append((float(got), most))
    lines += [f"  {label}: {sum(got for got, _ in found) / len(found):.1f} of {found[0][1]}" for label, found in parts.items()]
    mistakes = Counter(mistake for row in rows for mistake in row.mistakes.split("; ") if mistake)
    lines += [f"  {count} of {len(rows)}: {mistake}" for mistake, count in mistakes.most_common()]
    return "\n".join(lines) + "\n"
