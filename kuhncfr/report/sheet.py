"""A sheet of a report: a table, the meaning of its columns, and charts of its numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd


class Column(NamedTuple):
    """The unit and the meaning of a column. `form` is one of the forms in :mod:`kuhncfr.report.workbook`."""

    unit: str
    meaning: str
    form: str = "text"


@dataclass(frozen=True)
class Chart:
    """A chart of the rows of a sheet from the first to the last of `rows`, which count from 0 below the header.

    `x` is the number of the column on the horizontal axis. `lines` maps the numbers of the columns that are drawn to XlsxWriter's
    options of a line; the axes have XlsxWriter's options of an axis. `description` is the alternative text.
    """

    title: str
    description: str
    sheet: str
    rows: tuple[int, int]
    x: int
    lines: Mapping[int, dict[str, Any]]
    x_axis: dict[str, Any]
    y_axis: dict[str, Any]


@dataclass(frozen=True)
class Sheet:
    """A sheet: its subject in a sentence or two, the titles and meanings of its columns, its table, and rows of charts."""

    name: str
    about: str
    columns: Mapping[str, Column]
    table: pd.DataFrame
    charts: Sequence[Sequence[Chart]] = ()


def summary_sheet(about: str, rows: Sequence[tuple[Any, ...]], sheets: Sequence[Sheet]) -> Sheet:
    """Return the first sheet: these rows, then the names of all other sheets, each with the first sentence of its subject."""
    columns = {
        "item": Column("", "The subject of the row, or a sheet of this workbook."),
        "value": Column("as given", "Its number or text."),
        "unit": Column("", "The unit of a number."),
        "note": Column("", "How to read the value, or the subject of the sheet."),
    }
    contents = [(sheet.name, None, None, sheet.about.partition(". ")[0].rstrip(".") + ".") for sheet in sheets]
    rows = [*rows, *contents, ("Columns", None, None, "The meaning of each column of each sheet.")]
    return Sheet("Summary", about, columns, pd.DataFrame(rows, columns=list(columns), dtype=object))


def columns_sheet(sheets: Sequence[Sheet]) -> Sheet:
    """Return the sheet with the meaning of each column of each sheet, its own columns included."""
    columns = {
        "sheet": Column("", "The sheet that has the column."),
        "column": Column("", "The title of the column."),
        "unit": Column("", "The unit of its numbers; empty for text."),
        "meaning": Column("", "The meaning of its numbers or texts."),
    }
    described = [*((sheet.name, sheet.columns) for sheet in sheets), ("Columns", columns)]
    rows = [(name, title, column.unit, column.meaning) for name, titles in described for title, column in titles.items()]
    return Sheet("Columns", "The meaning of each column of each sheet.", columns, pd.DataFrame(rows, columns=list(columns)))
