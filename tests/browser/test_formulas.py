"""Formulas: on fewer lines where there is room, and whole on a phone."""

from collections.abc import Callable

from visiting import DESK, PHONE, Visit

Open = Callable[..., Visit]
WIDE = "(formulas) => formulas.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest('[id]').id)"
LINES = "formulas => formulas.reduce((lines, one) => lines + one.querySelectorAll('mjx-itable > *').length, 0)"
WRITTEN = "mjx-container[display=true]:not(.cell_output *)"  # what a program prints may scroll


def test_formulas_take_fewer_lines_where_there_is_room_and_are_whole(open_page: Open) -> None:
    lines = []
    for size in (DESK, PHONE):
        formulas = open_page("book/nash_equilibrium.html", viewport=size).page.locator(WRITTEN)
        assert formulas.evaluate_all(WIDE) == []
        lines.append(formulas.evaluate_all(LINES))
    assert lines[0] < lines[1]


def test_a_long_formula_is_whole_on_a_phone(open_page: Open) -> None:
    page = open_page("book/river.html", viewport=PHONE).page
    assert page.locator(WRITTEN).evaluate_all(WIDE) == []
