"""Formulas: on fewer lines where there is room, and whole on a phone."""

from playwright.sync_api import Browser
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


def test_a_page_without_scripts_says_what_its_formulas_are(browser: Browser, bases: dict[str, str]) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    for path, says in (("idea", True), ("index", False)):
        page.goto(f"{bases['file']}book/{path}.html")
        first = page.locator("article").evaluate("article => getComputedStyle(article, '::before').content")
        assert ("formulas are shown as TeX" in first) is says
        assert not page.locator(".btn-fullscreen-button").is_visible()  # a button that does nothing
    page.context.close()
