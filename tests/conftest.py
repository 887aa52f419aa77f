"""What several test files share, and how tests are dealt out to the workers."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from built import HTML, ROOT
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

# Hypothesis draws the same examples every time: what fails on one machine fails on all. A slow machine is no failure.
settings.register_profile("book", derandomize=True, deadline=None)
settings.load_profile("book")


class ByFileOrPage(LoadScopeScheduling):
    """One worker gets all tests of a file, a chapter's cells for example; in the browser all that is asked of one page."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, name = nodeid.partition("::")
        page = re.search(r"[\w-]+\.html", name)
        return page[0] if page and file.startswith("tests/browser/") else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFileOrPage:
    """In place of the one that ``--dist`` names."""
    return ByFileOrPage(config, log)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt: where tests are started in the background, the shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


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
