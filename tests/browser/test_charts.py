"""Charts in the page: sliders change what they say, tables hold what is drawn, sizes follow the page."""

import csv
import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import pytest
from built import HTML, ROOT
from playwright.sync_api import Locator, Page, expect
from test_contrast import contrast
from visiting import PHONE, Visit

import kuhncfr as kc

Open = Callable[..., Visit]
Rows = list[list[str]]

ROWS = 100  # of a table in a page; the file has all
MAP, RUN = "fig-nash-map", "fig-conv-scrubber"
WITH_CHARTS = [path.stem for path in sorted(HTML.glob("book/*.html")) if "altair-viz-" in path.read_text(encoding="utf-8")]

SLIDE = """(figure, values) => {
  for (const [name, value] of Object.entries(values)) {
    const input = figure.querySelector(`.vega-bind input[name="${name}"]`);
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
TITLE = "figure => [...figure.querySelectorAll('svg.marks .role-title text tspan')].map(line => line.textContent)"


def chart(page: Page, name: str) -> Locator:
    """A figure whose chart has been drawn and fitted."""
    figure = page.locator(f"#{name}")
    figure.locator(".chart-data").wait_for(state="attached")
    return figure


def slide(figure: Locator, **values: float | Fraction) -> None:
    figure.evaluate(SLIDE, {name: float(value) for name, value in values.items()})


def reads(figure: Locator, lines: list[str]) -> None:
    """Wait until the title of a chart is this, or fail with what it is."""
    expect(figure.locator("svg.marks .role-title text tspan")).to_have_text(lines)


def written(number: Any, digits: int) -> str:
    text = f"{float(number):.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def tables(figure: Locator) -> list[Rows]:
    """Open the data of a figure: the tables, each with its titles first."""
    figure.locator(".chart-data").evaluate("details => { details.open = true; }")
    figure.locator(".chart-data table").first.wait_for()
    read = "tables => tables.map(table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent)))"
    return figure.locator(".chart-data table").evaluate_all(read)


def drawn(chapter: str, name: str) -> dict[str, Any]:
    """The specification of a chart, from the chapter's notebook."""
    for cell in nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells:
        if cell.metadata.get("mystnb", {}).get("figure", {}).get("name") == name:
            script = cell.outputs[-1].data["text/html"]
            return json.JSONDecoder().raw_decode(script, script.index("})(") + 3)[0]
    raise LookupError(name)


# --- U1(p1, p2; S) -----------------------------------------------------------------------------------------------------------------


def map_says(p1: Fraction, p2: Fraction, ante: Fraction) -> list[str]:
    """What the map's title must say, from the tree."""
    game, solved = kc.OneBetKuhn(ante), kc.nash.one_bet(ante)

    def wins(p1: Fraction | int, p2: Fraction | int) -> Fraction:
        bets = {"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0}
        return kc.expected_utilities(game, kc.StrategyProfile.betting(bets))[0]

    def best(player: int, ends: list[Fraction], value: Fraction, verb: str, tie: str) -> str:
        if ends[0] == ends[1]:
            return f"Best for player {player}: any p{player}, all {tie} the same"
        return f"Best for player {player}: {('never', 'always')[ends.index(value)]} {verb}, U1 = {written(value, 4)}"

    one, two = [wins(0, p2), wins(1, p2)], [wins(p1, 0), wins(p1, 1)]
    lines = [f"U1 = {written(wins(p1, p2), 4)} chips a game"]
    lines += [best(1, one, max(one), "bluff", "earn"), best(2, two, min(two), "call", "cost")]
    if ante < Fraction(1, 2):
        formula = (2 * ante - 1) / (2 * ante + 1)
        return [*lines, "Equilibrium: never bluff, never call, U1 = 0", f"(formula: p2 = {written(formula, 3)}, outside the square)"]
    bluffs = "0 to 0.5" if ante == Fraction(1, 2) else written(solved.p1, 3)
    return [*lines, f"Equilibrium: p1 = {bluffs}, p2 = {written(solved.p2, 3)}", f"Value: {written(solved.value, 4)} chips a game"]


def test_the_map_says_what_the_tree_says(open_page: Open) -> None:
    figure = chart(open_page("book/nash_equilibrium.html").page, MAP)
    reads(figure, map_says(Fraction(3, 5), Fraction(1, 10), Fraction(1)))
    shares, antes = [Fraction(n, 60) for n in (0, 13, 20, 24, 60)], [Fraction(n, 20) for n in (1, 9, 10, 11, 20, 40, 60)]
    for ante, p1, p2 in product(antes, shares, shares):
        slide(figure, S=ante, p1=p1, p2=p2)
        reads(figure, map_says(p1, p2, ante))


def test_the_maps_table_is_the_formula_at_the_ante_on_the_slider(open_page: Open) -> None:
    figure = chart(open_page("book/nash_equilibrium.html", by="file").page, MAP)
    slide(figure, S=2.5, p1=0.75, p2=0.5)
    reads(figure, map_says(Fraction(3, 4), Fraction(1, 2), Fraction(5, 2)))
    squares, equilibrium, mine = tables(figure)
    assert squares[0] == ["p1 (probability)", "p2 (probability)", "U1 (chips a game)"]
    assert len(squares) == 1 + ROWS
    for p1, p2, utility in (map(float, row) for row in squares[1:]):
        assert utility == pytest.approx((p2 - p1 + 5 * p1 - 6 * p1 * p2) / 6, abs=1e-6)
    assert [float(x) for x in equilibrium[1]] == pytest.approx([1 / 6, 1 / 6, 2 / 3, 1 / 9], abs=1e-6)
    assert [float(x) for x in mine[1]] == pytest.approx([0.75, 0.5, 1.25 / 6, 1, 0.25, 1, -0.5 / 6], abs=1e-6)
    slide(figure, p1=0)  # the open table follows
    expect(figure.locator(".chart-table").nth(2).locator("td").first).to_have_text("0")


# --- The run -----------------------------------------------------------------------------------------------------------------------


def test_the_slider_shows_the_recorded_numbers(open_page: Open) -> None:
    game = kc.OneBetKuhn(ante=1)
    run = kc.record(kc.CFR(game, sampling="chance", seed=1), iterations=5_000, every=10)
    figure = chart(open_page("book/convergence.html").page, RUN)
    for t in (10, 20, 500, 2_500, 2_510, 4_990, 5_000):
        bets = [
            {key: float(row["b"][t // 10 - 1]) for key, row in series.items()} for series in (run.current_strategy, run.average_strategy)
        ]
        gaps = [kc.exploitability(game, kc.StrategyProfile.betting(b)) for b in bets]
        slide(figure, now=t)
        lines = [
            f"{who}: Q bets {written(b['Q'], 4)}, K calls {written(b['Kb'], 4)}"
            for who, b in zip(("current", "average"), bets, strict=True)
        ]
        reads(figure, [f"t = {t:,}", *lines, f"exploitability (chips): {written(gaps[0], 4)} and {written(gaps[1], 4)}"])


def test_the_run_is_drawn_up_to_the_iteration_on_the_slider(open_page: Open) -> None:
    figure = chart(open_page("book/convergence.html").page, RUN)
    path = figure.locator("svg.marks .concat_0_layer_1_marks path")
    corners = "path => (path.getAttribute('d') ?? '').split(/[ML]/).length - 1"
    for t in (100, 3_000):
        slide(figure, now=t)
        expect(figure.locator("svg.marks .role-title text tspan").first).to_have_text(f"t = {t:,}")
        assert path.evaluate(corners) == t // 10


# --- Controls ----------------------------------------------------------------------------------------------------------------------


def test_sliders_have_names_values_with_units_and_work_with_the_keyboard(open_page: Open) -> None:
    page = open_page("book/nash_equilibrium.html").page
    figure = chart(page, MAP)
    ante = figure.get_by_role("slider", name="S: ante", exact=True)
    assert ante.get_attribute("aria-valuetext") == "1.00 chips"
    ante.focus()
    page.keyboard.press("ArrowRight")
    assert ante.get_attribute("aria-valuetext") == "1.05 chips"
    expect(figure.locator(".vega-bind-value").first).to_have_text("1.05 chips")
    reads(figure, map_says(Fraction(3, 5), Fraction(1, 10), Fraction(21, 20)))
    expect(figure.get_by_role("status")).to_have_text(". ".join(map_says(Fraction(3, 5), Fraction(1, 10), Fraction(21, 20))))


@pytest.mark.parametrize(("chapter", "name"), [("nash_equilibrium", MAP), ("convergence", RUN)])
def test_controls_are_large_enough_for_a_finger(open_page: Open, chapter: str, name: str) -> None:
    figure = chart(open_page(f"book/{chapter}.html", viewport=PHONE).page, name)
    tables(figure)
    for control in figure.locator("input[type=range], .chart-data summary, .chart-data button").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44


# --- Tables ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", WITH_CHARTS)
def test_every_chart_has_its_data_as_tables(open_page: Open, chapter: str) -> None:
    visit = open_page(f"book/{chapter}.html")
    visit.unfold()
    boxes = visit.page.locator("[id^=altair-viz-]")
    expect(visit.page.locator(".chart-data")).to_have_count(boxes.count())
    for figure in visit.page.locator("figure:has([id^=altair-viz-])").all():
        name = figure.get_attribute("id")
        for titles, *rows in tables(figure):
            assert titles, name
            assert 0 < len(rows) <= ROWS, name
            assert all(len(row) == len(titles) and all(row) for row in rows), name
        number = figure.locator(".caption-number").inner_text().strip()
        assert all(text.startswith(f"Data of {number}") for text in figure.locator(".chart-data caption").all_inner_texts()), name
        assert figure.locator(".chart-data th:not([scope=col])").count() == 0, name


def test_a_table_holds_the_numbers_of_the_chart(open_page: Open) -> None:
    bands, expected = tables(chart(open_page("book/convergence.html").page, "fig-conv-nashconv"))
    data = sorted(drawn("convergence", "fig-conv-nashconv")["datasets"].values(), key=lambda rows: len(rows[0]))
    names = ["iteration", "lowest", "lower", "median", "upper", "highest"]
    assert [[float(x) for x in row] for row in bands[1:]] == [[row[name] for name in names] for row in data[1]]
    assert [[float(x) for x in row] for row in expected[1:]] == [[row["iteration"], row["expected"]] for row in data[0]]
    assert bands[0] == ["iterations T", *(f"{name} (chips a game)" for name in names[1:])]


def test_a_line_and_its_points_are_told_once(open_page: Open) -> None:
    (race,) = tables(chart(open_page("book/larger_games.html").page, "fig-larger-race"))
    (data,) = (rows for rows in drawn("larger_games", "fig-larger-race")["datasets"].values() if "algorithm" in rows[0])
    found = sorted((algorithm, float(iteration), float(distance)) for algorithm, iteration, distance in race[1:])
    assert found == sorted((row["algorithm"], row["iterations"], row["distance"]) for row in data)


@pytest.mark.parametrize("by", ["http", "file"])
def test_the_file_has_all_rows(open_page: Open, by: str, tmp_path: Path) -> None:
    page = open_page("book/convergence.html", by=by).page
    figure = chart(page, RUN)
    in_page = tables(figure)[0]
    assert figure.locator(".chart-table p").first.inner_text().startswith("The first 100 of 500 rows; the file has all of them.")
    page.emulate_media(media="print")
    expect(figure.locator(".chart-data")).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        figure.get_by_role("button", name=re.compile(r"^Download as CSV: Data of Fig\. [\d.]+, table 1 of 2$")).click()
    assert download.value.suggested_filename == f"{RUN}-1.csv"
    download.value.save_as(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[: 1 + ROWS] == in_page
    data = drawn("convergence", RUN)["data"]["values"]
    assert [[float(x) for x in row] for row in rows[1:]] == [list(map(float, record.values())) for record in data]


# --- Tooltips ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["light", "dark"])
def pointed(request: pytest.FixtureRequest, open_page: Open) -> Locator:
    """The tooltip over a square of the map."""
    page = open_page("book/nash_equilibrium.html", color_scheme=request.param).page
    figure = chart(page, MAP)
    figure.locator("svg.marks").scroll_into_view_if_needed()
    figure.locator("svg.marks .layer_0_marks path").nth(21 * 14 + 4).hover(force=True)
    tooltip = page.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    return tooltip


def test_tooltips_tell_numbers_with_their_units(pointed: Locator) -> None:
    cells = "cells => cells.map(cell => cell.textContent)"
    assert pointed.locator("td.key").evaluate_all(cells) == ["p1 (probability)", "p2 (probability)", "U1 (chips a game)"]
    assert pointed.locator("td.value").evaluate_all(cells) == ["0.20", "0.70", written(Fraction(7 - 2 + 4, 60) - Fraction(3 * 14, 600), 4)]


def test_tooltips_can_be_read(pointed: Locator) -> None:
    colours = "cells => cells.map(cell => getComputedStyle(cell).color)"
    behind = pointed.evaluate("tooltip => getComputedStyle(tooltip).backgroundColor")

    def parts(colour: str) -> tuple[int, int, int]:
        red, green, blue = re.findall(r"[\d.]+", colour)[:3]
        return int(float(red)), int(float(green)), int(float(blue))

    for colour in pointed.locator("td").evaluate_all(colours):
        assert contrast(parts(colour), parts(behind)) >= 4.5


# --- Size --------------------------------------------------------------------------------------------------------------------------

# The drawing, and the room that the page has for it beside the chart's menu.
FITS = """([name, least]) => {
  const box = document.querySelector(`#${name} .vega-embed`);
  const room = box.parentElement.clientWidth - parseFloat(getComputedStyle(box).paddingRight);
  const width = box.querySelector("svg.marks").getBoundingClientRect().width;
  return width <= room + 1 && width >= least * room;
}"""


@pytest.mark.parametrize(
    ("chapter", "name", "wide", "narrow"),
    [
        ("nash_equilibrium", "fig-nash-guarantees", 0.98, 0.98),
        ("nash_equilibrium", "fig-nash-regimes", 0.98, 0.98),
        ("nash_equilibrium", "fig-nash-field", 0.7, 0.9),  # a square is not drawn larger than it was meant to be
        ("three_players_evaluated", "fig-trial-training", 0.95, 0.95),
    ],
)
def test_charts_follow_the_window(open_page: Open, chapter: str, name: str, wide: float, narrow: float) -> None:
    page = open_page(f"book/{chapter}.html").page
    chart(page, name)
    for width, least in ((1280, wide), (500, narrow), (375, narrow), (1280, wide)):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(FITS, arg=[name, least])


# The width and height of the first panel: around panels lies a background without a size.
FIRST_PANEL = """svg => [...svg.querySelectorAll("path.background")].map(path => path.getBBox())
  .filter(box => box.width && box.height).map(box => [box.width, box.height])[0]"""


def test_squares_stay_square(open_page: Open) -> None:
    page = open_page("book/convergence.html", viewport=PHONE).page
    for name in ("fig-conv-spiral", "fig-conv-cycle", RUN):
        chart(page, name)
        page.wait_for_function(FITS, arg=[name, 0.8])
        width, height = page.locator(f"#{name} svg.marks").evaluate(FIRST_PANEL)
        assert width == pytest.approx(height, abs=1.5)


def test_columns_stand_below_each_other_where_there_is_little_room(open_page: Open) -> None:
    page = open_page("book/three_players_evaluated.html").page
    figure = chart(page, "fig-trial-training")
    lefts = """figure => new Set([...figure.querySelectorAll("svg.marks .role-title text")]
      .map(text => Math.round(text.getBoundingClientRect().left / 20))).size"""
    assert figure.evaluate(lefts) == 2
    page.set_viewport_size({"width": 375, "height": 800})
    page.wait_for_function(f"({lefts})(document.querySelector('#fig-trial-training')) === 1")
    expect(figure.locator(".chart-data")).to_have_count(1)


def test_a_chart_in_a_closed_solution_has_its_width_when_that_opens(open_page: Open) -> None:
    visit = open_page("book/regret_matching.html")
    visit.unfold()
    visit.page.wait_for_function(FITS, arg=["fig-fixed-opponent", 0.95])


def test_a_click_on_a_name_brings_out_its_line(open_page: Open) -> None:
    figure = chart(open_page("book/classic_kuhn.html").page, "fig-classic-first")
    opacities = "paths => paths.map(path => Number(path.getAttribute('opacity') ?? 1))"
    lines = figure.locator("svg.marks .mark-line path")
    assert lines.evaluate_all(opacities) == [1] * 6
    figure.locator("svg.marks .role-legend-label text", has_text="Kpb").click()
    expect(lines.nth(5)).to_have_attribute("opacity", "1")
    expect(lines.first).to_have_attribute("opacity", "0.15")
    assert sorted(lines.evaluate_all(opacities)) == [0.15] * 5 + [1]
