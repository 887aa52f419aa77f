"""The search finds sections, chapters before the reference: served, as files, and with the keyboard."""

import re

from playwright.sync_api import expect
from visiting import Open

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
ANY = "book/licences.html"  # a page that is soon there: the field is on all
# Ask for one after the other in one page, which reads the index anew.
ASK = """async (asked) => {
  const { search } = window, script = document.createElement("script");
  const sections = new Promise((done) => { window.search = done; });
  script.src = "searchindex.js";
  document.head.append(script);
  const index = await sections;
  return asked.map((words) => {
    history.replaceState(null, "", `?q=${encodeURIComponent(words)}`);
    search(index);
    return document.querySelector("#search-results li a").getAttribute("href");
  });
}"""
FIELD = ".search-button__wrapper input[type=search]"


def test_the_right_section_comes_first(open_page: Open) -> None:
    assert open_page("search.html").page.evaluate(ASK, list(FIRST)) == [f"book/{section}" for section in FIRST.values()]


def test_a_hit_leads_to_its_section(open_page: Open) -> None:
    page = open_page("search.html?q=gadget", by="file").page
    result = page.locator("#search-results li").first
    assert result.locator("a").inner_text() == "Glossary › gadget"
    assert "before a part of a game" in result.locator("p").inner_text()
    result.locator("a").click()
    expect(page).to_have_url(re.compile(r"/book/glossary\.html#term-gadget$"))
    expect(page.locator("#term-gadget")).to_be_in_viewport()


def test_excerpts_are_prose(open_page: Open) -> None:
    page = open_page("search.html?q=regret").page
    shown = page.locator("#search-results li p").all_inner_texts()
    assert len(shown) > 10
    assert [text for text in shown if re.search(r"import |\w\(\w*\)\.|\\|>>>|\$", text) or len(text) > 260] == []


def test_a_word_that_is_nowhere_is_not_found(open_page: Open) -> None:
    page = open_page("search.html?q=zymurgy").page
    expect(page.locator("#search-results")).to_contain_text("Nothing was found for “zymurgy”.")
    assert page.locator("#search-results li").count() == 0


def test_control_k_or_the_button_opens_the_search_and_escape_closes_it(open_page: Open) -> None:
    page = open_page(ANY, by="file").page
    field = page.locator(FIELD)
    expect(field).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.get_by_role("button", name="Search").first.click()
    expect(field).to_be_focused()
    page.keyboard.type("counterfactual")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\.html\?q=counterfactual"))
    expect(page.locator("#search-results li a[href*='cfr.html']").first).to_be_visible()
