"""The museum's boxes quote the package: each line that they show stands in its source, and each room is the one it says."""

import re
from pathlib import Path

import nbformat
import pytest

from kuhncfr.diagnosis import MISTAKES

BOX = re.compile(
    r"^:::\{admonition\} Room (\d+): open it\n:class: dropdown\n\n\*\*(.+)\.\*\*\n.*?```python\n(.*?)```.*?\*\*Repair:\*\*", re.DOTALL
)
WRONG = ("diagnosis/wrong.py", "diagnosis/measures.py")
RIGHT = ("cfr/cfr.py", "cfr/infoset.py", "games/one_card.py", "evaluate.py")


@pytest.fixture(scope="module")
def boxes(root: Path) -> dict[int, tuple[str, str]]:
    """What each room is called, and its lines of code."""
    chapter = nbformat.read(root / "book" / "bugs.ipynb", as_version=4)
    found = [match for cell in chapter.cells if (match := BOX.match(cell.source))]
    return {int(match[1]): (match[2], match[3]) for match in found}


def test_every_mistake_has_its_room(boxes: dict[int, tuple[str, str]]) -> None:
    names = [name[0].upper() + name[1:] for name in MISTAKES]
    assert {room: name for room, (name, _) in boxes.items()} == dict(enumerate(names, 1))


def test_the_lines_shown_stand_in_the_source(root: Path, boxes: dict[int, tuple[str, str]]) -> None:
    wrong, right = ("".join((root / "kuhncfr" / file).read_text(encoding="utf-8") for file in files) for files in (WRONG, RIGHT))
    for room, (_, code) in boxes.items():
        before, spoiled, sound = re.split("# wrong\n|# right\n", code)
        assert before == "", room
        for shown, source in ((spoiled, wrong), (sound, right)):
            assert [line for line in shown.split("\n") if line not in source] == [], room
            assert shown.strip(), room
