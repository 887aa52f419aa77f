"""The built pages of the book in the order of ``_toc.yml``, with ids and links that are unique across pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml import html
from lxml.html import HtmlElement
from lxml.html.builder import E
from sphinx_external_toc.parsing import parse_toc_yaml

ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
# Elements for clicks only, and links to the page itself.
NO_USE = ("headerlink", "toctree-wrapper", "sd-btn", "btn")
WEB_ONLY = "Only in a browser."
UNPRINTED = {"api"}  # 85 sheets, to look things up in; help() has the same text


@dataclass
class Page:
    """A page of the book: its name, the prefix of its ids; its address in the folder of pages; its part of the book; and its article."""

    name: str
    address: str
    part: str
    article: HtmlElement

    @property
    def title(self) -> str:
        return words(self.article.find(".//h1"))

    def sections(self) -> list[tuple[str, str]]:
        """The top-level headings, each with the id of its section."""
        return [(words(heading), heading.getparent().get("id")) for heading in self.article.iterfind("section/section/h2")]


def words(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def read(folder: Path, toc: Path) -> list[Page]:
    """Read the pages in `folder` in the order of the table of contents `toc`, but for the package's reference."""
    site = parse_toc_yaml(toc)
    parts = {name: tree.caption or "" for tree in site.root.subtrees for name in tree.items}
    pages = []
    for document in site:
        name, address = document.rpartition("/")[2], f"{document}.html"
        if name in UNPRINTED:
            continue
        text = ARTICLE.search((folder / address).read_text(encoding="utf-8"))
        if text is None:
            raise ValueError(f"{address} has no article")
        article = html.fragment_fromstring(text[0])
        pages.append(Page(name, address, parts.get(document, ""), article))
    names = {page.address: page.name for page in pages}
    for page in pages:
        settle(page, names, f"{folder.resolve().as_uri()}/")
    return pages


def settle(page: Page, names: Mapping[str, str], base: str) -> None:
    """Make the ids of a page unique and its links internal, and remove elements that are useless on paper.

    Parameters
    ----------
    page : Page
        Changed in place.
    names : Mapping
        The name of each page of the book, by its address.
    base : str
        The address of the folder of all pages, for images.
    """
    for element in [element for name in NO_USE for element in page.article.find_class(name)]:
        element.drop_tree()
    for element in page.article.xpath(".//*[@id]"):
        element.set("id", f"{page.name}/{element.get('id')}")
    page.article.set("id", page.name)
    for link in page.article.xpath(".//a[@href]"):
        link.set("href", inside(urljoin(page.address, link.get("href")), names))
        if not link.get("href"):
            link.drop_tag()
    for image in page.article.xpath(".//img[@src]"):
        image.set("src", urljoin(base + page.address, image.get("src")))
    for widget in page.article.find_class("kuhncfr-widget"):
        widget.find("script").drop_tree()
        if widget.find(".//svg") is not None:
            widget.drop_tag()  # on paper its picture is all of it
        else:
            widget.set("class", "web-only")
            widget.insert(0, html.fragment_fromstring(f"<p><strong>{WEB_ONLY}</strong></p>"))


def inside(address: str, names: Mapping[str, str]) -> str:
    """Return the target of a link in the single file: an id, an external address, or nothing ("")."""
    if urlsplit(address).scheme:
        return address
    path, fragment = urldefrag(address)
    if path not in names:
        return ""
    return f"#{names[path]}/{fragment}" if fragment else f"#{names[path]}"


def unfold(fold: HtmlElement) -> None:
    """Replace a fold by its content; keep a title above it if it says more than that a click opens it."""
    summary = fold.find("summary")
    if "hide" not in fold.classes:
        title = summary.find_class("sd-summary-text") or [summary]
        summary.addprevious(E.p(E.strong(words(title[0]))))
    summary.drop_tree()
    fold.drop_tag()
