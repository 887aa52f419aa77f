"""axe-core finds nothing to complain about, on any page, light or dark, with everything unfolded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from visiting import NAMED_BY_PAGE, PAGES, Visit

AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # nothing else changes with the scheme
# One exception: axe does not count a formula as text, but screen readers do, so a table's header may be one.
COMPLAINTS = """async (rules) => (await axe.run(document, { runOnly: rules, resultTypes: ["violations"], elementRef: true }))
  .violations.flatMap((rule) => rule.nodes
    .filter((node) => rule.id !== "empty-table-header" || !node.element.querySelector("mjx-assistive-mml math"))
    .map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`))"""


@pytest.fixture(scope="module", params=PAGES, ids=NAMED_BY_PAGE)
def visit(request: pytest.FixtureRequest, browser: Browser, bases: dict[str, str]) -> Iterator[Visit]:
    visit = Visit.begin(browser, bases["http"]).load(request.param)
    visit.unfold()
    visit.page.evaluate(AXE)
    yield visit
    visit.end()


def test_axe_has_no_complaint_in_the_light(visit: Visit) -> None:
    assert visit.page.evaluate(COMPLAINTS, ALL) == []


def test_axe_has_no_complaint_in_the_dark(visit: Visit) -> None:
    visit.change_scheme("dark")
    assert visit.page.evaluate(COMPLAINTS, COLOURS) == []
