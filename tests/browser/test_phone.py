"""Every page on a phone 375 pixels wide: nothing is cut off, and what is wider scrolls by itself, with a finger or the keyboard."""

from collections.abc import Callable

import pytest
from visiting import EVERY_PAGE, PHONE, Visit

# What lies beyond the right edge of the screen, or of a box that clips it, and cannot be scrolled to.
CUT_OFF = """things => {
  const scrolls = (box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
  const clips = (box) => ["hidden", "clip"].includes(getComputedStyle(box).overflowX) && getComputedStyle(box).display !== "inline";
  const edge = (thing) => {
    let right = thing.getBoundingClientRect().right;
    for (let box = thing.localName === "mjx-container" ? thing : thing.parentElement; box; box = box.parentElement) {
      if (scrolls(box) && box !== document.documentElement) right = Math.min(right, box.getBoundingClientRect().right);
      else if (clips(box) && right > box.getBoundingClientRect().right + 1) return Infinity;
    }
    return right;
  };
  return things.filter((thing) => thing.getClientRects().length && edge(thing) > innerWidth + 1)
    .map((thing) => thing.outerHTML.slice(0, 150));
}"""
# What scrolls sideways, is no more than one step of rounding, and cannot be focused.
OUT_OF_REACH = """boxes => boxes.filter((box) => box.getClientRects().length && box.scrollWidth > box.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)
    && box.tabIndex < 0 && !box.querySelector("a[href], button, input, summary, [tabindex='0']"))
  .map((box) => box.outerHTML.slice(0, 150))"""
# What scrolls sideways, and does not show it by fading out at its right edge.
SUDDEN = """boxes => boxes.filter((box) => box.getClientRects().length && box.scrollWidth > box.clientWidth + 2
    && box.tabIndex === 0 && getComputedStyle(box).maskImage === "none")
  .map((box) => box.outerHTML.slice(0, 150))"""

THINGS = "article :is(mjx-container, pre, table, img, svg, p, li, dt, h1, h2, h3, h4, button)"


@pytest.fixture
def visit(opened: Callable[[str, str], Visit], path: str) -> Visit:
    visit = opened(path, "file")
    visit.resize(PHONE)
    return visit


@EVERY_PAGE
def test_the_page_is_no_wider_than_the_phone(visit: Visit) -> None:
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@EVERY_PAGE
def test_nothing_is_cut_off(visit: Visit) -> None:
    assert visit.page.locator(THINGS).evaluate_all(CUT_OFF) == []


@EVERY_PAGE
def test_what_scrolls_sideways_can_be_reached_with_the_keyboard(visit: Visit) -> None:
    assert visit.page.locator("article *").evaluate_all(OUT_OF_REACH) == []


@EVERY_PAGE
def test_what_goes_on_to_the_right_fades_out_there(visit: Visit) -> None:
    boxes = "article :is(.pst-scrollable-table-container, .output, .highlight pre, mjx-container[display=true])"
    assert visit.page.locator(boxes).evaluate_all(SUDDEN) == []
