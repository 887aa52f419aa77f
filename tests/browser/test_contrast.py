"""Every text stands out from what is behind it, in charts too, light and dark; and links do not stand out by their colour alone."""

import pytest
from faint import faint
from visiting import DESK, EVERY_PAGE, Opened

# The links among words that are not underlined; the titles of cards are links as a whole.
NOT_UNDERLINED = """links => links.filter((link) => getComputedStyle(link).display.startsWith("inline") && link.getClientRects().length
    && [...link.parentElement.childNodes].some((other) => other !== link && other.textContent.trim())
    && !getComputedStyle(link).textDecorationLine.includes("underline"))
  .map((link) => link.outerHTML)"""


@EVERY_PAGE
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_text_stands_out(opened: Opened, path: str, scheme: str) -> None:
    visit = opened(path)
    visit.change_scheme(scheme)
    visit.resize(DESK)
    assert faint(visit.page.locator("body")) == []


@EVERY_PAGE
def test_links_among_words_are_underlined(opened: Opened, path: str) -> None:
    links = opened(path).page.locator("article :is(p:not(.title), li, td, dd) > a[href]:not(.headerlink)")
    assert links.evaluate_all(NOT_UNDERLINED) == []
