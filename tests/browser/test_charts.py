"""Charts in the page: sliders change what they say, tables hold what is drawn, tooltips can be read."""

import csv
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from built import HTML
from charts import Figure, near, reads, slide, tables
from colours import TEXT, contrast
from playwright.sync_api import Browser, Locator, expect
from stored import stored_charts
from vega import written
from visiting import PHONE, TOO_SMALL, Open, each

import kuhncfr as kc

ROWS = 100  # of a table in a page; the file has all
MAP, RUN = "fig-nash-map", "fig-conv-scrubber"
NASH, CONVERGENCE = "book/nash_equilibrium.html", "book/convergence.html"
RIVER, CHOOSE = "book/river.html", "fig-river-choose"
WITH_CHARTS = [f"book/{path.name}" for path in sorted(HTML.glob("book/*.html")) if 'class="chart-box' in path.read_text(encoding="utf-8")]


# --- U1(p1, p2; S) -----------------------------------------------------------------------------------------------------------------


def map_says(p1: Fraction, p2: Fraction, ante: Fraction) -> list[str]:
    """What the map's title must say, from the tree."""
    game, solved = kc.OneBetKuhn(ante), kc.nash.one_bet(ante)

    def wins(p1: Fraction | int, p2: Fraction | int) -> Fraction:
        bets = {"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0}
        return kc.expected_utilities(game, kc.StrategyProfile.from_bet_probabilities(bets))[0]

    def best(player: int, ends: list[Fraction], value: Fraction, verb: str, tie: str) -> str:
        if ends[0] == ends[1]:
            return f"Best for player {player}: any p{player} {tie} the same"
        return f"Best for player {player}: {('never', 'always')[ends.index(value)]} {verb}, U1 = {written(value, '.4f')}"

    one, two = [wins(0, p2), wins(1, p2)], [wins(p1, 0), wins(p1, 1)]
    lines = [f"U1 = {written(wins(p1, p2), '.4f')} chips a game"]
    lines += [best(1, one, max(one), "bluff", "earns"), best(2, two, min(two), "call", "costs")]
    if ante < Fraction(1, 2):
        formula = (2 * ante - 1) / (2 * ante + 1)
        return [*lines, "Equilibrium: never bluff, never call, U1 = 0", f"(formula: p2 = {written(formula, '.3f')}, outside the square)"]
    bluffs = "0 to 0.5" if ante == Fraction(1, 2) else written(solved.p1, ".3f")
    return [*lines, f"Equilibrium: p1 = {bluffs}, p2 = {written(solved.p2, '.3f')}", f"Value: {written(solved.value, '.4f')} chips a game"]


@pytest.mark.parametrize("path", [NASH])
def test_the_map_says_what_the_tree_says(figure: Figure, path: str) -> None:
    found = figure(path, MAP)
    reads(found, map_says(Fraction(3, 5), Fraction(1, 10), Fraction(1)))
    shares, antes = [Fraction(n, 60) for n in (0, 20, 24, 60)], [Fraction(n, 20) for n in (1, 10, 20, 60)]
    for ante, (p1, p2) in product(antes, {*zip(shares, shares, strict=True), *zip(shares, reversed(shares), strict=True)}):
        slide(found, S=ante, p1=p1, p2=p2)
        reads(found, map_says(p1, p2, ante))


# --- The run -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [CONVERGENCE])
def test_the_slider_shows_the_recorded_numbers_and_the_run_up_to_there(figure: Figure, path: str) -> None:
    game = kc.OneBetKuhn(ante=1)
    run = kc.record(kc.CFR(game, sampling="chance", seed=1), iterations=5_000, record_every=10)
    found = figure(path, RUN)
    line = found.locator("svg.marks .concat_0_layer_1_marks path")
    for t in (10, 500, 2_510, 5_000):
        bets = [
            {key: float(row["b"][t // 10 - 1]) for key, row in series.items()} for series in (run.current_strategy, run.average_strategy)
        ]
        gaps = [kc.exploitability(game, kc.StrategyProfile.from_bet_probabilities(b)) for b in bets]
        slide(found, now=t)
        lines = [
            f"{who}: Q bets {written(b['Q'], '.4f')}, K calls {written(b['Kb'], '.4f')}"
            for who, b in zip(("current", "average"), bets, strict=True)
        ]
        lines += ["exploitability, in chips:", f"current {written(gaps[0], '.4f')}, average {written(gaps[1], '.4f')}"]
        reads(found, [f"t = {t:,}", *lines])
        assert line.evaluate("path => (path.getAttribute('d') ?? '').split(/[ML]/).length - 1") == t // 10


@pytest.mark.parametrize("path", [CONVERGENCE])
def test_a_slider_through_time_plays_to_its_end_and_can_be_paused(figure: Figure, path: str) -> None:
    found = figure(path, "fig-conv-account")
    now = found.get_by_role("slider")
    found.get_by_role("button", name="Play").click()
    found.page.wait_for_function("input => Number(input.value) > 450", arg=now.element_handle())
    found.get_by_role("button", name="Pause").click()
    stopped = int(now.input_value())
    assert 450 < stopped < 1_000
    expect(found.locator("svg.marks .role-title text tspan").first).to_contain_text(f"t = {stopped:,},")
    slide(found, now=990)
    found.get_by_role("button", name="Play").click()
    expect(found.get_by_role("button", name="Play")).to_be_visible()
    assert now.input_value() == "1000"


@pytest.mark.parametrize("path", [CONVERGENCE])
def test_the_account_shows_the_regrets_of_the_king(figure: Figure, path: str) -> None:
    found = figure(path, "fig-conv-account")
    cfr = kc.CFR(kc.OneBetKuhn(ante=1), alternating=False)
    for t in (1, 10, 700):
        cfr.run(t - cfr.iterations)
        fold, call = cfr.infosets["Kb"].cumulative_regret
        half = (cfr.average_strategy["Q"]["b"] - 1 / 3) / 2
        slide(found, now=t)
        reads(
            found,
            [
                f"t = {t:,}, account {written(call - fold, '+.4f')} chips",
                f"account divided by t {written((call - fold) / t, '+.4f')}",
                f"half the error of the average {written(half, '+.4f')}",
            ],
        )


# --- The King, and the hands of the river -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["book/cfr.html"])
def test_the_kings_weights_and_gain_follow_the_sliders(figure: Figure, path: str) -> None:
    """Chance deals either pair one time in six; a call wins one less than a fold against the Ace, three more against the Queen."""
    found = figure(path, "fig-cfr-king")
    for ace, queen in ((6, 6), (12, 4), (12, 0), (3, 11)):
        slide(found, ace=ace, queen=queen)
        weights = [Fraction(times, 12) * Fraction(1, 6) for times in (ace, queen)]
        gain = float(3 * weights[1] - weights[0])
        title = found.locator("svg.marks .role-title text")
        expect(title).to_have_text(f"Calling instead of folding: {gain:+.3f} chips".replace("-", "−"))
        (rows,) = tables(found)
        column = rows[0].index("weight (probability)")
        assert [float(row[column]) for row in rows[1:]] == pytest.approx([float(weight) for weight in weights], abs=1e-3)


@pytest.mark.parametrize("path", [RIVER])
def test_every_choice_of_hands_shows_its_rows_and_says_its_words(figure: Figure, path: str) -> None:
    spec = dict(stored_charts("river"))[CHOOSE]
    columns = ("who", "bet_size", "range")
    (rows,) = [rows for rows in spec["datasets"].values() if "action" in rows[0]]
    found = figure(path, CHOOSE)
    words = spec["title"]["text"]["expr"]
    for texts in product(*(param["bind"]["options"] for param in spec["params"])):
        for param, text in zip(spec["params"], texts, strict=True):
            found.get_by_label(param["bind"]["name"]).select_option(text)
        said = words.split(f"'{'|'.join(texts)}': [")[1].split("]")[0]
        reads(found, [line.strip("'") for line in said.split("', '")])
        mine = [row for row in rows if tuple(row[column] for column in columns) == texts]
        assert len(mine) > 20
        expect(found.locator("svg.marks .layer_1_marks path")).to_have_count(len(mine))
    (table,) = tables(found)  # of the last choice
    assert table[0] == ["hand", "action", "share of the deals with this hand"]
    assert {(row[0], row[1]) for row in table[1:]} == {(row["hand"], row["action"]) for row in mine}


# --- Controls ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [NASH])
def test_sliders_have_names_values_with_units_and_work_with_the_keyboard(figure: Figure, path: str) -> None:
    found = figure(path, MAP)
    ante = found.get_by_role("slider", name="S: ante", exact=True)
    assert ante.get_attribute("aria-valuetext") == "1.00 chips"
    ante.focus()
    ante.press("ArrowRight")
    assert ante.get_attribute("aria-valuetext") == "1.05 chips"
    expect(found.locator(".vega-bind-value").first).to_have_text("1.05 chips")
    reads(found, map_says(Fraction(3, 5), Fraction(1, 10), Fraction(21, 20)))
    expect(found.get_by_role("status")).to_have_text(". ".join(map_says(Fraction(3, 5), Fraction(1, 10), Fraction(21, 20))))


@pytest.mark.parametrize(("path", "name"), [(NASH, MAP), (CONVERGENCE, RUN), (RIVER, CHOOSE)])
def test_controls_are_large_enough_for_a_finger(figure: Figure, path: str, name: str) -> None:
    found = figure(path, name, PHONE)
    tables(found)
    controls = found.locator("input[type=range], select, .chart-data summary, .chart-data button")
    assert controls.count() > 2
    assert controls.evaluate_all(TOO_SMALL) == []


# --- Tables ------------------------------------------------------------------------------------------------------------------------


@each(WITH_CHARTS)
def test_every_chart_has_its_data_as_tables(figure: Figure, path: str) -> None:
    page = figure(path, "main-content").page
    boxes = page.locator(".chart-box")
    expect(page.locator(".chart-data")).to_have_count(boxes.count())
    for found in page.locator("figure:has(.chart-box)").all():
        name = found.get_attribute("id")
        for titles, *rows in tables(found):
            assert titles, name
            assert 0 < len(rows) <= ROWS, name
            assert all(len(row) == len(titles) and all(row) for row in rows), name
        number = found.locator(".caption-number").inner_text().strip()
        assert all(text.startswith(f"Data of {number}") for text in found.locator(".chart-data caption").all_inner_texts()), name
        assert found.locator(".chart-data th:not([scope=col])").count() == 0, name


def test_a_line_and_its_points_are_told_once(open_page: Open) -> None:
    (race,) = tables(near(open_page("book/larger_games.html", drawn=False).page, "fig-larger-race"))
    (data,) = (rows for rows in dict(stored_charts("larger_games"))["fig-larger-race"]["datasets"].values() if "algorithm" in rows[0])
    found = sorted((algorithm, float(iteration), float(distance)) for algorithm, iteration, distance in race[1:])
    assert found == sorted((row["algorithm"], row["iterations"], row["distance"]) for row in data)


@pytest.mark.parametrize("path", [CONVERGENCE])
def test_the_file_has_all_rows(figure: Figure, path: str, tmp_path: Path) -> None:
    found = figure(path, RUN)
    page, in_page = found.page, tables(found)[0]
    assert found.locator(".chart-table p").first.inner_text().startswith("The first 100 of 500 rows; the file has all of them.")
    page.emulate_media(media="print")
    expect(found.locator(".chart-data")).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        found.get_by_role("button", name=re.compile(r"^Download as CSV: Data of Fig\. [\d.]+, table 1 of 2$")).click()
    assert download.value.suggested_filename == f"{RUN}-1.csv"
    download.value.save_as(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[: 1 + ROWS] == in_page
    data = dict(stored_charts("convergence"))[RUN]["data"]["values"]
    assert [sorted(map(float, row)) for row in rows[1:]] == [sorted(map(float, record.values())) for record in data]


# --- Tooltips ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def pointed(figure: Figure, path: str, scheme: str) -> Iterator[Locator]:
    """The tooltip over a square of the map."""
    found = figure(path, MAP, scheme=scheme)
    found.locator("svg.marks").scroll_into_view_if_needed()
    found.locator("svg.marks .layer_0_marks path").nth(21 * 14 + 4).hover(force=True)
    tooltip = found.page.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    yield tooltip
    found.page.mouse.move(0, 0)
    expect(tooltip).to_be_hidden()


@pytest.mark.parametrize("path", [NASH])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tooltips_tell_numbers_with_their_units_and_can_be_read(pointed: Locator) -> None:
    cells = "cells => cells.map(cell => cell.textContent)"
    assert pointed.locator("td.key").evaluate_all(cells) == ["p1 (probability)", "p2 (probability)", "U1 (chips a game)"]
    utility = written(Fraction(7 - 2 + 4, 60) - Fraction(3 * 14, 600), ".4f")
    assert pointed.locator("td.value").evaluate_all(cells) == ["0.20", "0.70", utility]
    behind = rgb(pointed.evaluate("tooltip => getComputedStyle(tooltip).backgroundColor"))
    for colour in pointed.locator("td").evaluate_all("cells => cells.map(cell => getComputedStyle(cell).color)"):
        assert contrast(rgb(colour), behind) >= TEXT


def rgb(colour: str) -> list[float]:
    """The parts of a colour, as style sheets write it."""
    return [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]


# --- Legend --------------------------------------------------------------------------------------------------------------------------


def test_a_click_on_a_name_brings_out_its_line(open_page: Open) -> None:
    found = near(open_page("book/classic_kuhn.html", drawn=False).page, "fig-classic-first")
    opacities = "paths => paths.map(path => Number(path.getAttribute('opacity') ?? 1))"
    lines = found.locator("svg.marks .mark-line path")
    assert lines.evaluate_all(opacities) == [1] * 6
    found.locator("svg.marks .role-legend-label text", has_text="Kpb").click()
    expect(lines.nth(5)).to_have_attribute("opacity", "1")
    expect(lines.first).to_have_attribute("opacity", "0.15")
    assert sorted(lines.evaluate_all(opacities)) == [0.15] * 5 + [1]


# --- When --------------------------------------------------------------------------------------------------------------------------


HEIGHTS = "figures => figures.map(figure => figure.getBoundingClientRect().height)"
LOOK = "drawing => getComputedStyle(drawing).filter"  # which makes it dark


def test_a_picture_becomes_a_chart_when_the_reader_comes_near(open_page: Open) -> None:
    """In the same place, with the same words, and dark where it was dark."""
    visit = open_page(CONVERGENCE, drawn=False, color_scheme="dark")
    page = visit.page
    drawn, figures, picture = page.locator("svg.marks"), page.locator("figure:has(.chart-box)"), page.locator(f"#{RUN} svg")
    assert [drawn.count(), *(address for address in visit.requests if re.search("vega|/charts/", address))] == [0]
    before, words, look = figures.evaluate_all(HEIGHTS), picture.get_attribute("aria-label"), picture.evaluate(LOOK)
    expect(near(page, RUN).locator("[role=graphics-document]")).to_have_attribute("aria-label", str(words))
    assert drawn.first.evaluate(LOOK) == look != "none"
    assert 0 < drawn.count() < figures.count()
    assert len([address for address in visit.requests if "vega" in address]) == 3
    assert figures.evaluate_all(HEIGHTS) == pytest.approx(before, abs=12)


@pytest.mark.parametrize("scripts", [True, False])
def test_paper_has_all_charts_at_once(browser: Browser, bases: dict[str, str], scripts: bool) -> None:
    """Those that the reader did not come near as pictures; without a script, all."""
    page = browser.new_context(java_script_enabled=scripts).new_page()
    page.goto(f"{bases['file']}book/idea.html")
    page.emulate_media(media="print")
    widths = page.locator(".chart-box svg:is(.chart, .marks)").evaluate_all("charts => charts.map(({ clientWidth }) => clientWidth)")
    assert len([width for width in widths if width > 300]) == page.locator(".chart-box").count() > 1
    page.context.close()
