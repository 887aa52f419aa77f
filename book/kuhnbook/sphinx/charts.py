"""Altair charts: a page shows the picture that is stored beside each, until ``charts.js`` draws the chart when the reader comes near.

The specifications of a page's charts are in a script of their own, since a page that was opened from disk can load scripts, but no JSON.
"""

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from kuhnbook.figures.style import CHART


def read_notebook(app: Sphinx, docname: str, source: list[str]) -> None:
    """Leave the pictures to MyST-NB, which does not know what a specification is."""
    if str(app.env.doc2path(docname)).endswith(".ipynb"):
        notebook = json.loads(source[0])
        pop_specifications(notebook)
        source[0] = json.dumps(notebook)


def pop_specifications(notebook: dict[str, Any]) -> dict[str, Any]:
    """Take the specifications of its charts out of a notebook; return them by the names of their figures."""
    outputs = ((cell, output.get("data", {})) for cell in notebook["cells"] for output in cell.get("outputs", []))
    return {told(cell, "figure", "name"): data.pop(CHART) for cell, data in outputs if CHART in data}


def told(cell: dict[str, Any], about: str, what: str) -> str:
    """What a cell's metadata say of its output: of the figure the name, of the image the alternative text."""
    return cell["metadata"].get("mystnb", {}).get(about, {}).get(what, "")


def prepare(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Put the picture of each chart in a box, and write the script with the specifications."""
    source = Path(app.env.doc2path(pagename))
    specs = pop_specifications(json.loads(source.read_text(encoding="utf-8"))) if source.suffix == ".ipynb" else {}
    for name, spec in specs.items():
        box = f'<div data-chart="{name}" data-page="{source.stem}" {room(spec)}>'
        # A chart is as wide as what is around its box.
        context["body"] = re.sub(rf'(<figure [^>]*id="{name}">\s*)(<img [^>]*>)', rf"\1<div>{box}\2</div></div>", context["body"])
    if specs:
        script = Path(app.outdir, "_static", "charts", f"{source.stem}.js")
        script.parent.mkdir(parents=True, exist_ok=True)
        data = json.dumps(specs, ensure_ascii=False, separators=(",", ":"))
        script.write_text(f"Object.assign(window.chartSpecs ??= {{}}, {data});\n", encoding="utf-8")


def room(spec: dict[str, Any]) -> str:
    """The attributes of a chart's box from which follows how much room the chart will need."""
    controls = [control["name"] for control in spec.get("params", []) if isinstance(control.get("bind"), dict)]
    columns, panels = spec.get("columns", 1), len(spec.get("concat", ["one"]))
    style = f"--controls: {len(controls)}; --plays: {controls.count('now')}"  # a slider through time has a button to play
    return f'class="chart-box" data-columns="{columns}" data-panels="{panels}" style="{style}"'


def setup(app: Sphinx) -> None:
    app.connect("source-read", read_notebook)
    app.connect("html-page-context", prepare, priority=400)  # before assets.py asks what is in the page, and drawings.py unfolds it
