"""What the roles in a page's source say in the finished page, as Markdown that needs no other page."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.util.docutils import sphinx_domains

ROLE = re.compile(r"\{(?P<name>[a-z:]+)\}`(?P<text>[^`]+)`")


class Said(NamedTuple):
    """What a role says, and where it leads."""

    text: str
    address: str  # as in a page: "cfr.html#equation-eq-cfr-reach"; empty if it leads nowhere


@dataclass
class Words:
    """The words of all roles; `homes` are the files that a page has in JupyterLab."""

    app: Sphinx
    homes: dict[str, str]

    def of(self, name: str, text: str, page: str) -> Said:
        """What one role says on a page, when Sphinx has resolved it."""
        env, docname = self.app.env, f"book/{page}"
        document = new_document(docname, get_default_settings(Parser))
        document.settings.env = env
        env.prepare_settings(docname)
        with sphinx_domains(env):
            Parser().parse(f":{name}:`{' '.join(text.split())}`".replace("\\", r"\\"), document)
        env.resolve_references(document, docname, self.app.builder)
        link = next(document.findall(nodes.reference), {})
        return Said(markdown(document), link.get("refuri") or (f"#{link['refid']}" if link.get("refid") else ""))

    def replaced(self, text: str, page: str) -> str:
        """Return `text` with links in the place of its roles."""
        return ROLE.sub(lambda role: self.link(self.of(role["name"], role["text"], page)), text)

    def link(self, said: Said) -> str:
        path, _, label = said.address.partition("#")
        name = path.rpartition("/")[2].removesuffix(".html")
        if not said.address or (name and name not in self.homes):
            return said.text
        place = label.removeprefix("equation-")
        return f"[{said.text}]({self.homes.get(name, '')}{'#' if place else ''}{place})"

    def references(self) -> str:
        """The list of all references."""
        found = self.app.env.get_and_resolve_doctree("book/bibliography", self.app.builder).findall(nodes.citation)
        entries = ((entry[0].astext(), " ".join(part.astext() for part in entry[1:])) for entry in found)
        return "".join(f"- **[{label}]** {' '.join(text.split())}\n" for label, text in entries)


def markdown(element: nodes.Element) -> str:
    """The words of an element, with its formulas and code."""
    marks = {nodes.math: "$", nodes.literal: "`"}
    parts = []
    for text in element.findall(nodes.Text):
        mark = marks.get(type(text.parent), "")
        parts.append(f"{mark}{text.astext()}{mark}")
    return "".join(parts)
