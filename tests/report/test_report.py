"""The workbook, read back: its numbers agree with an independent computation, its charts refer to them, and each column has a meaning."""

import re
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
from command_line import press_ctrl_c
from openpyxl.utils import range_boundaries

import kuhncfr as kc
from kuhncfr._support.palette import PALETTE
from kuhncfr.evaluate import at_information_sets

THREE = kc.KuhnPoker(players=3, cards=4)
HANDS = 3_000
PLAYERS = pytest.mark.parametrize("player", range(3))


def opened(path):
    """The workbook, from bytes: openpyxl does not close a file."""
    return openpyxl.load_workbook(BytesIO(path.read_bytes()))


def written(path, game, run, **options):
    kc.Report(game, run, **{"episodes": HANDS, **options}).to_excel(path)
    return opened(path)


@pytest.fixture(scope="module")
def run():
    return kc.solve(THREE, 1_000, sampling="chance", seed=3, record_every=2)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("three") / "three.xlsx"


@pytest.fixture(scope="module")
def book(run, path):
    return written(path, THREE, run, seed=7, origin={"algorithm": "cfr", "seed": 3})


@pytest.fixture(scope="module")
def played(run):
    """The simulated hands, drawn again from the same seed."""
    return kc.deviations(THREE, run.average_strategy, HANDS, seed=7)


def rounded(numbers):
    """Numbers with the 16 significant digits of a workbook."""
    return [float(f"{number:.16g}") for number in numbers]


def rows(sheet):
    """The table of a sheet, a dictionary for each row."""
    titles, *found = sheet.iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in found]


def by(sheet, title):
    return {row[title]: row for row in rows(sheet)}


def summary(book):
    return {item: row["value"] for item, row in by(book["Summary"], "item").items()}


def test_the_sheets_and_their_order(book):
    each = [f"{kind} {i}" for kind in ("Player", "Best response") for i in (1, 2, 3)]
    assert book.sheetnames == ["Summary", *each, "Epsilon", "Convergence", *(f"Training {i}" for i in (1, 2, 3)), "Columns"]


def test_the_summary_has_the_game_the_run_and_the_distances(book, run):
    found = summary(book)
    assert found["game"] == "KuhnPoker(players=3, cards=4, ante=1, bet=1)"
    assert (found["players"], found["information sets"], found["iterations"], found["simulated hands"]) == (3, 48, 1_000, HANDS)
    assert (found["algorithm"], found["seed"], found["seed of the simulations"]) == ("cfr", "3", "7")
    values = kc.expected_utilities(THREE, run.average_strategy)
    gains = [kc.best_response(THREE, run.average_strategy, i).value - values[i] for i in range(3)]
    assert [found[f"value to player {i}"] for i in (1, 2, 3)] == pytest.approx(values, abs=1e-14)
    expected = [sum(gains), max(gains), sum(gains) / 3]
    assert [found[name] for name in ("NashConv", "maximum epsilon", "average epsilon")] == pytest.approx(expected, abs=1e-14)
    assert found["average epsilon"] == pytest.approx(run.exploitability, abs=1e-12)


@PLAYERS
def test_a_strategy_stands_beside_its_simulation(book, run, played, player):
    own = [key for key, infoset in kc.information_sets(THREE).items() if infoset.player == player]
    table, exact = rows(book[f"Player {player + 1}"]), at_information_sets(THREE, run.average_strategy)
    assert [row["information set"] for row in table] == own
    for key, row in zip(own, table, strict=True):
        assert [row["P(p)"], row["P(b)"]] == rounded(run.average_strategy[key].values())
        assert (row["reach"], row["value"]) == pytest.approx(exact[key], abs=1e-14)
        assert (row["plays"], row["net"]) == (played.simulation.plays[key], played.simulation.net[key])
        assert row["mean"] == (rounded([row["net"] / row["plays"]])[0] if row["plays"] else None)
    if player == 0:  # every hand begins with one of player 1's four cards
        assert sum(row["plays"] for row in table if len(row["information set"]) == 1) == HANDS
        assert sum(row["net"] for row in table if len(row["information set"]) == 1) == played.simulation.total[0]


@PLAYERS
def test_a_best_response_earns_what_the_sheets_say(book, run, played, player):
    found = kc.best_response(THREE, run.average_strategy, player)
    for row in rows(book[f"Best response {player + 1}"]):
        key = row["information set"]
        assert (row[f"P({found.strategy[key]})"], row["P(p)"] + row["P(b)"]) == (1, 1)
        assert (row["plays"], row["net"]) == (played.simulations[player].plays[key], played.simulations[player].net[key])
        if row["reach"] == 0:  # it leads past this decision; what would be best here stands there all the same
            assert (row["plays"], row["value"], row["mean"]) == (0, None, None)
    assert by(book["Epsilon"], "who")[f"player {player + 1}"]["best response"] == pytest.approx(found.value, abs=1e-14)


def test_exact_and_simulated_gains_stand_side_by_side(book, played):
    table = by(book["Epsilon"], "who")
    for i in range(3):
        row, everybody, alone = table[f"player {i + 1}"], played.simulation, played.simulations[i]
        assert row["gain"] == pytest.approx(row["best response"] - row["value"], abs=1e-14)
        assert [row["simulated value"], row["error of value"]] == rounded([everybody.mean[i], everybody.standard_error[i]])
        assert [row["simulated best"], row["error of best"]] == rounded([alone.mean[i], alone.standard_error[i]])
        assert row["simulated gain"] == pytest.approx(row["simulated best"] - row["simulated value"], abs=1e-14)
        assert row["error of gain"] == pytest.approx((row["error of best"] ** 2 + row["error of value"] ** 2) ** 0.5)
        assert abs(row["simulated gain"] - row["gain"]) < 4 * row["error of gain"]
    for column in ("gain", "simulated gain"):
        gains = [table[f"player {i}"][column] for i in (1, 2, 3)]
        found = [table[name][column] for name in ("maximum: epsilon", "average: average epsilon", "sum: NashConv")]
        assert found == pytest.approx([max(gains), sum(gains) / 3, sum(gains)], abs=1e-15)


def test_exploitability_on_the_way_is_the_runs(book, run):
    recorded = dict(zip(run.trajectory.iterations.tolist(), rounded(run.trajectory.exploitability), strict=True))
    table = rows(book["Convergence"])
    assert {row["iteration"]: row["exploitability"] for row in table}.items() <= recorded.items()
    assert (table[0]["iteration"], table[-1]["iteration"]) == (2, 1_000)
    assert 50 < len(table) <= 200


@PLAYERS
def test_training_holds_the_trajectorys_numbers(book, run, player):
    place = {t: k for k, t in enumerate(run.trajectory.iterations.tolist())}
    table, trajectory = rows(book[f"Training {player + 1}"]), run.trajectory
    series = {"R": trajectory.cumulative_regret, "current P": trajectory.current_strategy, "average P": trajectory.average_strategy}
    assert len(table) == 16 * 100
    for row in table:
        key, k = row["information set"], place[row["iteration"]]
        for title, of in series.items():
            assert [row[f"{title}({a})"] for a in "pb"] == rounded(of[key][a][k] for a in "pb")


def test_every_column_is_explained_once_and_has_a_unit_if_it_holds_numbers(book):
    explained = {row["column"]: row for row in rows(book["Columns"])}
    assert len(rows(book["Columns"])) == len(explained)
    assert all(row["meaning"] for row in explained.values())
    tables = [rows(sheet) for sheet in book if sheet.title not in ("Summary", "Columns")]
    assert {re.sub(r"\(.\)", "(…)", title) for table in tables for title in table[0]} == set(explained)
    numbers = {title for table in tables for row in table for title, value in row.items() if isinstance(value, (int, float))}
    assert all(explained[re.sub(r"\(.\)", "(…)", title)]["unit"] for title in numbers)


# Charts, in the XML itself.

SPACES = {name: f"http://schemas.openxmlformats.org/drawingml/2006/{kind}" for name, kind in (("a", "main"), ("c", "chart"))}


def charts_of(path, book, name):
    """The charts of a sheet, in the order of insertion, and their alternative texts."""
    number = book.sheetnames.index(name) + 1
    with zipfile.ZipFile(path) as archive:
        links = archive.read(f"xl/worksheets/_rels/sheet{number}.xml.rels").decode()
        drawing = re.search(r"drawings/(drawing\d+)\.xml", links)[1]
        names = re.findall(r"charts/(chart\d+\.xml)", archive.read(f"xl/drawings/_rels/{drawing}.xml.rels").decode())
        alt = re.findall(r'descr="([^"]*)"', archive.read(f"xl/drawings/{drawing}.xml").decode())
        return [ElementTree.fromstring(archive.read(f"xl/charts/{name}")) for name in names], alt


def cells(book, reference):
    """The values of a range such as 'Training 1'!$B$4:$B$103."""
    sheet, _, area = reference.rpartition("!")
    left, top, right, bottom = range_boundaries(area.replace("$", ""))
    return [v for row in book[sheet.strip("'")].iter_rows(top, bottom, left, right, values_only=True) for v in row]


def series_of(chart, book):
    """A chart's lines by name: the numbers on both axes, from the cells that the chart refers to."""
    found = {}
    for line in chart.iterfind(".//c:ser", SPACES):
        (name,), x, y = (cells(book, line.find(place, SPACES).text) for place in ("c:tx//c:f", "c:xVal//c:f", "c:yVal//c:f"))
        found[name] = (x, y)
    return found


def coloured(chart):
    """The elements that give the lines of a chart their colours."""
    return chart.iterfind(".//c:ser//a:srgbClr", SPACES)


def ends(chart):
    """The limits of the axes of a chart, the horizontal one first."""
    scales = [axis.find("c:scaling", SPACES) for axis in chart.findall(".//c:valAx", SPACES)]
    return [tuple(float(scale.find(f"c:{end}", SPACES).get("val")) for end in ("min", "max")) for scale in scales]


def test_the_chart_of_convergence_has_logarithmic_axes_and_all_records(book, path):
    (chart,), (alt,) = charts_of(path, book, "Convergence")
    table = rows(book["Convergence"])
    x, y = series_of(chart, book)["exploitability"]
    assert (x, y) == ([row["iteration"] for row in table], [row["exploitability"] for row in table])
    assert [base.get("val") for base in chart.iterfind(".//c:logBase", SPACES)] == ["10", "10"]
    assert alt == "Exploitability of the average strategy, over the iterations"


@PLAYERS
def test_the_charts_of_training_point_at_their_own_information_set_and_say_so(book, path, run, player):
    found, alt = charts_of(path, book, f"Training {player + 1}")
    own = [key for key, infoset in kc.information_sets(THREE).items() if infoset.player == player]
    titles = ["".join(chart.find(".//c:chart/c:title", SPACES).itertext()) for chart in found]
    assert titles == [f"{key}: {kind}" for key in own for kind in ("regret", "regret near 0", "strategy")]
    assert alt == [f"{title}, over the iterations" for title in titles]
    colours = {colour.get("val") for chart in found for colour in coloured(chart)}
    assert colours == {colour.removeprefix("#") for colour in PALETTE[:2]}  # for two actions
    thin, hidden = run.trajectory.subsample(100), 0
    for k, key in enumerate(own):
        full, near, strategy = (series_of(chart, book) for chart in found[3 * k : 3 * k + 3])
        regrets = {a: rounded(thin.cumulative_regret[key][a]) for a in "pb"}
        assert full == near == {f"R({a})": (thin.iterations.tolist(), regrets[a]) for a in "pb"}
        assert strategy == {
            f"{name} P({a})": (thin.iterations.tolist(), rounded(of[key][a]))
            for name, of in (("current", thin.current_strategy), ("average", thin.average_strategy))
            for a in "pb"
        }
        (begin, end), (low, high) = ends(found[3 * k + 1])
        every = regrets["p"] + regrets["b"]
        assert (begin, end) == (0, 1_000)
        assert max(every) <= high < max(1, max(every)) + 1  # it shows every positive regret ...
        assert low == -high / 2
        hidden += min(every) < low
    assert hidden > 8  # ... and hides large negative ones


# Other games, and what is missing.


@pytest.mark.parametrize(
    "game",
    [kc.BetSizeKuhn(sizes=range(1, 6)), kc.OneBetKuhn(ante=0.5), kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], ("RPS", "RPS"))],
    ids=["many bets", "one bet", "a matrix"],
)
def test_any_game(game, tmp_path):
    run = kc.solve(game, 20, record_every=5)
    book = written(tmp_path / "report.xlsx", game, run, episodes=100)
    tables = [rows(book[f"Player {i + 1}"]) for i in range(game.players)]
    assert [row["information set"] for table in tables for row in table] == list(kc.information_sets(game))
    for i, table in enumerate(tables):
        for row in table:
            allowed = run.average_strategy[row["information set"]]
            assert [row[f"P({a})"] for a in allowed] == rounded(allowed.values())
            assert all(row[title] is None for title in row if title.startswith("P(") and title[2] not in allowed)
        shown = {row["information set"]: row for row in rows(book[f"Training {i + 1}"])}  # the last record of each
        assert list(shown) == [row["information set"] for row in table[:16]]
        drawn, _ = charts_of(tmp_path / "report.xlsx", book, f"Training {i + 1}")
        for (key, row), chart in zip(shown.items(), drawn[2::3], strict=True):
            allowed = run.average_strategy[key]
            assert [row[f"average P({a})"] for a in allowed] == rounded(allowed.values())
            assert set(series_of(chart, book)) == {f"{name} P({a})" for name in ("current", "average") for a in allowed}


def test_a_profile_alone_has_no_training(tmp_path):
    book = written(tmp_path / "report.xlsx", kc.KuhnPoker(), kc.nash.kuhn().profile)
    assert book.sheetnames == ["Summary", "Player 1", "Player 2", "Best response 1", "Best response 2", "Epsilon", "Columns"]
    assert "iterations" not in summary(book)
    assert (summary(book)["NashConv"], summary(book)["value to player 1"]) == (0, pytest.approx(-1 / 18))


@pytest.mark.parametrize("options", [{}, {"record_every": 50}])
def test_without_records_there_is_no_training(options, tmp_path):
    book = written(tmp_path / "report.xlsx", kc.KuhnPoker(), kc.solve(kc.KuhnPoker(), 20, **options))
    assert book.sheetnames[-2:] == ["Epsilon", "Columns"]
    assert summary(book)["iterations"] == 20


def test_an_equilibrium_that_is_reached_on_the_way_has_no_logarithm(tmp_path):
    """If all payoffs are equal, exploitability is 0 from the start."""
    game = kc.MatrixGame([[1, 1]])
    book = written(tmp_path / "report.xlsx", game, kc.solve(game, 4, record_every=1), episodes=2)
    assert [row["exploitability"] for row in rows(book["Convergence"])] == [None] * 4


def test_an_interrupted_run_is_named_so(tmp_path):
    run = kc.solve(kc.KuhnPoker(), 1_000, record_every=300, callback=press_ctrl_c)
    found = summary(written(tmp_path / "report.xlsx", kc.KuhnPoker(), run))
    assert (found["iterations"], found["interrupted"]) == (run.iterations, True)


def test_text_stays_text_even_if_it_looks_like_a_number_a_formula_or_an_address(tmp_path):
    origin = {"a": "=1+1", "b": "12", "c": "http://x"}
    book = written(tmp_path / "report.xlsx", kc.KuhnPoker(), kc.nash.kuhn().profile, origin=origin)
    cells = {cell.value: cell for row in book["Summary"].iter_rows() for cell in row}
    assert [(cells[text].data_type, cells[text].hyperlink) for text in origin.values()] == [("s", None)] * 3


# Files.


def small(**options):
    return kc.Report(kc.KuhnPoker(), kc.nash.kuhn().profile, **{"episodes": 10, **options})


def test_the_same_report_is_the_same_file(tmp_path):
    for name, seed in (("one", 7), ("same", 7), ("other", 8)):
        small(seed=seed).to_excel(tmp_path / f"{name}.xlsx")
    kc.Report(kc.compile_game(kc.KuhnPoker()), kc.nash.kuhn().profile, episodes=10, seed=7).to_excel(tmp_path / "compiled.xlsx")
    one, same, other, compiled = ((tmp_path / f"{name}.xlsx").read_bytes() for name in ("one", "same", "other", "compiled"))
    assert one == same == compiled != other


def test_an_old_file_stays_unless_overwrite(tmp_path):
    path = tmp_path / "report.xlsx"
    path.write_text("old")
    with pytest.raises(FileExistsError, match=r"overwrite=True.*report\.xlsx"):
        small().to_excel(path)
    assert path.read_text() == "old"
    small().to_excel(path, overwrite=True)
    assert opened(path).sheetnames[0] == "Summary"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("report.xls", ValueError, r"path must end in \.xlsx, got '.*report\.xls'"),
        ("folder.xlsx", FileExistsError, r"folder\.xlsx"),
        ("n" * 300 + ".xlsx", OSError, r"nnn\.xlsx"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_before_any_hand_is_played(name, error, message, tmp_path, monkeypatch):
    (tmp_path / "folder.xlsx").mkdir()
    monkeypatch.setattr("kuhncfr.report.report.deviations", lambda *arguments, **options: pytest.fail("hands were played"))
    with pytest.raises(error, match=message):
        small().to_excel(tmp_path / name)


def test_a_report_that_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(28, "No space left on device", str(path))

    path = tmp_path / "report.xlsx"
    path.write_text("old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"No space left.*'[^']*/report\.xlsx'"):
        small().to_excel(path, overwrite=True)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"episodes": 0}, ValueError, "episodes must be at least 1, got 0"),
        ({"origin": 3}, TypeError, "origin must be a mapping, such as a dict, got 3"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        small(**options)
    with pytest.raises(ValueError, match="the profile misses information set"):
        kc.Report(THREE, kc.nash.kuhn().profile)
