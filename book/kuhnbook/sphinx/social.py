"""What a link to a page looks like where people share it: its title, its description and the book's card.

The card is fetched by its full address, so there is one only when KUHNCFR_SITE_URL says where the site is.
"""

import os
from html import escape
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

CARD = "_static/card.png"
SEEN = "A square in which one curve goes round and round, and the other spirals into a point."


def properties(book: str, title: str, description: str, address: str) -> dict[str, str]:
    """Return Open Graph's properties of a page, and Twitter's; `address` is the page's, from the root of the site."""
    tags = {"og:type": "article", "og:site_name": book, "og:title": title, "og:description": description}
    site = os.environ.get("KUHNCFR_SITE_URL", "").rstrip("/")
    if not site:
        return tags
    card = {"og:image": f"{site}/{CARD}", "og:image:width": "1200", "og:image:height": "630", "og:image:alt": SEEN}
    return {**tags, "og:url": f"{site}/{address}", **card, "twitter:card": "summary_large_image"}


def describe_link(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Add the properties to pages that have a source."""
    if doctree is None:
        return
    [description] = [meta["content"] for meta in doctree.findall(nodes.meta) if meta.get("name") == "description"]
    title = Markup(context["title"]).striptags()
    found = properties(context["docstitle"], title, description, app.builder.get_target_uri(pagename))
    context["metatags"] += "\n".join(f'<meta property="{name}" content="{escape(content)}" />' for name, content in found.items())


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", describe_link)
