"""Find the browser that the built pages are tested in, or install one: ``python tools/browser.py``.

Any Chromium works: the one that the environment variable ``CHROMIUM`` names, or else any that is installed. Playwright controls it
through its own Node.js, which needs a few system libraries. Missing software is installed if this process is root and apt exists;
otherwise one line names what to install.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

DRIVER_LIBRARIES = {"libatomic.so.1": "libatomic1", "libgcc_s.so.1": "libgcc-s1", "libstdc++.so.6": "libstdc++6"}  # Debian's packages
LACKS = re.compile(r"error while loading shared libraries: ([^:\s]+)")
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
CHANNELS = ("chrome", "msedge")  # where their installers put them; Playwright knows that for every system
HOW = "install Chromium or Chrome, or set CHROMIUM to the path of one"


class NoBrowser(Exception):
    """No Chromium starts; the message says in one line what to do."""


def may_install() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def run(command: list[str]) -> None:
    """Run a command that installs something.

    Raises
    ------
    NoBrowser
        The command failed; the message has the command and its error.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise NoBrowser(f"`{' '.join(command)}` failed: {complaint(done.stderr or done.stdout)}")


def complaint(said: str) -> str:
    """Return the line of a failed command that has the error."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if re.match(r"E: |error|Error|Failed", line)), lines[-1] if lines else "it says nothing")


def apt_install(package: str) -> None:
    run(["apt-get", "update"])
    run(["apt-get", "install", "--yes", "--no-install-recommends", package])


def prepare_driver() -> None:
    """Install the libraries that Playwright's driver lacks: the loader names one at a time.

    Raises
    ------
    NoBrowser
        The driver does not start, and this process cannot install what it lacks.
    """
    tried: set[str] = set()
    while library := driver_lacks():
        package = DRIVER_LIBRARIES.get(library)
        if package is None or package in tried or not may_install():
            raise lacking(library)
        print(f"Installing {package}, which the driver of the browser needs ...", flush=True)
        apt_install(package)
        tried.add(package)


def lacking(library: str) -> NoBrowser:
    package = DRIVER_LIBRARIES.get(library)
    known = f" (Debian and Ubuntu: apt-get install {package})" if package else ""
    return NoBrowser(f"The driver of the browser for the tests of the pages needs {library}: install it{known}.")


def driver_lacks() -> str | None:
    """Return the first library that Playwright's driver lacks; None if the driver starts."""
    driver = compute_driver_executable()[0]
    try:
        done = subprocess.run([driver, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoBrowser(f"The driver of the browser for the tests of the pages does not start: {error}") from error
    if done.returncode == 0:
        return None
    if found := LACKS.search(done.stderr):
        return found[1]
    raise NoBrowser(f"The driver of the browser for the tests of the pages does not start: {complaint(done.stderr)}")


@contextmanager
def driver() -> Iterator[Playwright]:
    """Run Playwright's driver.

    Raises
    ------
    NoBrowser
        The driver does not start; Playwright's own error says only that the connection was closed.
    """
    if library := driver_lacks():
        raise lacking(library)
    with sync_playwright() as playwright:
        yield playwright


def candidates() -> Iterator[dict[str, str]]:
    """Yield keyword arguments of Playwright's ``chromium.launch``, one for each possible browser, best first."""
    if path := os.environ.get("CHROMIUM"):
        yield {"executable_path": path}
        return
    for path in filter(None, map(shutil.which, NAMES)):
        yield {"executable_path": path}
    for channel in CHANNELS:
        yield {"channel": channel}
    yield {}  # Playwright's own download


def start(playwright: Playwright) -> Browser:
    """Start the first browser that works; a command on the PATH may be only a stub that suggests an installation.

    Raises
    ------
    NoBrowser
        No browser starts; the message says in one line what to do.
    """
    reasons = []
    for arguments in candidates():
        try:
            return playwright.chromium.launch(**arguments)
        except Error as error:
            reasons.append(str(error))
    if path := os.environ.get("CHROMIUM"):
        raise NoBrowser(f"CHROMIUM is {path}, which does not start: {reasons[-1].splitlines()[0]}")
    if any("missing dependencies" in reason or LACKS.search(reason) for reason in reasons):
        raise NoBrowser(f"A browser is there, but lacks libraries: as root, run `{' '.join(PLAYWRIGHT)} install-deps chromium`.")
    raise NoBrowser(f"No browser for the tests of the pages: {HOW}.")


def started() -> str:
    """Start a browser, and return its name."""
    with driver() as playwright, start(playwright) as browser:
        return f"Chromium {browser.version}"


def install(place: str) -> None:
    """Install a browser from one source: the system's packages, or Playwright's download, with or without the libraries that it needs."""
    if place == "apt":
        apt_install("chromium")
    else:
        run([*PLAYWRIGHT, "install", "chromium", *(["--with-deps"] if place == "download with libraries" else [])])


def installed() -> str:
    """Install a browser, and return its name."""
    reasons = []
    for place in ("apt", "download with libraries") if may_install() else ("download",):
        try:
            install(place)
            return started()
        except NoBrowser as error:
            reasons.append(str(error).rstrip("."))
    raise NoBrowser(f"No browser for the tests of the pages: {HOW}. ({'; '.join(reasons)}.)")


def main() -> None:
    try:
        prepare_driver()
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
