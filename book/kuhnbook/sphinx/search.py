"""The search: an index of sections, their prose without code, in the order of importance; ``search.js`` looks into it.

Sphinx's own index knows pages only and sets the package's reference first; where pages are opened as files it can show no excerpts.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from lxml import html
from lxml.html import HtmlElement
from sphinx.application import Sphinx

from .chapters import chapters

SYNONYMS = Path(__file__).with_name("synonyms.json")
CHAPTER, PAGE, REFERENCE, PACKAGE = 3, 2, 1, 0.3  # how much a hit weighs
ASIDE = re.compile(r"(Summary|Common mistakes|Check yourself|Exercises|References)$")  # they repeat what is elsewhere
NO_PROSE = {"section", "pre", "script", "style", "svg", "form", "summary", "h1", "h2", "h3", "h4"}
NO_PROSE_CLASSES = {"cell_input", "cell_output", "kuhncfr-widget", "toctree-wrapper", "headerlink", "sig"}


def entries(page: HtmlElement, address: str) -> Iterator[tuple[str, str, str]]:
    """The sections of a page and what it defines: each with its address, its title and its prose."""
    for section in page.xpath("//article//section[h1|h2|h3|h4]"):
        place = "" if section.find("h1") is not None else f"#{section.get('id')}"
        title = section.xpath("h1|h2|h3|h4")[0].xpath(".//text()[not(ancestor::a[@class='headerlink'])]")
        yield address + place, words(title), words(prose(section))
    for term in page.xpath("//article//dt[@id]"):
        yield f"{address}#{term.get('id')}", name(term), words(prose(term.getnext()))


def name(term: HtmlElement) -> str:
    """A term of the glossary, or the name of an object."""
    shown = term.find_class("sig-name")
    return words((shown[0] if shown else term).itertext()).removesuffix(" #")


def prose(element: HtmlElement) -> Iterator[str]:
    """The prose of an element without its subsections; each formula becomes an ellipsis."""
    yield element.text or ""
    for child in element:
        if "math" in child.classes:
            yield "…"
        elif child.tag == "dl" and child.xpath("dt[@id]"):
            pass  # what it defines has entries of its own
        elif isinstance(child.tag, str) and child.tag not in NO_PROSE and not NO_PROSE_CLASSES.intersection(child.classes):
            yield from prose(child)
        yield child.tail or ""


def words(texts: Any) -> str:
    return re.sub(r"\s+([.,;:?!)])", r"\1", " ".join(" ".join(texts).split()))


def weights(source: Path) -> dict[str, float]:
    """How much each page weighs: chapters come before other pages, and these before the reference."""
    parts = yaml.safe_load((source / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    reference = [entry["file"] for part in parts if part["caption"] == "Reference" for entry in part["chapters"]]
    return dict.fromkeys(reference, REFERENCE) | {"book/api": PACKAGE} | {f"book/{chapter.name}": CHAPTER for chapter in chapters(source)}


def write_index(app: Sphinx) -> None:
    """Write the index in the place of Sphinx's."""
    found = []
    weight = weights(Path(app.srcdir))
    for document in sorted(app.env.found_docs):
        page = html.fromstring(Path(app.outdir, f"{document}.html").read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
        for address, title, text in entries(page, f"{document}.html"):
            found.append((address, title, text, weight.get(document, PAGE) / (2 if ASIDE.search(title) else 1)))
    data = json.dumps({"sections": found, "synonyms": json.loads(SYNONYMS.read_text(encoding="utf-8"))}, ensure_ascii=False)
    Path(app.outdir, "searchindex.js").write_text(f"search({data});\n", encoding="utf-8")
