"""Altair charts without a network, and what the book adds to them: alternative texts, sizes that follow the page, sliders with units.

Altair's HTML loads Vega from a content delivery network and draws at once. A page has only the chart's specification instead, which
``charts.js`` draws with the book's own copy of Vega when the reader comes near; the notebooks stay as they are.
"""

import json
import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

ALTAIR = re.compile(
    r"<style>\s*#altair-viz-.*?</style>\s*(?P<box><div id=\"altair-viz-\w+\"></div>)\s*"
    r"<script type=\"text/javascript\">.*?\n\s*\}\)\((?P<arguments>\{.*?\})\);\s*</script>",
    re.DOTALL,
)


def read_notebook(app: Sphinx, docname: str, source: list[str]) -> None:
    """Describe the charts of a notebook before MyST-NB parses it."""
    if str(app.env.doc2path(docname)).endswith(".ipynb"):
        notebook = json.loads(source[0])
        describe(notebook)
        source[0] = json.dumps(notebook)


def describe(notebook: dict[str, Any]) -> None:
    """Give each chart the alternative text in its cell's metadata, which MyST-NB gives to images only."""
    for cell in notebook["cells"]:
        words = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt")
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", []))
            if words and "vegaEmbed(" in html:
                start = html.rindex("})(") + 3
                spec, end = json.JSONDecoder().raw_decode(html, start)
                described = json.dumps({**spec, "description": words})
                output["data"].update({"text/html": html[:start] + described + html[end:], "text/plain": f"<chart: {words}>"})


def replace_scripts(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    context["body"] = ALTAIR.sub(specification, context.get("body", ""))


def specification(altair: re.Match[str]) -> str:
    """The box of a chart, what to draw in it: specification and options, as JSON; and its description, where no script can draw."""
    words = json.JSONDecoder().raw_decode(altair["arguments"])[0].get("description")
    arguments = altair["arguments"].replace("</", r"<\/")
    instead = f"<noscript><p>{escape(words)}</p></noscript>" if words else ""
    return f'{altair["box"]}\n<script type="application/json">[{arguments}]</script>{instead}'


def setup(app: Sphinx) -> None:
    app.connect("source-read", read_notebook)
    app.connect("html-page-context", replace_scripts)
