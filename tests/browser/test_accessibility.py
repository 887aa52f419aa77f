"""axe-core finds nothing to complain about, on any page, with everything unfolded; colours are in test_contrast.py."""

from axe import AXE, COMPLAINTS
from visiting import DESK, EVERY_PAGE, Opened

# The reference has hundreds of entries, all made alike: two of a kind are looked at, while the others are away. So are formulas as they
# are drawn, which screen readers do not get to see: what they read instead stays.
AWAY = """() => {
  window.back = [...document.querySelectorAll("dl.py ~ dl.py ~ dl.py, mjx-math[aria-hidden=true]")].map((thing) => {
    const place = document.createComment("");
    thing.replaceWith(place);
    return () => place.replaceWith(thing);
  });
}"""
BACK = "back.forEach((put) => put())"


@EVERY_PAGE
def test_axe_has_no_complaint(opened: Opened, path: str) -> None:
    visit = opened(path)
    visit.resize(DESK)
    visit.page.evaluate(AXE)
    visit.page.evaluate(AWAY)
    complaints = visit.page.evaluate(COMPLAINTS)
    visit.page.evaluate(BACK)
    assert complaints == []
