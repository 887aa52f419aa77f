"""The search finds sections, chapters before the reference: served, as files, and with the keyboard."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

# What readers look for, and the section that must come first.
FIRST = {
    "CFR+": "variants.html#predictive-cfr-answer-before-you-are-asked",
    "why average": "regret_matching.html#why-the-average",
    "multiplayer": "three_players.html",
    "rock paper scissors": "regret_matching.html#what-you-wish-you-had-done",
    "information sets": "one_bet_kuhn.html#information-sets",
    "counterfactual value": "glossary.html#term-counterfactual-value",
    "counterfactual regret": "cfr.html",
    "monte carlo": "sampling.html",
    "exploitability": "exploitability.html",
    "convergence": "convergence.html",
    "Leduc poker": "larger_games.html#leduc-poker",
    "holdem": "river.html",
    "ranges": "river.html#a-range",
    "OneBetKuhn": "api.html#kuhncfr.games.OneBetKuhn",
}
ANY = "book/notation.html"  # a page that is soon there: the field is on all
FIELD = ".search-button__wrapper input[type=search]"


@pytest.fixture(params=["http", "file"])
def by(request: pytest.FixtureRequest) -> str:
    return request.param


def test_the_right_section_comes_first(open_page: Any) -> None:
    page = open_page("search.html?q=", by="file").page
    found = {}
    for words in FIRST:
        page.goto(f"{page.url.partition('?')[0]}?q={quote(words)}")
        found[words] = page.locator("#search-results li a").first.get_attribute("href")
    assert found == {words: f"book/{section}" for words, section in FIRST.items()}


def test_a_hit_leads_to_its_section(open_page: Any, by: str) -> None:
    page = open_page("search.html?q=why+average", by=by).page
    result = page.locator("#search-results li").first
    assert result.locator("a").inner_text() == "3. Regret matching › 3.6. Why the average?"
    assert "the average" in result.locator("p").inner_text()
    result.locator("a").click()
    expect(page).to_have_url(re.compile(r"/book/regret_matching\.html#why-the-average$"))
    expect(page.locator("#why-the-average > h2")).to_be_in_viewport()


def test_excerpts_are_prose(open_page: Any) -> None:
    page = open_page("search.html?q=regret").page
    shown = page.locator("#search-results li p").all_inner_texts()
    assert len(shown) > 10
    assert [text for text in shown if re.search(r"import |\w\(\w*\)\.|\\|>>>|\$", text) or len(text) > 260] == []


def test_a_word_that_is_nowhere_is_not_found(open_page: Any) -> None:
    page = open_page("search.html?q=zymurgy").page
    expect(page.locator("#search-results")).to_contain_text("Nothing was found for “zymurgy”.")
    assert page.locator("#search-results li").count() == 0


def test_control_k_opens_the_search_and_escape_closes_it(open_page: Any, by: str) -> None:
    page = open_page(ANY, by=by).page
    field = page.locator(FIELD)
    expect(field).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("counterfactual")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\.html\?q=counterfactual"))
    expect(page.locator("#search-results li a[href*='cfr.html']").first).to_be_visible()


def test_the_button_opens_the_search(open_page: Any) -> None:
    page = open_page(ANY).page
    page.get_by_role("button", name="Search").first.click()
    expect(page.locator(FIELD)).to_be_focused()
