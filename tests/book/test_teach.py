"""The page for teachers is what it is made from: the table of contents, the chapters' boxes, the register, and what was measured."""

import json
import re
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup, Tag
from numbered import chapter_paths

import kuhncfr as kc
from assignments.course import NAMES
from kuhnbook.sphinx.teaching import questions
from kuhncfr.diagnosis import MISTAKES
from tools.times import TIMES

APART = 3  # so much slower or faster may the reader's machine be than what a box says
SAID = {"a few seconds": 5, "half a minute": 30, "under a minute": 40, "a minute": 60, "under two minutes": 80, "two minutes": 120}
RUN = re.compile(r"\*\*Time\*\*: \d+ minutes to read, (?:about )?(.+?) to run")
NEED = re.compile(r"^\*\*You need\*\*(.+?)\n\n", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def heads(root: Path) -> dict[str, str]:
    """The first cell of every chapter in the table of contents, in its order."""
    return {path.stem: nbformat.read(path, as_version=4).cells[0].source for path in chapter_paths(root)}


@pytest.fixture(scope="module")
def measured() -> dict[str, int]:
    """How many seconds each chapter runs, as ``make times`` found."""
    return json.loads(TIMES.read_text(encoding="utf-8"))["seconds"]


@pytest.fixture(scope="module")
def page(html: Path) -> BeautifulSoup:
    return BeautifulSoup((html / "book" / "teach.html").read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def sheet(root: Path) -> str:
    return (root / "book" / "sheet.md").read_text(encoding="utf-8")


def linked(tag: Tag) -> list[str]:
    """The pages that a piece of the page leads to."""
    found = (re.fullmatch(r"(\w+)\.html", str(link["href"])) for link in tag.find_all("a"))
    return [match[1] for match in found if match]


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().split()).translate(str.maketrans("’‘", "''"))


def rows(table: Tag) -> list[list[Tag]]:
    return [row.find_all("td") for row in table.select("tbody tr")]


def optional(heads: dict[str, str]) -> list[str]:
    return [name for name, head in heads.items() if "\n**Optional.** " in head]


def test_every_chapter_was_measured_and_is_listed(page: BeautifulSoup, heads: dict[str, str], measured: dict[str, int]) -> None:
    *chapters, together = rows(page.select_one(".chapter-times table"))
    assert list(measured) == list(heads)
    assert {linked(row[1])[0]: words(row[3]) for row in chapters} == {name: f"{seconds} s" for name, seconds in measured.items()}
    assert [linked(row[1])[0] for row in chapters if "(optional)" in words(row[1])] == optional(heads)
    core = [int(words(row[2]).removesuffix(" min")) for row in chapters if "(optional)" not in words(row[1])]
    assert words(together[2]) == f"{sum(core)} min"


def test_boxes_say_about_how_long_a_chapter_runs(heads: dict[str, str], measured: dict[str, int]) -> None:
    for name, seconds in measured.items():
        said = RUN.search(heads[name])[1]
        expected = int(said.removesuffix(" seconds")) if said[0].isdigit() else SAID[said]
        assert 1 / APART <= seconds / expected <= APART, (name, said, seconds)


def test_the_plan_takes_the_core_chapters_in_order_and_the_rest_as_extras(page: BeautifulSoup, heads: dict[str, str]) -> None:
    plan = page.select_one("#the-plan")
    items = plan.find_all("li")
    read = [linked(item) for item in items if words(item).startswith("Read ")]
    extras = [linked(item)[0] for item in plan.select("section")[-1].find_all("li")]
    assert len(read) == 4
    assert [name for week in read for name in week] == [name for name in heads if name not in optional(heads)]
    assert extras == optional(heads)
    assert all(f"({name})" in words(plan) for name in NAMES)


def test_every_mistake_is_listed_with_the_question_that_reveals_it(page: BeautifulSoup) -> None:
    asked, table = questions(), rows(page.select_one(".misconceptions table"))
    plain = [(each["question"].replace("`", ""), each["answer"]) for each in asked.values()]
    named = [(name, [mistake.chapter]) for name, mistake in MISTAKES.items()]
    assert list(asked) == list(MISTAKES)
    assert [(words(row[0].strong).lower(), linked(row[0])) for row in table] == named
    assert [(words(row[1]), words(row[2])) for row in table] == plain
    assert len(set(plain)) == len(MISTAKES)


@pytest.fixture(scope="module")
def needs(heads: dict[str, str]) -> set[tuple[str, str]]:
    """Each chapter with each that it needs, as the chapters' boxes say."""
    links = {name: re.findall(r"\{doc\}`(?:[^`]*<)?(\w+)>?`", NEED.search(head)[1]) for name, head in heads.items()}
    return {(name, need) for name, named in links.items() for need in named if need in heads}


def test_the_map_and_its_list_say_what_the_boxes_say(page: BeautifulSoup, heads: dict[str, str], needs: set[tuple[str, str]]) -> None:
    drawn = {(dot["data-chapter"], dot["data-needs"]) for dot in page.select(".concept-map circle")}
    assert drawn == needs
    items = [linked(item) for item in page.select("details li")]
    assert [item[0] for item in items] == list(heads)
    assert {(item[0], name) for item in items for name in item[1:]} == needs


def test_optional_chapters_are_told_apart_by_words_and_shape(page: BeautifulSoup, heads: dict[str, str]) -> None:
    drawn = page.select(".concept-map g")
    assert [group["data-chapter"] for group in drawn if group["class"] == ["is-optional"]] == optional(heads)
    assert [group["data-chapter"] for group in drawn if "(optional)" in " ".join(group.stripped_strings)] == optional(heads)


@pytest.mark.parametrize("game", [kc.OneBetKuhn(), kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4)], ids=["one-bet", "classic", "three"])
def test_the_program_on_the_sheet_is_cfr(sheet: str, game: kc.Game) -> None:
    program: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", sheet, re.DOTALL)[1], program)
    cfr = kc.CFR(game, alternating=False)
    cfr.run(20)
    found = program["solve"](game, 20)
    for key, row in cfr.average_strategy.items():
        assert found[key] == pytest.approx(row, rel=0, abs=1e-12)


def fractions(sheet: str, section: str) -> list[Fraction]:
    """The fractions of a section of the sheet, in their order."""
    text = sheet.partition(f"## {section}\n")[2].partition("\n## ")[0]
    found = re.findall(r"(-?)\\t?frac(?:(\d)|\{(\d+)\})(?:(\d)|\{(\d+)\})", text)
    return [Fraction(int(f"{sign}{one}{ones}"), int(f"{other}{others}")) for sign, one, ones, other, others in found]


def test_the_numbers_on_the_sheet_are_right(sheet: str) -> None:
    game, equilibrium = kc.OneBetKuhn(ante=1), kc.nash.one_bet(ante=1)
    assert fractions(sheet, "Test it") == [equilibrium.p1, equilibrium.p2, equilibrium.value, kc.nash.kuhn().value]
    lost, won, folded = (game.utilities(history)[1] for history in ("AKbb", "QKbb", "AKbp"))
    assert f"${lost}$ or ${won}$, a fold ${folded}$" in " ".join(sheet.split())
    low, high, weight = Fraction(lost + folded, 2), Fraction(won + folded, 2), Fraction(1, 6) / 2
    cfr = kc.CFR(game, alternating=False)
    cfr.step()
    *before, regret = fractions(sheet, "One number by hand")
    assert before == [Fraction(1, 6), Fraction(1, 2), low, high, weight, -low, weight, high]
    assert float(regret) == pytest.approx(cfr.infosets["Kb"].cumulative_regret[1])


def test_the_rules_on_the_sheet_are_those_of_the_variants(sheet: str) -> None:
    weights = {name: kc.ALGORITHMS[name].gamma for name in ("cfr", "cfr+", "lcfr", "dcfr", "pcfr+")}
    table = sheet.partition("## Variants")[2].partition("*In turn*")[0]
    listed = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")][1:]
    assert [weight for *_, weight in listed] == [{0: "1", 1: "$t$", 2: "$t^2$"}[weight] for weight in weights.values()]
    assert kc.cfr.ALGORITHMS["lcfr"].discounts(4) == (4 / 5, 4 / 5)
    assert kc.cfr.ALGORITHMS["dcfr"].discounts(4) == pytest.approx((8 / 9, 1 / 2))
    assert np.inf == kc.cfr.ALGORITHMS["cfr+"].alpha
