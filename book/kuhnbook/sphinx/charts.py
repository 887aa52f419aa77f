"""Altair charts without a network, and what the book adds to them: sizes that follow the page, sliders with units, tables.

Altair's HTML loads Vega from a content delivery network unless the global ``VEGA_DEBUG`` says that the very versions it asks for are
already there. Pages with a chart load the book's own copies and set that global, and name no other host; the notebooks stay as they are.
"""

import json
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LIBRARIES = ("vega", "vega-lite", "vega-embed")
SCRIPTS = ("charts.js", "chart_data.js")  # the book's own
REQUEST = re.compile(r'"(?P<library>vega(?:-lite|-embed|-lib)?)": "https://[^"@]*?(?:@(?P<version>[\d.]+))?\?noext"')


def bring_vega(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with charts the local Vega and the book's scripts for charts; leave every other page without them."""
    requests = {match["library"]: match["version"] for match in REQUEST.finditer(context.get("body", ""))}
    if not requests:
        return
    here = {library: context["pathto"](f"_static/vega/{library}.min.js", resource=True) for library in requests}
    context["body"] = REQUEST.sub(lambda match: f'"{match["library"]}": "{here[match["library"]]}"', context["body"])
    for library in LIBRARIES:
        app.add_js_file(f"vega/{library}.min.js", priority=100)
    loaded = {f"{library.replace('-', '')}_version": requests[library] for library in LIBRARIES}
    app.add_js_file(None, priority=101, body=f"var VEGA_DEBUG = {json.dumps(loaded)};")
    for script in SCRIPTS:
        app.add_js_file(script, priority=102)
    app.add_css_file("charts.css")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", bring_vega)
