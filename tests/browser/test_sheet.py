"""The sheet fills one side of A4, and nothing of it is cut off."""

import re

import pytest
from visiting import Open, Visit

PAGE = "book/sheet.html"
MARGIN, WIDTH, HEIGHT = 11, 210, 297  # mm; the margin is that of the style sheet
PIXELS = 96 / 25.4  # in a millimetre
LEAST = 0.85  # of the height between the margins
FILLED = """() => Math.max(...[...document.querySelectorAll(".sheet *")].map((thing) => thing.getBoundingClientRect().bottom))"""
CUT_OFF = """parts => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent)"""


@pytest.fixture
def visit(open_page: Open) -> Visit:
    """The page as it is printed."""
    visit = open_page(PAGE)
    visit.page.emulate_media(media="print")
    return visit


def test_it_is_printed_on_one_page(visit: Visit) -> None:
    assert len(re.findall(rb"/Type\s*/Page\b", visit.page.pdf(format="A4"))) == 1


def test_it_fills_the_page_and_nothing_is_cut_off(visit: Visit) -> None:
    inside = [(side - 2 * MARGIN) * PIXELS for side in (WIDTH, HEIGHT)]
    visit.page.set_viewport_size({"width": int(inside[0]), "height": int(inside[1])})
    assert LEAST < visit.page.evaluate(FILLED) / inside[1] < 1
    assert visit.page.locator(".sheet :is(pre, table, mjx-container[display=true])").evaluate_all(CUT_OFF) == []
    assert visit.page.locator("article h1").is_visible()
