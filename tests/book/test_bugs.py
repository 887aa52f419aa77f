"""The museum's boxes show lines of one plain program: the right ones stand in it, and with a wrong one it is the program of that room."""

import re
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from kuhnbook import museum
from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis import GAMES
from kuhncfr.diagnosis.known_mistakes import HIDING

BOX = re.compile(
    r"^:::\{admonition\} Room (\d+): open it\n:class: dropdown\n\n"
    r"\*\*(.+)\.\*\*\n.*?```python\n# wrong.*?\n(.*?)\n\n# right.*?\n(.*?)\n```.*?\*\*Repair:\*\*",
    re.DOTALL,
)
ROOMS = (*range(1, 8), 10, 11)  # 8 and 9 draw, and from 12 on no line of CFR is wrong
Box = tuple[str, str, str]


@pytest.fixture(scope="module")
def sources(root: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(root / "book" / "bugs.ipynb", as_version=4).cells]


@pytest.fixture(scope="module")
def boxes(sources: list[str]) -> dict[int, Box]:
    """What each room is called, its wrong lines and its right ones."""
    found = [match for source in sources if (match := BOX.match(source))]
    return {int(match[1]): (match[2], match[3], match[4]) for match in found}


@pytest.fixture(scope="module")
def program(sources: list[str], boxes: dict[int, Box]) -> str:
    """The plain program of the chapter, repaired: as it stands there it makes the mistake of room 2."""
    walk, helpers = (next(source for source in sources if source.startswith(start)) for start in ("def mine(", "def times("))
    _, wrong, right = boxes[2]
    return f"{spoiled(walk, right, wrong)}\n\n{helpers}"


def spoiled(program: str, wrong: str, right: str) -> str:
    """Put the wrong lines in the place of the right one, which is there once."""
    (line,) = re.findall(rf"^( *){re.escape(right)}$", program, re.MULTILINE)
    return program.replace(f"{line}{right}\n", "".join(f"{line}{new}\n" for new in wrong.split("\n")))


def differs(program: str, cfr: CFR) -> bool:
    """Whether the program has other averages than this CFR after five iterations."""
    names: dict[str, Any] = {"np": np}
    exec(program, names)
    cfr.run(5)
    average = cfr.average_strategy
    found = names["mine"](cfr.game, 5)
    return max(abs(found[key][action] - average[key][action]) for key in found for action in found[key]) > 1e-12


def test_every_mistake_that_hides_has_its_room(boxes: dict[int, Box]) -> None:
    names = [mistake.name[0].upper() + mistake.name[1:] for mistake in HIDING]
    assert {room: name for room, (name, _, _) in boxes.items()} == dict(enumerate(names, 1))


def test_the_repaired_program_is_cfr(program: str) -> None:
    assert [name for name, game in GAMES.items() if differs(program, CFR(game, alternating=False))] == []


@pytest.mark.parametrize("room", ROOMS)
def test_with_its_wrong_line_it_is_the_program_of_the_room(program: str, boxes: dict[int, Box], room: int) -> None:
    name, wrong, right = boxes[room]
    wrong_program = spoiled(program, wrong, right)
    if room == 6:  # what a walk plays is no longer kept until its end
        wrong_program = wrong_program.replace("if I not in sigma:", "if True:")
    mistake = name[0].lower() + name[1:]
    assert any(differs(wrong_program, CFR(game, alternating=False)) for game in GAMES.values())
    games = set(GAMES) - ({"coin"} if room == 11 else set())  # a coin is no move; cards are as many as players
    assert [game for game in games if differs(wrong_program, museum.make(mistake, GAMES[game], alternating=False))] == []
