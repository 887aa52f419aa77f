"""The workbook, read back: its numbers are the package's own, its charts point at them, and every column is explained."""

import re
import zipfile
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import openpyxl
import pytest
from openpyxl.utils import range_boundaries

import kuhncfr as kc
from kuhncfr._support.palette import PALETTE
from kuhncfr.hands import gains
from kuhncfr.report import workbook
from kuhncfr.report.sheet import Column, Sheet

# openpyxl does not know bars that begin at 0 in a cell that holds 0; older ones, which it knows, would show a tenth there.
pytestmark = pytest.mark.filterwarnings("ignore:.* extension is not supported:UserWarning")

HEADER = 3  # the row of the header, as Excel counts
THREE = kc.KuhnPoker(players=3, cards=4)
HANDS = 3_000


def opened(path):
    """The workbook; openpyxl would keep the file itself open."""
    return openpyxl.load_workbook(BytesIO(path.read_bytes()))


def written(tmp_path, game, run, name="report.xlsx", **options):
    report = kc.Report(game, run, **{"hands": HANDS, **options})
    report.to_excel(tmp_path / name)
    return report, opened(tmp_path / name)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    run = kc.solve(THREE, 1_000, sampling="chance", seed=3, record_every=2)
    return (run, *written(tmp_path_factory.mktemp("three"), THREE, run, seed=7, origin={"algorithm": "cfr", "seed": 3}))


def kept(number):
    """What is left of a number in a workbook: 16 significant digits."""
    return float(f"{number:.16g}")


def all_kept(numbers):
    return [kept(number) for number in numbers]


def rows(sheet):
    """The table of a sheet, a dictionary for each row."""
    titles = [cell.value for cell in sheet[HEADER]]
    return [dict(zip(titles, row, strict=True)) for row in sheet.iter_rows(min_row=HEADER + 1, values_only=True)]


def by(sheet, title):
    return {row[title]: row for row in rows(sheet)}


def test_the_sheets_and_their_order(three):
    _, _, book = three
    each = [f"{kind} {i}" for kind in ("Player", "Best response") for i in (1, 2, 3)]
    charts, data = ([f"{kind} {i}" for i in (1, 2, 3)] for kind in ("Charts", "Training"))
    assert book.sheetnames == ["Summary", *each, "Epsilon", "Convergence", *charts, "Columns", *data]
    assert book.active.title == "Summary"


def test_the_summary_tells_the_game_the_run_and_the_distances(three):
    run, _, book = three
    told = {item: row["value"] for item, row in by(book["Summary"], "item").items()}
    assert told["game"] == "KuhnPoker(players=3, cards=4, ante=1, bet=1)"
    assert (told["players"], told["information sets"], told["iterations"]) == (3, 48, 1_000)
    assert (told["algorithm"], told["seed"], told["seed of the simulations"]) == ("cfr", "3", "7")
    assert told["simulated hands"] == HANDS
    values = kc.expected_utilities(THREE, run.average_strategy)
    gains = [kc.best_response(THREE, run.average_strategy, i).value - values[i] for i in range(3)]
    assert [told[f"value to player {i}"] for i in (1, 2, 3)] == pytest.approx(values, abs=1e-14)
    assert told["NashConv"] == pytest.approx(kc.nash_conv(THREE, run.average_strategy), abs=1e-14)
    assert told["maximum epsilon"] == pytest.approx(max(gains), abs=1e-14)
    assert told["average epsilon"] == pytest.approx(sum(gains) / 3, abs=1e-14)
    assert told["average epsilon"] == pytest.approx(run.exploitability, abs=1e-12)


def test_the_summary_leads_to_every_other_sheet(three):
    _, _, book = three
    links = {cell.value: cell.hyperlink.location for (cell,) in book["Summary"].iter_rows(min_row=HEADER + 1, max_col=1) if cell.hyperlink}
    assert links == {name: f"'{name}'!A1" for name in book.sheetnames if name != "Summary"}


@pytest.mark.parametrize("player", range(3))
def test_a_strategy_stands_beside_its_simulation(three, player):
    run, report, book = three
    own = [key for key, infoset in kc.information_sets(THREE).items() if infoset.player == player]
    table, played = rows(book[f"Player {player + 1}"]), report.deviations.simulation
    assert [row["information set"] for row in table] == own
    for row in table:
        key = row["information set"]
        assert (row["P(p)"], row["P(b)"]) == tuple(kept(run.average_strategy[key][a]) for a in "pb")
        assert (row["plays"], row["net"]) == (played.plays[key], played.net[key])
        assert row["mean"] == (kept(row["net"] / row["plays"]) if row["plays"] else None)
    simulated = kc.deviations(THREE, run.average_strategy, HANDS, seed=7).simulation
    assert [row["plays"] for row in table] == [simulated.plays[key] for key in own]


@pytest.mark.parametrize("player", range(3))
def test_a_best_response_earns_what_the_sheets_say(three, player):
    run, report, book = three
    table, played = rows(book[f"Best response {player + 1}"]), report.deviations.simulations[player]
    found = kc.best_response(THREE, run.average_strategy, player)
    for row in table:
        key = row["information set"]
        assert row[f"P({found.strategy[key]})"] == 1
        assert row["P(p)"] + row["P(b)"] == 1
        assert (row["plays"], row["net"]) == (played.plays[key], played.net[key])
    assert by(book["Epsilon"], "who")[f"player {player + 1}"]["best response"] == pytest.approx(found.value, abs=1e-14)


def weight_and_value(game, profile, key):
    """Reach and value of an information set, hand by hand: the definition, without recursion from the root."""
    infoset, rows = kc.information_sets(game)[key], profile
    weights = {z: 1 for z in kc.histories(game) if game.is_terminal(z) and any(z.startswith(h) for h in infoset.histories)}
    for z in weights:
        for n in range(len(z)):
            of = game.chance(z[:n]) if game.is_chance(z[:n]) else rows[game.infoset(z[:n])]
            weights[z] *= of[z[n]]
    total = sum(weights.values())
    return total, sum(w * game.utilities(z)[infoset.player] for z, w in weights.items()) / total if total else None


@pytest.mark.parametrize("game", [THREE, kc.RaiseKuhn(ante=Fraction(1, 2))], ids=["three players", "a raise"])
def test_reach_and_value_are_exact(game, tmp_path):
    profile = kc.solve(game, 50).average_strategy
    _, book = written(tmp_path, game, profile, hands=10)
    for player in range(game.players):
        for row in rows(book[f"Player {player + 1}"]):
            reach, value = weight_and_value(game, profile, row["information set"])
            assert row["reach"] == pytest.approx(reach, abs=1e-14)
            assert row["value"] == pytest.approx(value, abs=1e-12)


def test_the_first_decisions_add_up_to_all_hands(three):
    """Every hand begins with one of player 1's four cards; their net is what player 1 won altogether."""
    _, report, book = three
    first = [by(book["Player 1"], "information set")[card] for card in "1234"]
    assert sum(row["plays"] for row in first) == HANDS
    assert sum(row["net"] for row in first) == report.deviations.simulation.total[0]
    assert sum(row["reach"] for row in first) == pytest.approx(1)


def test_exact_and_simulated_gains_stand_side_by_side(three):
    _, report, book = three
    found, table = report.deviations, by(book["Epsilon"], "who")
    for i in range(3):
        row = table[f"player {i + 1}"]
        assert row["gain"] == pytest.approx(row["best response"] - row["value"], abs=1e-14)
        everybody, alone = found.simulation, found.simulations[i]
        assert [row["simulated value"], row["error of value"]] == all_kept([everybody.mean[i], everybody.standard_error[i]])
        assert [row["simulated best"], row["error of best"]] == all_kept([alone.mean[i], alone.standard_error[i]])
        assert row["simulated gain"] == pytest.approx(row["simulated best"] - row["simulated value"], abs=1e-14)
        assert row["error of gain"] == pytest.approx((row["error of best"] ** 2 + row["error of value"] ** 2) ** 0.5)
        assert abs(row["simulated gain"] - row["gain"]) < 4 * row["error of gain"]
    for column in ("gain", "simulated gain"):
        gains = [table[f"player {i}"][column] for i in (1, 2, 3)]
        assert table["maximum: epsilon"][column] == max(gains)
        assert table["average: average epsilon"][column] == pytest.approx(sum(gains) / 3, abs=1e-15)
        assert table["sum: NashConv"][column] == pytest.approx(sum(gains), abs=1e-15)


def test_exploitability_on_the_way_is_the_runs(three):
    run, _, book = three
    recorded = dict(zip(run.trajectory.iterations.tolist(), all_kept(run.trajectory.exploitability), strict=True))
    table = rows(book["Convergence"])
    assert {row["iteration"]: row["exploitability"] for row in table}.items() <= recorded.items()
    assert (table[0]["iteration"], table[-1]["iteration"]) == (2, 1_000)
    assert 50 < len(table) <= 200


@pytest.mark.parametrize("player", range(3))
def test_training_holds_the_trajectorys_numbers(three, player):
    run, _, book = three
    place = {t: k for k, t in enumerate(run.trajectory.iterations.tolist())}
    table = rows(book[f"Training {player + 1}"])
    assert len(table) == 16 * 100
    for row in table:
        key, k = row["information set"], place[row["iteration"]]
        for title, series in (
            ("R", run.trajectory.cumulative_regret),
            ("current P", run.trajectory.current_strategy),
            ("average P", run.trajectory.average_strategy),
        ):
            for action in "pb":
                assert row[f"{title}({action})"] == kept(series[key][action][k])


def test_every_column_is_explained_once(three):
    _, _, book = three
    told = [(row["sheet"], row["column"]) for row in rows(book["Columns"])]
    present = [(sheet.title, cell.value) for sheet in book if not sheet.title.startswith("Charts") for cell in sheet[HEADER] if cell.value]
    assert sorted(told) == sorted(present)
    assert all(row["meaning"] for row in rows(book["Columns"]))
    units = {(row["sheet"], row["column"]): row["unit"] for row in rows(book["Columns"])}
    for sheet in (sheet for sheet in book if not sheet.title.startswith("Charts")):
        numbers = {title for row in rows(sheet) for title, value in row.items() if isinstance(value, (int, float))}
        assert all(units[sheet.title, title] for title in numbers)


# Charts, in the XML itself.

SPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "x": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
}


def charts_of(path, sheet_number):
    """The charts of a sheet, in the order in which they were put there: drawing n belongs to the n-th sheet that has one."""
    with zipfile.ZipFile(path) as archive:
        links = archive.read(f"xl/worksheets/_rels/sheet{sheet_number}.xml.rels").decode()
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
    """A chart's lines by name: the numbers on both axes, from the cells that it points at."""
    found = {}
    for line in chart.iterfind(".//c:ser", SPACES):
        references = [line.find(path, SPACES).text for path in ("c:tx//c:f", "c:xVal//c:f", "c:yVal//c:f")]
        (name,), x, y = (cells(book, reference) for reference in references)
        found[name] = (x, y)
    return found


def title_of(chart):
    return "".join(chart.find(".//c:chart/c:title", SPACES).itertext())


@pytest.fixture(scope="module")
def path(three, tmp_path_factory):
    """The same workbook again, as a file."""
    _, report, _ = three
    path = tmp_path_factory.mktemp("again") / "three.xlsx"
    report.to_excel(path)
    return path


def test_the_chart_of_convergence_has_logarithmic_axes_and_all_records(three, path):
    _, _, book = three
    (chart,), (alt,) = charts_of(path, book.sheetnames.index("Convergence") + 1)
    table = rows(book["Convergence"])
    x, y = series_of(chart, book)["exploitability"]
    assert (x, y) == ([row["iteration"] for row in table], [row["exploitability"] for row in table])
    assert [base.get("val") for base in chart.iterfind(".//c:logBase", SPACES)] == ["10", "10"]
    lowest, highest = (
        float(axis.find(f"c:scaling/c:{end}", SPACES).get("val"))
        for axis in [chart.findall(".//c:valAx", SPACES)[1]]
        for end in ("min", "max")
    )
    assert lowest <= min(y) < max(y) <= highest
    assert f"{table[-1]['exploitability']:.2g} after 1,000" in alt


@pytest.mark.parametrize("player", range(3))
def test_the_charts_of_training_point_at_their_own_information_set(three, path, player):
    run, _, book = three
    charts, alt = charts_of(path, book.sheetnames.index(f"Charts {player + 1}") + 1)
    own = [key for key, infoset in kc.information_sets(THREE).items() if infoset.player == player]
    kinds = ("regret", "regret near 0", "strategy")
    assert [title_of(chart) for chart in charts] == [f"{key}: {kind}" for key in own for kind in kinds]
    thin = run.trajectory.thinned(100)
    for k, key in enumerate(own):
        full, near, strategy = (series_of(chart, book) for chart in charts[3 * k : 3 * k + 3])
        regrets = {f"R({a})": (thin.iterations.tolist(), all_kept(thin.cumulative_regret[key][a])) for a in "pb"}
        assert full == near == regrets
        assert strategy == {
            f"{name} P({a})": (thin.iterations.tolist(), all_kept(of[key][a]))
            for name, of in (("current", thin.current_strategy), ("average", thin.average_strategy))
            for a in "pb"
        }
    assert len(alt) == len(charts)
    assert all(key in alt[3 * k] and "chips" in alt[3 * k] for k, key in enumerate(own))


def test_the_zoom_shows_every_positive_regret_and_hides_large_negative_ones(three, path):
    _, _, book = three
    charts, _ = charts_of(path, book.sheetnames.index("Charts 1") + 1)
    hidden = 0
    for near in charts[1::3]:
        axis = near.findall(".//c:valAx", SPACES)[1]
        low, high = (float(axis.find(f"c:scaling/c:{end}", SPACES).get("val")) for end in ("min", "max"))
        regrets = [r for _, heights in series_of(near, book).values() for r in heights]
        assert max(regrets) <= high <= max(2.5 * max(regrets), 1)
        assert low == -high / 2
        hidden += min(regrets) < low
    assert hidden > 8


def test_lines_have_the_figures_colours(three, path):
    _, _, book = three
    charts, _ = charts_of(path, book.sheetnames.index("Charts 1") + 1)
    colours = {colour.get("val") for chart in charts for colour in chart.iterfind(".//c:ser//a:srgbClr", SPACES)}
    assert colours == {colour.removeprefix("#") for colour in PALETTE[:2]}  # for two actions


# Other games, and what is missing.


@pytest.mark.parametrize(
    "game",
    [
        kc.LeducPoker(),
        kc.RaiseKuhn(),
        kc.OneBetKuhn(ante=0.5),
        kc.KuhnPoker(players=4, cards=5),
        kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]),
    ],
    ids=["Leduc", "a raise", "one bet", "four players", "a matrix"],
)
def test_any_game(game, tmp_path):
    run = kc.solve(game, 20, record_every=5)
    _, book = written(tmp_path, game, run, hands=100, charted=2)
    listed = [row["information set"] for i in range(game.players) for row in rows(book[f"Player {i + 1}"])]
    assert listed == list(kc.information_sets(game))
    for i in range(game.players):
        for row in rows(book[f"Player {i + 1}"]):
            allowed = run.average_strategy[row["information set"]]
            assert {f"P({a})": row[f"P({a})"] for a in allowed} == {f"P({a})": kept(p) for a, p in allowed.items()}
            assert all(row[title] is None for title in row if title.startswith("P(") and title[2] not in allowed)
        drawn = {row["information set"] for row in rows(book[f"Training {i + 1}"])}
        assert len(drawn) == min(2, sum(found.player == i for found in kc.information_sets(game).values()))


def test_a_profile_alone_has_no_training(tmp_path):
    profile = kc.nash.kuhn().profile
    _, book = written(tmp_path, kc.KuhnPoker(), profile)
    assert book.sheetnames == ["Summary", "Player 1", "Player 2", "Best response 1", "Best response 2", "Epsilon", "Columns"]
    told = {item: row["value"] for item, row in by(book["Summary"], "item").items()}
    assert "iterations" not in told
    assert (told["NashConv"], told["value to player 1"]) == (0, pytest.approx(-1 / 18))


@pytest.mark.parametrize("options", [{}, {"record_every": 50}], ids=["not asked for", "too few iterations"])
def test_a_run_without_records_has_no_training(options, tmp_path):
    _, book = written(tmp_path, kc.KuhnPoker(), kc.solve(kc.KuhnPoker(), 20, **options))
    assert book.sheetnames[-1] == "Columns"
    assert by(book["Summary"], "item")["iterations"]["value"] == 20


def test_no_charts_of_training_if_none_are_wanted(tmp_path):
    _, book = written(tmp_path, kc.KuhnPoker(), kc.solve(kc.KuhnPoker(), 20, record_every=1), charted=0)
    assert book.sheetnames[-2:] == ["Convergence", "Columns"]


def test_what_is_never_reached_is_empty(tmp_path):
    """Player 1 never passes, so the answers to a bet after a pass are never asked for."""
    game = kc.KuhnPoker()
    always = kc.StrategyProfile.betting(dict.fromkeys(kc.information_sets(game), 1))
    _, book = written(tmp_path, game, always)
    row = by(book["Player 1"], "information set")["Qpb"]
    assert (row["reach"], row["value"], row["plays"], row["net"], row["mean"]) == (0, None, 0, 0, None)


def test_an_equilibrium_that_is_reached_on_the_way_has_no_logarithm(tmp_path):
    """In a game without anything to learn, exploitability is 0 from the start."""
    game = kc.MatrixGame([[1, 1]])
    _, book = written(tmp_path, game, kc.solve(game, 4, record_every=1), hands=2)
    assert [row["exploitability"] for row in rows(book["Convergence"])] == [None] * 4


def test_names_are_text_even_if_they_look_like_numbers_or_formulas(three):
    _, _, book = three
    first = book["Player 1"].cell(HEADER + 1, 1)
    assert (first.value, first.data_type) == ("1", "s")
    names = ("=1+1", "12", "http://x")
    sheet = Sheet("S", "about", (Column("c", "", ""),), tuple((name,) for name in names))
    with zipfile.ZipFile(BytesIO(workbook.to_bytes("t", [sheet]))) as archive:
        assert "<f>" not in archive.read("xl/worksheets/sheet1.xml").decode()
        assert "hyperlink" not in archive.read("xl/worksheets/sheet1.xml").decode()
        assert all(f"<t>{name}</t>" in archive.read("xl/sharedStrings.xml").decode() for name in names)


def test_more_rows_than_excel_holds_are_refused():
    sheet = Sheet("Player 1", "", (), ((),) * 1_048_576)
    with pytest.raises(ValueError, match="'Player 1' would have 1,048,576 rows; Excel holds 1,048,573"):
        workbook.to_bytes("t", [sheet])


# Looks.


def test_tables_are_ready_to_read_and_print(three):
    _, _, book = three
    for sheet in book:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToHeight == 0  # as many pages as it takes; and by default one wide
        assert len(sheet.title) <= 31
        if not sheet.title.startswith("Charts"):
            assert sheet.freeze_panes == "B4"
            assert sheet.print_title_rows == "$3:$3"
            assert sheet.auto_filter.ref.startswith("A3:")
            assert all(cell.font.bold for cell in sheet[HEADER] if cell.value)


def test_numbers_have_formats(three):
    _, _, book = three
    titles = [cell.value for cell in book["Player 1"][HEADER]]
    look = {title: cell.number_format for title, cell in zip(titles, book["Player 1"][HEADER + 1], strict=True)}
    assert (look["P(b)"], look["plays"], look["net"]) == ("0.0000", "#,##0", "#,##0")
    assert look["mean"] == look["value"] == "+0.0000;-0.0000;0.0000"


def test_small_numbers_keep_their_digits():
    assert [workbook._form("distance", x) for x in (0.0, 0.5, -0.5, 1e-9, -1e-9)] == ["number", "number", "number", "tiny", "tiny"]


# Files.


def test_the_same_report_is_the_same_file(path, tmp_path):
    run = kc.solve(THREE, 1_000, sampling="chance", seed=3, record_every=2)
    kc.Report(THREE, run, hands=HANDS, seed=7, origin={"algorithm": "cfr", "seed": 3}).to_excel(tmp_path / "again.xlsx")
    assert (tmp_path / "again.xlsx").read_bytes() == path.read_bytes()
    kc.Report(THREE, run, hands=HANDS, seed=8, origin={"algorithm": "cfr", "seed": 3}).to_excel(tmp_path / "other.xlsx")
    assert (tmp_path / "other.xlsx").read_bytes() != path.read_bytes()


def small(**options):
    return kc.Report(kc.KuhnPoker(), kc.nash.kuhn().profile, **{"hands": 10, **options})


def test_an_old_file_stays_unless_told_otherwise(tmp_path):
    path = tmp_path / "report.xlsx"
    path.write_text("old")
    with pytest.raises(FileExistsError, match="overwrite=True") as caught:
        small().to_excel(path)
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    small().to_excel(path, overwrite=True)
    assert opened(path).sheetnames[0] == "Summary"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("report.xls", ValueError, r"path must end in \.xlsx, got '.*report\.xls'"),
        ("report", ValueError, r"path must end in \.xlsx"),
        ("missing/report.xlsx", FileNotFoundError, r"there is no folder '.*missing'.*report\.xlsx"),
        ("folder.xlsx", IsADirectoryError, r"is a folder.*folder\.xlsx"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_before_any_hand_is_played(name, error, message, tmp_path, monkeypatch):
    (tmp_path / "folder.xlsx").mkdir()
    monkeypatch.setattr("kuhncfr.report.report.deviations", lambda *arguments, **options: pytest.fail("hands were played"))
    with pytest.raises(error, match=message):
        small().to_excel(tmp_path / name)


def stop(*arguments, **options):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("where", "what"),
    [(gains, "play_hands"), (workbook, "to_bytes"), (Path, "replace")],
    ids=["while hands are played", "while the workbook is put together", "while it is written"],
)
def test_an_interrupted_report_leaves_the_old_file_and_nothing_else(where, what, tmp_path, monkeypatch):
    path = tmp_path / "report.xlsx"
    path.write_text("old")
    monkeypatch.setattr(where, what, stop)
    with pytest.raises(KeyboardInterrupt):
        small().to_excel(path, overwrite=True)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_by_the_path_that_was_asked_for(tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"No space left.*'[^']*/report\.xlsx'"):
        small().to_excel(tmp_path / "report.xlsx")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"hands": 0}, ValueError, "hands must be at least 1, got 0"),
        ({"hands": 1.5}, TypeError, "hands must be a whole number, got 1.5"),
        ({"seed": -1}, ValueError, "seed must be a whole number of at least 0"),
        ({"charted": -1}, ValueError, "charted must be at least 0, got -1"),
        ({"origin": 3}, TypeError, "origin must map what is told to its value, got 3 of type int"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        small(**options)


@pytest.mark.parametrize("seed", [None, np.random.default_rng(1)])
def test_only_a_whole_number_is_told_as_the_seed(seed):
    def told(**options):
        return [row[0] for row in small(**options).sheets()[0].rows]

    assert "seed of the simulations" not in told(seed=seed)
    assert "seed of the simulations" in told(seed=np.int64(1))


def test_a_profile_of_another_game_is_refused():
    with pytest.raises(ValueError, match="the profile misses information set"):
        kc.Report(THREE, kc.nash.kuhn().profile)


def test_a_compiled_game_is_as_good(tmp_path):
    small().to_excel(tmp_path / "a.xlsx")
    kc.Report(kc.compile_game(kc.KuhnPoker()), kc.nash.kuhn().profile, hands=10).to_excel(tmp_path / "b.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_an_interrupted_run_is_told(tmp_path):
    run = kc.solve(kc.KuhnPoker(), 1_000, record_every=300, callback=stop)
    assert run.interrupted
    _, book = written(tmp_path, kc.KuhnPoker(), run)
    assert "was interrupted" in by(book["Summary"], "item")["iterations"]["note"]


def test_a_best_response_is_told_where_the_player_never_lets_it_come_to_that(three):
    """It may lead past a decision; what would be best there is told all the same, by what the others do."""
    run, _, book = three
    for player in range(3):
        found = kc.best_response(THREE, run.average_strategy, player)
        past = [row for row in rows(book[f"Best response {player + 1}"]) if row["reach"] == 0]
        for row in past:
            key = row["information set"]
            assert row[f"P({found.strategy[key]})"] == 1
            assert (row["plays"], row["value"], row["mean"]) == (0, None, None)
        assert player != 1 or any(row["P(b)"] == 1 for row in past)


@pytest.mark.parametrize(
    ("every", "iterations", "ends"), [(10, 10, (10, 100)), (1, 1, (1, 10)), (7, 1_000, (1, 1_000)), (3, 2_000, (1, 10_000))]
)
def test_a_logarithmic_axis_is_never_empty(every, iterations, ends, tmp_path):
    game = kc.KuhnPoker()
    _, book = written(tmp_path, game, kc.solve(game, iterations, record_every=every), hands=2)
    (chart,), _ = charts_of(tmp_path / "report.xlsx", book.sheetnames.index("Convergence") + 1)
    x, y = (
        [float(axis.find(f"c:scaling/c:{end}", SPACES).get("val")) for end in ("min", "max")]
        for axis in chart.findall(".//c:valAx", SPACES)
    )
    assert tuple(x) == ends
    assert y[0] < y[1]
    assert all(y[0] <= row["exploitability"] <= y[1] for row in rows(book["Convergence"]))
