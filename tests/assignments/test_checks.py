"""The checks of the assignments, as any grader may call them: full points for correct functions, none for others, and messages."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import checks
import cloudpickle
import numpy as np
import pytest
from checks import best_response, cfr
from checks.naming import MILD, NAMED
from checks.program import Complaint, Program
from checks.result import ASSUMED
from handed_in import NAMES, most, points, reference, run, slipped, untouched
from running import seeded
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.diagnosis import MISTAKES
from kuhncfr.diagnosis.answers import Failure

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # as what is defined in a notebook


@pytest.mark.parametrize("assignment", NAMES)
def test_the_reference_has_all_ten_points_in_a_private_variant(assignment: str) -> None:
    """The public one is tested where the notebooks run."""
    ran = run(reference(assignment), assignment, seed=2027)
    assert points(ran) == most(assignment)
    assert sum(most(assignment).values()) == 10
    assert [message for result in ran.results.values() for message in result.messages] == []
    assert ran.suspicions == []


@pytest.mark.parametrize("assignment", NAMES)
def test_what_students_get_has_none(assignment: str) -> None:
    found = run(untouched(assignment), assignment).results.values()
    assert {result.points for result in found} == {0}
    assert {result.messages for result in found} == {("This is not written yet.",)}


def functions(slip: str) -> dict[str, Any]:
    """The functions that a notebook with wrong lines defines."""
    found: dict[str, Any] = {"kc": kc}
    for cell in slipped(slip).cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            exec(cell.source, found)
    return found


@pytest.mark.parametrize("mistake", ["chance forgotten", "unplayed action worth 0"])
def test_a_mistake_is_named(mistake: str) -> None:
    """Two of them; make test-assignments tests all."""
    result = cfr.walk_regrets(functions(mistake)["walk"])
    assert (result.points, result.mistake) == (0, mistake)
    assert result.messages[-1].endswith(MISTAKES[mistake].hint)


def test_a_correct_function_replaces_a_wrong_one_alone() -> None:
    assert cfr.current(functions("[a right walk called wrongly]")["cfr"]).points == 0
    result = best_response.exploitability(functions("best response per history")["exploitability"])
    assert (result.points, result.messages) == (2, (ASSUMED,))


def test_every_mistake_with_a_hint_is_one_that_a_check_names() -> None:
    assert set(MILD) <= set(NAMED)
    assert {name for name, _ in cfr.WRONG} | {cfr.KEPT} | set(best_response.WRONG) == set(NAMED)


class LastFirst(kc.CFR):
    def order(self) -> tuple[int, ...]:
        return super().order()[::-1]


@pytest.mark.parametrize("make", [kc.CFR, LastFirst])
def test_other_ways_of_updating_are_right(make: Callable[[kc.Game], kc.CFR]) -> None:
    """The reference updates both players together."""

    def solver(game: kc.Game, iterations: int) -> Any:
        run = make(game).run(iterations)
        return run.average_strategy, run.current_strategy

    with Program(solver, alone=False) as program:
        assert cfr.average(program).points == 3


def test_a_complaint_says_which_of_the_two_strategies_it_means() -> None:
    def solver(game: kc.Game, iterations: int) -> Any:
        return kc.CFR(game).run(iterations).average_strategy, {}

    with Program(solver, alone=False) as program:
        assert "as the current strategy, it returned no row for " in " ".join(cfr.average(program).messages)


def hides_its_error(game: kc.Game, profile: Any, player: int) -> Any:
    try:
        return kc.best_response(game, profile, player).value
    except BaseException:
        return 0.0


def in_a_thread(game: kc.Game, profile: Any, player: int) -> Any:
    with ThreadPoolExecutor() as pool:
        return pool.submit(hides_its_error, game, profile, player).result()


def test_who_hides_behind_a_thread_has_no_points() -> None:
    assert best_response.best_response_value(in_a_thread).points == 0


def complaint(function: Any, seconds: float = 20.0) -> str:
    with Program(function, seconds=seconds) as program, pytest.raises((Complaint, Failure)) as raised:
        program.call()
    return str(raised.value)


def endless() -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def test_an_endless_loop_is_stopped_even_if_it_catches_everything() -> None:
    assert complaint(endless, seconds=0.5) == "It was stopped after 0.5 seconds of processor time. Does a loop never end?"


def test_a_program_starts_again_after_its_end() -> None:
    with Program(exits) as program:
        for _ in range(2):
            with pytest.raises(Complaint, match="It ended its process, with the code 3"):
                program.call(True)
        assert program.call(False)["returned"] == 7


def exits(now: bool) -> int:
    import os

    if now:
        os._exit(3)
    return 7


def test_an_error_is_reported_with_its_line() -> None:
    assert complaint(lambda: {}["Kb"]).startswith("it raised KeyError: 'Kb' (in <lambda>")
    assert "cannot be sent" in complaint(lambda: sys._getframe() and LOCKED)


LOCKED = (line for line in "ab")


def test_nothing_that_a_student_prints_or_is_warned_of_gets_out(capfd: pytest.CaptureFixture[str]) -> None:
    def noisy() -> float:
        print("here")
        print("there", file=sys.stderr)
        return float(np.float64(1) / np.float64(0))

    with Program(noisy) as program:
        assert program.call()["returned"] == float("inf")
    assert capfd.readouterr() == ("", "")


def test_points_are_plain_floats(capsys: pytest.CaptureFixture[str]) -> None:
    points = checks.show(checks.Result(np.float64(0.5), 2, ("Almost.",)))
    assert type(points) is float
    assert repr(points) == "0.5"
    assert capsys.readouterr().out == "Almost.\n0.5 of 2 points.\n"


KIND = {
    "strategy": (lambda regrets: [max(r, 0) for r in regrets], "should sum to 1"),
    "learning": (lambda payoffs, opponent, rounds: None, "end without return"),
    "self_play": (lambda payoffs, rounds: [1, 0, 0], "as a pair"),
    "self_play of player 2": (
        lambda payoffs, rounds: [[1 / len(payoffs)] * len(payoffs), [1.0] + [0.0] * (len(payoffs[0]) - 1)],
        "after round 1 player 2's average is [0.3333, 0.3333, 0.3333], but you have [1, 0, 0].",
    ),
    "moves": (lambda soldiers, fields: [(soldiers,) + (0,) * (fields - 1)], "there are 21 ways"),
    "payoffs": (lambda moves, worth: [[sum(m > t for m, t in zip(a, b, strict=True)) for b in moves] for a in moves], "however much more"),
}


@pytest.mark.parametrize("part", KIND)
def test_messages_say_what_is_wrong(part: str) -> None:
    function, words = KIND[part]
    result = getattr(checks.regret_matching, part.split()[0])(function)
    assert result.points < result.most
    assert words in result.messages[0]


def test_an_answer_of_a_form_that_nobody_expects_is_a_wrong_one() -> None:
    result = cfr.walk_regrets(lambda game, h, reach, strategy, regrets, own: regrets.update(dict.fromkeys(regrets, 0.5)))
    assert result.points == 0
    assert "the answer has another form than the one asked for (TypeError" in result.messages[0]


def test_an_answer_that_is_the_last_strategy_by_chance_has_no_name() -> None:
    """Always the first action: in one of two games the learner ends there."""
    with seeded(2027):
        result = checks.regret_matching.learning(lambda payoffs, opponent, rounds: [1] + [0] * (len(payoffs) - 1))
    assert (result.points, result.mistake) == (0, "")


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
def test_a_game_of_ones_own_is_just_that(game: str) -> None:
    make, words = OWN[game]
    result = best_response.own_game(make)
    assert result.points == 0
    assert words in result.messages[0]
