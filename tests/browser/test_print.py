"""On paper, whatever the screen shows: dark on white, solutions open, nothing that can only be clicked."""

import pytest
from visiting import Open, Visit

PAGE = "book/subgames.html"
NO_USE = ".bd-sidebar-primary, .bd-sidebar-secondary, .bd-header-article, .prev-next-area, .copybtn, .toggle-button, .vega-embed > details"
FOLDED = ".toggle-hidden, article .cell details:not([open], .chart-data, .vega-embed > details)"
REMEMBER = f"""() => addEventListener("beforeprint", () => {{
  window.printed = {{ theme: document.documentElement.dataset.theme, folded: document.querySelectorAll("{FOLDED}").length }};
}})"""


@pytest.fixture(scope="module")
def visit(shared: Open) -> Visit:
    """A dark page after it was printed, still as print would lay it out."""
    visit = shared("http")
    visit.change_scheme("dark")
    assert visit.page.locator(".toggle-hidden").count() > 0
    visit.page.evaluate(REMEMBER)
    assert visit.page.pdf(page_ranges="1").startswith(b"%PDF")
    visit.page.emulate_media(media="print")
    return visit


def test_paper_is_white_and_what_was_folded_is_open_and_the_screen_is_as_it_was_afterwards(visit: Visit) -> None:
    assert visit.page.evaluate("printed") == {"theme": "light", "folded": 0}
    assert visit.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert visit.page.locator(".toggle-hidden").count() > 0
    assert visit.page.locator(FOLDED.removeprefix(".toggle-hidden, ")).count() > 0


def test_nothing_is_printed_that_can_only_be_clicked(visit: Visit) -> None:
    assert visit.page.locator(NO_USE).count() > 5
    assert [
        thing.evaluate("thing => thing.className || thing.localName") for thing in visit.page.locator(NO_USE).all() if thing.is_visible()
    ] == []


def test_code_is_not_cut_off_at_the_margin(visit: Visit) -> None:
    wide = "blocks => blocks.filter(block => block.scrollWidth > block.clientWidth + 1).map(block => block.textContent)"
    visit.page.set_viewport_size({"width": 700, "height": 1000})  # what is left of a sheet of A4, in CSS pixels
    assert visit.page.locator("article pre").evaluate_all(wide) == []
