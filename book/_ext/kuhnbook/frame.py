"""Repairs to the theme's pages."""

from docutils import nodes
from sphinx.application import Sphinx


def drop_unused_scripts(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Remove Thebe, which the book does not use, and scripts that extensions add twice."""
    kept: dict[tuple[str, str], object] = {}
    for script in context["script_files"]:
        key = str(script.filename or ""), script.attributes.get("body", "")
        if not any("thebe" in part.lower() for part in key):
            kept.setdefault(key, script)
    context["script_files"] = list(kept.values())
    context["css_files"] = [sheet for sheet in context["css_files"] if "thebe" not in str(sheet.filename)]


def setup(app: Sphinx) -> None:
    # After every extension that adds a script to the page.
    app.connect("html-page-context", drop_unused_scripts, priority=990)
