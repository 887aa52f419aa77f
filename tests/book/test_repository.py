"""Pages link to a repository, and offer to run a chapter, only when somebody says where the repository is."""

import os
from types import SimpleNamespace

from bs4 import BeautifulSoup

from kuhnbook.sphinx.repository import link_repository

VARIABLE = "KUHNCFR_REPOSITORY_URL"


def options(url, monkeypatch):
    """The theme's options after the extension, given the address; Jupyter Book's own are there to begin with."""
    monkeypatch.setenv(VARIABLE, url)
    config = SimpleNamespace(html_theme_options={"repository_url": "https://jupyter.book", "launch_buttons": {}, "logo": "kept"})
    link_repository(None, config)
    return config.html_theme_options


def test_without_an_address_there_is_no_link_and_no_launch_button(monkeypatch):
    assert options("", monkeypatch) == {"logo": "kept"}


def test_with_an_address_the_links_are_to_it(monkeypatch):
    found = options("https://forge.example/owner/name/", monkeypatch)
    assert found["repository_url"] == "https://forge.example/owner/name"
    assert found["launch_buttons"]["notebook_interface"] == "jupyterlab"


def test_the_built_pages_keep_to_it(html):
    url = os.environ.get(VARIABLE, "").rstrip("/")
    page = BeautifulSoup((html / "book" / "cfr.html").read_text(encoding="utf-8"), "html.parser")
    leading_out = {link["href"] for link in page.select(".article-header-buttons a[href^='http']")}
    assert bool(leading_out) == bool(url)
    assert all(link.startswith((url, "https://mybinder.org/")) for link in leading_out)
