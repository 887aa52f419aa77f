"""The picture of the first page moves: its script and its style, for the page that shows it."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def bring_motion(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if 'class="cover"' in context.get("body", ""):
        app.add_js_file("cover.js")
        app.add_css_file("cover.css")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", bring_motion)
