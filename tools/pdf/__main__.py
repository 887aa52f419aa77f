"""Print the built book to ``_build/kuhncfr.pdf``."""

import sys
import tomllib
from pathlib import Path

import yaml

from tools.browser import NoBrowser, driver, start

from .bound import Imprint, bind
from .pages import read
from .press import laid_out, printed

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "_build" / "html"
BOUND, TARGET = ROOT / "_build" / "kuhncfr.html", ROOT / "_build" / "kuhncfr.pdf"
WITHOUT = "(Or print a page of the book from the browser that you have.)"
LICENCE = "Text and figures: CC BY 4.0. Code: MIT licence."


def imprint() -> Imprint:
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return Imprint(config["title"], config["author"], project["version"], LICENCE)


def main() -> None:
    BOUND.write_text(bind(BUILT, read(BUILT, ROOT / "_toc.yml"), imprint()), encoding="utf-8")
    try:
        with driver() as playwright, start(playwright) as browser:
            TARGET.write_bytes(printed(laid_out(browser, BOUND)))
    except NoBrowser as error:
        sys.exit(f"{error} {WITHOUT}")
    print(f"The book on paper: {TARGET.relative_to(ROOT).as_posix()} ({TARGET.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
