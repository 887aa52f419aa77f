"""Pages whose browser refuses to store anything, or gives back something damaged: they start as if nothing were stored."""

import json

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from visiting import Open

PAGE = "book/subgames.html"
KEPT = [
    "mode",
    "theme",
    "sphinx_highlight_terms",
    "sidebar-scroll-top",
    "MathJax-Menu-Settings",
    "kuhncfr-python:subgames/gadget",
]
# A learning platform's frame, in which reading localStorage is an error.
FRAME = """address => {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: address, width: 1000, height: 700 });
  frame.sandbox = "allow-scripts";
  const loaded = new Promise((done) => { frame.onload = done; });
  document.body.replaceChildren(frame);
  return loaded;
}"""
STORE = """([keys, value]) => keys.forEach((key) => [localStorage, sessionStorage].forEach((storage) => storage.setItem(key, value)))"""


def written_in(page: Page | FrameLocator) -> None:
    """The first editor of the page opens with the book's program, and takes another."""
    box = page.locator(".kuhncfr-python").first
    given = json.loads(box.locator("script").text_content() or "")
    box.locator("summary").click()
    editor = box.get_by_role("textbox")
    expect(editor.locator(".cm-line").first).to_have_text(given["code"].partition("\n")[0])
    editor.fill("print('mine')")
    expect(editor).to_have_text("print('mine')")


def test_an_editor_opens_where_storage_is_refused(open_page: Open) -> None:
    visit = open_page("search.html")
    visit.page.evaluate(FRAME, visit.base + PAGE)
    frame = visit.page.frame_locator("iframe")
    written_in(frame)
    assert frame.locator("html").get_attribute("data-theme") == "light"


@pytest.mark.pages
@pytest.mark.parametrize("address", ["index.html", "book/stepper.html", "book/play.html", "book/flows.html", "search.html?q=regret"])
def test_a_page_works_where_storage_is_refused(open_page: Open, address: str) -> None:
    visit = open_page("search.html")
    visit.page.evaluate(FRAME, visit.base + address)
    expect(visit.page.frame_locator("iframe").locator(".kuhncfr-widget section, #search-results li").first).to_be_visible()


@pytest.mark.parametrize(
    "value", ["null", *(pytest.param(value, marks=pytest.mark.pages, id=value[:5]) for value in ("{}", "[1,", "word " * 100_000))]
)
def test_what_is_stored_and_damaged_counts_as_nothing(open_page: Open, value: str) -> None:
    visit = open_page("search.html", color_scheme="dark")
    visit.page.evaluate(STORE, [KEPT, value])
    visit.load(PAGE)
    written_in(visit.page)
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"
