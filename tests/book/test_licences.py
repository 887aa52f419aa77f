"""Everything that the site carries of others is on the page of licences, and its licence is in the site."""

import hashlib
from importlib import metadata
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from kuhnbook.sphinx.widgets import WIDGETS
from tools.vendor import PACKAGES

# What Sphinx and an extension make from templates, so that it has other bytes than what was installed.
WRITTEN = {"basic.css", "copybutton.js", "documentation_options.js", "pygments.css"}
WRITTEN |= {"kuhncfr.css", "python.css", "python.js", "python/files.js"}  # our own bundles
WRITTEN |= {f"kuhncfr-{widget}.js" for widget in WIDGETS}
FONTS = ("brands-400", "regular-400", "solid-900", "v4compatibility")
WRITTEN |= {f"vendor/fontawesome/6.5.2/webfonts/fa-{font}.woff" for font in FONTS}  # the icons that are shown


@pytest.fixture(scope="module")
def page(html: Path) -> BeautifulSoup:
    return BeautifulSoup((html / "book" / "licences.html").read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def rows(page: BeautifulSoup) -> dict[str, list[str]]:
    found = [[cell.get_text(strip=True) for cell in row.find_all("td")] for row in page.select("table tr")]
    return {name: cells for name, *cells in filter(None, found)}


def text_of(page: BeautifulSoup, html: Path, name: str) -> str:
    """The licence text that the row of this name leads to."""
    (link,) = [row.find("a") for row in page.select("table tr") if row.find("td") and row.find("td").get_text(strip=True) == name]
    return (html / "book" / link["href"]).read_text(encoding="utf-8")


@pytest.mark.parametrize("package", PACKAGES, ids=[package.name for package in PACKAGES])
def test_what_is_vendored_is_on_the_page_with_its_licence(package, rows, page, html):
    version, spdx, where, _ = rows[package.name]
    assert (version, spdx) == (package.version, package.spdx)
    assert Path(package.home, package.folder).as_posix().endswith(where)
    own = package.home / package.folder / f"LICENSE-{package.name}"
    assert text_of(page, html, package.name) == own.read_text(encoding="utf-8")


def test_every_file_of_the_site_is_ours_or_belongs_to_a_row_of_the_page(html, root, rows):
    installed = [name for name, cells in rows.items() if len(cells) == 3 and not cells[2]]  # and no part of another
    ours = [*(root / "book" / "assets").rglob("*"), *(root / "book" / "vendor").rglob("*")]
    theirs = [Path(str(file.locate())) for name in installed for file in metadata.distribution(name).files or [] if file.suffix != ".pyc"]
    known = {hashlib.sha256(path.read_bytes()).hexdigest() for path in (*ours, *theirs) if path.is_file()}
    shortened = {path.name.partition(".")[0] for path in theirs if path.suffix == ".css"}  # of rules that no page uses
    static = html / "_static"
    unknown = [
        path.relative_to(static).as_posix()
        for path in static.rglob("*")
        if path.is_file()
        and path.parent.name not in ("licences", "charts")
        and hashlib.sha256(path.read_bytes()).hexdigest() not in known
        and not (path.suffix == ".css" and path.name.partition(".")[0] in shortened)
    ]
    assert set(unknown) == WRITTEN


def test_every_text_is_a_licence(page, html):
    links = {link["href"] for link in page.select("a[href*='licences/']")}
    texts = {Path(href).name: (html / "book" / href).read_text(encoding="utf-8") for href in links}
    assert set(texts) == {path.name for path in (html / "_static" / "licences").iterdir()}
    for name, text in texts.items():
        assert any(words in text for words in ("Permission is hereby granted", "Redistribution and use", "License")), name
