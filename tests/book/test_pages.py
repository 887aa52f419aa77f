"""The built book, page by page: links lead somewhere, figures speak, nothing comes from another host."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from lxml import html as parser
from lxml.html import HtmlElement
from stored import stored_charts

from kuhnbook.figures.style import CHART

Pages = dict[Path, HtmlElement]

OUTSIDE = re.compile(r"""(?:https?:)?//[\w-]+\.[^\s"'<>)]+""")
LOADED = "//script/@src | //img/@src | //iframe/@src | //source/@src | //link/@href"  # what a browser fetches by itself
MOST = 2_000  # elements of a picture
IMAGES = "//*[contains(concat(' ', @class, ' '), ' cell_output ')]//svg[@role='img']"


@pytest.fixture(scope="module")
def pages(html: Path) -> Pages:
    """Every page, parsed."""
    paths = sorted(path for path in html.rglob("*.html") if "_static" not in path.parts)
    return {path: parser.document_fromstring(path.read_bytes(), parser=parser.HTMLParser(encoding="utf-8")) for path in paths}


def alternative(figure: HtmlElement) -> str:
    """What a reader who cannot see the figure is told."""
    return "".join(drawing.get("aria-label", "") for drawing in figure.xpath(".//svg[@role='img']"))


def test_every_link_leads_somewhere(pages: Pages) -> None:
    anchors = {path: set(page.xpath("//@id")) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for link in page.xpath("//@href | //@src"):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or (parts.fragment and target in anchors and unquote(parts.fragment) not in anchors[target]):
                broken.append((path.name, link))
    assert broken == []


def test_published_addresses_and_anchors_still_exist(pages: Pages, html: Path) -> None:
    """Links from other sites lead to what they mean; a heading that changes needs its old anchor as a label."""
    published = (Path(__file__).parent / "addresses.txt").read_text(encoding="utf-8").splitlines()
    for page, *anchors in map(str.split, published):
        assert set(anchors) - set(pages[html / page].xpath("//@id")) == set(), page


def test_punctuation_stays_with_its_formula(pages: Pages) -> None:
    formulas = [formula for page in pages.values() for formula in page.xpath("//article//span[contains(@class, 'math ')]")]
    assert len(formulas) > 1000
    assert [
        formula.text for formula in formulas if re.match(r"[.,;:!?)]", formula.tail or "") and formula.getparent().get("class") != "glued"
    ] == []


def test_no_page_uses_an_id_twice(pages: Pages) -> None:
    for path, page in pages.items():
        twice = [name for name, times in Counter(page.xpath("//@id")).items() if times > 1]
        assert twice == [] or path.name == "search.html", (path.name, twice)  # the theme's own page has two search fields


def test_words_in_drawings_are_set_in_the_pages_typeface(pages: Pages) -> None:
    """An image would take its letters from the system."""
    images = {(path.parent / source).resolve() for path, page in pages.items() for source in page.xpath("//img/@src")}
    drawings = [image for image in images if image.suffix == ".svg"]
    assert [file.name for file in drawings if "<text" in file.read_text(encoding="utf-8")] == []
    assert any(page.xpath("//article//svg[@role='img']//text") for page in pages.values())


def test_every_page_has_a_title_and_its_own_description(pages: Pages) -> None:
    found = {path: page.xpath("//meta[@name='description']/@content") for path, page in pages.items()}
    assert {path.name for path in pages if len(found[path]) != 1 or not found[path][0].strip()} == set()
    assert max(Counter(said for (said,) in found.values()).values()) == 1
    assert [path.name for path, page in pages.items() if not page.findtext(".//title").strip()] == []


def test_every_figure_has_a_caption_and_an_alternative(pages: Pages) -> None:
    for path, page in pages.items():
        for figure in page.iter("figure"):
            assert figure.find(".//figcaption").text_content().strip(), (path.name, figure.get("id"))
            assert alternative(figure).strip(), (path.name, figure.get("id"))


def test_the_alternative_is_the_one_in_the_metadata_of_the_cell(pages: Pages, root: Path, html: Path) -> None:
    """On the page, and as the text of a chart in the copy for JupyterLab."""
    compared = 0
    for path in sorted((root / "book").glob("*.ipynb")):
        spoken = {figure.get("id"): alternative(figure) for figure in pages[html / "book" / f"{path.stem}.html"].iter("figure")}
        for cell in nbformat.read(html.parent / "lab" / path.name, as_version=4).cells:
            rendering = cell.metadata.get("mystnb", {})
            if "figure" in rendering:
                words = rendering["image"]["alt"]
                assert spoken[rendering["figure"]["name"]] == words
                assert all(
                    output.data["text/plain"].strip() == f"<chart: {words}>" for output in cell.outputs if CHART in output.get("data", {})
                )
                compared += 1
    assert compared > 70


def test_every_chart_is_a_picture_before_a_script_draws_it(pages: Pages) -> None:
    """With words, and with no more marks than a page can bear."""
    pictures = {box.get("data-chart"): box.find("svg[@role='img']") for page in pages.values() for box in page.find_class("chart-box")}
    assert pictures.keys() == dict(stored_charts()).keys()
    assert [name for name, picture in pictures.items() if not 20 < len(picture.xpath(".//*")) < MOST or not picture.xpath(".//text")] == []


def test_every_chart_and_computed_image_is_a_figure(pages: Pages) -> None:
    assert [path.name for path, page in pages.items() if page.xpath(f"{IMAGES}[not(ancestor::figure)]")] == []


def test_pages_load_nothing_from_another_host(pages: Pages) -> None:
    """Their scripts name none, either."""
    for path, page in pages.items():
        assert [source for source in page.xpath(LOADED) if OUTSIDE.match(source)] == [], path.name
        assert [code for code in page.xpath("//script/text()") if OUTSIDE.search(code)] == [], path.name


def test_styles_load_nothing_from_another_host(html: Path) -> None:
    for sheet in html.rglob("*.css"):
        fetched = re.findall(r"""(?:url\(|@import)\s*["']?([^"')]+)""", sheet.read_text(encoding="utf-8"))
        assert not [address for address in fetched if OUTSIDE.match(address)], sheet.name


def test_the_site_is_small_and_holds_nothing_that_no_page_loads(html: Path) -> None:
    """It is promised to stay under 25 MB, of which 9 MB may be Python, fetched only to run it."""
    sizes = {path.relative_to(html).as_posix(): path.stat().st_size for path in html.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < 25e6
    assert sizes["_static/python/runtime.js"] < 9e6
    debris = (".map", ".ttf", "webpack-macros.html", "thebe.js", "thebe.css", "fontawesome/6.5.2/js/all.min.js")
    assert [name for name in sizes if name.endswith(debris)] == []
    pages = "".join(path.read_text(encoding="utf-8") for path in html.rglob("*.html"))
    assert [name for name in sizes if name.startswith("_images/") and name not in pages] == []


def test_pictures_in_notebooks_to_download_are_described(html: Path) -> None:
    """Their data would be most of the file."""
    downloads = [path.read_text(encoding="utf-8") for path in (html / "_sources").rglob("*.ipynb")]
    assert "<chart: " in "".join(downloads)
    assert not any(data in download for download in downloads for data in (CHART, '"image/'))
