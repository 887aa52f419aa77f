"""The workbook of a river, read back: grids, hands and bets agree with the strategies."""

from io import BytesIO

import numpy as np
import openpyxl
import pytest

from kuhncfr import expected_utilities, exploitability
from kuhncfr.report import RiverReport
from kuhncfr.vector import holdem, river

# openpyxl does not know bars that begin at 0 in a cell that holds 0; older ones, which it knows, would show a tenth there.
pytestmark = pytest.mark.filterwarnings("ignore:.* extension is not supported:UserWarning")

BOARD = "Qs Jh 2h 8d 3c"
FIRST = 4  # the row below the header, as Excel counts
RANKS = "AKQJT98765432"


@pytest.fixture(scope="module")
def game():
    return river(BOARD, ("QQ+, AKs, T9s:0.5", "AQ, JJ"), pot=100, stack=200, bets=("33.3%", "all-in"))


@pytest.fixture(scope="module")
def strategy(game):
    random = np.random.default_rng(5)
    return {history: random.dirichlet(np.ones(table.shape[1]), len(table)) for history, table in game.uniform().items()}


@pytest.fixture(scope="module")
def book(game, strategy, tmp_path_factory):
    path = tmp_path_factory.mktemp("river") / "river.xlsx"
    RiverReport(game, strategy, BOARD, origin={"algorithm": "dcfr"}).to_excel(path)
    return openpyxl.load_workbook(BytesIO(path.read_bytes()))


def rows(page):
    return list(map(list, page.iter_rows(min_row=FIRST, values_only=True)))


def test_there_is_a_grid_for_each_turn(game, strategy, book):
    names = book.sheetnames
    assert names[:3] == ["Summary", "Bets", "1 start"]
    assert names[-3:] == ["Hands 1", "Hands 2", "Columns"]
    grids = names[2:-3]
    assert len(grids) == len(game.decisions)
    for name, (history, decision) in zip(grids, game.decisions.items(), strict=True):
        found = holdem.by_class(game, strategy, history)
        written = {(action, rank): cells for action, rank, *cells in rows(book[name])}
        assert len(written) == 13 * len(decision.children)
        for k, action in enumerate(decision.children):
            for of_class in holdem.GRID:
                row, column = holdem.place(of_class)
                cell = written[action, RANKS[row]][column]
                assert cell == (pytest.approx(found[of_class].actions[k]) if of_class in found else None)


def test_all_hands_stand_there(game, strategy, book):
    for player, held in enumerate(game.ranges):
        decisions = [history for history, decision in game.decisions.items() if decision.player == player]
        for k, (name, of_class, makes, weight, *actions) in enumerate(rows(book[f"Hands {player + 1}"])):
            assert (name, of_class) == (held.names[k], holdem.hand_class(name))
            assert makes == holdem.category(BOARD, name)
            assert weight == pytest.approx(held.weight[k])
            assert actions == pytest.approx([number for history in decisions for number in strategy[history][k]])


def test_bets_are_those_that_are_counted(game, strategy, book):
    found = holdem.all_bets(game, strategy)
    for made, cells in zip(found, rows(book["Bets"]), strict=True):
        assert cells[:3] == [made.history or "start", made.action, made.player + 1]
        assert cells[3:] == pytest.approx([made.frequency, made.bluffs, made.value, made.ratio, made.seen, made.balanced])


def test_the_summary_contains_the_values(game, strategy, book):
    cells = {name: value for name, value, *_ in rows(book["Summary"])}
    assert cells["board"] == "QsJh2h8d3c"
    assert cells["algorithm"] == "dcfr"
    assert cells["hands of player 1"] == len(game.ranges[0])
    assert (cells["value to player 1"], cells["value to player 2"]) == pytest.approx(expected_utilities(game, strategy))
    assert cells["exploitability"] == pytest.approx(exploitability(game, strategy))
    assert cells["exploitability of the pot"] == pytest.approx(cells["exploitability"])  # the pot is 100
    assert [name for name in cells if name in book.sheetnames] == book.sheetnames[1:]


def test_every_column_is_explained(book):
    cells = {tuple(line[:2]) for line in rows(book["Columns"])}
    for page in book.worksheets:
        assert {(page.title, cell.value) for cell in page[FIRST - 1]} <= cells


def test_what_does_not_fit_is_refused(game, strategy, tmp_path):
    with pytest.raises(ValueError, match="board must be that of the game, got QsJh2h8dAc"):
        RiverReport(game, strategy, "Qs Jh 2h 8d Ac")
    with pytest.raises(ValueError, match="strategy must "):
        RiverReport(game, {}, BOARD)
    with pytest.raises(ValueError, match=r"path must end in \.xlsx"):
        RiverReport(game, strategy, BOARD).to_excel(tmp_path / "river.csv")
