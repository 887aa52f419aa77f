"""Pack the built book into one archive to hand out: ``python tools/archive.py``. The same pages always give the same bytes."""

import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCES = {"LICENSE": "LICENSE", "LICENSE-book": "book/LICENSE"}  # in the archive all lie at the top
READ_ME = """Learn counterfactual regret minimization through Kuhn poker. Version {version}.

Unpack the whole archive, then open index.html in any browser. No network is needed.
The folder notebooks has the chapters for JupyterLab{answers}. To run one, install the Python package with what the book needs,
kuhncfr[book], and leave the folder kuhnbook beside it.

The code is under the MIT licence (LICENSE), text and figures under CC BY 4.0 (LICENSE-book): share and change them, and name the source.
What the pages carry of others is listed on the page Licences of the book; the texts are in _static/licences.
"""
ANSWERS = ", with a cell for your answer below each exercise"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time in a ZIP archive


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(html: Path, notebooks: Path, folder: Path, *, student: bool = False) -> Path:
    """Write the archive of the pages in ``html`` and of the ``notebooks`` into ``folder``, and return its path."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    files = contents(html) | {f"notebooks/{name}": content for name, content in contents(notebooks).items()}
    files |= {name: (ROOT / path).read_bytes() for name, path in LICENCES.items()}
    files["READ ME FIRST.txt"] = READ_ME.format(version=version, answers=ANSWERS if student else "").encode()
    target = folder / f"kuhncfr-{version}{'-student' if student else ''}.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{target.stem}/{name}", EARLIEST)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # readable by all, on whatever system it is packed
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return target


if __name__ == "__main__":
    written = write(ROOT / "_build" / "html", ROOT / "_build" / "lab", ROOT / "_build")
    print(f"Archive: {written.relative_to(ROOT).as_posix()} ({written.stat().st_size / 1e6:.1f} MB)")
