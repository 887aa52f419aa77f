"""Write sheets as an Excel workbook with pandas and XlsxWriter: the same sheets give the same bytes."""

import errno
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import pandas as pd

from kuhncfr._support import arguments
from kuhncfr._support.files import exists_or_raises, replacing
from kuhncfr.report.sheet import Chart, Sheet

HEADER = 2  # the row of the header, counted from 0, below the title and the subject of the sheet

# Text stays text even if it looks like a formula, a number or an address.
_OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}
_HEADING = {"bold": True, "text_wrap": True, "valign": "top", "align": "left", "bottom": 1, "bg_color": "#DCE6F0"}
_BARS = {"type": "data_bar", "bar_color": "#A9D3F2", "bar_solid": True}
_BARS |= {"min_type": "num", "min_value": 0, "max_type": "num", "max_value": 1}  # from 0 to 1: bars compare between columns and sheets
_FORMS: dict[str, dict[str, Any]] = {
    "text": {"valign": "top", "align": "left", "text_wrap": True},
    "number": {"num_format": "0.0000"},
    "grid": {"num_format": "0.00"},  # in narrow columns
    "chips": {"num_format": "+0.0000;-0.0000;0.0000"},
    "net": {"num_format": "#,##0.00"},
    "small": {"num_format": "[=0]0;[<0.001]0.00E+00;0.0000"},  # at least 0
    "count": {"num_format": "#,##0"},
}
_WIDEST, _NUMBERS, _GRID = 90, 18, 8  # widths of columns, in characters
_CHART = {"width": 440, "height": 280}  # pixels
_ROWS_OF_CHART = 15  # rows of a sheet that a chart covers
_AXIS = {"label_position": "low", "name_font": {"size": 9, "bold": False}, "num_font": {"size": 9}}


def save(path: str | os.PathLike[str], title: str, sheets: Callable[[], list[Sheet]], *, overwrite: bool) -> None:
    """Compute the sheets if the file can be written, and write them; the errors are those of :meth:`Report.to_excel`."""
    path = arguments.path("path", path)
    overwrite = arguments.flag("overwrite", overwrite)
    if path.suffix.lower() != ".xlsx":
        raise ValueError(f"path must end in .xlsx, got {arguments.shown(str(path))}")
    if exists_or_raises(path) and not overwrite:
        raise FileExistsError(errno.EEXIST, "exists already; overwrite=True replaces it", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(path.parent)!r}", str(path))
    content = to_bytes(title, sheets())
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def to_bytes(title: str, sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook as the bytes of an .xlsx file; a number that is not finite leaves its cell empty."""
    file = BytesIO()
    with pd.ExcelWriter(file, engine="xlsxwriter", engine_kwargs={"options": _OPTIONS}) as writer:
        writer.book.set_properties({"title": title, "created": datetime(2000, 1, 1)})  # no clock: the same report is the same file
        for sheet in sheets:
            sheet.table.to_excel(writer, sheet_name=sheet.name, startrow=HEADER + 1, header=False, index=False, inf_rep="")
            _lay_out(writer.book, writer.sheets[sheet.name], sheet)
            _draw(writer.book, writer.sheets[sheet.name], sheet)
        _link(writer.book, writer.sheets[sheets[0].name], sheets[0], {sheet.name for sheet in sheets[1:]})
    return file.getvalue()


def _lay_out(book: Any, page: Any, sheet: Sheet) -> None:
    """Add the title, the header, the formats of the columns, and the print settings."""
    page.write_string(0, 0, sheet.name, book.add_format({"bold": True, "font_size": 15}))
    sentence = book.add_format({"text_wrap": True, "valign": "top", "italic": True})
    page.merge_range(1, 0, 1, max(1, _last_column_below(sheet)), sheet.about, sentence)
    page.set_row(1, 16 * (len(sheet.about) // _WIDEST + 1) + 4)
    page.set_landscape()
    page.set_paper(9)  # A4
    page.fit_to_pages(1, 0)
    page.set_footer("&L&A&RPage &P of &N")
    if not sheet.columns:
        return
    heading, end = book.add_format(_HEADING), HEADER + len(sheet.table)
    for k, (title, column) in enumerate(sheet.columns.items()):
        page.write_string(HEADER, k, title, heading)
        page.set_column(k, k, _width(sheet, title), book.add_format(_FORMS[column.form]))
        if column.unit == "probability" and end > HEADER:
            page.conditional_format(HEADER + 1, k, end, k, _BARS)
    page.freeze_panes(HEADER + 1, 1)
    page.repeat_rows(HEADER)
    page.autofilter(HEADER, 0, end, len(sheet.columns) - 1)
    page.ignore_errors({"number_stored_as_text": f"A{HEADER + 2}:A{end + 1}"})  # a card may be called 1


def _width(sheet: Sheet, title: str) -> int:
    form = sheet.columns[title].form
    if form != "text":
        return _GRID if form == "grid" else _NUMBERS
    longest = max(map(len, sheet.table[title].fillna("").astype(str)), default=0)
    return min(max(longest + 2, len(title) + 4), _WIDEST)


def _last_column_below(sheet: Sheet) -> int:
    """Return the number of the last column below the sentence about the sheet."""
    widths = [*(_width(sheet, title) for title in sheet.columns), *[_GRID] * _WIDEST]
    return next(k for k in range(len(widths)) if sum(widths[: k + 1]) >= _WIDEST)


def _link(book: Any, page: Any, summary: Sheet, names: set[str]) -> None:
    """Make the names of the other sheets on the first sheet links to them."""
    link = book.add_format({"valign": "top", "font_color": "#0563C1", "underline": 1})
    for row, item in enumerate(summary.table.iloc[:, 0], start=HEADER + 1):
        if item in names:
            page.write_url(row, 0, f"internal:'{item}'!A1", link, item)


def _draw(book: Any, page: Any, sheet: Sheet) -> None:
    """Insert the rows of charts beside the table."""
    for row, charts in enumerate(sheet.charts):
        for k, chart in enumerate(charts):
            options = {"x_offset": k * (_CHART["width"] + 10), "description": chart.description, "object_position": 2}
            page.insert_chart(HEADER + 1 + row * _ROWS_OF_CHART, len(sheet.columns) + 1, _chart(book, chart), options)


def _chart(book: Any, chart: Chart) -> Any:
    first, last = (HEADER + 1 + row for row in chart.rows)
    drawn = book.add_chart({"type": "scatter", "subtype": "straight"})
    for column, line in chart.lines.items():
        x, y = ([chart.sheet, first, k, last, k] for k in (chart.x, column))
        drawn.add_series({"name": [chart.sheet, HEADER, column], "categories": x, "values": y, "line": line})
    drawn.set_x_axis({**_AXIS, "num_format": "#,##0", **chart.x_axis})
    drawn.set_y_axis({**_AXIS, **chart.y_axis})
    drawn.set_title({"name": chart.title, "name_font": {"size": 11}, "overlay": False})
    drawn.set_size(_CHART)
    drawn.set_legend({"position": "bottom", "font": {"size": 9}} if len(chart.lines) > 1 else {"none": True})
    return drawn
