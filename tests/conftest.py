"""What several test files share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def html() -> Path:
    """The folder of the built book."""
    folder = ROOT / "_build" / "html"
    if not (folder / "searchindex.js").exists():
        pytest.fail("The book is not built: run `make book` first.", pytrace=False)
    return folder
