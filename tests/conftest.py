"""What several test files share."""

from pathlib import Path

import pytest
from built import HTML, ROOT
from hypothesis import settings

# Hypothesis draws the same examples every time: what fails on one machine fails on all. A slow machine is no failure.
settings.register_profile("book", derandomize=True, deadline=None)
settings.load_profile("book")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def html() -> Path:
    """The folder of the built book."""
    if not (HTML / "searchindex.js").exists():
        pytest.fail("The book is not built: run `make book` first.", pytrace=False)
    return HTML
