"""``kuhncfr diagnose``: it prints the diagnosis of the package, and has an exit code for scripts."""

import pytest
from command_line import invoke, refused, run

MODULE = """
import kuhncfr as kc


def solve(game, iterations):
    return kc.CFR(game, "dcfr").run(iterations).average_strategy


def last(game, iterations):
    return kc.CFR(game).run(iterations).current_strategy


def kuhn_poker(game, iterations):
    return kc.CFR(kc.KuhnPoker()).run(iterations).average_strategy


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


def test_a_solver_of_kuhn_poker_alone_has_an_exit_code_of_its_own():
    done = invoke("diagnose", "of_mine:kuhn_poker")
    assert done.exit_code == 3
    assert done.stdout.startswith("Right on Kuhn poker: this is alternating CFR.")


def test_a_measure_is_diagnosed():
    assert run("diagnose", "of_mine:measure", "--measure").startswith("Right: this is NashConv")


def test_bad_input_is_reported_in_one_line():
    assert refused("diagnose", "of_mine") == "function must be a function or 'module:function', got 'of_mine'"
    message = "function must be one that can be loaded, got 'nowhere:solve': there is no module 'nowhere' in "
    assert refused("diagnose", "nowhere:solve").startswith(message)
    assert refused("diagnose", "of_mine:solve", "--game", "chess").startswith("games must be among 'twice'")
