"""The pages follow the reader's colour scheme from the start."""

from typing import Any


def test_a_page_is_dark_before_the_theme_runs(open_page: Any) -> None:
    """Otherwise it would flash white, and be styled twice."""
    page = open_page("book/licences.html", drawn=False, color_scheme="dark").page
    page.route("**/pydata-sphinx-theme.js*", lambda route: route.fulfill(body=""))
    page.evaluate("localStorage.clear()")  # the theme stores what it found
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
