"""Repairs to the pages' frame."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

THEBE = re.compile(r'<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName = .*?</script>', re.DOTALL)
EMPTY_HEADER = re.compile(r"<th\b([^>]*)>\s*(?:<p></p>\s*)?</th>")
GENERATED = {"search": "Search every page of the book."}  # pages without a source that could carry a description


def drop_scripts(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Remove Thebe, which the book does not use, and scripts that extensions add twice."""
    kept: dict[tuple[str, str], object] = {}
    for script in context["script_files"]:
        key = str(script.filename or ""), script.attributes.get("body", "")
        if not any("thebe" in part.lower() for part in key):
            kept.setdefault(key, script)
    context["script_files"] = list(kept.values())
    context["css_files"] = [sheet for sheet in context["css_files"] if "thebe" not in str(sheet.filename)]
    context["body"] = THEBE.sub("", context.get("body", ""))


def speak_plainly(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Repair what confuses screen readers: roles of bibliographies, whose entries are no list items, and headers that say nothing."""
    body = re.sub(r'(<div )role="list" (class="citation-list">)', r"\1\2", context.get("body", ""))
    body = re.sub(r'(<div class="citation"[^>]*?) role="doc-biblioentry"', r"\1", body)
    context["body"] = EMPTY_HEADER.sub(r"<td\1></td>", body)


def describe(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give generated pages a description."""
    if pagename in GENERATED:
        context["metatags"] = f'<meta name="description" content="{GENERATED[pagename]}" />'


def setup(app: Sphinx) -> None:
    # After every extension that adds a script to the page.
    app.connect("html-page-context", drop_scripts, priority=990)
    app.connect("html-page-context", speak_plainly)
    app.connect("html-page-context", describe)
