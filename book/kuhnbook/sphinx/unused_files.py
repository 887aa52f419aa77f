"""Delete files that no page loads from the finished site, which is to fit on a memory stick, and beside other things in a mailbox."""

import json
import shutil
from pathlib import Path

from sphinx.application import Sphinx

from .charts import told

PICTURE = "image/svg+xml"  # each chart has one, too
UNUSED = (
    "**/*.map",  # for those who debug the theme
    "searchtools.js",  # search.js is the book's own
    "language_data.js",
    "locales",  # the theme's words in other languages
    "sphinx-thebe.*",
    "*webpack-macros.html",
    "mathjax/input/tex/extensions/all-packages.js",  # MathJax fetches one by one what a page needs
    "vendor/fontawesome/*/js",  # its fonts are enough
    "vendor/fontawesome/*/webfonts/*.ttf",  # unused_rules.py makes a font of the icons that are shown
    "vendor/fontawesome/*/webfonts/*.woff2",
)


def drop_unused_files(app: Sphinx) -> None:
    static = Path(app.outdir, "_static")
    for path in [path for pattern in UNUSED for path in static.glob(pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    pages = "".join(path.read_text(encoding="utf-8") for path in Path(app.outdir).rglob("*.html"))
    for path in Path(app.outdir, "_images").glob("*.svg"):
        if path.name not in pages:  # drawings.py has put it into the page
            path.unlink()
    for path in Path(app.outdir, "_sources").rglob("*.ipynb"):
        leave_descriptions(path)


def leave_descriptions(path: Path) -> None:
    """Leave only the description of each picture in a notebook to download: a page shows what the cell will draw once it is run.

    Without indentation, all of them together take a sixth less.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            if PICTURE in output.get("data", {}):
                output["data"] = {"text/plain": f"<chart: {told(cell, 'image', 'alt')}>"}
    path.write_text(json.dumps(notebook, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
