"""The book bound for paper: every page but the reference once, links that stay inside, and all solutions at the end."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from lxml import html as parser
from lxml.html import HtmlElement

from tools.pdf.__main__ import imprint
from tools.pdf.answers import cut
from tools.pdf.bound import bind
from tools.pdf.pages import UNPRINTED, Page, read, words

CLICKED = "//details | //summary | //button | //*[contains(@class, 'headerlink') or contains(@class, 'kuhncfr-widget')]"


@pytest.fixture(scope="module")
def bound(html: Path, root: Path) -> HtmlElement:
    return parser.document_fromstring(bind(html, read(html, root / "_toc.yml"), imprint()))


@pytest.fixture(scope="module")
def listed(root: Path) -> list[str]:
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    names = [Path(name).name for name in [toc["root"], *(page["file"] for part in toc["parts"] for page in part["chapters"])]]
    return [name for name in names if name not in UNPRINTED]


def test_every_page_stands_there_once_and_in_order(bound: HtmlElement, listed: list[str]) -> None:
    assert [article.get("id") for article in bound.iter("article")] == [*listed, "answers"]
    assert [len(list(article.iter("h1"))) for article in bound.iter("article")] == [1] * (len(listed) + 1)


def test_the_contents_list_every_page_and_its_sections(bound: HtmlElement, listed: list[str]) -> None:
    links = [link.get("href") for link in bound.xpath("//nav//a[not(@class)]")]
    assert [link[1:] for link in links if "/" not in link] == [*listed, "answers"]
    headings = bound.xpath("//article/section/section/h2 | //section[starts-with(@id, 'answers/')]/h2")
    assert len(links) - len(listed) - 1 == len(headings)


def test_no_id_is_there_twice_and_no_link_leads_nowhere(bound: HtmlElement) -> None:
    ids = Counter(bound.xpath("//@id"))
    assert {name for name, times in ids.items() if times > 1} == set()
    links = [link.get("href") for link in bound.xpath("//body//a[@href]")]
    assert {link for link in links if link.startswith("#") and link[1:] not in ids} == set()
    assert {urlsplit(link).scheme for link in links if not link.startswith("#")} <= {"http", "https"}
    assert sum(link.startswith("#") for link in links) > 1000


def test_what_it_shows_and_loads_is_there(bound: HtmlElement) -> None:
    addresses = bound.xpath("//img/@src | //script/@src | //link/@href")
    assert len(addresses) > 20
    assert [address for address in addresses if not Path(unquote(urlsplit(address).path)).is_file()] == []


def test_every_solution_is_at_the_end_once_and_its_exercise_leads_there(bound: HtmlElement, html: Path) -> None:
    solutions = {solution.get("id"): solution for solution in bound.find_class("solution") + bound.find_class("answer")}
    built = [
        f"{path.stem}/{label}"
        for path in sorted((html / "book").glob("*.html"))
        for label in re.findall(r'<div class="solution[^>]* id="([^"]*)"', path.read_text(encoding="utf-8"))
    ]
    assert len(built) > 50
    assert set(built) <= set(solutions)
    assert {next(solution.iterancestors("article")).get("id") for solution in solutions.values()} == {"answers"}
    exercises = {exercise.get("id"): exercise for exercise in bound.find_class("exercise")}
    for label in built:
        exercise = exercises[solutions[label].xpath("p[@class='leads']/a/@href")[0][1:]]
        title = words(exercise.find_class("admonition-title")[0])
        assert words(solutions[label].find("h3")).replace("'", "’") == f"Solution to {title}"
        assert exercise.xpath("p[@class='leads']/a[1]/@href") == [f"#{label}"]


def test_nothing_is_folded_or_to_be_clicked(bound: HtmlElement) -> None:
    assert bound.xpath(CLICKED) == []


def test_a_widget_is_its_picture_or_says_where_it_works(bound: HtmlElement) -> None:
    assert {widget.get("data-widget") for widget in bound.xpath("//*[@data-widget]")} == {"dilemma", "swarm", "play", "stepper"}
    assert all(words(widget).startswith("Only in a browser.") for widget in bound.xpath("//*[@data-widget]"))
    assert len(bound.xpath("//section[@class='title-page']//*[@class='cover']")) == 2  # the square of the first page and of the idea


def test_questions_keep_their_choices_and_lose_what_is_said_of_them(bound: HtmlElement) -> None:
    kept, explained = [], []
    for choices in bound.find_class("choices"):
        (explained if next(choices.iterancestors("article")).get("id") == "answers" else kept).extend(choices)
    assert [words(choice) for choice in kept] == [words(choice.find("strong")) for choice in explained]
    assert len(kept) > 100
    assert [words(choice) for choice in explained if not re.match(r"(Yes|No)\b", words(choice.find("div")))] == []


def test_a_style_for_printing_one_page_alone_is_left_out(bound: HtmlElement) -> None:
    assert "sheet" in bound.xpath("//article/@id")
    assert not any("sheet.css" in address for address in bound.xpath("//link/@href"))


def test_a_solution_without_an_exercise_is_refused() -> None:
    box = '<article><div class="solution admonition"><p class="admonition-title">Solution</p></div></article>'
    with pytest.raises(ValueError, match="precedes every exercise"):
        cut(Page("a", "book/a.html", "", parser.fragment_fromstring(box)))
