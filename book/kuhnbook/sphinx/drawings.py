"""Drawings with words stand in the page itself: within an image, a browser would set the words in a typeface of the system."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

IMAGE = re.compile(r'<img alt="(?P<alt>[^"]*)" class="(?P<kind>[^"]*)" src="[^"]*/(?P<name>[^"/]+\.svg)" style="(?P<style>[^"]*)" ?/>')


def unfold_drawings(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Put each SVG that holds words in the place of the image that shows it."""
    sources = {name: Path(app.srcdir, source) for source, (_, name) in app.env.images.items()}

    def drawing(image: re.Match[str]) -> str:
        written = sources[image["name"]].read_text(encoding="utf-8")
        if "<text" not in written:
            return image[0]
        attributes = f'class="{image["kind"]}" role="img" aria-label="{image["alt"]}" style="{image["style"]} font-family: inherit;"'
        return written.replace("<svg ", f"<svg {attributes} ", 1)

    context["body"] = IMAGE.sub(drawing, context.get("body", ""))


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", unfold_drawings)
