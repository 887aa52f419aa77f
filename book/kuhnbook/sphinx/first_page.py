"""The first page: what the book takes and gives, in numbers from the chapters and the benchmark, and the chapters as cards."""

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .chapters import Chapter, chapters
from .teaching import generated
from .thumbnails import thumbnail

RESULTS = "benchmarks/results.json"
WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen")


def promise(source: Path) -> str:
    """``{what-it-takes}``: what the reader will have built, how long it takes, and what it needs."""
    core = [chapter for chapter in chapters(source) if not chapter.optional]
    hours = round(sum(chapter.minutes for chapter in core) / 60)
    return (
        f"{WORDS[len(core)]} chapters, {WORDS[hours].lower()} hours: you write the algorithm behind poker programs, and test it. "
        "You need some Python, and no game theory."
    )


def proof(source: Path) -> str:
    """``{proof}``: one line of what the benchmark measured."""
    races = json.loads((source / RESULTS).read_text(encoding="utf-8"))["races"]
    best = max((race for race in races if race["exact"] and race["peer"] == "OpenSpiel"), key=lambda race: race["ratio"])
    return (
        f"The solver that comes with the book has been measured: an iteration of CFR on {best['title'].partition(',')[0]} is "
        f"**{best['ratio']:.0f} times as fast** as {best['peer']}'s, and both reach the same exploitability. "
        "{doc}`How we know <speed>`."
    )


class ChapterCards(SphinxDirective):
    """``{chapter-cards}``: the list of chapters as cards; the optional ones are folded."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # thumbnails come from the package, which may have changed
        (listed,) = self.parse_content_to_nodes()
        book = chapters(Path(self.env.srcdir))
        cards = {chapter.optional: nodes.container(classes=["cards"]) for chapter in book}
        for number, (chapter, item) in enumerate(zip(book, listed.children, strict=True), 1):
            cards[chapter.optional] += card(chapter, number, item)
        summary = f"{WORDS[len(cards[True])]} optional chapters: follow your curiosity"
        fold = [f'<details class="optional-chapters"><summary>{summary}</summary>', "</details>"]
        before, after = (nodes.raw("", tag, format="html") for tag in fold)
        return [cards[False], before, cards[True], after]


def card(chapter: Chapter, number: int, item: nodes.Element) -> nodes.Element:
    """What the list says of a chapter, "title: what it is about", as a card."""
    paragraph = item.children[0]
    link, about, *rest = paragraph.children
    first = about.astext().removeprefix(": ")
    said = nodes.paragraph("", "", nodes.Text(first[0].upper() + first[1:]), *rest)
    title = nodes.paragraph("", "", nodes.Text(f"{number} "), link, classes=["title"])
    return nodes.container("", nodes.raw("", thumbnail(chapter.name), format="html"), title, said, classes=["card-of-chapter"])


def setup(app: Sphinx) -> None:
    app.add_directive("what-it-takes", generated(promise))
    app.add_directive("proof", generated(proof))
    app.add_directive("chapter-cards", ChapterCards)
