"""The browser of the tests: started once, and its pages are handed on from test to test."""

from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser
from visiting import Visit

from tools.browser import driver, start


class Browsing:
    """The browser, once it was asked for, and the pages that are open in it."""

    def __init__(self) -> None:
        self._end = ExitStack()
        self._browser: Browser | None = None
        self._free: list[Visit] = []
        self._opened: tuple[str, Visit] | None = None

    def browser(self) -> Browser:
        if self._browser is None:
            self._browser = self._end.enter_context(start(self._end.enter_context(driver())))
        return self._browser

    def begin(self, base: str, **options: Any) -> Visit:
        """Begin a visit in a page that nobody uses, which is as empty as a new one."""
        visit = self._free.pop() if self._free else Visit.begin(self.browser(), base)
        return visit.begin_again(base, **options)

    def end(self, visit: Visit) -> None:
        """Let others have the page; what ran there ends."""
        self._free.append(visit.begin_again(visit.base))

    def opened(self, base: str, path: str) -> Visit:
        """The page as it was left by the test before, if that was about the same; otherwise it is loaded, turns dark, and is unfolded."""
        before, visit = self._opened or ("", self.begin(base))
        if before != path:
            visit.begin_again(base).load(path)
            visit.change_scheme("dark")
            visit.unfold()
        self._opened = path, visit
        return visit

    def stop(self) -> None:
        """Close the browser and all its pages; who asks for it again gets another."""
        self._end.close()
        self._browser = None
        self._free.clear()
        self._opened = None
