"""A visit to a page of the built book: open it, wait until everything is drawn, and keep what it asked for and complained about."""

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from built import HTML
from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Page, Request

WAYS_ON = 'http-equiv="refresh"'  # a page that only leads to another
HTML_FILES = sorted(path for path in HTML.rglob("*.html") if "_static" not in path.parts)
PAGES = [file.relative_to(HTML).as_posix() for file in HTML_FILES if WAYS_ON not in file.read_text(encoding="utf-8")] or ["not built"]
# What must hold on every page, make test checks on these, which together have every kind of component; make test-pages on the others.
SHOWN = {
    *("book/index.html", "book/idea.html", "book/one_bet_kuhn.html", "book/nash_equilibrium.html", "book/cfr.html"),
    *("book/convergence.html", "book/river.html"),
    *("book/speed.html", "book/sheet.html", "book/teach.html"),
    *("book/api.html", "book/notation.html", "book/glossary.html", "book/bibliography.html"),
}


def each(pages: list[str], shown: Container[str] = SHOWN) -> pytest.MarkDecorator:
    """Ask something of each of these pages: of those that are shown in make test, of the others in make test-pages."""
    marked = [pytest.param(page, id=page.removeprefix("book/"), marks=[] if page in shown else pytest.mark.pages) for page in pages]
    return pytest.mark.parametrize("path", marked)


EVERY_PAGE = each(PAGES)

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 812}
# Whoever wants to leave the site finds a door that is locked. (To intercept each request would do too, but takes the cache away.)
LOCKED = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
# Whatever does not come within a minute is named, instead of waited for without end. What moves or fades, such as an unfolded cell, is
# brought to its end, and whatever follows from that: the browser has left one change unfinished, and what counts is the page at rest.
DRAWN = """async () => {
  const loaded = (image) => image.complete || new Promise((done) => { image.onload = image.onerror = done; });
  const frame = () => new Promise(requestAnimationFrame);
  const within = (what, wait) => Promise.race([wait, new Promise((_, fail) => {
    setTimeout(() => fail(new Error(`not there after a minute: ${what}`)), 60_000);
  })]);
  await within("charts", window.drawCharts?.());
  await within("formulas", window.MathJax?.startup?.promise);
  await within("fonts", document.fonts.ready);
  await within("images", Promise.all([...document.images].filter((image) => image.loading !== "lazy").map(loaded)));
  await within("frames", frame().then(frame));
  const ends = (one) => one.playState !== "finished" && one.effect.getComputedTiming().endTime < Infinity;
  const moving = () => document.getAnimations().filter(ends);
  const settle = async () => {
    for (let left = moving(); left.length; left = moving()) {
      left.forEach((one) => one.finish());
      await frame();
    }
  };
  await within("movements", settle());
}"""
# What a finger easily misses: a control that is shown, and is less than 44 pixels wide or high.
TOO_SMALL = """controls => controls.map((control) => [control.outerHTML, control.getBoundingClientRect()])
  .filter(([, box]) => box.height && Math.min(box.width, box.height) < 44)"""
# The page's own script brings the widget to life again. The mouse and the focus are where they are on a new page.
AFRESH = """async ([written, hash]) => {
  history.replaceState(null, "", hash || location.pathname);
  document.querySelector(".kuhncfr-widget").outerHTML = written;
  const script = document.createElement("script");
  const { widget } = document.querySelector(".kuhncfr-widget").dataset;
  script.src = document.querySelector(`script[src*="kuhncfr-${widget}.js"]`).src;
  const ran = new Promise((done) => { script.onload = done; });
  document.head.append(script);
  await ran;
  script.remove();
  document.activeElement.blur();
  scrollTo(0, 0);
}"""


@cache
def _widget(path: str) -> str:
    """The first widget of a page as it is written there."""
    return str(BeautifulSoup((HTML / path).read_text(encoding="utf-8"), "lxml").select_one(".kuhncfr-widget"))


@dataclass
class Visit:
    """An open page. Requests that would leave the site get nowhere."""

    page: Page
    base: str  # the address of the site, which ends in a slash
    requests: list[str] = field(default_factory=list)  # what it fetched, each address once
    outside: list[str] = field(default_factory=list)  # what it wanted from elsewhere
    complaints: list[str] = field(default_factory=list)  # errors and warnings on the console, and uncaught exceptions

    @classmethod
    def begin(cls, browser: Browser, base: str, **options: Any) -> Self:
        """Open an empty page that a real one can be loaded into; options are those of Playwright's ``new_context``."""
        page = browser.new_context(**{"viewport": DESK, "color_scheme": "light", "proxy": LOCKED, **options}).new_page()
        visit = cls(page, base)
        page.on("request", visit.asked)
        page.on("console", visit.heard)
        page.on("pageerror", lambda error: visit.complaints.append(str(error)))
        return visit

    def begin_again(self, base: str, viewport: Any = DESK, color_scheme: Any = "light", reduced_motion: Any = "no-preference") -> Self:
        """Make the page as empty as a new one, which takes half a second to get, and has to read everything again."""
        if self.page.url.startswith(self.base):
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(media="screen", color_scheme=color_scheme, reduced_motion=reduced_motion)
        self.page.mouse.move(0, 0)
        self.base = base
        for kept in (self.requests, self.outside, self.complaints):
            kept.clear()
        return self

    def asked(self, request: Request) -> None:
        inside = request.url.startswith((self.base, "data:", "blob:"))
        kept = self.requests if inside else self.outside
        if request.url not in kept:
            kept.append(request.url)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def load(self, path: str, drawn: bool = True) -> Self:
        """Load a page of the site and wait until its formulas, charts, fonts and images are there, unless a test needs none of them."""
        self.page.goto(self.base + path)
        if drawn:
            self.page.evaluate(DRAWN)
        return self

    def afresh(self, path: str, hash: str = "") -> Self:
        """Put the page and its widget back as they were loaded at this address, and forget what was complained about before."""
        self.page.emulate_media(reduced_motion="no-preference")
        self.change_scheme("light")
        self.resize(DESK)
        self.page.evaluate(AFRESH, [_widget(path), hash])
        self.outside.clear()
        self.complaints.clear()
        return self

    def files(self) -> list[Path]:
        """The files of the site that the page fetched."""
        paths = [unquote(urlsplit(address).path) for address in self.requests if address.startswith(self.base)]
        start = unquote(urlsplit(self.base).path)
        return sorted({HTML / path.removeprefix(start) for path in paths})

    def change_scheme(self, scheme: Any) -> None:
        """Turn dark or light, as the system does in the evening, and wait for it."""
        if self.page.evaluate("document.documentElement.dataset.theme") == scheme:
            return
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        self.page.evaluate(DRAWN)

    def resize(self, viewport: Any) -> None:
        """Give the window another size, as who turns a phone or drags a corner does, and wait for what follows."""
        if self.page.viewport_size != viewport:
            self.page.set_viewport_size(viewport)
            self.page.evaluate(DRAWN)

    def unfold(self) -> None:
        """Open all solutions and hidden cells."""
        folds = self.page.locator(
            "article :is(.toggle-button-hidden, details.hide:not([open]) > summary, .toggle-details:not([open]) > summary)"
        )
        folds.evaluate_all("folds => folds.forEach(fold => fold.click())")
        self.page.evaluate(DRAWN)

    @contextmanager
    def devtools(self) -> Iterator[CDPSession]:
        """Talk to the browser behind the page, as far as that goes beyond Playwright; what this changes is undone at the end."""
        session = self.page.context.new_cdp_session(self.page)
        try:
            yield session
        finally:
            session.detach()


# What the fixtures "open_page", "opened" and "afresh" are.
Open, Opened, Afresh = Callable[..., Visit], Callable[[str], Visit], Callable[..., Visit]
