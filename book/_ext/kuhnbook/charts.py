"""Altair charts without a network.

Altair's HTML loads Vega from a content delivery network unless the global ``VEGA_DEBUG`` says that the very versions it asks for are
already there. Pages with a chart load the book's own copies and set that global; the notebooks stay as Altair wrote them.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

LIBRARIES = ("vega", "vega-lite", "vega-embed")
REQUEST = re.compile(r'"(?P<library>vega(?:-lite|-embed)?)": "https://[^"]*@(?P<version>[\d.]+)\?noext"')
CHART = "altair-viz-"


def load_vega(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Give a page with charts the local Vega; leave every other page without it."""
    body = context.get("body", "")
    if CHART not in body:
        return
    wanted = {f"{library.replace('-', '')}_version": version for library, version in REQUEST.findall(body)}
    for library in LIBRARIES:
        app.add_js_file(f"vega/{library}.min.js", priority=100)
    app.add_js_file(None, priority=101, body=f"var VEGA_DEBUG = {wanted};")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", load_vega)
