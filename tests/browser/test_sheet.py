"""The sheet fills one side of A4, and nothing of it is cut off."""

import re

from visiting import Open

PAGE = "book/sheet.html"
MARGIN, WIDTH, HEIGHT = 11, 210, 297  # mm; the margin is that of the style sheet
PIXELS = 96 / 25.4  # in a millimetre
LEAST = 0.85  # of the height between the margins
FILLED = """() => Math.max(...[...document.querySelectorAll(".sheet *")].map((thing) => thing.getBoundingClientRect().bottom))"""
CUT_OFF = """parts => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent)"""


def test_it_fills_one_page_and_nothing_is_cut_off(open_page: Open) -> None:
    page = open_page(PAGE).page
    page.emulate_media(media="print")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    inside = [(side - 2 * MARGIN) * PIXELS for side in (WIDTH, HEIGHT)]
    page.set_viewport_size({"width": int(inside[0]), "height": int(inside[1])})
    assert LEAST < page.evaluate(FILLED) / inside[1] < 1
    assert page.locator(".sheet :is(pre, table, mjx-container[display=true])").evaluate_all(CUT_OFF) == []
    assert page.locator("article h1").is_visible()
