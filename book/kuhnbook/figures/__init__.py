"""The book's figures, a file for each chapter: a function takes data and returns a chart (Altair) or a figure (Matplotlib).

A file is loaded at first use: most chapters have no figure of Matplotlib, which takes half a second to load. Which file has a function is
therefore read from the sources.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

_FUNCTION = re.compile(r"^def ([a-z]\w*)", re.MULTILINE)
_FILE_OF = {name: path.stem for path in Path(__file__).parent.glob("*.py") for name in _FUNCTION.findall(path.read_text(encoding="utf-8"))}


def __dir__() -> list[str]:
    return sorted(_FILE_OF)


def __getattr__(name: str) -> Any:
    if name in _FILE_OF:
        return getattr(import_module(f"{__name__}.{_FILE_OF[name]}"), name)
    raise AttributeError(f"the book has no figure {name!r}")
