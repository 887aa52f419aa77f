"""``kuhncfr solve`` and ``kuhncfr nash``: what they print and save is what the package computes."""

import json
import os
from fractions import Fraction

import pytest
from command_line import invoke, press_ctrl_c, row, run

import kuhncfr as kc
from kuhncfr.cli.solutions import load


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        (["one-bet", "--ante", "1/2"], kc.OneBetKuhn(Fraction(1, 2))),
        (["kuhn", "--players", "3", "--ante", "0.1", "--bet", "2"], kc.KuhnPoker(3, 4, Fraction(1, 10), 2)),
        (["kuhn", "--cards", "5"], kc.KuhnPoker(cards=5)),
        (["leduc", "--raises", "1,3/2"], kc.LeducPoker(1, (1, Fraction(3, 2)))),
        (["raise", "--ante", "2"], kc.RaiseKuhn(2)),
        (["bet-size", "--sizes", "1,3"], kc.BetSizeKuhn((1, 3))),
    ],
)
def test_a_game_survives_being_saved(arguments, game, tmp_path):
    run("solve", *arguments, "--iterations", 5, "--algorithm", "cfr+", "--save", tmp_path / "saved.json")
    solution = load(tmp_path / "saved.json")
    assert solution.game == game
    assert solution.profile == kc.solve(game, 5, algorithm="cfr+").average_strategy
    assert solution.origin == {"algorithm": "cfr+", "iterations": 5}
    assert json.loads((tmp_path / "saved.json").read_text())["made_with"] == f"kuhncfr {kc.__version__}"


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        (["--algorithm", "dcfr", "--simultaneous"], {"algorithm": "dcfr", "alternating": False}),
        (["--sampling", "external", "--seed", "3"], {"sampling": "external", "seed": 3}),
        (["--algorithm", "pcfr+", "--target", "1e-4"], {"algorithm": "pcfr+", "target": 1e-4}),
    ],
)
def test_options_reach_the_solver(options, arguments, tmp_path):
    run("solve", "kuhn", "--iterations", 320, *options, "--save", tmp_path / "saved.json")
    expected = kc.solve(kc.KuhnPoker(), 320, **arguments)
    assert kc.StrategyProfile.load(tmp_path / "saved.json") == expected.average_strategy
    assert json.loads((tmp_path / "saved.json").read_text())["solved"]["iterations"] == expected.iterations


def test_records_show_the_exploitability_on_the_way():
    printed = run("solve", "one-bet", "--iterations", 1_000, "--record-every", 10)
    table = printed[printed.index("Iteration") :].split("\n\n")[0].splitlines()[1:]
    expected = kc.solve(kc.OneBetKuhn(), 1_000, record_every=10).trajectory.exploitability
    assert [line.split() for line in table] == [[f"{t:,}", f"{expected[t // 10 - 1]:.3g}"] for t in range(50, 1_001, 50)]


def test_large_tables_are_shown_when_asked_for():
    large = "solve", "kuhn", "--cards", 30, "--iterations", 1
    assert "120 information sets; --full shows them all." in run(*large)
    assert len(run(*large, "--full").splitlines()) > 120


@pytest.mark.parametrize("fails", ["expected_utilities", "information_sets"])
def test_the_result_is_saved_before_it_is_printed(fails, tmp_path, monkeypatch):
    """To evaluate and to print may take long, and be interrupted."""
    monkeypatch.setattr(kc, fails, press_ctrl_c)
    done = invoke("solve", "one-bet", "--iterations", 7, "--save", tmp_path / "kuhn.json")
    assert done.exit_code == 130
    assert "Saved in " in done.stdout
    monkeypatch.undo()
    assert kc.StrategyProfile.load(tmp_path / "kuhn.json") == kc.solve(kc.OneBetKuhn(), 7).average_strategy


@pytest.mark.parametrize("command", [("solve", "one-bet", "--iterations", 5), ("nash", "one-bet")])
def test_a_result_that_cannot_be_saved_is_printed(command, tmp_path, monkeypatch):
    """The disk is full at the last possible moment, when the system writes data from memory to it."""

    def fsync(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    path = tmp_path / "result.json"
    path.write_text("old")
    done, unsaved = invoke(*command, "--save", path, "--force"), invoke(*command)
    assert (done.exit_code, done.stdout) == (2, unsaved.stdout)
    assert done.stderr == f"{unsaved.stderr}kuhncfr: {path}: No space left on device\n"
    assert (list(tmp_path.iterdir()), path.read_text()) == ([path], "old")


def test_ctrl_c_before_the_first_iteration_saves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("kuhncfr.solver.run.pieces", press_ctrl_c)
    done = invoke("solve", "one-bet", "--save", tmp_path / "part.json")
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == "Interrupted.\n"
    assert not (tmp_path / "part.json").exists()


@pytest.mark.parametrize(
    ("arguments", "game", "equilibrium", "values"),
    [
        ("one-bet --ante 2", kc.OneBetKuhn(2), kc.nash.one_bet(2), ("1/10", "-1/10")),
        ("kuhn --ante 4 --bet 2", kc.KuhnPoker(ante=4, bet=2), kc.nash.kuhn(ante=2), ("-1/15", "1/15")),
        ("kuhn --players 3 --b21 0.25", kc.KuhnPoker(3, 4), kc.nash.three_player(b21=0.25), ("-1/32", "-1/48", "5/96")),
    ],
)
def test_equilibria_are_exact(arguments, game, equilibrium, values, tmp_path):
    printed = run("nash", *arguments.split(), "--save", tmp_path / "nash.json")
    assert [row(printed, f"Player {i + 1}", 1)[0] for i in range(game.players)] == list(values)
    assert kc.expected_utilities(game, equilibrium.profile) == tuple(map(Fraction, values))
    assert "NashConv 0, exactly" in printed
    assert kc.StrategyProfile.load(tmp_path / "nash.json") == equilibrium.profile
    for infoset, probabilities in equilibrium.profile.items():
        assert row(printed, infoset) == [str(p) for p in probabilities.values()]
