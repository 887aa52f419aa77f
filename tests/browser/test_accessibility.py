"""axe-core finds nothing to complain about, on any page, light or dark, with everything unfolded."""

import pytest
from axe import ALL, AXE, COLOURS, COMPLAINTS
from visiting import DESK, EVERY_PAGE, PAGES, Opened, Visit, each

# The reference has hundreds of entries, all made alike: two of a kind are looked at, while the others are away.
AWAY = """() => {
  window.back = [...document.querySelectorAll("dl.py ~ dl.py ~ dl.py")].map((entry) => {
    const place = document.createComment("");
    entry.replaceWith(place);
    return () => place.replaceWith(entry);
  });
}"""
BACK = "back.forEach((put) => put())"


def complaints(visit: Visit, scheme: str, rules: dict[str, object]) -> list[str]:
    visit.change_scheme(scheme)
    visit.resize(DESK)
    visit.page.evaluate(AXE)
    visit.page.evaluate(AWAY)
    found: list[str] = visit.page.evaluate(COMPLAINTS, rules)
    visit.page.evaluate(BACK)
    return found


@EVERY_PAGE
def test_axe_has_no_complaint(opened: Opened, path: str) -> None:
    assert complaints(opened(path), "light", ALL) == []


@each(PAGES, shown={"book/one_bet_kuhn.html"})
@pytest.mark.parametrize("scheme", ["dark"])
def test_nothing_but_colours_changes_and_they_stand_out(opened: Opened, path: str, scheme: str) -> None:
    assert complaints(opened(path), scheme, COLOURS) == []
