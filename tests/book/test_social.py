"""What a link to a page looks like where people share it."""

from bs4 import BeautifulSoup

from kuhnbook.sphinx import social

BOOK = "Counterfactual Regret Minimization, learnt through Kuhn poker"


def properties(site, monkeypatch):
    """A page's properties, given the address of the site."""
    monkeypatch.setenv("KUHNCFR_SITE_URL", site)
    return social.properties(BOOK, "Title", "What it tells.", "book/cfr.html")


def test_the_card_has_a_full_address(monkeypatch):
    found = properties("https://site.example/cfr/", monkeypatch)
    assert found["og:url"] == "https://site.example/cfr/book/cfr.html"
    assert found["og:image"] == "https://site.example/cfr/_static/card.png"
    assert found["og:image:alt"]
    assert found["twitter:card"] == "summary_large_image"


def test_without_an_address_there_is_no_card(monkeypatch):
    found = {"og:type": "article", "og:site_name": BOOK, "og:title": "Title", "og:description": "What it tells."}
    assert properties("", monkeypatch) == found


def test_a_built_page_has_the_properties_of_its_own(html):
    page = BeautifulSoup((html / "book" / "cfr.html").read_text(encoding="utf-8"), "html.parser")
    found = {str(meta["property"]): str(meta["content"]) for meta in page.find_all("meta", property=True)}
    assert found["og:title"].endswith("Counterfactual regret minimization")
    assert found["og:title"] in page.title.get_text()
    assert found["og:description"] == page.find("meta", attrs={"name": "description"})["content"]
    assert found["og:site_name"] == BOOK
    assert (html / "_static" / "card.png").is_file()
