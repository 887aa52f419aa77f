"""Every page on a phone 375 pixels wide: what is wider scrolls by itself, with a finger or the keyboard.

That nothing is cut off there is asked with larger text, in ``test_large_text.py``.
"""

from playwright.sync_api import Browser
from visiting import EVERY_PAGE, PHONE, Opened

# What scrolls sideways, is no more than one step of rounding, and cannot be focused.
OUT_OF_REACH = """boxes => boxes.filter((box) => box.getClientRects().length && box.scrollWidth > box.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)
    && box.tabIndex < 0 && !box.querySelector("a[href], button, input, summary, [tabindex='0']"))
  .map((box) => box.outerHTML.slice(0, 150))"""
# What scrolls sideways, and does not show it by fading out at its right edge.
SUDDEN = """boxes => boxes.filter((box) => box.getClientRects().length && box.scrollWidth > box.clientWidth + 2
    && box.tabIndex === 0 && getComputedStyle(box).maskImage === "none")
  .map((box) => box.outerHTML.slice(0, 150))"""


@EVERY_PAGE
def test_what_scrolls_sideways_is_reached_with_the_keyboard_and_fades_out(opened: Opened, path: str) -> None:
    visit = opened(path)
    visit.resize(PHONE)
    assert visit.page.locator("article *").evaluate_all(OUT_OF_REACH) == []
    boxes = "article :is(.pst-scrollable-table-container, .output, .highlight pre, mjx-container[display=true])"
    assert visit.page.locator(boxes).evaluate_all(SUDDEN) == []


def test_without_scripts_solutions_are_folded_and_the_table_of_contents_follows(browser: Browser, bases: dict[str, str]) -> None:
    page = browser.new_context(java_script_enabled=False, viewport=PHONE).new_page()
    page.goto(f"{bases['file']}book/regret_matching.html")
    solution = page.locator("#sol-double-rock > section")
    assert not solution.is_visible()
    page.locator("#sol-double-rock > noscript summary").click()
    assert solution.is_visible()
    page.locator("nav.bd-docs-nav").get_by_text("Nash equilibrium").click()
    assert page.url.endswith("book/nash_equilibrium.html")
    page.context.close()
