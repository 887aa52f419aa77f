"""Boxes in pages in which readers write Python: an exercise with its checks, or a few lines to try."""

import json
from pathlib import Path
from typing import Any, ClassVar

import nbformat
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kuhnbook.in_page import packing
from kuhnbook.in_page.excerpt import excerpt
from kuhnbook.widgets import bundle

SOLUTION = "```{solution-"


class PythonBox(SphinxDirective):
    """A box with the program that its content holds."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def box(self, **state: Any) -> list[nodes.Node]:
        self.env.note_reread()  # the checks come from the chapter, and what it imports from the package
        chapter = self.env.docname.rpartition("/")[2]
        state = {"id": f"{chapter}/{state['name']}", "file": f"{state['name']}.py", "code": "\n".join(self.content) + "\n", **state}
        data = json.dumps(state, separators=(",", ":")).replace("<", "\\u003c")  # nothing in it ends the script
        html = f'<div class="kuhncfr-python" hidden><script type="application/json">{data}</script></div>'
        return [nodes.raw("", html, format="html")]


class WriteItHere(PythonBox):
    """``{write-it-here} my_cfr``: the exercise's program, as it begins, and the calls of the chapter's checks that it must pass."""

    option_spec: ClassVar[dict[str, Any]] = {
        "check": directives.unchanged_required,
        "from": directives.unchanged_required,
        "unfolded": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        calls = self.options["check"].split()
        names = [call.partition("(")[0] for call in calls]
        if module := self.options.get("from"):  # the chapter's own checks need NumPy
            checks = f"from kuhnbook.in_page.inside.{module} import {', '.join(names)}"
        else:
            checks = excerpt(code(Path(self.env.doc2path(self.env.docname))), names)
        return self.box(name=self.arguments[0], title="Write it here", checks=checks, calls=calls, unfolded="unfolded" in self.options)


class TryIt(PythonBox):
    """``{try-it} What happens with an ante of 3?``: a few lines to run and to change."""

    def run(self) -> list[nodes.Node]:
        title = self.arguments[0]
        return self.box(name=nodes.make_id(title), title=f"Try it. {title}", checks="", calls=[])


def code(path: Path) -> str:
    """Return the code of a chapter without its solutions."""
    inside, cells = False, []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.source.startswith(SOLUTION):
            inside = cell.source.startswith(f"{SOLUTION}start")
        elif cell.cell_type == "code" and not inside:
            cells.append(cell.source)
    return "\n".join(cells)


def write_files(app: Sphinx) -> None:
    """Write the script of the boxes, and what Python imports in a page; the vendored scripts are beside it."""
    static = Path(app.outdir) / "_static"
    (static / "python").mkdir(parents=True, exist_ok=True)
    (static / "python.js").write_text(bundle.script("python"), encoding="utf-8")
    (static / "python.css").write_text((bundle.FOLDER.parent / "css" / "python.css").read_text(encoding="utf-8"), encoding="utf-8")
    (static / "python" / "files.js").write_text(f"window.PYTHON_FILES = {json.dumps(packing.files())};\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_directive("write-it-here", WriteItHere)
    app.add_directive("try-it", TryIt)
    app.connect("builder-inited", write_files)
