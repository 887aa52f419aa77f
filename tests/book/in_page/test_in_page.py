"""Python in the pages, on a desk: the files that a page brings along, in a Python that has no NumPy."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
import written_here

import kuhncfr as kc
from kuhnbook.in_page.excerpt import excerpt
from kuhnbook.in_page.inside import runner
from kuhnbook.in_page.inside.diagnosing import diagnose
from kuhncfr.diagnosis import MISTAKES
from kuhncfr.diagnosis.known_mistakes import ALIASED

# Run each job of a list, and return whether its checks passed and what was printed.
DESK = """
import json, sys
sys.modules["numpy"] = None  # importing it now fails
sys.path.insert(0, sys.argv[1])
from kuhnbook.in_page.inside.runner import run
results = []
for job in json.load(sys.stdin):
    printed = []
    passed = run(job["code"], job["checks"], job["calls"], printed.append)
    results.append((passed, "".join(printed)))
json.dump(results, sys.stdout)
"""
BOX = re.compile('<div class="kuhncfr-python" hidden><script type="application/json">(.*?)</script></div>')
BUILDS = {"regret_matching", "cfr", "exploitability", "sampling", "three_players", "last_strategy", "exploiting", "subgames"}

Job = dict[str, Any]
Results = list[tuple[bool, str]]
Run = Callable[[list[Job]], Results]


@pytest.fixture(scope="module")
def files(html: Path) -> dict[str, str]:
    """What a page brings along, by path."""
    script = (html / "_static" / "python" / "files.js").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(script.removeprefix("window.PYTHON_FILES = ").rstrip().removesuffix(";"))
    return found


@pytest.fixture(scope="module")
def boxes(html: Path) -> dict[str, list[Job]]:
    """The boxes of each chapter, as its page has them."""
    pages = sorted((html / "book").glob("*.html"))
    return {path.stem: [json.loads(state) for state in BOX.findall(path.read_text(encoding="utf-8"))] for path in pages}


@pytest.fixture(scope="module")
def run(files: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    home = tmp_path_factory.mktemp("page")
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")

    def run_(jobs: list[Job]) -> Results:
        done = subprocess.run([sys.executable, "-I", "-c", DESK, str(home)], input=json.dumps(jobs), capture_output=True, encoding="utf-8")
        assert done.stderr == ""
        return [tuple(result) for result in json.loads(done.stdout)]

    return run_


def job(boxes: dict[str, list[Job]], chapter: str, program: str) -> Job:
    """The box of a chapter's exercise, with another program."""
    (box,) = [box for box in boxes[chapter] if box["calls"]]
    return {**box, "code": program}


# -- what is there --


def test_every_build_of_these_chapters_has_its_box_and_the_core_has_cells_to_try(boxes: dict[str, list[Job]]) -> None:
    assert {chapter for chapter, found in boxes.items() if any(box["calls"] for box in found)} == BUILDS
    assert sum(not box["calls"] for found in boxes.values() for box in found) >= 10
    ids = [box["id"] for found in boxes.values() for box in found]
    assert len(set(ids)) == len(ids)  # what readers write is stored under it


# -- what programs get --


def test_the_solutions_of_the_book_pass(run: Run, boxes: dict[str, list[Job]]) -> None:
    results = run([job(boxes, chapter, written_here.RIGHT[chapter]) for chapter in sorted(BUILDS)])
    assert [passed for passed, _ in results] == [True] * len(BUILDS), results


def test_what_a_box_begins_with_does_not_pass(run: Run, boxes: dict[str, list[Job]]) -> None:
    results = run([job(boxes, chapter, "") for chapter in sorted(BUILDS)])
    assert all("the checks look for a function with this name" in said for _, said in results)
    begun = run([box for chapter in sorted(BUILDS) for box in boxes[chapter] if box["calls"]])
    assert not any(passed or "Traceback" in said for passed, said in begun), begun


def test_the_cells_to_try_run(run: Run, boxes: dict[str, list[Job]]) -> None:
    results = run([box for found in boxes.values() for box in found if not box["calls"]])
    assert not any("Traceback" in said or not said for _, said in results), results


def test_each_function_is_judged_whether_or_not_the_others_are_written(run: Run, boxes: dict[str, list[Job]]) -> None:
    begun = 'def bet_worth(c):\n    """Later."""\n'
    others = 'def worst_gain(c, alt):\n    return []\ndef solve_gadget(alt, rounds):\n    return 1 - alt["A"]'
    ((_, said),) = run([job(boxes, "subgames", begun + others)])
    first, second, reason, third = said.splitlines()
    assert first == "bet_worth: Not written yet."
    assert second == "worst_gain: A check could not use what your program returned."
    assert reason.startswith("TypeError: ")
    assert third.startswith("solve_gadget: After 5,000 rounds it should be near 0.333, but is -0.167.")


@pytest.mark.parametrize("name", written_here.MISTAKES)
def test_a_mistake_is_named_in_the_words_of_the_list(run: Run, boxes: dict[str, list[Job]], name: str) -> None:
    ((passed, said),) = run([job(boxes, "cfr", written_here.with_mistake(name))])
    assert passed == (name == ALIASED)  # it may be meant
    verdict = "Right, if that is what you meant" if passed else "These are the numbers of simultaneous CFR with a mistake.\n"
    assert f"\naverage: {verdict}" in said
    assert f"- {name}: {MISTAKES[name].description} Repair: {MISTAKES[name].repair}" in said
    assert passed or "it first differs at iteration" in said


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("def average(game, iterations):\n    return 3", "it returned 3, which is not a strategy"),
        ("average = 3", "average is not a function."),
        ("def average(game, iterations):\n    return {'1:': {'a': 2, 'b': -1}}", "a negative probability in information set '1:'"),
        ("def average(game, iterations):\n\n    return 1 / 0", 'File "your program", line 3, in average'),
        ("import numpy as np", "This page has neither NumPy nor"),
        ("def f(:", 'File "your program", line 1'),
        ("raise SystemExit", "SystemExit"),
        ("import kuhncfr as kc\nkc.solve", "This page has neither NumPy nor"),
    ],
)
def test_what_is_said_of_a_program_that_is_none(run: Run, boxes: dict[str, list[Job]], program: str, said: str) -> None:
    ((passed, printed),) = run([job(boxes, "cfr", program)])
    assert not passed
    assert said in printed
    assert "runner.py" not in printed


# -- each part --


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        ("kc.CFR(game).run(argument).average_strategy", "solver"),
        ("kc.CFR(game).run(argument).current_strategy", "solver"),
        ("kc.CFR(game).run(1).average_strategy if game.players == 2 else None", "solver"),
        ("kc.nash_conv(game, argument)", "measure"),
        ("kc.exploitability(game, argument) + 1", "measure"),
    ],
)
def test_a_verdict_is_the_same_in_a_page(make: str, kind: str) -> None:
    function = eval(f"lambda game, argument: {make}", {"kc": kc})
    assert diagnose(function, kind=kind) == kc.diagnose(function, kind=kind)


def test_of_a_hundred_thousand_lines_the_first_and_the_last_are_shown() -> None:
    posted: list[str] = []
    assert not runner.run("for k in range(100_000):\n    print(k)", "", [], posted.append)
    lines = "".join(posted).splitlines()
    assert lines[:1002] == [*map(str, range(1000)), "", "... 98,990 more lines, and at the end:"]
    assert lines[1002:] == [str(k) for k in range(99_990, 100_000)]
    assert len(posted) < 100


def test_one_line_of_many_characters_is_cut() -> None:
    posted: list[str] = []
    runner.run("print('x' * 10**6)", "", [], posted.append)
    assert len("".join(posted)) < 110_000


@pytest.fixture(scope="module")
def chapter(root: Path) -> dict[str, Any]:
    """The checks of the chapter on regret matching, as it shows them."""
    cells = nbformat.read(root / "book" / "regret_matching.ipynb", as_version=4).cells
    until = next(k for k, cell in enumerate(cells) if cell.source.startswith("```{solution-start} ex-rm-build"))
    code = "\n".join(cell.source for cell in cells[:until] if cell.cell_type == "code")
    names: dict[str, Any] = {}
    exec(excerpt(code, ["check_learn", "check_both", "check_blotto"]), names)
    return names


@pytest.mark.parametrize("program", [written_here.LEARNERS, written_here.LAST, written_here.LOSES], ids=["right", "last", "loses"])
def test_lists_are_judged_as_arrays_are_in_the_chapter(run: Run, boxes: dict[str, list[Job]], chapter: Any, program: str) -> None:
    written: dict[str, Any] = {}
    exec(program, written)

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: function(*(x.tolist() if isinstance(x, np.ndarray) else x for x in given))

    verdicts = {
        "learn": chapter["check_learn"](lambda *given: np.array(plain(written["learn"])(*given))),
        "learn_both": chapter["check_both"](plain(written["learn_both"])),
        "blotto": chapter["check_blotto"](written["blotto"]),
    }
    ((passed, said),) = run([job(boxes, "regret_matching", program)])
    assert said.splitlines() == [f"{name}: {verdict}" for name, verdict in verdicts.items()]
    assert passed == (set(verdicts.values()) == {"Right."})


def test_an_excerpt_has_the_last_definition_of_a_name_and_what_it_uses() -> None:
    code = "import math\na = 1\na = 2\ndef g(x):\n    k = x\n    return k + a\nk = 3\ndef f():\n    return g(1)\nunused = math.pi"
    assert excerpt(code, ["f"]) == "a = 2\ndef g(x):\n    k = x\n    return k + a\ndef f():\n    return g(1)"
