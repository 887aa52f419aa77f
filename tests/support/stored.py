"""The charts that the chapters hold."""

from collections.abc import Iterator
from typing import Any

import nbformat
from built import ROOT

from kuhnbook.figures.style import CHART


def stored_charts(chapter: str = "*") -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each figure that is a chart, with its specification."""
    for path in sorted((ROOT / "book").glob(f"{chapter}.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for output in cell.get("outputs", []):
                if CHART in output.get("data", {}):
                    yield cell.metadata.mystnb.figure.name, output.data[CHART]
