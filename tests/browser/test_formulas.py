"""Formulas without scripts; that they are drawn, and whole on a phone, is asked in test_offline.py."""

from playwright.sync_api import Browser


def test_a_page_without_scripts_says_what_its_formulas_are(browser: Browser, bases: dict[str, str]) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    for path, says in (("idea", True), ("index", False)):
        page.goto(f"{bases['file']}book/{path}.html")
        first = page.locator("article").evaluate("article => getComputedStyle(article, '::before').content")
        assert ("formulas are shown as TeX" in first) is says
        assert not page.locator(".btn-fullscreen-button").is_visible()  # a button that does nothing
    page.context.close()
