"""What the roles in a page's source say in the finished page, as Markdown that needs no other page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.util.docutils import sphinx_domains

ROLE = re.compile(r"\{(?P<name>[a-z:]+)\}`(?P<text>[^`]+)`")
HERE = "book/index"  # roles are resolved as if they all stood there
NUMBERED = re.compile(r"id\d+")  # an anchor that only the page has, or an entry in the list of references
REFERENCES = "bibliography"


class Said(NamedTuple):
    """What a role says, and where it leads."""

    text: str
    address: str  # as in a page: "cfr.html#equation-eq-cfr-reach"; empty if it leads nowhere


@dataclass
class Words:
    """The words of all roles; `homes` are the files that pages have in JupyterLab.

    To resolve one role takes Sphinx as long as to resolve all: so they are asked for first, then resolved, then used.
    """

    app: Sphinx
    homes: dict[str, str]
    said: dict[tuple[str, str], Said] = field(default_factory=dict)

    def of(self, name: str, text: str) -> Said:
        """What a role says."""
        return self.said.setdefault((name, text), Said("", ""))

    def counted(self, kind: str, label: str, page: str) -> str:
        """The number of a figure or an exercise."""
        return ".".join(map(str, self.app.env.toc_fignumbers[f"book/{page}"][kind][label]))

    def resolve(self) -> None:
        """Find out what the roles say that were asked for."""
        env = self.app.env
        document = new_document(HERE, get_default_settings(Parser))
        document.settings.env = env
        env.prepare_settings(HERE)
        roles = [f":{name}:`{' '.join(text.split())}`".replace("\\", r"\\") for name, text in self.said]
        with sphinx_domains(env):
            Parser().parse("\n\n".join(roles), document)
        env.resolve_references(document, HERE, self.app.builder)
        for key, paragraph in zip(self.said, document.findall(nodes.paragraph), strict=True):
            link: Mapping[str, str] = next(paragraph.findall(nodes.reference), {})
            self.said[key] = Said(markdown(paragraph), link.get("refuri", ""))

    def replaced(self, text: str, page: str) -> str:
        """Return the `text` of a page with links in the place of its roles."""
        return ROLE.sub(lambda role: self.link(self.of(role["name"], role["text"]), page), text)

    def link(self, said: Said, page: str) -> str:
        path, _, label = said.address.partition("#")
        name = path.removesuffix(".html")
        if name not in self.homes:
            return said.text
        place = "" if NUMBERED.fullmatch(label) and name != REFERENCES else label.removeprefix("equation-")
        where = (self.homes[name] if name != page else "") + (f"#{place}" if place else "")
        return f"[{said.text}]({where})" if where else said.text

    def references(self) -> str:
        """The list of all references."""
        found = self.app.env.get_and_resolve_doctree(f"book/{REFERENCES}", self.app.builder).findall(nodes.citation)
        # Whenever the page is resolved, sphinxcontrib-bibtex adds label and words to an entry once more: the first two are enough.
        return "\n".join(f"({entry['ids'][0]})=\n**[{entry[0].astext()}]** {' '.join(linked(entry[1]).split())}\n" for entry in found)


def linked(element: nodes.Element) -> str:
    """The words of a reference, with its addresses as links."""
    words = "".join(child.astext() if isinstance(child, nodes.Text) else linked(child) for child in element.children)
    address = element.get("refuri")
    return f"[{words}]({address})" if address else words


def markdown(element: nodes.Element) -> str:
    """The words of an element, with its formulas and code."""
    marks = {nodes.math: "$", nodes.literal: "`"}
    found = ((marks.get(type(text.parent), ""), text.astext()) for text in element.findall(nodes.Text))
    return "".join(f"{mark}{words}{mark}" for mark, words in found).strip()
