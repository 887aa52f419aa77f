"""A real browser for the built pages, and a server for those that are not opened as files."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browsing import Browsing
from built import HTML
from charts import CONTROLS, PUT_BACK, Figure, chart
from playwright.sync_api import Browser, Locator, Page
from visiting import DESK, PAGES, Afresh, Open, Opened, Visit

from tools.browser import NoBrowser

BROWSING = Browsing()
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is asked of every page is asked page by page, as long as it is open, and dark before light."""

    def place(item: pytest.Item) -> tuple[int, ...]:
        asked = item.callspec.params  # type: ignore[attr-defined]
        return PAGES.index(asked["path"]), asked.get("scheme") != "dark"

    where = [k for k, item in enumerate(items) if HERE in item.path.parents and "path" in getattr(item, "fixturenames", ())]
    for k, item in zip(where, sorted((items[k] for k in where), key=place), strict=True):
        items[k] = item


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """After the last test here the browser stops: while Playwright runs, nothing else may use asyncio, and notebooks do."""
    if nextitem is None or HERE not in nextitem.path.parents:
        BROWSING.stop()


class Quiet(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        """Let a sandboxed frame have the fonts, as hosts of static pages do."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

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
def browser() -> Browser:
    """One browser for all files of tests here that a worker takes one after the other."""
    try:
        return BROWSING.browser()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def open_page(browser: Browser, bases: dict[str, str]) -> Iterator[Open]:
    """Open a page: ``open_page("book/cfr.html", by="file", color_scheme="dark", viewport=PHONE).page`` is Playwright's.

    A copy of the site is opened ``by`` its address.
    Whatever the test does there, at its end nothing may have been asked of another host, and nothing stand on the console.
    """
    visits: list[Visit] = []

    def open_(path: str, by: str = "http", drawn: bool = True, **options: object) -> Visit:
        visits.append(BROWSING.begin(bases.get(by, by), **options))
        return visits[-1].load(path, drawn)

    yield open_
    complaints = [complaint for visit in visits for complaint in visit.outside + visit.complaints]
    for visit in visits:
        BROWSING.end(visit)
    assert complaints == []


@pytest.fixture
def opened(browser: Browser, bases: dict[str, str]) -> Iterator[Opened]:
    """Give the page of a path, dark and unfolded: tests of a page that follow each other get the same.

    They choose scheme and size themselves, and put back whatever else they change.
    """
    visits: list[tuple[Visit, int, int]] = []

    def opened_(path: str) -> Visit:
        visit = BROWSING.opened(bases["http"], path)
        visits.append((visit, len(visit.outside), len(visit.complaints)))
        return visit

    yield opened_
    assert [new for visit, outside, complaints in visits for new in visit.outside[outside:] + visit.complaints[complaints:]] == []


@pytest.fixture(scope="module")
def shared(request: pytest.FixtureRequest, browser: Browser, bases: dict[str, str]) -> Iterator[Open]:
    """Visit the page that the file of tests is about, its PAGE: it is loaded once by each way, "http" or "file"."""
    visits: dict[str, Visit] = {}

    def visit(by: str, drawn: bool = True) -> Visit:
        if by not in visits:
            visits[by] = BROWSING.begin(bases[by]).load(request.module.PAGE, drawn)
        return visits[by]

    yield visit
    complaints = [complaint for visit in visits.values() for complaint in visit.outside + visit.complaints]
    for one in visits.values():
        BROWSING.end(one)
    assert complaints == []


@pytest.fixture
def afresh(request: pytest.FixtureRequest, shared: Open) -> Iterator[Afresh]:
    """That page as it was loaded, ``afresh("#seed=1", by="file")``: light, on a desk, and with its widget as at this address."""
    visits: list[Visit] = []

    def afresh_(hash: str = "", by: str = "http") -> Visit:
        visits.append(shared(by).afresh(request.module.PAGE, hash))
        return visits[-1]

    yield afresh_
    assert [complaint for visit in visits for complaint in visit.outside + visit.complaints] == []


@pytest.fixture
def page(afresh: Afresh) -> Page:
    """The page that the file of tests is about."""
    return afresh().page


@pytest.fixture
def figure(opened: Opened) -> Iterator[Figure]:
    """Find a figure in an open page, ``figure(path, name, size, scheme)``; its page's controls are put back at the end."""
    before: list[Any] = []

    def find(path: str, name: str, size: Any = DESK, scheme: str = "light") -> Locator:
        visit = opened(path)
        visit.change_scheme(scheme)
        visit.resize(size)
        found = chart(visit.page, name)
        before.append(visit.page.locator("body").evaluate_handle(CONTROLS))
        return found

    yield find
    for controls in before:
        controls.evaluate(PUT_BACK)
