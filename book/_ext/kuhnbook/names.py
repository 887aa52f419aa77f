"""Links to the package's names by whichever path a text uses: ``kuhncfr.CFR`` is ``kuhncfr.cfr.CFR``."""

import pydoc

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def resolve_short_path(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element) -> nodes.Element | None:
    """Find the module that defines what ``kuhncfr.<name>`` imports, and link to the description there."""
    target = node.get("reftarget", "")
    found = pydoc.locate(target) if node.get("refdomain") == "py" and target.startswith("kuhncfr.") else None
    if not hasattr(found, "__qualname__"):
        return None
    defined = f"{found.__module__}.{found.__qualname__}"
    return env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, node["reftype"], defined, node, text)


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", resolve_short_path)
