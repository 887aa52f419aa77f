"""Formulas: on one line where there is room, whole on a phone."""

from collections.abc import Callable

import pytest
from visiting import DESK, PHONE, Visit

Open = Callable[..., Visit]
WIDE = "(formulas) => formulas.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest('[id]').id)"
LINES = "formula => Math.max(...[...formula.querySelectorAll('mjx-itable')].map((table) => table.children.length))"
WRITTEN = "mjx-container[display=true]:not(.cell_output *)"  # what a program prints may scroll
NASH = {"eq-nash-conv": (1, 2), "eq-brackets": (2, 4), "eq-saddle": (1, 2), "eq-minimax": (1, 2)}  # lines on a screen, and on a phone


@pytest.mark.parametrize("phone", [False, True])
def test_a_formula_takes_fewer_lines_where_there_is_room(open_page: Open, phone: bool) -> None:
    page = open_page("book/nash_equilibrium.html", viewport=PHONE if phone else DESK).page
    assert {name: page.locator(f"#equation-{name}").evaluate(LINES) for name in NASH} == {
        name: lines[phone] for name, lines in NASH.items()
    }
    assert page.locator(WRITTEN).evaluate_all(WIDE) == []


def test_a_long_formula_is_whole_on_a_phone(open_page: Open) -> None:
    page = open_page("book/river.html", viewport=PHONE).page
    assert page.locator(WRITTEN).evaluate_all(WIDE) == []
