"""A real browser for the built pages, and a server for those that are not opened as files."""

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from built import HTML
from playwright.sync_api import Browser, Page, sync_playwright
from visiting import Visit

from tools.browser import NoBrowser, start

Open = Callable[..., Visit]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is in the pages."""


@pytest.fixture(scope="session")
def bases(html: Path) -> Iterator[dict[str, str]]:
    """The addresses of the site: served, and as files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(HTML)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield {"http": f"http://127.0.0.1:{server.server_port}/", "file": f"{HTML.as_uri()}/"}
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per file of tests: while Playwright runs, nothing else in this process may use asyncio, and notebooks do."""
    with sync_playwright() as playwright:
        try:
            started = start(playwright)
        except NoBrowser as error:
            pytest.fail(str(error), pytrace=False)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, bases: dict[str, str]) -> Iterator[Open]:
    """Open a page: ``open_page("book/cfr.html", by="file", color_scheme="dark", viewport=PHONE).page`` is Playwright's.

    Whatever the test does there, at its end nothing may have been asked of another host, and nothing stand on the console.
    """
    visits: list[Visit] = []

    def open_(path: str, by: str = "http", **options: object) -> Visit:
        visits.append(Visit.begin(browser, bases[by], **options))
        return visits[-1].load(path)

    yield open_
    complaints = [complaint for visit in visits for complaint in visit.outside + visit.complaints]
    for visit in visits:
        visit.end()
    assert complaints == []


@pytest.fixture(scope="module")
def shared(request: pytest.FixtureRequest, browser: Browser, bases: dict[str, str]) -> Iterator[Callable[[str], Visit]]:
    """Visit the page that the file of tests is about, its PAGE: it is loaded once, and its widget put back for each test."""
    visits: dict[str, Visit] = {}

    def visit(by: str) -> Visit:
        if by not in visits:
            visits[by] = Visit.begin(browser, bases[by]).load(request.module.PAGE)
        return visits[by].afresh(request.module.PAGE)

    yield visit
    for one in visits.values():
        one.end()


@pytest.fixture
def page(shared: Callable[[str], Visit]) -> Iterator[Page]:
    """The page that the file of tests is about."""
    visit = shared("http")
    yield visit.page
    assert visit.outside + visit.complaints == []


@pytest.fixture(params=["http", "file"])
def either(request: pytest.FixtureRequest, shared: Callable[[str], Visit]) -> Iterator[Page]:
    """The same, served or opened from disk."""
    visit = shared(request.param)
    yield visit.page
    assert visit.outside + visit.complaints == []
