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
    r"^:::\{admonition\} (?:Room \d+: open it\n:class: dropdown\n\n\*\*(.+)\.\*\*|(.+)\n:class: dropdown)\n"
    r".*?```python\n# wrong.*?\n(.*?)\n\n# right.*?\n(.*?)\n```.*?\*\*Repair:\*\*",
    re.DOTALL,
)
NOT_IN_IT = {  # two draw; and of three no line of CFR is wrong
    "flooring with sampled regrets",
    "sampled regrets corrected twice",
    "cards compared as letters",
    "value's distance for exploitability",
    "best response per history",
}
ROOMS = [mistake.name for mistake in HIDING if mistake.name not in NOT_IN_IT]
Lines = tuple[str, str]


@pytest.fixture(scope="module")
def sources(root: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(root / "book" / "bugs.ipynb", as_version=4).cells]


@pytest.fixture(scope="module")
def boxes(sources: list[str]) -> dict[str, Lines]:
    """The wrong lines and the right ones of each mistake."""
    found = [match for source in sources if (match := BOX.match(source))]
    names = [match[1] or match[2] for match in found]
    return {name[0].lower() + name[1:]: (match[3], match[4]) for name, match in zip(names, found, strict=True)}


@pytest.fixture(scope="module")
def program(sources: list[str], boxes: dict[str, Lines]) -> str:
    """The plain program of the chapter, repaired: as it stands there it makes a mistake."""
    walk, helpers = (next(source for source in sources if source.startswith(start)) for start in ("def mine(", "def times("))
    wrong, right = boxes["average without reach"]
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


def test_every_mistake_that_hides_has_its_box(boxes: dict[str, Lines]) -> None:
    assert set(boxes) == {mistake.name for mistake in HIDING}


def test_the_repaired_program_is_cfr(program: str) -> None:
    assert [name for name, game in GAMES.items() if differs(program, CFR(game, alternating=False))] == []


@pytest.mark.parametrize("mistake", ROOMS)
def test_with_its_wrong_line_it_is_the_program_of_the_museum(program: str, boxes: dict[str, Lines], mistake: str) -> None:
    wrong, right = boxes[mistake]
    wrong_program = spoiled(program, wrong, right)
    if mistake == "strategy changed inside an iteration":  # what a walk plays is no longer kept until its end
        wrong_program = wrong_program.replace("if I not in sigma:", "if True:")
    assert any(differs(wrong_program, CFR(game, alternating=False)) for game in GAMES.values())
    games = set(GAMES) - ({"coin"} if mistake == "sign flipped by depth" else set())  # a coin is no move; cards are as many as players
    assert [game for game in games if differs(wrong_program, museum.make(mistake, GAMES[game], alternating=False))] == []
