"""axe-core finds nothing to complain about, on any page, light or dark, with everything unfolded."""

from axe import ALL, AXE, COLOURS, COMPLAINTS
from visiting import DESK, EVERY_PAGE, PAGES, Opened, Visit, each


def complaints(visit: Visit, scheme: str, rules: dict[str, object]) -> list[str]:
    visit.change_scheme(scheme)
    visit.resize(DESK)
    visit.page.evaluate(AXE)
    found: list[str] = visit.page.evaluate(COMPLAINTS, rules)
    return found


@EVERY_PAGE
def test_axe_has_no_complaint(opened: Opened, path: str) -> None:
    assert complaints(opened(path, "http"), "light", ALL) == []


@each(PAGES, shown={"book/cfr.html"})
def test_nothing_but_colours_changes_in_the_dark_and_they_stand_out(opened: Opened, path: str) -> None:
    assert complaints(opened(path, "http"), "dark", COLOURS) == []
