"""Two chapters on paper: outline, numbers, links that lead somewhere, charts that are drawn, and nothing cut off."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tools.pdf.__main__ import imprint
from tools.pdf.bound import bind
from tools.pdf.pages import read
from tools.pdf.press import laid_out, places, printed

FOOT = 57 + 45  # points: the margin, and a heading with a line below it
TOC = "format: jb-book\nroot: book/stepper\nchapters:\n- file: book/nash_equilibrium\n- file: book/notation\n"
# The lines and areas of each chart, without axes, grids and legends, that are really somewhere.
MARKS = """charts => charts.map((chart) => [...chart.querySelectorAll("svg.marks .role-mark :is(path, line, text)")]
  .filter((mark) => mark.getBoundingClientRect().width + mark.getBoundingClientRect().height > 0).length)"""
TOLD = "links => links.map((link) => [decodeURIComponent(link.hash.slice(1)), link.textContent])"
AXES = "charts => charts.flatMap((chart) => [...chart.querySelectorAll('.role-axis-title text')].map((text) => text.textContent))"


@dataclass
class Paper:
    """What was printed, its chapters, and the page that it was printed from."""

    pdf: PdfReader
    titles: list[str]
    page: Page

    @cached_property
    def texts(self) -> list[str]:
        """The text of each sheet; to read it takes a while."""
        return [sheet.extract_text() for sheet in self.pdf.pages]


@pytest.fixture(scope="module")
def paper(browser: Browser, html: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paper]:
    folder = tmp_path_factory.mktemp("paper")
    (folder / "_toc.yml").write_text(TOC, encoding="utf-8")
    pages = read(html, folder / "_toc.yml")
    titles = ["Contents", *(chapter.title for chapter in pages), "Solutions"]
    (folder / "bound.html").write_text(bind(html, pages, imprint()), encoding="utf-8")
    page = laid_out(browser, folder / "bound.html")
    yield Paper(PdfReader(io.BytesIO(printed(page))), titles, page)
    page.close()


def test_the_outline_has_every_chapter_where_it_is(paper: Paper) -> None:
    chapters = [entry for entry in paper.pdf.outline if not isinstance(entry, list)]
    assert [entry.title for entry in chapters] == paper.titles
    for entry in chapters:
        sheet = paper.pdf.get_destination_page_number(entry)
        assert entry.title in " ".join(paper.texts[sheet].split())


def test_no_title_in_the_outline_is_glued_together(paper: Paper) -> None:
    def titles(entries: list[Any]) -> Iterator[str]:
        for entry in entries:
            yield from titles(entry) if isinstance(entry, list) else [entry.title]

    headings = {" ".join(text.split()) for text in paper.page.locator("h1, h2, h3, h4").all_text_contents()}
    assert set(titles(paper.pdf.outline)) <= headings


def test_no_heading_ends_a_sheet(paper: Paper) -> None:
    def tops(entries: list[Any]) -> Iterator[float]:
        for entry in entries:
            yield from tops(entry) if isinstance(entry, list) else [float(entry["/Top"])]

    assert len(list(tops(paper.pdf.outline))) > 20
    assert min(tops(paper.pdf.outline)) > FOOT


def test_every_sheet_but_the_title_has_its_number(paper: Paper) -> None:
    title, *rest = paper.texts
    assert [number for number, text in enumerate(rest, 2) if str(number) not in text.split("\n")] == []
    assert "Contents" not in title


def test_contents_and_exercises_tell_the_right_page(paper: Paper) -> None:
    found = places(paper.pdf)
    told = paper.page.locator(".page-of").evaluate_all(TOLD)
    assert len(told) > 20
    assert {name: number for name, number in told if number != str(found[name])} == {}


def test_no_chart_is_blank_and_each_is_on_paper(paper: Paper) -> None:
    charts = paper.page.locator(".chart-box")
    marks = charts.evaluate_all(MARKS)
    assert len(marks) > 2
    assert min(marks) > 0
    text = " ".join(" ".join(paper.texts).split())
    assert [title for title in charts.evaluate_all(AXES) if title not in text] == []


def test_what_does_not_fit_is_told(paper: Paper) -> None:
    """Here, nothing was cut off: the book would not have been laid out."""
    paper.page.evaluate("document.querySelector('pre').style.width = '2000px'")
    assert any("pre" in complaint for complaint in paper.page.evaluate("press.ready()"))
