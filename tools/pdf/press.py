"""Print a bound book: twice, for only then it is known on which sheet each thing stands."""

import io
from pathlib import Path

from playwright.sync_api import Browser, Page
from pypdf import PdfReader

HERE = Path(__file__).parent
SCALE = 0.8  # 16 pixels become 9.6 points
WIDTH = round((210 - 2 * 18) / 25.4 * 96 / SCALE)  # pixels between the margins of print.css
PAPER = {"prefer_css_page_size": True, "print_background": True, "scale": SCALE, "outline": True, "tagged": True}
PATIENCE = 600_000  # milliseconds; a slow machine draws all charts at once


def pages_of(pdf: bytes) -> dict[str, int]:
    """On which page, counted from 1, each place stands that a link leads to."""
    reader = PdfReader(io.BytesIO(pdf))
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages, 1)}
    return {name.lstrip("/"): numbers[place.page.idnum] for name, place in reader.named_destinations.items()}


def laid_out(browser: Browser, path: Path) -> Page:
    """Open a bound book as it will be printed, when everything in it is drawn.

    Raises
    ------
    ValueError
        A chart or a formula could not be drawn.
    """
    page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, color_scheme="light")
    page.set_default_timeout(PATIENCE)
    page.emulate_media(media="print")
    page.goto(path.as_uri())
    page.evaluate((HERE / "press.js").read_text(encoding="utf-8"))
    if complaints := page.evaluate("press.ready()"):
        raise ValueError(f"not drawn: {complaints}")
    return page


def printed(page: Page) -> bytes:
    """Print a book that is laid out, with the numbers of its pages in contents and references."""
    page.evaluate("pages => press.number(pages)", pages_of(page.pdf(**PAPER)))
    return page.pdf(**PAPER)
