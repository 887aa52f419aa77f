"""Measure how long each chapter runs, for the page for teachers: ``python -m tools.times``.

It measures the processor time of a fresh kernel and its child processes, solutions included: unlike wall-clock time, it hardly depends on
the load of the machine. Compilation by Numba, whose results are cached, is not included.
"""

import json
import os
import platform
from importlib.metadata import version
from pathlib import Path

import nbformat
import yaml
from nbformat.v4 import new_code_cell

from tools.execute import run

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "book" / "kuhnbook" / "sphinx" / "times.json"
PACKAGE = ROOT / "kuhncfr"
CLOCK = "import os\n\nprint(sum(os.times()[:4]))"  # of the kernel and of its children, in the program and in the system


def chapters() -> list[Path]:
    """The chapters, in the order of the book: the notebooks of its numbered parts."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    paths = [ROOT / f"{entry['file']}.ipynb" for part in parts if part.get("numbered") for entry in part["chapters"]]
    return [path for path in paths if path.exists()]


def once(path: Path) -> float:
    """Run a notebook without changing its file, and return the seconds."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(new_code_cell(CLOCK))
    run(notebook, path.parent)
    return float(notebook.cells[-1].outputs[0].text)


def seconds(path: Path) -> float:
    """Return the time of a run in which nothing is compiled."""
    while True:
        before = compiled()
        took = once(path)
        if compiled() == before:
            return took


def compiled() -> set[Path]:
    """Return the files of Numba's cache, in all folders with loops."""
    return set(PACKAGE.glob("**/loops/__pycache__/*.nbc"))


def machine() -> str:
    return f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores"


def main() -> None:
    took = {}
    for path in chapters():
        took[path.stem] = max(1, round(seconds(path)))
        print(f"{path.stem}: {took[path.stem]} s", flush=True)
    versions = {"Python": platform.python_version()} | {name: version(name) for name in ("numpy", "numba")}
    measured = {"machine": machine(), "versions": versions, "seconds": took}
    TIMES.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
