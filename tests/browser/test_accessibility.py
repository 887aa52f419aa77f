"""axe-core finds nothing to complain about, on any page, light or dark, with everything unfolded."""

from collections.abc import Iterator

import pytest
from axe import ALL, AXE, COLOURS, COMPLAINTS
from playwright.sync_api import Browser
from visiting import NAMED_BY_PAGE, PAGES, Visit


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
