"""What a page's Python can import: files of the package, as they are, and those of the folder ``inside``."""

import json
from pathlib import Path

import kuhncfr

from . import fingerprints, learners

PACKAGE, HERE = Path(kuhncfr.__path__[0]), Path(__file__).parent
EXACT = ("__init__.py", "strategy.py", "evaluate.py", "games/*.py", "nash/*.py", "_support/*.py")  # the half that needs no NumPy
SHARED = ("diagnosis/games.py", "diagnosis/diagnosis.py", "diagnosis/long_run.py")
INSIDE = "kuhnbook/in_page/inside"
DIAGNOSIS = '''"""Diagnosis by a table. Its text is not wrapped: a page is of any width, and wraps lines itself."""

from types import SimpleNamespace

from kuhnbook.in_page.inside.diagnosis.diagnosing import diagnose
from kuhncfr.diagnosis import diagnosis
from kuhncfr.diagnosis.games import GAMES

diagnosis.textwrap = SimpleNamespace(fill=lambda text, *_, **options: text)
'''


def files() -> dict[str, str]:
    """Return the text of each file, by its path in the page."""
    return {
        **texts(PACKAGE, EXACT + SHARED, "kuhncfr"),
        "kuhncfr/diagnosis/__init__.py": DIAGNOSIS,
        "kuhncfr/diagnosis/mistake.py": "from kuhnbook.in_page.inside.diagnosis.known_mistakes import Mistake\n",
        **texts(HERE / "inside", ("**/*.py",), INSIDE),
        f"{INSIDE}/diagnosis/fingerprints.json": plain(fingerprints.table()),
        f"{INSIDE}/learners.json": plain(learners.cases()),
    }


def texts(folder: Path, patterns: tuple[str, ...], home: str) -> dict[str, str]:
    """Return the text of each file of a folder that fits, by its path in the folder `home`."""
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern))
    return {f"{home}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8") for path in paths}


def plain(table: object) -> str:
    return json.dumps(table, separators=(",", ":"), allow_nan=False)
