"""Formulas: on fewer lines where there is room, and whole on a phone."""

import pytest
from playwright.sync_api import Browser
from visiting import PHONE, Opened

NASH = "book/nash_equilibrium.html"
WIDE = "(formulas) => formulas.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest('[id]').id)"
LINES = "formulas => formulas.reduce((lines, one) => lines + one.querySelectorAll('mjx-itable > *').length, 0)"
WRITTEN = "mjx-container[display=true]:not(.cell_output *)"  # what a program prints may scroll


@pytest.mark.parametrize("path", [NASH, "book/river.html"])  # which has the longest
def test_formulas_are_whole_on_a_phone_and_take_fewer_lines_where_there_is_room(opened: Opened, path: str) -> None:
    """Their lines are those of the window that the page was opened in."""
    desk, phone = opened(path, "http"), opened(path, "file")
    phone.resize(PHONE)
    assert phone.page.locator(WRITTEN).evaluate_all(WIDE) == []
    lines = [visit.page.locator(WRITTEN).evaluate_all(LINES) for visit in (desk, phone)]
    assert lines[0] < lines[1] if path == NASH else lines[0] <= lines[1]


def test_a_page_without_scripts_says_what_its_formulas_are(browser: Browser, bases: dict[str, str]) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    for path, says in (("idea", True), ("index", False)):
        page.goto(f"{bases['file']}book/{path}.html")
        first = page.locator("article").evaluate("article => getComputedStyle(article, '::before').content")
        assert ("formulas are shown as TeX" in first) is says
        assert not page.locator(".btn-fullscreen-button").is_visible()  # a button that does nothing
    page.context.close()
