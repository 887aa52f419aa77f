"""The ladder of the chapter on CFR: each rung is checked by its numbers, and a mistake has a name."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import rungs

import kuhncfr as kc
from kuhnbook.in_page.inside import runner
from kuhnbook.in_page.inside.corridor import Corridor

NAMES = ["counterfactual_reach", "walk", "average"]
BOX = re.compile(r"^```\{write-it-here\} cfr\n.*?:from: ladder\n:unfolded:\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def begun(root: Path) -> str:
    """What the box in the chapter begins with."""
    cells = nbformat.read(root / "book" / "cfr.ipynb", as_version=4).cells
    (program,) = BOX.findall("\n".join(cell.source for cell in cells))
    return program


def said_of(program: str, names: list[str] = NAMES) -> Iterator[str]:
    """What is printed of a program."""
    checks = "from kuhnbook.in_page.inside.ladder import " + ", ".join(f"check_{name}" for name in names)
    printed: list[str] = []
    passed = runner.run(program, checks, [f"check_{name}({name})" for name in names], printed.append)
    said = "".join(printed)
    assert passed == (len(re.findall(r"^\w+: Right", said, re.MULTILINE)) == len(names))
    return iter(said.splitlines())


def test_the_corridor_is_a_game() -> None:
    kc.validate(Corridor())
    assert list(kc.information_sets(Corridor())) == ["1", "2", "3"]


def test_the_box_fits_a_phone_and_says_of_each_rung_what_to_write(begun: str) -> None:
    assert max(map(len, begun.splitlines())) <= 52
    for name, rung, said in zip(NAMES, ("first", "second", "third"), said_of(begun), strict=True):
        assert said.startswith(f"{name}: Not written yet. This is the {rung} rung: ")


def test_what_is_written_is_right_before_the_next_rung_is_there(begun: str) -> None:
    written = begun + rungs.CFR[rungs.CFR.index("def counterfactual_reach") : rungs.CFR.index("def walk")]
    assert [said.partition(": ")[2][:11] for said in said_of(written)] == ["Right.", "Not written", "Not written"]


@pytest.mark.parametrize("style", rungs.STYLES)
def test_a_right_program_passes_in_any_style(style: str) -> None:
    said = [line for line in said_of(rungs.STYLES[style]) if ": " in line]
    assert said == ["counterfactual_reach: Right.", "walk: Right.", "average: Right: this is simultaneous CFR."]


@pytest.mark.parametrize("name", rungs.MISTAKES)
def test_a_mistake_is_named_with_a_number(name: str) -> None:
    _, _, rung, words = rungs.MISTAKES[name]
    said = "\n".join(said_of(rungs.with_mistake(name), [rung]))
    assert words in said
    assert rung == "average" or re.search(r"is -?[\d/]+, but you have -?[\d/.]+\.$|list|returned|it appended", said), said


def test_an_exception_shows_the_line_of_the_reader_and_the_game() -> None:
    said = "\n".join(said_of(rungs.CFR.replace("down[i] *= p", "down[i] *= p / (i - 2)")))
    assert "down[i] *= p / (i - 2)" in said
    assert "ZeroDivisionError" in said
    assert "\nIn one-bet Kuhn poker, with even play: this happened.\naverage: " in said
    assert "ladder.py" not in said
