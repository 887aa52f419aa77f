"""No text that is read becomes HTML or a program: no script of the pages uses what would take it so."""

import re

import pytest
from built import ROOT

# What takes text for HTML or for a program.
SCRIPT = re.compile(
    r"\.(inner|outer)HTML|insertAdjacentHTML|document\s*\.\s*write|createContextualFragment|DOMParser|srcdoc|setHTMLUnsafe"
    r"|\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|set(Timeout|Interval)\s*\(\s*[\"'`]|javascript:"
)
SCRIPTS = [*(ROOT / "book" / "kuhnbook" / "widgets" / "js").glob("*.js"), *(ROOT / "book" / "assets").glob("*.js")]
PAGES = [*(ROOT / "book" / "_templates").rglob("*.html")]


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES], ids=lambda path: path.name)
def test_scripts_take_no_text_for_html_or_for_a_program(path):
    assert [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if SCRIPT.search(line)] == []
