"""Whoever has no mouse gets everywhere, and sees where they are."""

import pytest
from playwright.sync_api import expect
from visiting import DESK, PHONE, Open, Opened

CFR = "book/cfr.html"
FOCUSABLE = "a[href], button, summary, input, select, [tabindex='0']"
# After a key was pressed, a browser shows the focus that a script sets. One element of each kind is enough.
UNSEEN = """things => {
  const kinds = new Map(things.filter((thing) => thing.checkVisibility({ visibilityProperty: true }))
    .map((thing) => [`${thing.localName} ${thing.className} in ${thing.parentElement.className}`, thing]));
  return [...kinds].filter(([kind, thing]) => {
    thing.focus();
    const { outlineStyle, outlineWidth } = getComputedStyle(thing);
    return document.activeElement === thing && (outlineStyle === "none" || parseFloat(outlineWidth) < 2);
  }).map(([kind]) => kind);
}"""


@pytest.mark.parametrize(("path", "scheme", "viewport"), [(CFR, "dark", DESK), (CFR, "light", PHONE)], ids=["dark", "phone"])
def test_focus_is_visible_on_everything(opened: Opened, path: str, scheme: str, viewport: dict[str, int]) -> None:
    visit = opened(path)
    visit.change_scheme(scheme)
    visit.resize(viewport)
    visit.page.keyboard.press("Tab")
    assert visit.page.locator(FOCUSABLE).evaluate_all(UNSEEN) == []


def test_the_first_key_leads_past_the_navigation(open_page: Open) -> None:
    page = open_page("book/licences.html").page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to main content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to main content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("path", [CFR])
def test_solutions_close_and_open(opened: Opened, path: str) -> None:
    page = opened(path).page
    solution = page.locator(".solution.dropdown").first
    button, content = solution.locator(".toggle-button"), solution.locator("section, div, p:not(.admonition-title)").first
    expect(content).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")
    expect(content).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Space")
    expect(content).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_the_menu_of_a_phone_opens_leads_on_and_closes(open_page: Open) -> None:
    page = open_page("book/licences.html", viewport=PHONE).page
    button, menu = page.locator("button.primary-toggle"), page.locator(".bd-sidebar-primary")
    chapter = menu.get_by_role("link", name="Glossary")
    expect(chapter).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(chapter).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link").first).to_be_focused()
    chapter.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glossary")
