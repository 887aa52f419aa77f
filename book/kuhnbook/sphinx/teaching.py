"""What the page for teachers says of all chapters and of all mistakes: made anew from them whenever the book is built."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kuhncfr.diagnosis import MISTAKES
from kuhncfr.diagnosis.known_mistakes import HIDING

from .chapters import Chapter, chapters
from .concept_map import Map

TIMES = Path(__file__).with_name("times.json")  # written by make times
QUESTIONS = Path(__file__).with_name("questions.json")


def questions() -> dict[str, dict[str, str]]:
    """For each mistake, a question that shows whether a reader would make it, and the correct answer."""
    return json.loads(QUESTIONS.read_text(encoding="utf-8"))


def generated(markdown: Callable[[Path], str]) -> type[SphinxDirective]:
    """Return a directive that becomes what a function writes when it is given the folder of the book's sources."""

    class Generated(SphinxDirective):
        def run(self) -> list[nodes.Node]:
            self.env.note_reread()  # it depends on other pages, and on the package
            return self.parse_text_to_nodes(markdown(Path(self.env.srcdir)))

    return Generated


def chapter_table(source: Path) -> str:
    """``{chapter-table}``: how long it takes to read and to run each chapter, and how many exercises it has."""
    book, measured = chapters(source), json.loads(TIMES.read_text(encoding="utf-8"))
    rows = [row(chapter, number, measured["seconds"]) for number, chapter in enumerate(book, 1)]
    core = [chapter for chapter in book if not chapter.optional]
    total = f"| | **Core chapters together** | {sum(chapter.minutes for chapter in core)} min | | {exercises(core)} |"
    versions = ", ".join(f"{name} {version}" for name, version in measured["versions"].items())
    table = ["| | Chapter | Read | Run | Exercises |", "|--:|---|--:|--:|--:|", *rows, total]
    said = f"Measured with {versions}; {measured['machine']}."
    return "\n".join([":::{container} chapter-times", *table, ":::", "", said])


def row(chapter: Chapter, number: int, seconds: dict[str, int]) -> str:
    optional = " (optional)" if chapter.optional else ""
    run = f"{seconds[chapter.name]} s" if chapter.name in seconds else "–"
    return f"| {number} | {{doc}}`{chapter.name}`{optional} | {chapter.minutes} min | {run} | {exercises([chapter])} |"


def exercises(book: list[Chapter]) -> str:
    """How many exercises chapters have, and how many of them ask for a program."""
    build = sum(chapter.build for chapter in book)
    return f"{sum(chapter.exercises for chapter in book)}" + (f", {build} *build*" if build else "")


def extras(source: Path) -> str:
    """``{optional-chapters}``: the optional chapters, each with what it says of itself."""
    return "\n".join(f"- {{doc}}`{chapter.name}`. {chapter.why}" for chapter in chapters(source) if chapter.optional)


def needs(source: Path) -> str:
    """``{what-chapters-need}``: the same as the concept map, in the chapters' own words."""
    return "\n".join(f"1. {{doc}}`{chapter.name}` needs {' '.join(chapter.need.split())}" for chapter in chapters(source))


def misconceptions(source: Path) -> str:
    """``{misconceptions}``: the register of mistakes, each with the question that reveals it."""
    links = {chapter.name: f"{{doc}}`{number} <{chapter.name}>`" for number, chapter in enumerate(chapters(source), 1)}
    asked = questions()
    rows = [
        f"| **{name[0].upper()}{name[1:]}** (chapter {links[mistake.chapter]}). {mistake.description} "
        f"| {asked[name]['question']} | {asked[name]['answer']} |"
        for name, mistake in MISTAKES.items()
    ]
    table = ["| What goes wrong | Ask | What you hope to hear |", "|---|---|---|", *rows]
    return "\n".join([":::{container} misconceptions", *table, ":::"])


def mistakes(source: Path) -> str:
    """``{mistakes}``: the names of the mistakes that hide, in one paragraph; the everyday ones would not fit on a sheet."""
    return " · ".join(mistake.name for mistake in HIDING)


class ConceptMap(SphinxDirective):
    """``{concept-map}``: which chapter needs which, as a figure; its content is the caption."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"name": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        figure = nodes.figure("", nodes.raw("", Map(chapters(Path(self.env.srcdir))).svg(), format="html"))
        caption, _ = self.state.inline_text(" ".join(self.content), self.lineno)
        figure += nodes.caption("", "", *caption)
        self.add_name(figure)
        return [figure]


def setup(app: Sphinx) -> None:
    app.add_directive("chapter-table", generated(chapter_table))
    app.add_directive("optional-chapters", generated(extras))
    app.add_directive("what-chapters-need", generated(needs))
    app.add_directive("misconceptions", generated(misconceptions))
    app.add_directive("mistakes", generated(mistakes))
    app.add_directive("concept-map", ConceptMap)
