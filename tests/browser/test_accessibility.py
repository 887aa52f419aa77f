"""axe-core finds nothing to complain about, on any page, light or dark, with everything unfolded."""

from collections.abc import Callable

import pytest
from axe import ALL, AXE, COLOURS, COMPLAINTS
from visiting import DESK, EVERY_PAGE, Visit


# Nothing but colours changes with the scheme.
@EVERY_PAGE
@pytest.mark.parametrize(("scheme", "rules"), [("light", ALL), ("dark", COLOURS)], ids=["light", "dark"])
def test_axe_has_no_complaint(opened: Callable[[str, str], Visit], path: str, scheme: str, rules: dict[str, object]) -> None:
    visit = opened(path, "http")
    visit.change_scheme(scheme)
    visit.resize(DESK)
    visit.page.evaluate(AXE)
    assert visit.page.evaluate(COMPLAINTS, rules) == []
