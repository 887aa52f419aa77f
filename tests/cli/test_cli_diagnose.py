"""``kuhncfr diagnose``: it prints the diagnosis of the package, and has an exit code for scripts."""

import pytest
from command_line import invoke, run

import kuhncfr as kc
from kuhncfr.diagnosis.diagnosis import Diagnosis

MODULE = """
import kuhncfr as kc


def solve(game, iterations):
    return kc.CFR(game, "dcfr").run(iterations).average_strategy


def last(game, iterations):
    return kc.CFR(game).run(iterations).current_strategy


def measure(game, profile):
    return kc.nash_conv(game, profile)
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    (tmp_path / "of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)


def test_a_correct_solver_is_correct():
    message = "Right: this is alternating discounted CFR.\nThis rests on the first 5 iterations of 6 small games.\n"
    assert run("diagnose", "of_mine:solve") == message


def test_a_mistake_is_explained():
    done = invoke("diagnose", "of_mine:last", "--game", "twice")
    assert done.exit_code == 1
    assert "- current for average: " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_solver_of_kuhn_poker_alone_has_an_exit_code_of_its_own(monkeypatch):
    monkeypatch.setattr(kc, "diagnose", lambda *_, **__: Diagnosis(None, "Right on Kuhn poker."))
    done = invoke("diagnose", "of_mine:solve")
    assert (done.exit_code, done.stdout.strip()) == (3, "Right on Kuhn poker.")


def test_a_measure_is_diagnosed():
    assert run("diagnose", "of_mine:measure", "--measure").startswith("Right: this is NashConv")
