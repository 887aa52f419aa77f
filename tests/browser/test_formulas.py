"""Formulas: on fewer lines where there is room, and whole on a phone."""

from visiting import DESK, PHONE, Open

WIDE = "(formulas) => formulas.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest('[id]').id)"
LINES = "formulas => formulas.reduce((lines, one) => lines + one.querySelectorAll('mjx-itable > *').length, 0)"
WRITTEN = "mjx-container[display=true]:not(.cell_output *)"  # what a program prints may scroll


def test_formulas_are_whole_and_take_fewer_lines_where_there_is_room(open_page: Open) -> None:
    lines = []
    for path, size in (("nash_equilibrium", DESK), ("nash_equilibrium", PHONE), ("river", PHONE)):  # the last has the longest
        formulas = open_page(f"book/{path}.html", viewport=size).page.locator(WRITTEN)
        assert formulas.evaluate_all(WIDE) == []
        lines.append(formulas.evaluate_all(LINES))
    assert lines[0] < lines[1]
