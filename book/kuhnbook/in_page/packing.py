"""What a page's Python can import: files of the package, as they are, and those of the folder ``inside``."""

import json
from pathlib import Path

import kuhncfr

from . import learners

PACKAGE, HERE = Path(kuhncfr.__path__[0]), Path(__file__).parent
EXACT = ("__init__.py", "strategy.py", "evaluate.py", "games/*.py", "nash/*.py", "_support/*.py")  # the half that needs no NumPy
DIAGNOSIS = "diagnosis/[!_]*.*"
NOT_IN_A_PAGE = {"diagnosing.py", "process.py", "sandbox.py", "worker.py", "wrong_measures.py"}  # of the diagnosis: they need a process
INSIDE = "kuhnbook/in_page/inside"
IN_PAGE = '''"""Diagnosis in a page. Its text is not wrapped: a page is of any width, and wraps lines itself."""

from types import SimpleNamespace

from kuhnbook.in_page.inside.diagnosing import diagnose
from kuhncfr.diagnosis import diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES

diagnosis.textwrap = SimpleNamespace(fill=lambda text, *_, **options: text)
'''


def files() -> dict[str, str]:
    """Return the text of each file, by its path in the page."""
    return {
        **texts(PACKAGE, (*EXACT, DIAGNOSIS), "kuhncfr"),
        "kuhncfr/diagnosis/__init__.py": IN_PAGE,
        **texts(HERE / "inside", ("**/*.py",), INSIDE),
        f"{INSIDE}/learners.json": json.dumps(learners.cases(), separators=(",", ":"), allow_nan=False),
    }


def texts(folder: Path, patterns: tuple[str, ...], home: str) -> dict[str, str]:
    """Return the text of each file of a folder that fits, by its path in the folder `home`."""
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern) if path.name not in NOT_IN_A_PAGE)
    return {f"{home}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8") for path in paths}
