"""The names of the package, as its docstrings write them."""

import pydoc

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


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


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", resolve_short_path)
