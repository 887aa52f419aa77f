"""The package's docstrings as our pages read them."""

import pydoc
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform


def resolve_short_path(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element) -> nodes.Element | None:
    """Let ``kuhncfr.CFR`` lead to ``kuhncfr.cfr.CFR``: an object is described in its wing, or in the file that defines it."""
    target = node.get("reftarget", "")
    found = pydoc.locate(target) if node.get("refdomain") == "py" and target.startswith("kuhncfr.") else None
    if not hasattr(found, "__qualname__"):
        return None
    wing = ".".join(found.__module__.split(".")[:2])
    paths = (f"{module}.{found.__qualname__}" for module in (wing, found.__module__))
    links = (env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, node["reftype"], path, node, text) for path in paths)
    return next(filter(None, links), None)


class KeepBars(SphinxTransform):
    """Read ``|N|`` as the size of a set; reStructuredText would look for a substitution, of which we have none."""

    default_priority = 200  # before substitutions are looked up

    def apply(self, **options: Any) -> None:
        for node in list(self.document.findall(nodes.substitution_reference)):
            node.replace_self(nodes.Text(f"|{node.astext()}|"))


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", resolve_short_path)
    app.add_transform(KeepBars)
