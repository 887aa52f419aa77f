"""``kuhncfr simulate``, ``evaluate`` and ``report``: their numbers are those of the package, and repeat with a seed."""

import openpyxl
import pytest
from command_line import invoke, press_ctrl_c, row, run

import kuhncfr as kc

GAME = kc.KuhnPoker()


@pytest.fixture(scope="module")
def rough(tmp_path_factory):
    """A saved strategy at some distance from an equilibrium."""
    path = tmp_path_factory.mktemp("saved") / "rough.json"
    run("solve", "kuhn", "--iterations", 20, "--save", path)
    return path


@pytest.fixture(scope="module")
def profile(rough):
    return kc.StrategyProfile.load(rough)


def numbers(cells):
    return [float(cell.replace(",", "")) for cell in cells]


def test_information_sets_that_were_not_reached_have_no_mean(tmp_path):
    run("nash", "one-bet", "--ante", "1/4", "--save", tmp_path / "tight.json")  # only the Ace bets: no Ace is left to answer
    assert row(run("simulate", tmp_path / "tight.json", "--hands", 100, "--seed", 1), "Ab") == ["0", "0"]


def test_evaluation_of_an_exact_profile_is_exact(tmp_path):
    run("nash", "kuhn", "--save", tmp_path / "nash.json")
    printed = run("evaluate", tmp_path / "nash.json")
    assert row(printed, "Player 1", 1) == ["-1/18", "-1/18", "0"]
    assert row(printed, "NashConv") == ["0"]


def test_evaluation_in_played_hands(rough, profile):
    printed = run("evaluate", rough, "--hands", 5_000, "--seed", 1)
    expected = kc.deviations(GAME, profile, 5_000, seed=1)
    for player in (0, 1):
        value, _, best, _, gain, error = numbers(row(printed, f"Player {player + 1}", 2))
        shown = (value, best, gain, error)
        means = (expected.simulation.mean[player], expected.simulations[player].mean[player])
        assert shown == pytest.approx([*means, expected.simulated_gains[player], expected.standard_errors[player]], abs=1e-5)
        assert abs(gain - expected.gains[player]) < 3.5 * error


def test_report_of_a_saved_strategy(rough, profile, tmp_path):
    path = tmp_path / "report.xlsx"
    printed = run("report", rough, "--out", path, "--hands", 2_000, "--seed", 1)
    expected = kc.Report(GAME, profile, episodes=2_000, seed=1)
    sheets = openpyxl.load_workbook(path, read_only=True)
    assert sheets.sheetnames == list(expected.sheets())
    shown = {line[0]: line[1] for line in sheets["Summary"].iter_rows(values_only=True) if line and line[0]}
    sheets.close()
    assert shown["maximum epsilon"] == pytest.approx(float(expected.deviations.epsilon))
    assert shown["simulated hands"] == 2_000
    assert shown["algorithm"] == "cfr"
    assert f"largest gain {float(expected.deviations.epsilon):.3g}" in printed


def test_report_of_a_game_that_is_solved_first_shows_how(tmp_path):
    path = tmp_path / "report.xlsx"
    run("report", "--game", "one-bet", "--iterations", 50, "--out", path, "--hands", 500, "--seed", 1)
    sheets = openpyxl.load_workbook(path, read_only=True)
    assert "Convergence" in sheets.sheetnames
    sheets.close()


def test_ctrl_c_ends_a_simulation_early(rough, monkeypatch):
    original = kc.simulate

    def interrupted(game, profile, hands, **options):
        found = original(game, profile, 250, **options)
        return type(found)(found.tree, found.profile, 250, True, found._visits)

    monkeypatch.setattr(kc, "simulate", interrupted)
    done = invoke("simulate", rough, "--seed", 1)
    assert done.exit_code == 130
    assert done.stderr == "Interrupted: these are 250 hands.\n"
    assert "250 hands, chips a hand" in done.stdout


def test_ctrl_c_leaves_no_report(tmp_path, monkeypatch):
    monkeypatch.setattr("kuhncfr.simulation.pieces", press_ctrl_c)
    done = invoke("report", "--game", "one-bet", "--out", tmp_path / "report.xlsx")
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "Interrupted.\n")
    assert list(tmp_path.iterdir()) == []
