"""What a page's Python can import: files of the package, as they are, and those of the folder ``inside``."""

import json
from pathlib import Path

import kuhncfr

from . import fingerprints, learners

PACKAGE, INSIDE = Path(kuhncfr.__path__[0]), Path(__file__).parent / "inside"
EXACT = ("__init__.py", "strategy.py", "evaluate.py", "games/*.py", "nash/*.py", "_support/*.py")  # the half that needs no NumPy
SHARED = ("diagnosis/games.py", "diagnosis/diagnosis.py")


def files() -> dict[str, str]:
    """Return the text of each file, by its path in the page."""
    found = {f"kuhncfr/{name}": text for name, text in texts(PACKAGE, (*EXACT, *SHARED)).items()}
    found |= {f"kuhncfr/{name}": text for name, text in texts(INSIDE, ("diagnosis/*.py",)).items()}
    found |= texts(INSIDE, ("*.py",))
    found["kuhncfr/diagnosis/fingerprints.json"] = plain(fingerprints.table())
    found["learners.json"] = plain(learners.cases())
    return found


def texts(folder: Path, patterns: tuple[str, ...]) -> dict[str, str]:
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def plain(table: object) -> str:
    return json.dumps(table, separators=(",", ":"), allow_nan=False)
