"""Guesses: what stands above the box for a guess does not state the answer."""

import ast
from pathlib import Path

from lxml import html as parser

from kuhnbook.sphinx.guesses import parted

GUESSED = "//div[contains(concat(' ', @class, ' '), ' tag_guess ')]"
SOURCE = ".//div[contains(@class, 'cell_input')]//pre"


def asserts(source: str) -> list[bool]:
    return [isinstance(statement, ast.Assert) for statement in ast.parse(source).body]


def test_assertions_leave_with_their_comments() -> None:
    """Those of the top level: one within a loop needs the loop."""
    first, last = "# holds\nassert x == [1]  # one", "# and this:\nassert (\n    y\n)"
    before, between, after = "x = [\n    1]", "for y in x:\n    assert y  # here\nprint(x)", "# the end"
    source = f"{before}\n{first}\n\n{between}\n\n{last}\n{after}"
    assert parted(source) == (f"{before}\n\n{between}\n{after}", f"{first}\n\n{last}")
    assert parted("x = 1\nprint(x)") == ("x = 1\nprint(x)", "")


def test_no_assertion_stands_above_the_box_for_a_guess(html: Path) -> None:
    """They are in the fold, after the output, and nothing is lost."""
    moved = 0
    for path in sorted((html / "book").glob("*.html")):
        page = parser.document_fromstring(path.read_bytes(), parser=parser.HTMLParser(encoding="utf-8"))
        for cell in page.xpath(GUESSED):
            shown, *folded = (block.text_content() for block in cell.xpath(SOURCE))
            assert not any(asserts(shown)), (path.name, shown)
            assert len(folded) <= 1, path.name
            assert all(all(asserts(source)) for source in folded), (path.name, folded)
            assert len(cell.xpath(f"./details{SOURCE[1:]}")) == len(folded)
            moved += len(folded)
    assert moved
