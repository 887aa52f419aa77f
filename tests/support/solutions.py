"""What the student edition may not show: the solutions, and what is for teachers."""

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from numbered import chapter_paths

from kuhnbook.sphinx.teaching import questions
from tools.student import without_solutions

WORDS_ALONE = re.compile(r"[A-Za-z][A-Za-z ,']{30,}")  # prose without markup: the same in a source, a notebook and a page
CODE_LINE = 25  # characters; shorter lines say too little
TAG = re.compile(r"<[^>]*>")  # quick; a parser takes ten seconds for all pages
SIGNS = re.compile(r"sol-\w+|Solution to|solution-start|hidden solution|Solutions are")


def secrets(root: Path) -> set[str]:
    """The pieces of text that stand in the book in solutions only; and words for teachers."""
    pages = [*(root / "book").glob("add_*.md"), root / "book" / "sheet.md"]  # their CFR is also in a solution
    solved, kept = set[str](), [path.read_text(encoding="utf-8") for path in pages]
    for path in chapter_paths(root):
        shown = [cell.source for cell in without_solutions(nbformat.read(path, as_version=4).cells)]
        solved |= pieces(cell for cell in nbformat.read(path, as_version=4).cells if cell.source not in shown)
        kept += shown
    everything = "\n".join(kept)
    for_teachers = {"What you hope to hear", "You teach.", *(asked["answer"] for asked in questions().values())}
    return {piece for piece in solved if piece not in everything} | for_teachers


def pieces(cells: Iterable[NotebookNode]) -> set[str]:
    """Pieces of text by which cells are recognized."""
    found: set[str] = set()
    for cell in cells:
        if cell.cell_type == "markdown":
            found |= {match[0].strip() for match in WORDS_ALONE.finditer(cell.source)}
        else:
            found |= {line.strip() for line in cell.source.splitlines() if len(line.strip()) >= CODE_LINE}
    return found


def text_of(folder: Path) -> str:
    """All that readers find in a folder of pages or notebooks: text, notebooks to download, words to search for."""
    return "\n".join(map(text_of_file, sorted(folder.rglob("*")))).replace("’", "'")


def text_of_file(path: Path) -> str:
    if path.suffix == ".ipynb":
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return "\n".join(text for cell in cells for text in ("".join(cell["source"]), json.dumps(cell.get("outputs", ""))))
    if path.suffix == ".html":
        return unescape(TAG.sub("", path.read_text(encoding="utf-8")))
    read = path.suffix in (".md", ".txt") and path.name != "README.md"  # which is for authors, and no page
    return path.read_text(encoding="utf-8") if read or path.name == "searchindex.js" else ""
