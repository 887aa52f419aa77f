"""The search finds words and leads to their pages: served, as files, and with the keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

ANY = "book/notation.html"  # a page that is soon there: the field is on all
FIELD = ".search-button__wrapper input[type=search]"


@pytest.fixture(params=["http", "file"])
def by(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.mark.parametrize(("words", "page"), [("exploitability", "exploitability.html"), ("rock paper", "regret_matching.html")])
def test_words_are_found_and_their_page_opens(open_page: Any, by: str, words: str, page: str) -> None:
    visit = open_page(f"search.html?q={words.replace(' ', '+')}", by=by)
    result = visit.page.locator(f"#search-results li a[href*='{page}']").first
    result.click()
    expect(visit.page).to_have_url(re.compile(rf"/book/{page}"))
    assert words.split()[0] in visit.page.locator("article").inner_text().lower()


def test_a_word_that_is_nowhere_is_not_found(open_page: Any, by: str) -> None:
    visit = open_page("search.html?q=zymurgy", by=by)
    expect(visit.page.locator("#search-results")).to_contain_text("did not match any documents")
    assert visit.page.locator("#search-results li").count() == 0


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
