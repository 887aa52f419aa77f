"""``kuhncfr river``: it prints the results of the package, reports bad input in one line, and prints the iterations so far after Ctrl-C."""

import signal

import openpyxl
import pytest
from command_line import invoke, refused, row, run

import kuhncfr as kc
from kuhncfr.vector import holdem
from kuhncfr.vector.engine import RangeEngine

BOARD = "Qs Jh 2h 8d 3c"
SPOT = ("river", "--board", BOARD, "--range1", "T9s, 65s", "--range2", "AQ", "--pot", 100, "--stack", 50, "--bets", "50%")


def solved(iterations, **settings):
    game = kc.vector.river(BOARD, ("T9s, 65s", "AQ"), 100, 50, ["50%"])
    return game, kc.solve(game, iterations, algorithm="dcfr", **settings)


def test_what_is_printed_is_what_was_found():
    printed = run(*SPOT, "--iterations", 3_000)
    game, found = solved(3_000)
    assert printed.startswith("The river Qs Jh 2h 8d 3c, pot 100, stack 50; dcfr, 3,000 iterations\n")
    first = holdem.by_class(game, found.average_strategy, "")
    assert row(printed, "T9s") == ["4.00", *(f"{p:.4f}" for p in first["T9s"].actions)]
    assert row(printed, "65s") == ["4.00", *(f"{p:.4f}" for p in first["65s"].actions)]
    assert float(row(printed, "65s")[2]) == pytest.approx(1 / 3, abs=0.002)
    made = holdem.bet(game, found.average_strategy, "", "all in")
    assert row(printed, "all in") == [f"{number:.4f}" for number in (made.frequency, made.ratio, made.seen, made.balanced)]
    assert row(printed, "Player 2", -1) == [f"{found.values[1]:.6f}", f"{50 + found.values[1]:.2f}", "%"]
    assert printed.endswith(f"Exploitability {found.exploitability:.3g} chips a game, {found.exploitability:.3g} % of the pot\n")


def test_large_ranges_are_shown_by_what_they_make_unless_all_is_asked_for():
    spot = ("river", "--board", BOARD, "--range1", "22+, A2s+", "--range2", "random", "--pot", 100, "--stack", 200, "--iterations", 3)
    printed = run(*spot)
    assert "By what the hands make; --full shows 1,164 rows, by class." in printed
    assert row(printed, "high card")[0] == "28.00"
    assert row(printed, "three of a kind")[0] == "15.00"
    full = run(*spot, "--full")
    assert "By what the hands make" not in full
    assert row(full, "QQ")[0] == "3.00"


def test_a_target_may_be_a_part_of_the_pot():
    printed = run(*SPOT, "--target", "1%", "--iterations", 5_000)
    _, found = solved(5_000, target=1.0)
    assert found.exploitability <= 1
    assert f"dcfr, {found.iterations:,} iterations" in printed
    assert run(*SPOT, "--target", "1", "--iterations", 5_000) == printed


def test_a_workbook_is_written(tmp_path):
    printed = run(*SPOT, "--iterations", 100, "--out", tmp_path / "river.xlsx")
    assert printed.splitlines()[-1].startswith("Wrote ")
    book = openpyxl.load_workbook(tmp_path / "river.xlsx", read_only=True)
    try:
        summary = {line[0]: line[1] for line in book["Summary"].iter_rows(min_row=4, values_only=True)}
    finally:
        book.close()
    assert summary["range 1"] == "T9s, 65s"
    assert summary["algorithm"] == "dcfr"
    assert summary["iterations"] == "100"
    assert "exists already; use --force to replace it" in refused(*SPOT, "--out", tmp_path / "river.xlsx")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"--board": "Qs Jh"}, "--board must be 5 cards, such as 'Qs Jh 2h 8d 3c', got 2: 'Qs Jh'"),
        ({"--range1": "AKx"}, "--range1 must be parts between commas"),
        ({"--range1": "AcQh", "--range2": "AcQh"}, "ranges must allow a deal"),
        ({"--bets": "200%"}, "--bets must be at most the stack, 50 chips, got '200%': 200"),
        ({"--target": "0%"}, "--target must be greater than 0, got 0"),
        ({"--out": "river.csv"}, "river.csv: the name of the file must end in .xlsx"),
    ],
)
def test_bad_input_is_reported_in_one_line(changed, message):
    arguments = dict(zip(SPOT[1::2], SPOT[2::2], strict=True)) | changed
    assert message in refused("river", *(part for option in arguments.items() for part in option))


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_prints_and_saves_the_iterations_so_far(monkeypatch, tmp_path):
    advance = RangeEngine.advance

    def interrupted(engine, *arguments):
        reached = advance(engine, *arguments)
        signal.raise_signal(signal.SIGINT)
        return reached

    monkeypatch.setattr(RangeEngine, "advance", interrupted)
    done = invoke(*SPOT, "--iterations", 1_000_000_000, "--out", tmp_path / "river.xlsx")
    assert done.exit_code == 130
    assert done.stderr.startswith("Interrupted: this is what ")
    assert "Exploitability " in done.stdout
    assert "Wrote " in done.stdout
    assert (tmp_path / "river.xlsx").exists()
