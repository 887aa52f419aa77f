"""The built book, page by page: links lead somewhere, figures speak, nothing comes from another host."""

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

Pages = dict[Path, BeautifulSoup]

OUTSIDE = re.compile(r"""(?:https?:)?//[\w-]+\.[^\s"'<>)]+""")
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
CHART = re.compile(r"^altair-viz-")


@pytest.fixture(scope="module")
def pages(html: Path) -> Pages:
    """Every page, parsed."""
    paths = (path for path in html.rglob("*.html") if "_static" not in path.parts)
    return {path: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser") for path in sorted(paths)}


def attributes(page: BeautifulSoup, name: str) -> list[str]:
    return [str(tag[name]) for tag in page.find_all(attrs={name: True})]


def loaded(page: BeautifulSoup) -> list[str]:
    """What a browser fetches by itself to show the page."""
    return [str(tag[name]) for kind, name in LOADS.items() for tag in page.find_all(kind) if tag.get(name)]


def text(tag: Tag | None) -> str:
    return tag.get_text(strip=True) if tag else ""


def spec(chart: Tag) -> dict[str, object]:
    """The Vega-Lite specification of a chart: the first argument of the script after its element."""
    script = chart.find_next("script").get_text()
    return json.JSONDecoder().raw_decode(script, script.index("})(") + 3)[0]


def alternative(figure: Tag) -> str:
    """What a reader who cannot see the figure is told."""
    if chart := figure.find(id=CHART):
        return str(spec(chart).get("description", ""))
    if drawing := figure.select_one("svg[role=img]"):
        return str(drawing.get("aria-label", ""))
    image = figure.find("img")
    alt = str(image.get("alt", "")) if image else ""
    return "" if image and alt == image["src"] else alt  # docutils falls back to the file's name


def test_every_link_leads_somewhere(pages: Pages) -> None:
    anchors = {path: set(attributes(page, "id")) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for link in attributes(page, "href") + attributes(page, "src"):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or (parts.fragment and target in anchors and unquote(parts.fragment) not in anchors[target]):
                broken.append((path.name, link))
    assert broken == []


def test_no_page_uses_an_id_twice(pages: Pages) -> None:
    for path, page in pages.items():
        twice = [name for name, times in Counter(attributes(page, "id")).items() if times > 1]
        assert twice == [] or path.name == "search.html", (path.name, twice)  # the theme's own page has two search fields


def test_words_in_drawings_are_set_in_the_pages_typeface(pages: Pages) -> None:
    """An image would take its letters from the system."""
    found = {(path.parent / image["src"]).resolve() for path, page in pages.items() for image in page.select("img[src$='.svg']")}
    assert [file.name for file in found if "<text" in file.read_text(encoding="utf-8")] == []
    assert sum(len(page.select("article svg[role=img] text")) > 0 for page in pages.values()) > 0


def test_every_proof_says_so_in_bold(pages: Pages) -> None:
    """The stylesheet ends it with a mark, and knows it by its classes."""
    proofs = [box for page in pages.values() for box in page.select('div[class="proof admonition"]')]
    assert len(proofs) >= 6
    for box in proofs:
        first = next(box.stripped_strings)
        assert (first, box.find("strong") is not None and text(box.find("strong"))) == ("Proof.", "Proof.")


def test_every_page_has_a_title_and_its_own_description(pages: Pages) -> None:
    descriptions = []
    for path, page in pages.items():
        assert text(page.title), path.name
        found = [str(meta["content"]).strip() for meta in page.find_all("meta", attrs={"name": "description"})]
        assert len(found) == 1, (path, found)
        descriptions += found
    assert all(descriptions)
    assert len(set(descriptions)) == len(descriptions)


def test_every_figure_has_a_caption_and_an_alternative(pages: Pages) -> None:
    for path, page in pages.items():
        for figure in page.find_all("figure"):
            assert text(figure.figcaption), (path.name, figure.get("id"))
            assert alternative(figure).strip(), (path.name, figure.get("id"))


def test_every_chart_and_computed_image_is_a_figure(pages: Pages) -> None:
    for path, page in pages.items():
        for shown in page.find_all(id=CHART) + page.select(".cell_output img"):
            assert shown.find_parent("figure"), (path.name, str(shown)[:80])


def test_charts_have_the_local_vega_and_other_pages_do_not(pages: Pages) -> None:
    for path, page in pages.items():
        assert bool(page.find(id=CHART)) == any("vega-embed" in source for source in loaded(page)), path.name


def test_pages_load_nothing_from_another_host(pages: Pages) -> None:
    foreign = {path.name: [source for source in loaded(page) if OUTSIDE.match(source)] for path, page in pages.items()}
    assert not any(foreign.values()), foreign


def test_scripts_in_pages_name_no_other_host(pages: Pages) -> None:
    """A chart's ``$schema`` is a name and is not fetched."""
    for path, page in pages.items():
        for script in page.find_all("script"):
            code = re.sub(r'"\$schema": "[^"]*"', "", script.get_text())
            assert not OUTSIDE.findall(code), path.name


def test_styles_load_nothing_from_another_host(html: Path) -> None:
    for sheet in html.rglob("*.css"):
        fetched = re.findall(r"""(?:url\(|@import)\s*["']?([^"')]+)""", sheet.read_text(encoding="utf-8"))
        assert not [address for address in fetched if OUTSIDE.match(address)], sheet.name


def test_the_site_is_small_and_holds_nothing_that_no_page_loads(html: Path) -> None:
    """It is promised to stay under 15 MB; until then there is room for a few more chapters."""
    sizes = {path.relative_to(html).as_posix(): path.stat().st_size for path in html.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < 14.5e6
    debris = (".map", ".ttf", "thebe.js", "thebe.css", "fontawesome/6.5.2/js/all.min.js")
    assert [name for name in sizes if name.endswith(debris)] == []


def test_charts_in_notebooks_to_download_are_described(html: Path) -> None:
    """Without a network they would be errors until they are drawn anew."""
    downloads = [path.read_text(encoding="utf-8") for path in (html / "_sources").rglob("*.ipynb")]
    assert "<chart: " in "".join(downloads)
    assert not any("vegaEmbed" in download for download in downloads)
