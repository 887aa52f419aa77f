"""Find the browser that the built pages are tested in, or install one: ``python tools/browser.py``.

Any Chromium will do: the one that the environment variable ``CHROMIUM`` names, or else whichever is installed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
CHANNELS = ("chrome", "msedge")  # where their installers put them; Playwright knows that for every system
HOW = "install Chromium or Chrome, or set CHROMIUM to the path of one"


class NoBrowser(Exception):
    """No Chromium starts here."""


def candidates() -> Iterator[dict[str, str]]:
    """What may start a browser, best first: keyword arguments of Playwright's ``chromium.launch``."""
    if path := os.environ.get("CHROMIUM"):
        yield {"executable_path": path}
        return
    for path in filter(None, map(shutil.which, NAMES)):
        yield {"executable_path": path}
    for channel in CHANNELS:
        yield {"channel": channel}
    yield {}  # Playwright's own download


def start(playwright: Playwright) -> Browser:
    """Start the first browser that does; what is on the PATH may be no more than a hint to install it.

    Raises
    ------
    NoBrowser
        None starts; the message says in one line what to do.
    """
    for arguments in candidates():
        try:
            return playwright.chromium.launch(**arguments)
        except Error as error:
            reason = str(error).splitlines()[0]
    if path := os.environ.get("CHROMIUM"):
        raise NoBrowser(f"CHROMIUM is {path}, which does not start: {reason}")
    raise NoBrowser(f"No browser for the tests of the pages: {HOW}.")


def started() -> str:
    """Try, and name the browser that started."""
    with sync_playwright() as playwright, start(playwright) as browser:
        return f"Chromium {browser.version}"


def installers() -> Iterator[list[list[str]]]:
    """Commands that may install a browser: the system's package first, then Playwright's own download."""
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    if shutil.which("apt-get") and os.geteuid() == 0:
        yield [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]]
        yield [[*playwright, "--with-deps"]]
    yield [playwright]


def installed() -> str:
    """Install a browser, and name it."""
    for commands in installers():
        if all(subprocess.run(command, capture_output=True, check=False).returncode == 0 for command in commands):
            try:
                return started()
            except NoBrowser:
                continue
    raise NoBrowser(f"No browser for the tests of the pages, and none could be downloaded: {HOW}.")


def main() -> None:
    try:
        try:
            name = started()
        except NoBrowser:
            if os.environ.get("CHROMIUM"):
                raise
            print("Installing a browser for the tests of the pages ...", flush=True)
            name = installed()
    except NoBrowser as error:
        sys.exit(str(error))
    print(f"The pages are tested in {name}")


if __name__ == "__main__":
    main()
