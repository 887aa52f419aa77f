"""Which notebooks are chapters: those in the numbered part of the table of contents; others are pages with code."""

from pathlib import Path

import yaml


def chapter_paths(root: Path) -> list[Path]:
    """The chapters, in the order of the book."""
    parts = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    paths = [root / f"{entry['file']}.ipynb" for part in parts if part.get("numbered") for entry in part["chapters"]]
    assert all(path.exists() for path in paths)
    return paths
