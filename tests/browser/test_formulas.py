"""Formulas: on fewer lines where there is room; that they are whole on a phone is asked in test_offline.py."""

import pytest
from playwright.sync_api import Browser
from visiting import PHONE, Open, Opened

LINES = "formulas => formulas.reduce((lines, one) => lines + one.querySelectorAll('mjx-itable > *').length, 0)"


@pytest.mark.parametrize("path", ["book/nash_equilibrium.html"])
def test_formulas_take_fewer_lines_where_there_is_room(opened: Opened, open_page: Open, path: str) -> None:
    """Their lines are those of the window that the page was opened in."""
    visits = opened(path), open_page(path, viewport=PHONE)
    desk, phone = (visit.page.locator("mjx-container[display=true]").evaluate_all(LINES) for visit in visits)
    assert desk < phone


def test_a_page_without_scripts_says_what_its_formulas_are(browser: Browser, bases: dict[str, str]) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    for path, says in (("idea", True), ("index", False)):
        page.goto(f"{bases['file']}book/{path}.html")
        first = page.locator("article").evaluate("article => getComputedStyle(article, '::before').content")
        assert ("formulas are shown as TeX" in first) is says
        assert not page.locator(".btn-fullscreen-button").is_visible()  # a button that does nothing
    page.context.close()
