"""What the chapters say of themselves in the box "Before you start", for pages that speak of all of them."""

import functools
import re
from pathlib import Path
from typing import NamedTuple

import nbformat
import yaml

TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
STATUS = re.compile(r"^\*\*(?P<word>Core|Optional)\.\*\* (?P<why>.+?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
NEED = re.compile(r"^\*\*You need\*\* (?P<what>.+?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\{doc\}`(?:[^`<]*<)?(?P<name>\w+)>?`")
READ = re.compile(r"\*\*Time\*\*: (\d+) minutes to read")
EXERCISE = "{exercise-start}"
BUILD = "*Build.*"


class Chapter(NamedTuple):
    """A chapter, as the table of contents and its first cell have it."""

    name: str
    title: str
    optional: bool
    why: str  # one sentence: what builds on it, or for whom it is
    need: str  # Markdown
    minutes: int  # to read
    needs: tuple[str, ...]  # the names of the chapters that are linked there
    exercises: int
    build: int  # how many of the exercises ask for a program


@functools.cache  # several pages ask
def chapters(source: Path) -> list[Chapter]:
    """The chapters, in the order of the book: the notebooks of its numbered parts; others are pages with code."""
    parts = yaml.safe_load((source / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    paths = [source / f"{entry['file']}.ipynb" for part in parts if part.get("numbered") for entry in part["chapters"]]
    notebooks = {path.stem: path for path in paths if path.exists()}
    return [chapter(path, set(notebooks)) for path in notebooks.values()]


def chapter(path: Path, names: set[str]) -> Chapter:
    texts = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    head = texts[0]
    status, need = STATUS.search(head), NEED.search(head)["what"]
    return Chapter(
        name=path.stem,
        title=TITLE.search(head)[1],
        optional=status["word"] == "Optional",
        why=status["why"],
        need=need,
        needs=tuple(name for name in dict.fromkeys(LINK.findall(need)) if name in names),
        minutes=int(READ.search(head)[1]),
        exercises=sum(EXERCISE in text for text in texts),
        build=sum(text.startswith(BUILD) for text in texts),
    )
