"""The checks of the assignments, as any grader may call them: full points for correct functions, and a name for each mistake."""

import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from built import ROOT
from handed_in import NAMES, SLIPS, functions, reference, rewritten, slipped, untouched
from nbformat import NotebookNode
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.diagnosis.known_mistakes import MISTAKES


@pytest.fixture(scope="module")
def checks() -> Iterator[ModuleType]:
    """The package that students get beside each notebook."""
    sys.path.insert(0, str(ROOT / "assignments"))
    import checks

    yield checks
    sys.path.remove(str(ROOT / "assignments"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "checks"]:
        del sys.modules[name]


def results(notebook: NotebookNode) -> dict[str, Any]:
    """The results of the cells that give points, by part."""
    found = functions(notebook)
    graded = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    return {cell.id.removeprefix("points-"): eval(re.fullmatch(r"checks\.show\((.*)\)", cell.source)[1], found) for cell in graded}


def most(assignment: str) -> dict[str, float]:
    cells = [cell for cell in reference(assignment).cells if cell.metadata.get("nbgrader", {}).get("grade")]
    return {cell.id.removeprefix("points-"): cell.metadata.nbgrader.points for cell in cells}


@pytest.mark.parametrize("assignment", NAMES)
def test_the_reference_has_all_ten_points(checks: ModuleType, assignment: str) -> None:
    found = results(reference(assignment))
    assert {part: result.points for part, result in found.items()} == most(assignment)
    assert {part: result.most for part, result in found.items()} == most(assignment)
    assert sum(most(assignment).values()) == 10
    assert [message for result in found.values() for message in result.messages] == []


@pytest.mark.parametrize("assignment", NAMES)
def test_what_students_get_has_none(checks: ModuleType, assignment: str) -> None:
    found = results(untouched(assignment))
    assert {result.points for result in found.values()} == {0}
    assert {result.messages for result in found.values()} == {("This is not written yet.",)}


@pytest.mark.parametrize("mistake", SLIPS)
def test_a_wrong_line_costs_what_is_meant_and_is_named(checks: ModuleType, mistake: str) -> None:
    slip = SLIPS[mistake]
    found = results(slipped(mistake))
    assert {part: result.points for part, result in found.items()} == most(slip.assignment) | slip.points
    for part in slip.points:
        assert any(f"{mistake}:" in message for message in found[part].messages), found[part].messages


def solver(make: Any) -> Any:
    def run(game: kc.Game, iterations: int) -> Any:
        cfr = make(game)
        cfr.run(iterations)
        return cfr.average_strategy, cfr.current_strategy

    return run


PLAIN = [name for name, mistake in MISTAKES.items() if mistake.rule is not None and not mistake.options]


@pytest.mark.parametrize("alternating", [False, True])
def test_either_way_of_updating_is_right(checks: ModuleType, alternating: bool) -> None:
    right = solver(lambda game: kc.CFR(game, alternating=alternating))
    assert checks.cfr.current(right, alone=False).points == checks.cfr.average(right, alone=False).points == 4


@pytest.mark.parametrize("alternating", [False, True])
@pytest.mark.parametrize("name", PLAIN)
def test_every_wrong_cfr_of_the_register_loses_points(
    checks: ModuleType, name: str, alternating: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kc, "diagnose", lambda solver: "That it finds them all is tested where it lives.")
    wrong = solver(lambda game: MISTAKES[name].make(game, alternating=alternating))
    assert checks.cfr.average(wrong, alone=False).points < 4


WRAPPERS = {
    "cfr": lambda game, t: solver(kc.CFR)(game, t),
    "solve": lambda game, t: (kc.solve(game, t).average_strategy,) * 2,
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_a_wrapper_has_no_points(checks: ModuleType, name: str) -> None:
    for check in (checks.cfr.current, checks.cfr.average):
        result = check(WRAPPERS[name])
        assert result.points == 0
        assert "do it yourself" in result.messages[0]


def hides_its_error(game: kc.Game, profile: Any, player: int) -> Any:
    try:
        return kc.best_response(game, profile, player).value
    except BaseException:
        return 0.0


def in_a_thread(game: kc.Game, profile: Any, player: int) -> Any:
    with ThreadPoolExecutor() as pool:
        return pool.submit(hides_its_error, game, profile, player).result()


def unseen(game: kc.Game, profile: Any, player: int) -> Any:
    sys.setprofile(None)
    return kc.best_response(game, profile, player).value


@pytest.mark.parametrize("sly", [hides_its_error, in_a_thread, unseen])
def test_neither_has_one_that_hides(checks: ModuleType, sly: Any) -> None:
    result = checks.best_response.best_response_value(sly)
    assert result.points == 0
    assert "do it yourself" in result.messages[0]


def complaint(checks: ModuleType, function: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(checks.result.Complaint) as raised:
        checks.student_call.call(function, *arguments, **options)
    return str(raised.value)


def test_an_endless_loop_is_stopped_even_if_it_catches_everything(checks: ModuleType) -> None:
    def endless() -> None:
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    assert "stopped after 0.05 seconds" in complaint(checks, endless, seconds=0.05)


def test_without_an_alarm_there_is_no_limit_but_the_graders(checks: ModuleType) -> None:
    """As on Windows, and in any thread other than the main one."""
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(checks.student_call.call(lambda: 1.0, seconds=0.01)))
    thread.start()
    thread.join()
    assert found == [1.0]


def test_an_error_is_reported_with_its_line(checks: ModuleType) -> None:
    said = complaint(checks, lambda: {}["Kb"])
    assert said.startswith("it raised KeyError: 'Kb' (in <lambda>")
    assert "not written yet" in complaint(checks, functions(rewritten("cfr", {"cfr": STUB}))["cfr"], kc.KuhnPoker(), 1)


STUB = "def cfr(game, iterations):\n    raise NotImplementedError()"


def test_nothing_that_a_student_prints_or_is_warned_of_gets_out(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    def noisy() -> float:
        print("here")
        print("there", file=sys.stderr)
        return float(np.float64(1) / np.float64(0))

    assert checks.student_call.call(noisy) == float("inf")
    assert capfd.readouterr() == ("", "")


def test_points_are_plain_floats(checks: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    points = checks.show(checks.Result(np.float64(0.5), 2, ("Almost.",)))
    assert type(points) is float
    assert repr(points) == "0.5"
    assert capsys.readouterr().out == "Almost.\n0.5 of 2 points.\n"


KIND = {
    "strategy": (lambda regrets: [max(r, 0) for r in regrets], "should sum to 1"),
    "learning": (lambda payoffs, opponent, rounds: None, "end without return"),
    "self_play": (lambda payoffs, rounds: [1, 0, 0], "as a pair"),
    "moves": (lambda soldiers, fields: [(soldiers,) + (0,) * (fields - 1)], "there are 21 ways"),
    "payoffs": (lambda moves: [[sum(m > t for m, t in zip(a, b, strict=True)) for b in moves] for a in moves], "not 1 for each field"),
}


@pytest.mark.parametrize("part", KIND)
def test_messages_say_what_is_wrong(checks: ModuleType, part: str) -> None:
    function, words = KIND[part]
    result = getattr(checks.regret_matching, part)(function)
    assert result.points < result.most
    assert words in result.messages[0]


def test_the_last_strategy_for_the_average_is_named_in_rock_paper_scissors_too(checks: ModuleType) -> None:
    def last(payoffs: Any, opponent: Any, rounds: int) -> Any:
        values = np.array(payoffs) @ opponent
        regrets = np.zeros(len(values))
        for _ in range(rounds):
            positive = np.maximum(regrets, 0)
            strategy = positive / positive.sum() if positive.any() else np.full(len(values), 1 / len(values))
            regrets = regrets + values - strategy @ values
        positive = np.maximum(regrets, 0)
        return positive / positive.sum()

    assert "mistake current for average:" in checks.regret_matching.learning(last).messages[0]


class Open(ScheduledGame):
    """Nothing is hidden."""

    zero_sum = True

    def __init__(self) -> None:
        super().__init__("010", players=2)

    def utilities(self, h: str) -> tuple[int, int]:
        return (1, -1) if h in ("aab", "bba") else (-1, 1)

    def actions(self, h: str) -> tuple[str, ...]:
        return ("a", "b")

    def infoset(self, h: str) -> str:
        return h


class Broken(Open):
    def utilities(self, h: str) -> tuple[int, int]:
        return (1, 1)


OWN = {
    "the package's": (kc.KuhnPoker, "comes with the package"),
    "a child of the package's": (type("Mine", (kc.KuhnPoker,), {}), "inherits"),
    "an open one": (Open, "nothing is hidden"),
    "a broken one": (Broken, "sum to 2"),
}


@pytest.mark.parametrize("game", OWN)
def test_a_game_of_ones_own_is_just_that(checks: ModuleType, game: str) -> None:
    make, words = OWN[game]
    result = checks.best_response.own_game(make)
    assert result.points == 0
    assert words in result.messages[0]
