"""The book's own scripts and style sheets: a page loads only those that it has a use for."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from .widgets import STYLE, WIDGETS, script

PAGES = {"book/index": ["first_page.css"], "book/sheet": ["sheet.css"], "book/teach": ["teach.css"]}
PARTS = {  # by what is in a page's body
    'class="chart-box"': ["charts.js", "chart_data.js", "charts.css"],
    'class="guess"|id="check-yourself"': ["answers.js", "answers.css"],
    'class="kuhncfr-python"': ["python.js", "python.css"],
    **{f'data-widget="{name}"': [script(name), STYLE] for name in WIDGETS},
}


def bring(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    body = context.get("body", "")
    for file in PAGES.get(pagename, []) + [file for part, files in PARTS.items() if re.search(part, body) for file in files]:
        if file.endswith(".css"):
            app.add_css_file(file)
        else:
            app.add_js_file(file, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", bring)
