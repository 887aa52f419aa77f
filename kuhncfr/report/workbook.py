"""Sheets written as an Excel workbook: the same sheets give the same bytes."""

from datetime import datetime
from io import BytesIO
from typing import Any

from kuhncfr._support.extras import extra
from kuhncfr._support.palette import PALETTE
from kuhncfr.report.sheet import Chart, Column, Link, Sheet

HEADER = 2  # the row of the header, counted from 0: above it stand a title and what the sheet is about

_MOST_ROWS = 1_048_576 - HEADER - 1  # that Excel can hold
_HEADING, _BARS = "#DCE6F0", "#A9D3F2"
_FORMS: dict[str, dict[str, Any]] = {
    "text": {"valign": "top"},
    "words": {"valign": "top", "text_wrap": True},
    "link": {"valign": "top", "font_color": "#0563C1", "underline": 1},
    "probability": {"num_format": "0.0000"},
    "chips": {"num_format": "+0.0000;-0.0000;0.0000"},
    "net": {"num_format": "#,##0.##"},
    "share": {"num_format": "0.0000"},
    "grid": {"num_format": "0.00"},
    "count": {"num_format": "#,##0"},
    "number": {"num_format": "0.0000"},
    "tiny": {"num_format": "0.00E+00"},
}
_BARRED = ("probability", "grid")  # forms of columns with bars
_WORDS = ("text", "words", "any")  # forms of columns that are set to the left
_WIDE, _VALUE, _NARROW, _GRID = 90, 32, 14, 8  # widths of columns, in characters
_CHART = {"width": 400, "height": 260}  # pixels: three beside each other fill a page
_LARGE = {"width": 640, "height": 400}  # one alone
_ROW = 20  # pixels, the height of a row


def import_xlsxwriter() -> Any:
    """Return the library that writes workbooks.

    Raises
    ------
    ModuleNotFoundError
        If it is not installed; the message tells which extra brings it.
    """
    with extra("report"):
        import xlsxwriter
    return xlsxwriter


def to_bytes(title: str, sheets: list[Sheet]) -> bytes:
    """Return a workbook as the bytes of an .xlsx file.

    Raises
    ------
    ModuleNotFoundError
        If XlsxWriter is not installed.
    ValueError
        If a sheet has more rows than Excel can hold.
    """
    for sheet in sheets:
        if len(sheet.rows) > _MOST_ROWS:
            raise ValueError(f"the sheet {sheet.name!r} would have {len(sheet.rows):,} rows; Excel holds {_MOST_ROWS:,}")
    file = BytesIO()
    # Text is text, even if it looks like a formula, a number or an address.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}
    with import_xlsxwriter().Workbook(file, options) as book:
        book.set_properties({"title": title, "created": datetime(2000, 1, 1)})  # no clock: the same report is the same file
        writer = _Writer(book, {sheet.name: sheet for sheet in sheets})
        for sheet in sheets:
            book.add_worksheet(sheet.name)
        for sheet in sheets:
            writer.write(sheet)
    return file.getvalue()


class _Writer:
    def __init__(self, book: Any, sheets: dict[str, Sheet]) -> None:
        self.book = book
        self.sheets = sheets
        self.forms = {name: book.add_format(form) for name, form in _FORMS.items()}
        self.left = {name: book.add_format({**form, "valign": "top", "align": "left"}) for name, form in _FORMS.items()}
        self.title = book.add_format({"bold": True, "font_size": 15})
        self.about = book.add_format({"text_wrap": True, "valign": "top", "italic": True})
        heading = {"bold": True, "text_wrap": True, "valign": "top", "bottom": 1, "bg_color": _HEADING}
        self.heading = book.add_format(heading)
        self.heading_of_numbers = book.add_format({**heading, "align": "right", "indent": 2})

    def write(self, sheet: Sheet) -> None:
        page = self.book.get_worksheet_by_name(sheet.name)
        self._set_up(page, sheet)
        if sheet.columns:
            self._table(page, sheet)
        for row, charts in enumerate(sheet.charts):
            self._draw(page, sheet, row, charts)

    def _set_up(self, page: Any, sheet: Sheet) -> None:
        """Title, what the sheet is about, and how it is printed."""
        widths = [_width(sheet, k) for k in range(len(sheet.columns))]
        for k, width in enumerate(widths):
            page.set_column(k, k, width)
        page.write_string(0, 0, sheet.name, self.title)
        page.set_row(0, 24)
        # The sentence runs over so many columns that it is read in a few lines, on screen and on paper.
        characters, last = 0.0, -1
        while characters < 90:
            last += 1
            characters += widths[last] if last < len(widths) else 8.43
        page.merge_range(1, 0, 1, max(last, 1), sheet.about, self.about)
        page.set_row(1, 15 * (len(sheet.about) // int(characters * 0.95) + 1) + 4)
        page.set_landscape()
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        page.set_footer("&L&A&RPage &P of &N")
        page.hide_gridlines(2)

    def _table(self, page: Any, sheet: Sheet) -> None:
        end = HEADER + len(sheet.rows)
        for k, column in enumerate(sheet.columns):
            page.write_string(HEADER, k, column.title, self.heading if column.form in _WORDS else self.heading_of_numbers)
            if column.form in _BARRED and sheet.rows:
                page.conditional_format(HEADER + 1, k, end, k, _data_bars())
        for row, cells in enumerate(sheet.rows, start=HEADER + 1):
            for k, (column, cell) in enumerate(zip(sheet.columns, cells, strict=True)):
                self._cell(page, row, k, column, cell)
            lines = max(_lines(sheet, k, cell) for k, cell in enumerate(cells))
            if lines > 1:
                page.set_row(row, 15 * lines)
        page.set_row(HEADER, 33 if any(len(c.title) > _width(sheet, k) - 3 for k, c in enumerate(sheet.columns)) else 18)
        page.freeze_panes(HEADER + 1, 1)
        page.repeat_rows(HEADER)
        page.autofilter(HEADER, 0, end, len(sheet.columns) - 1)
        page.ignore_errors({"number_stored_as_text": f"A{HEADER + 2}:A{end + 1}"})  # a card may be called 1

    def _cell(self, page: Any, row: int, column: int, about: Column, cell: Any) -> None:
        if isinstance(cell, Link):
            page.write_url(row, column, f"internal:'{cell.sheet}'!A1", self.forms["link"], cell.sheet)
        elif isinstance(cell, str):
            page.write_string(row, column, cell, self.forms["text" if about.form == "text" else "words"])
        elif cell is not None:
            forms = self.left if about.form == "any" else self.forms
            page.write_number(row, column, cell, forms[_form(about.form, cell)])

    def _draw(self, page: Any, sheet: Sheet, row: int, charts: tuple[Chart, ...]) -> None:
        """Put a row of charts beside the table, or below the sentence where there is none."""
        place = len(sheet.columns) + 1 if sheet.columns else 0
        height = _CHART["height"] // _ROW + 1
        size = _CHART if len(charts) > 1 else _LARGE
        for k, chart in enumerate(charts):
            drawn = self._chart(chart)
            drawn.set_size(size)
            options = {"x_offset": k * (size["width"] + 10), "y_offset": 5, "description": chart.description, "object_position": 2}
            page.insert_chart(HEADER + 1 + row * height, place, drawn, options)
        if not sheet.columns and row and row % 3 == 0:
            page.set_h_pagebreaks([HEADER + 1 + r * height for r in range(3, row + 1, 3)])

    def _chart(self, chart: Chart) -> Any:
        drawn = self.book.add_chart({"type": "scatter", "subtype": "straight"})
        table = self.sheets[chart.sheet]
        first, last = (HEADER + 1 + row for row in chart.rows)
        for line in chart.lines:
            stroke = {"color": PALETTE[line.colour % len(PALETTE)], "width": 2.25 if line.thick else 0.75}
            drawn.add_series(
                {
                    "name": [chart.sheet, HEADER, line.column],
                    "categories": [chart.sheet, first, chart.x, last, chart.x],
                    "values": [chart.sheet, first, line.column, last, line.column],
                    "line": stroke,
                }
            )
        small: dict[str, Any] = {"name_font": {"size": 9, "bold": False}, "num_font": {"size": 9}}
        x: dict[str, Any] = {"name": table.columns[chart.x].title, "label_position": "low", **small}
        y: dict[str, Any] = {"name": chart.y_title, "label_position": "low", "major_gridlines": _THIN, **small}
        steps = [row[chart.x] for row in table.rows[chart.rows[0] : chart.rows[1] + 1]]
        if chart.bounds is not None:
            y |= {"min": chart.bounds[0], "max": chart.bounds[1], "major_unit": chart.step}
        if chart.logarithmic:
            low = len(str(steps[0])) - 1
            ends = {"min": 10**low, "max": 10 ** max(low + 1, len(str(steps[-1] - 1)))}
            x |= {"log_base": 10, "crossing": "min", "num_format": "#,##0", **ends}
            y |= {"log_base": 10, "crossing": "min", "num_format": "0E+00"}
        else:
            x |= {"min": 0, "max": steps[-1], "major_unit": _step(steps[-1]), "num_format": "#,##0"}
            y |= {"num_format": "General"}
        drawn.set_x_axis(x)
        drawn.set_y_axis(y)
        drawn.set_title({"name": chart.title, "name_font": {"size": 11}, "overlay": False})
        drawn.set_legend({"position": "bottom", "font": {"size": 9}} if len(chart.lines) > 1 else {"none": True})
        return drawn


_THIN = {"visible": True, "line": {"color": "#D9D9D9", "width": 0.5}}


def _step(last: int) -> float:
    """Number an axis up to five times: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** (len(str(last)) - 1)
    return next(step for step in (power / 5, power / 2, power, 2 * power) if 5 * step >= last)


def _data_bars() -> dict[str, Any]:
    """Bars from 0 to 1, so that they compare between columns and sheets."""
    ends = {"min_type": "num", "min_value": 0, "max_type": "num", "max_value": 1}
    return {"type": "data_bar", "bar_color": _BARS, "bar_solid": True, **ends}


def _form(form: str, number: float) -> str:
    """Choose how a number looks; those too small for four digits after the point get an exponent."""
    if (form == "any" and isinstance(number, int)) or (form == "net" and number == int(number)):
        return "count"
    if form in ("any", "distance"):
        return "number" if number == 0 or abs(number) >= 0.001 else "tiny"
    return form


def _width(sheet: Sheet, k: int) -> int:
    """How wide a column is, in characters."""
    column = sheet.columns[k]
    if column.form == "text":
        longest = max((len(_shown(row[k])) for row in sheet.rows), default=0)
        return min(max(longest + 2, len(column.title) + 4), 60)
    longest = max(map(len, column.title.split()))
    return {"words": _WIDE, "any": _VALUE, "grid": _GRID}.get(column.form, max(_NARROW, longest + 5))


def _lines(sheet: Sheet, k: int, cell: Any) -> int:
    """How many lines a text takes; no more characters than a column is wide fit on one."""
    return 1 + (len(_shown(cell)) - 1) // _width(sheet, k) if sheet.columns[k].form in ("words", "any") else 1


def _shown(cell: Any) -> str:
    return "" if cell is None else cell.sheet if isinstance(cell, Link) else str(cell)
