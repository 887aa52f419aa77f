"""Write a new chapter that obeys every rule, and enter it in the table of contents: ``python -m tools.new_chapter poker_dice``.

The chapter is a copy of ``chapter_skeleton.md``, whose sentences describe what to write instead.
"""

import argparse
import json
import re
from pathlib import Path

import nbformat
from myst_nb.core.read import read_myst_markdown_notebook

from tools.execute import execute
from tools.times import ROOT

SKELETON = Path(__file__).with_name("chapter_skeleton.md")
SECONDS = 4  # running time of the skeleton


def write(name: str, root: Path = ROOT) -> Path:
    """Write and execute the chapter; return its path."""
    path = root / "book" / f"{name}.ipynb"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or path.exists():
        raise SystemExit(f"NAME must be new, in lower case, such as poker_dice, got {name!r}")
    title = name.replace("_", " ").capitalize()
    text = SKELETON.read_text(encoding="utf-8").replace("{title}", title).replace("{label}", name.replace("_", "-"))
    notebook = read_myst_markdown_notebook(text)
    notebook.metadata = {"myst": {"html_meta": {"description": f"{title}: what this chapter is about, in one sentence."}}}
    nbformat.write(notebook, path)
    execute(path)
    enter(name, root)
    return path


def enter(name: str, root: Path) -> None:
    """Add the chapter at the end of the table of contents and of the measured times."""
    toc, times = root / "_toc.yml", root / "book" / "kuhnbook" / "sphinx" / "times.json"
    chapters, rest = toc.read_text(encoding="utf-8").split("  - caption: Play\n")
    toc.write_text(f"{chapters}      - file: book/{name}\n  - caption: Play\n{rest}", encoding="utf-8")
    measured = json.loads(times.read_text(encoding="utf-8"))
    measured["seconds"][name] = SECONDS
    times.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write a new chapter that obeys every rule, and enter it in the table of contents.")
    parser.add_argument("name", help="such as poker_dice")
    print(f"Written: {write(parser.parse_args().name).relative_to(ROOT)}. Now replace its sentences; `make book` shows it.")
