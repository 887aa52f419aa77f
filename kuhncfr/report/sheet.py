"""What a sheet of a report is: a table whose columns tell their units and meanings, and charts of its numbers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Column:
    """A column of a sheet.

    `form` says how its cells look: ``text``, ``words`` (long text), ``probability`` (with bars), ``grid`` (the same in
    narrow columns), ``share`` (without), ``chips`` (with a sign), ``net`` (many chips), ``distance`` (small numbers), ``count``, or
    ``any``, by what is in the cell.
    """

    title: str
    unit: str
    meaning: str
    form: str = "text"


@dataclass(frozen=True)
class Line:
    """A line of a chart: the column that holds its heights, the number of its colour, and whether it is thick."""

    column: int
    colour: int
    thick: bool = True


@dataclass(frozen=True)
class Chart:
    """A chart of consecutive rows of a sheet, counted from 0 below the header, over the column `x`.

    `bounds` and `step` say where the vertical axis ends and is numbered; by default Excel chooses.
    """

    title: str
    description: str
    sheet: str
    rows: tuple[int, int]
    x: int
    lines: tuple[Line, ...]
    y_title: str
    bounds: tuple[float, float] | None = None
    step: float | None = None
    logarithmic: bool = False


@dataclass(frozen=True)
class Link:
    """A cell that leads to a sheet."""

    sheet: str


@dataclass(frozen=True)
class Sheet:
    """A sheet: what it is about, in a sentence or two; its table, if it has columns; rows of charts. None is an empty cell."""

    name: str
    about: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    charts: tuple[tuple[Chart, ...], ...] = ()


def explained(sheets: list[Sheet]) -> Sheet:
    """Return the sheet that says what each column of each sheet means, its own columns among them."""
    columns = (
        Column("sheet", "", "The sheet that has the column."),
        Column("column", "", "The column's title."),
        Column("unit", "", "What its numbers are numbers of; empty for text."),
        Column("meaning", "", "What they say.", "words"),
    )
    sheet = Sheet("Columns", "What each column of each sheet means.", columns)
    rows = tuple((s.name, column.title, column.unit, column.meaning) for s in [*sheets, sheet] for column in s.columns)
    return Sheet(sheet.name, sheet.about, columns, rows)
