"""Print a bound book twice: page numbers are known only after the first time."""

import io
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from pypdf import PdfReader

HERE = Path(__file__).parent
SCALE = 0.8  # 16 pixels become 9.6 points
PAPER: dict[str, Any] = {"prefer_css_page_size": True, "print_background": True, "scale": SCALE}
WIDTH = int((210 - 2 * 18) / 25.4 * 96 / SCALE)  # pixels between the margins of print.css
PATIENCE = 600_000  # milliseconds; a slow machine draws all charts at once


def laid_out(browser: Browser, path: Path) -> Page:
    """Open a bound book for printing, and wait until everything in it is drawn.

    Raises
    ------
    ValueError
        A chart or a formula is not drawn, or something does not fit on a page.
    """
    page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, color_scheme="light")
    page.set_default_timeout(PATIENCE)
    page.emulate_media(media="print")
    page.goto(path.resolve().as_uri())
    page.evaluate((HERE / "press.js").read_text(encoding="utf-8"))
    if complaints := page.evaluate("press.ready()"):
        raise ValueError(f"not drawn, or cut off: {complaints}")
    return page


def printed(page: Page) -> bytes:
    """Print an open book, with page numbers in contents and references."""
    page.evaluate("pages => press.number(pages)", places(PdfReader(io.BytesIO(page.pdf(**PAPER)))))
    return page.pdf(**PAPER, outline=True, tagged=True)


def places(pdf: PdfReader) -> dict[str, int]:
    """Return the page, counted from 1, of each target of a link."""
    return {name.removeprefix("/"): pdf.get_destination_page_number(place) + 1 for name, place in pdf.named_destinations.items()}
