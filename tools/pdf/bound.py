"""Join the book in one page of HTML: title, contents, pages, and all answers at the end."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement
from lxml.html.builder import CLASS, H1, H2, LI, UL, A, E, P

from .answers import cut, page_of
from .pages import Page, unfold

HERE = Path(__file__).parent
SHEET = re.compile(r'<link\b(?=[^>]*rel="stylesheet")[^>]*href="(?P<path>[^"?]*)[^>]*>')
SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
# Only the scripts that draw: the others are for interaction.
DRAWING = re.compile(r'src="[^"]*_static/(?:charts|formulas)\.js|window\.MathJax = ')
QUIET = "window.offerData = window.watchScrollers = () => {};"  # what charts.js calls for the screen only
ADDRESS = re.compile(r'(?<==")(?:\.\./)*(?=_static/)')
ANSWERS = "Solutions"


@dataclass(frozen=True)
class Imprint:
    """The content of the title page."""

    title: str
    author: str
    version: str
    licence: str


def bind(folder: Path, pages: Sequence[Page], imprint: Imprint) -> str:
    """Join the built pages from `folder` in one page of HTML; their answers move to the last chapter."""
    cover = [drawing for page in pages for drawing in page.article.find_class("cover")]
    title = titled(imprint, cover)
    answers = [(page, cut(page)) for page in pages]
    answers = [(page, found) for page, found in answers if len(found)]
    leaves = {page.article: page.title for page in pages} | {found: f"{ANSWERS}: {page.title}" for page, found in answers}
    for number, leaf in enumerate(leaves):
        leaf.set("style", f"page: leaf{number}")
        leaf.classes.add("leaf")
        for fold in list(leaf.iter("details")):
            unfold(fold)
        for guess in leaf.find_class("guess"):
            guess.drop_tree()
    for page, found in answers:
        found.insert(0, H2(page.title))
    for _, first in answers[:1]:
        first.insert(0, H1(ANSWERS))
    last = [E.article(*(found for _, found in answers), CLASS("bd-article"), id="answers")] if answers else []
    body = E.body(title, contents(pages, answers), *(page.article for page in pages), *last)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">',
            f"<title>{imprint.title}</title>",
            *dict.fromkeys(tag for page in pages for tag in head(folder, page)),
            f"<style>\n{(HERE / 'print.css').read_text(encoding='utf-8')}\n{running(leaves.values())}\n</style>",
            f"<script>{QUIET}</script>\n</head>",
            html.tostring(body, encoding="unicode"),
            "</html>\n",
        ]
    )


def head(folder: Path, page: Page) -> list[str]:
    """Return the style sheets of a page, and the scripts that draw on it, with full addresses."""
    written = (folder / page.address).read_text(encoding="utf-8").partition("</head>")[0]
    scripts = [tag for tag in SCRIPT.findall(written) if DRAWING.search(tag)]
    sheets = [sheet[0] for sheet in SHEET.finditer(written) if not for_one_page((folder / page.address).parent / sheet["path"])]
    return [ADDRESS.sub(f"{folder.resolve().as_uri()}/", tag) for tag in sheets + scripts]


def for_one_page(path: Path) -> bool:
    """Whether a style sheet is for printing a single page, which would break the others."""
    return path.is_file() and "@page" in path.read_text(encoding="utf-8")


def running(heads: Iterable[str]) -> str:
    """Return the rules that print the title of a chapter at the top of its pages."""
    return "\n".join(
        f"@page leaf{number} {{ @top-left {{ content: {json.dumps(title, ensure_ascii=False)}; }} }}" for number, title in enumerate(heads)
    )


def titled(imprint: Imprint, cover: Iterable[HtmlElement]) -> HtmlElement:
    title, _, rest = imprint.title.partition(", ")
    small = [P(line) for line in (imprint.author, f"Version {imprint.version}", imprint.licence)]
    return E.section(P(title, CLASS("title")), P(rest, CLASS("subtitle")), *cover, *small, CLASS("title-page"))


def contents(pages: Iterable[Page], answers: Iterable[tuple[Page, HtmlElement]]) -> HtmlElement:
    """List chapters and sections, part by part."""
    listed = E.div(CLASS("columns"))
    for part, group in groupby(pages, lambda page: page.part):
        listed.extend([P(part, CLASS("part"))] if part else [])
        listed.append(UL(*(entry(page.title, page.name, page.sections()) for page in group)))
    sections = [(page.title, found.get("id")) for page, found in answers]
    listed.extend([UL(entry(ANSWERS, "answers", sections))] if sections else [])
    return E.nav(H1("Contents"), listed, CLASS("listed"), id="contents")


def entry(text: str, name: str, sections: Iterable[tuple[str, str]] = ()) -> HtmlElement:
    below = [entry(*section) for section in sections]
    return LI(E.div(A(text, href=f"#{name}"), E.i(), page_of(name), CLASS("entry")), *([UL(*below)] if below else []))
