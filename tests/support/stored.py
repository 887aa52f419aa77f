"""The charts that the chapters hold."""

import json
from collections.abc import Iterator
from typing import Any

import nbformat
from built import ROOT


def stored_charts(chapter: str = "*") -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each figure that is a chart, with its specification."""
    for path in sorted((ROOT / "book").glob(f"{chapter}.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for output in cell.get("outputs", []):
                script = output.get("data", {}).get("text/html", "")
                if "vegaEmbed" in script:
                    yield cell.metadata.mystnb.figure.name, json.JSONDecoder().raw_decode(script, script.index("})(") + 3)[0]
