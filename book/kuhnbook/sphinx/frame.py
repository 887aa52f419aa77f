"""Repairs to the pages' frame."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

THEBE = re.compile(r'<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName = .*?</script>', re.DOTALL)
EMPTY_HEADER = re.compile(r"<th\b([^>]*)>\s*(?:<p></p>\s*)?</th>")
FORMULA = re.compile(r'(?P<before>[(\[“]*)(?P<formula><span class="math [^>]*>[^<]*</span>)(?P<after>[.,;:!?)\]’”–]*)')
FOLDED = re.compile(r'<div class="[^"]*\bdropdown\b[^>]*>\s*<p class="admonition-title">.*?</p>', re.DOTALL)
# What extensions give to every page: a part of its name or of its code, and what the pages have that it is for.
USES = {
    "thebe": r"(?!)",  # nowhere
    "mathjax": r'class="math',
    "formulas": r'class="math',
    "toggle": r'class="[^"]*\b(toggle|dropdown)\b',
    "clipboard": r'class="highlight',
    "copybutton": r'class="highlight',
    "design-tabs": r"sd-tab",
    "mystnb": r'class="cell|class="output',
    "exercise.css": r'class="(exercise|solution)',
    "proof.css": r'class="proof',
}


def drop_unused(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Remove what the page has no use for, and scripts that extensions add twice."""
    context["body"] = THEBE.sub("", context.get("body", ""))
    useless = [part for part, use in USES.items() if not re.search(use, context["body"])]
    kept: dict[tuple[str, str], object] = {}
    for script in context["script_files"]:
        key = str(script.filename or ""), script.attributes.get("body", "")
        if not any(part in " ".join(key).lower() for part in useless):
            kept.setdefault(key, script)
    context["script_files"] = list(kept.values())
    context["css_files"] = [sheet for sheet in context["css_files"] if not any(part in str(sheet.filename) for part in useless)]


def repair(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Repair what confuses screen readers, fold boxes without scripts, keep a formula's punctuation on its line, describe the search."""
    # Roles of bibliographies, whose entries are no list items; headers that say nothing.
    body = re.sub(r'(<div )role="list" (class="citation-list">)', r"\1\2", context.get("body", ""))
    body = re.sub(r'(<div class="citation"[^>]*?) role="doc-biblioentry"', r"\1", body)
    body = body.replace(' aria-label="Toggle hidden content"', "")  # a hidden cell's button is called what stands on it
    body = FOLDED.sub(r"\g<0><noscript><details><summary>Show</summary></details></noscript>", body)  # book.css folds what follows it
    context["body"] = FORMULA.sub(glued, EMPTY_HEADER.sub(r"<td\1></td>", body))
    if pagename == "search":  # which has no source that could carry a description
        context["metatags"] = '<meta name="description" content="Search every page of the book." />'


def glued(formula: re.Match[str]) -> str:
    """A browser may break the line between a formula and what stands before or after it."""
    return f'<span class="glued">{formula[0]}</span>' if formula["before"] or formula["after"] else formula[0]


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", repair)
    app.connect("html-page-context", drop_unused, priority=990)  # after every extension that adds a script to the page
