"""Open the chapters in JupyterLab: ``python tools/lab.py``, once the book is built.

They are copied into the folder ``lab``, together with ``kuhnbook``, which they import. The reader may change the copies; changed files
are never overwritten.
"""

import hashlib
import json
import os
import shutil
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "_build" / "lab"
LAB = ROOT / "lab"
RECORD = ".copied.json"  # digests of the copies, to detect changes
NEEDED = ("jupyterlab", "jupyterlab_myst")
MISSING = "JupyterLab is not installed: run `python -m pip install --requirement requirements/lab.txt` with the python of .venv."
SETTINGS = {
    "LabApp.app_settings_dir": ROOT / "tools" / "jupyterlab",
    "LabApp.default_url": "/lab/tree/START.md",
    "ServerApp.allow_root": getattr(os, "geteuid", lambda: 1)() == 0,
}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def written(path: Path) -> str:
    """Return a digest of a file's content; of a notebook, only of its cells, without outputs."""
    data = path.read_bytes()
    with suppress(ValueError, KeyError, TypeError):  # any other content counts as a change
        if path.suffix == ".ipynb":
            data = json.dumps(["".join(cell["source"]) for cell in json.loads(data)["cells"]]).encode()
    return digest(data)


def copy(built: Path, lab: Path) -> list[str]:
    """Update `lab` from the built book; return the names of outdated files that the reader has changed."""
    lab.mkdir(exist_ok=True)
    record = lab / RECORD
    copied = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    kept = []
    for source in sorted(path for path in built.rglob("*") if path.is_file()):
        name = source.relative_to(built).as_posix()
        target, new = lab / name, digest(source.read_bytes())
        last, text = copied.get(name, ("", ""))
        if target.exists() and new == last:
            continue
        if target.exists() and written(target) != text:
            kept.append(name)
            continue
        target.parent.mkdir(exist_ok=True, parents=True)
        shutil.copyfile(source, target)
        copied[name] = new, written(target)
    record.write_text(json.dumps(copied, indent=1) + "\n", encoding="utf-8")
    return kept


def arguments(lab: Path) -> list[str]:
    """JupyterLab's arguments."""
    return [f"--{name}={value}" for name, value in {**SETTINGS, "ServerApp.root_dir": lab}.items()]


def installed() -> bool:
    return all(map(find_spec, NEEDED))


def main() -> None:
    if not installed():
        sys.exit(MISSING)
    if not BUILT.is_dir():
        sys.exit("The book is not built: run `make book` first, or the fourth step in the README.")
    for name in copy(BUILT, LAB):
        print(f"lab/{name} stays as you changed it; delete it to get the new version")
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance([*arguments(LAB), *sys.argv[1:]])


if __name__ == "__main__":
    main()
