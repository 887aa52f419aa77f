"""SVG drawings with text are put into the page itself: inside an image, a browser would use a system font."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

IMAGE = re.compile(
    r'<img alt="(?P<alt>[^"]*)"(?: class="(?P<kind>[^"]*)")? src="[^"]*/(?P<name>[^"/]+\.svg)"(?: style="(?P<style>[^"]*)")? ?/>'
)
NAMED = re.compile(r' id="|url\(#|href="#')  # a page may have several drawings of Matplotlib, which names their parts alike
STYLE = re.compile(r"<style.*?</style>", re.DOTALL)  # Matplotlib's would hold for the whole page


def unfold_drawings(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Put each SVG that holds words in the place of the image that shows it."""
    sources = {name: Path(app.srcdir, source) for source, (_, name) in app.env.images.items()}

    def drawing(image: re.Match[str]) -> str:
        written = sources[image["name"]].read_text(encoding="utf-8")
        if "<text" not in written:
            return image[0]
        attributes = f'class="{image["kind"] or "chart"}" role="img" aria-label="{image["alt"]}" style="{image["style"] or ""}"'
        parts = NAMED.sub(rf"\g<0>{image['name'][:8]}-", STYLE.sub("", written.partition("<svg")[2]))
        return f"<svg {attributes}{parts}"

    context["body"] = IMAGE.sub(drawing, context.get("body", ""))


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", unfold_drawings)
