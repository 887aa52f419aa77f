"""Whole notebooks, run as the grader runs them: what each mistake costs, and what cheats get."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from checks.program import Program
from handed_in import CHEATS, LATE, NAMES, SLIPS, WIPES, most, points, reference, rewritten, run, slipped

from kuhncfr.diagnosis.process import confines


@pytest.mark.parametrize("seed", [0, 2027])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_mistake_costs_the_same_in_every_variant_and_is_named(slip: str, seed: int) -> None:
    assignment, left, _, name = SLIPS[slip]
    ran = run(slipped(slip), assignment, seed)
    assert points(ran) == most(assignment) | left
    assert ran.mistakes == ((name,) if name else ())
    assert ran.suspicions == []


def lost(slip: str) -> float:
    """As the test above compares."""
    return 10 - sum((most(SLIPS[slip].assignment) | SLIPS[slip].points).values())


def test_what_converges_to_something_else_costs_more_than_what_converges_late() -> None:
    wrong = [lost(name) for name in ("own reach in the regret", "chance forgotten", "average without reach", "current for average")]
    late = [lost("strategy changed inside an iteration"), *(lost(name) for name, slip in SLIPS.items() if slip.points == LATE)]
    assert 2 <= min(late) <= max(late) < min(wrong) == lost("average without reach")
    assert max(wrong) == lost("own reach in the regret") == lost("chance forgotten")


@pytest.mark.parametrize("assignment", NAMES)
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_the_reference_is_right_in_every_variant(assignment: str, seed: int) -> None:
    assert points(run(reference(assignment), assignment, seed)) == most(assignment)


@pytest.mark.parametrize("cheat", CHEATS)
def test_who_cheats_has_no_points_for_it_and_loses_no_others(cheat: str) -> None:
    source, remark = CHEATS[cheat]
    ran = run(rewritten("cfr", {"cfr": source}), "cfr")
    assert points(ran) == most("cfr") | {"current": 0, "average": 0}
    assert remark in ran.suspicions or not remark


@pytest.mark.parametrize("wipe", WIPES)
def test_who_wipes_reaches_no_file_of_others(wipe: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, lost = WIPES[wipe]
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    files = {tmp_path / "others" / f"{k}.txt": f"the work of {k}" for k in range(1_000)}
    (tmp_path / "others").mkdir()
    for file, text_of in files.items():
        file.write_text(text_of)
    notebook = reference("cfr")
    (cell,) = [cell for cell in notebook.cells if cell.id == "matching"]
    cell.source += "\n" + source.replace("{}", str(tmp_path / "others"))
    ran = run(notebook, "cfr")
    assert points(ran) == most("cfr") | dict.fromkeys(lost, 0)
    assert bool(lost) <= any(suspicion.startswith("tried to ") for suspicion in ran.suspicions)
    assert {file: file.read_text() for file in (tmp_path / "others").iterdir()} == files
    assert [path.name for path in tmp_path.iterdir()] == ["others"]


def test_importing_a_library_costs_nothing() -> None:
    """Matplotlib starts a process that lists the fonts, Numba calls functions of C."""
    notebook = reference("cfr")
    cell = next(cell for cell in notebook.cells if cell.id == "matching")
    libraries = "matplotlib.pyplot, pandas" + ", numba" * confines()
    cell.source = f"import {libraries}\n{cell.source}"
    ran = run(notebook, "cfr")
    assert points(ran) == most("cfr")
    assert ran.suspicions == []


ENDLESS = {
    "in a cell": "while True:\n    pass",
    "in a function": "def cfr(game, iterations):\n    while True:\n        try:\n            while True:\n                pass\n"
    "        except BaseException:\n            pass",
}


@pytest.mark.parametrize("where", ENDLESS)
def test_an_endless_loop_costs_its_part_alone(where: str) -> None:
    ran = run(rewritten("cfr", {"cfr": ENDLESS[where]}), "cfr", seconds=3)
    assert points(ran) == most("cfr") | {"current": 0, "average": 0}


def test_who_sleeps_is_not_called_again() -> None:
    ran = run(rewritten("cfr", {"cfr": "import time\ntime.sleep(10**6)"}), "cfr", seconds=0.2)
    assert points(ran)["current"] == 0
    assert ran.suspicions == ["waited for more than processor time"]


def test_what_correct_functions_return_answers_no_other_check() -> None:
    """A wrong `cfr` is run with a correct `walk`, too; here the check of the first part comes after that."""
    asks = "NOTED = []\nMINE = walk\ndef cfr(game, iterations):\n    NOTED.append(walk is MINE)\n    return {}, {}"
    tells = "def regret_matching(regrets):\n    assert False in NOTED, 'nothing is noted'"
    notebook = rewritten("cfr", {"cfr": asks, "matching": tells})
    notebook.cells.sort(key=lambda cell: cell.id == "points-matching")
    assert "nothing is noted" in run(notebook, "cfr").results["points-matching"].messages[0]


DIGEST = """
import json

def digest(arguments):
    return json.dumps([getattr(each, "histories", each) for each in arguments], sort_keys=True)
"""
LISTED = """
KNOWN = set(json.loads(ASKED))

def answered(name, function):
    def listed(*arguments):
        if digest(arguments) not in KNOWN:
            return None
        globals().update(RIGHT)
        try:
            return function(*arguments)
        finally:
            globals()[name] = listed
    return listed

RIGHT = {name: found for name, found in globals().items() if getattr(found, "__module__", "") == "__main__" and callable(found)}
globals()[NAME] = answered(NAME, RIGHT[NAME])
"""


@pytest.mark.parametrize("assignment", NAMES)
def test_a_list_of_answers_has_no_points(assignment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function answers only what the checks that students have ask for."""
    asked: list[str] = []
    found: dict[str, Any] = {}
    exec(DIGEST, found)
    call = Program.call

    def noted(program: Program, *arguments: Any) -> Any:
        asked.append(found["digest"](arguments))
        return call(program, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Program, "call", noted)
        run(reference(assignment), assignment, seed=0, second_seed=0)
    notebook = reference(assignment)
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("solution") and about.grade_id not in ("own", "solved"):
            name = re.search(r"def (\w+)", cell.source)[1]
            cell.source += f"\nASKED, NAME = {json.dumps(asked)!r}, {name!r}{DIGEST}{LISTED}"
    ran = run(notebook, assignment)
    assert points(ran) == {part: most(assignment)[part] if part in ("own", "solved") else 0 for part in points(ran)}
