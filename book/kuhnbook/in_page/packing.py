"""What a page's Python can import: files of the package, as they are, and those of the folder ``inside``."""

import json
from pathlib import Path

import kuhncfr

from . import learners

PACKAGE, HERE = Path(kuhncfr.__path__[0]), Path(__file__).parent
EXACT = ("__init__.py", "strategy.py", "evaluate.py", "games/*.py", "nash/*.py", "_support/*.py", "diagnosis/[!_]*.*")  # without NumPy
NOT_IN_A_PAGE = {f"diagnosis/{name}.py" for name in ("diagnosing", "process", "sandbox", "worker", "wrong_measures")}
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
        **texts(PACKAGE, EXACT, "kuhncfr"),
        "kuhncfr/diagnosis/__init__.py": IN_PAGE,
        **texts(HERE / "inside", ("**/*.py",), INSIDE),
        f"{INSIDE}/learners.json": json.dumps(learners.cases(), separators=(",", ":"), allow_nan=False),
    }


def texts(folder: Path, patterns: tuple[str, ...], home: str) -> dict[str, str]:
    """Return the text of each file of a folder that fits, by its path in the folder `home`."""
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern))
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    return {f"{home}/{name}": path.read_text(encoding="utf-8") for name, path in named.items() if name not in NOT_IN_A_PAGE}
