"""The archive that a teacher hands out: whoever unpacks it, anywhere, has the whole book."""

import os
import zipfile
from pathlib import Path

import pytest
from visiting import PAGES, Open

import kuhncfr as kc
from tools import archive

TOP = f"kuhncfr-{kc.__version__}"


@pytest.fixture(scope="module")
def packed(html: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archive.write(html, html.parent / "lab", tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def unpacked(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In a folder whose name has what addresses spell differently."""
    folder = tmp_path_factory.mktemp("Übung #1, 100%")
    with zipfile.ZipFile(packed) as opened:
        opened.extractall(folder)
    return folder / TOP


def test_the_same_pages_make_the_same_bytes(tmp_path: Path) -> None:
    """Whenever they were written."""
    packed = []
    for name, second in (("one", 1e9), ("other", 2e9)):
        page = tmp_path / name / "page" / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text("Welcome.", encoding="utf-8")
        os.utime(page, (second, second))
        packed.append(archive.write(page.parent, page.parent, page.parent.parent))
    assert {path.name for path in packed} == {f"{TOP}.zip"}
    assert packed[0].read_bytes() == packed[1].read_bytes()


def test_one_folder_holds_the_pages_their_licences_and_what_to_do(unpacked: Path) -> None:
    assert [path.name for path in unpacked.parent.iterdir()] == [TOP]
    assert {"index.html", "search.html", "book", "LICENSE", "LICENSE-book", "READ ME FIRST.txt"} <= {
        path.name for path in unpacked.iterdir()
    }
    assert all((unpacked / page).exists() for page in PAGES)
    assert {"START.md", "cfr.ipynb", "kuhnbook"} <= {path.name for path in (unpacked / "notebooks").iterdir()}
    assert kc.__version__ in (unpacked / "READ ME FIRST.txt").read_text(encoding="utf-8")


def test_the_book_opens_from_it(open_page: Open, unpacked: Path) -> None:
    visit = open_page("index.html", by=f"{unpacked.as_uri()}/", drawn=False)
    visit.page.wait_for_url("**/book/index.html")
    visit.load("book/idea.html")
    assert min(visit.page.locator(drawn).count() for drawn in ("mjx-container mjx-math", "svg.marks")) > 0
