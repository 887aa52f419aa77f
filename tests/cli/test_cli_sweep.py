"""``kuhncfr sweep``: every combination is in the table and in the file, also after errors and Ctrl-C."""

import os
import statistics
import time
from concurrent.futures import BrokenExecutor, CancelledError

import pandas
import pytest
from command_line import invoke, press_ctrl_c, refused, row, run

import kuhncfr as kc
from kuhncfr import sweeping


def test_a_line_for_each_combination_and_a_row_for_each_run(tmp_path):
    path = tmp_path / "all.csv"
    printed = run(
        "sweep", "one-bet", "--over", "ante=1/2,2", "--over", "sampling=none,chance", "--seeds", 3, "--iterations", 50, "--out", path
    )
    solved = [kc.solve(kc.OneBetKuhn(2), 50, sampling="chance", seed=seed) for seed in range(3)]
    middle = statistics.median(one.exploitability for one in solved)
    mean = statistics.fmean(kc.expected_utilities(one.game, one.average_strategy)[0] for one in solved)
    assert row(printed, "2", 1) == ["chance", "3", f"{middle:.3g}", f"{mean:.6f}"]
    assert printed.startswith("4 combinations, 8 runs\n")
    assert printed.endswith(f"Saved in {path}.\n")
    written = pandas.read_csv(path)
    assert written.ante.tolist() == ["1/2"] * 4 + ["2"] * 4
    assert written.exploitability.tolist()[-3:] == [one.exploitability for one in solved]


def test_each_kind_of_value_is_read():
    printed = run(
        *("sweep", "bet-size", "--ante", "1/2", "--over", "sizes=1,2;1,3", "--over", "algorithm=cfr,dcfr", "--over", "alternating=true"),
        *("--over", "iterations=5,10", "--over", "target=0.001"),
    )
    game = kc.BetSizeKuhn((1, 3), ante=0.5)
    expected = kc.solve(game, 10, algorithm="dcfr", target=0.001).exploitability
    assert row(printed, "1,3", -1) == ["dcfr", "true", "10", "0.001", "1", f"{expected:.3g}", row(printed, "1,3", -1)[-1]]
    assert "exploration" not in printed
    assert row(run("sweep", "kuhn", "--cards", 5, "--over", "players=2,3", "--iterations", 5), "3")[0] == "1"


def test_processes_and_a_store_print_the_same(tmp_path):
    command = ("sweep", "one-bet", "--over", "sampling=external,outcome", "--seeds", 5, "--iterations", 20)
    alone = run(*command)
    assert run(*command, "--workers", 2, "--store", tmp_path / "store") == alone
    kept = list((tmp_path / "store").iterdir())
    assert run(*command, "--workers", 2, "--store", tmp_path / "store") == alone
    assert list((tmp_path / "store").iterdir()) == kept


def test_a_run_that_raises_is_reported_by_the_exit_code_too():
    done = invoke("sweep", "one-bet", "--over", "algorithm=cfr,cfr+", "--over", "sampling=chance", "--iterations", 5)
    assert done.exit_code == 1
    assert row(done.stdout, "cfr")[0] == "chance"
    assert done.stderr.startswith("1 run could not be solved; the first: ValueError: sampling='chance' gives noisy regrets")


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("one-bet --over ante=1,", "TypeError: ante must be a number, got ''"),
        ("one-bet --over algorithm=sarsa", "ValueError: algorithm must be one of 'cfr', "),
        ("kuhn --over players=2,3 --over cards=3", "ValueError: cards must be at least 4, got 3"),
    ],
)
def test_a_value_that_makes_no_sense_costs_its_own_runs(command, error):
    done = invoke("sweep", *command.split())
    assert done.exit_code == 1
    assert done.stderr.startswith(f"1 run could not be solved; the first: {error}")


def test_no_spreadsheet_computes_what_the_file_says(tmp_path):
    path, over = tmp_path / "all.csv", ("--over", "algorithm==1+1,@SUM(1),cfr", "--over", "target=0.5,2")
    assert invoke("sweep", "one-bet", *over, "--iterations", 5, "--out", path).exit_code == 1
    written = pandas.read_csv(path)
    assert written.algorithm.tolist() == ["'=1+1", "'=1+1", "'@SUM(1)", "'@SUM(1)", "cfr", "cfr"]
    assert written.target.tolist() == [0.5, 2.0] * 3


def test_ctrl_c_prints_and_saves_what_is_finished(tmp_path, monkeypatch):
    whole = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2]}, iterations=5)
    whole.loc[1, "error"] = "interrupted"
    monkeypatch.setattr(kc, "sweep", lambda *_, **__: whole)
    done = invoke("sweep", "one-bet", "--over", "ante=1,2", "--out", tmp_path / "rest.csv")
    assert (done.exit_code, done.stderr) == (130, "Interrupted: 1 run not finished.\n")
    assert pandas.read_csv(tmp_path / "rest.csv").error.tolist()[1] == "interrupted"


def test_ctrl_c_does_not_wait_for_what_processes_are_at(monkeypatch):
    asked = []

    def interrupted(*_, executor, **__):
        executor.submit(os.getpid).result()
        asked.append(executor.submit(time.sleep, 60))
        raise KeyboardInterrupt

    monkeypatch.setattr(kc, "sweep", interrupted)
    assert invoke("sweep", "one-bet", "--workers", 2).exit_code == 130
    with pytest.raises((BrokenExecutor, CancelledError)):
        asked[0].result()


def test_ctrl_c_before_the_first_run_is_finished(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeping, "solve", press_ctrl_c)
    done = invoke("sweep", "one-bet", "--iterations", 5, "--out", tmp_path / "none.csv")
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "Interrupted.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("one-bet --over ante", "--over must be a name and values such as ante=1/2,1,2, got 'ante'"),
        ("one-bet --over bet=1", "over has no 'bet'; it may vary ante, algorithm, "),
        ("one-bet --over ante=1 --over ante=2", "ante is given twice: put all its values into one --over"),
        ("one-bet --iterations 5 --over iterations=6", "iterations are given twice: 5, and in over as [6]"),
        ("one-bet --out table.txt", "table.txt: the name of the file must end in .csv"),
        ("one-bet --store missing/store", "missing/store: No such file or directory"),
    ],
)
def test_bad_input_is_reported_in_one_line(command, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused("sweep", *command.split())
    assert list(tmp_path.iterdir()) == []
