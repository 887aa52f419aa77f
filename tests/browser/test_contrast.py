"""The words in charts stand out from what is behind them, light and dark: measured in pixels, for axe does not look into an SVG."""

import io
import re

import numpy as np
import pytest
from colours import TEXT, contrast
from PIL import Image
from playwright.sync_api import Locator
from visiting import DESK, HTML, PAGES, Opened, each

CHARTS = "article svg:has(text):visible"
DRAWING = re.compile(r"<text|kuhncfr-\w+\.js")  # what a page with drawings that hold words has in it
DRAWN = [page for page in PAGES if DRAWING.search((HTML / page).read_text(encoding="utf-8"))]
# While colours are measured, no words are in the way, and nothing lies over a chart or moves.
BARE = """
  article svg text { visibility: hidden !important } .bd-header-article, .bd-header, #pst-skip-link { display: none !important }
  html { scroll-padding: 0 !important }
"""
WORDS = """svg => {
  const shown = (text) => text.textContent.trim() && text.getClientRects().length && +getComputedStyle(text).opacity;
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter(shown).map((text) => {
    const box = text.getBoundingClientRect();
    return [text.textContent, box.left - frame.left, box.top - frame.top, box.right - frame.left, box.bottom - frame.top];
  });
}"""
# In place of each text a box of its colour: what opacities and filters make of that colour can be read off there.
PAINT_WORDS = """svg => svg.querySelectorAll("text").forEach((text) => {
  const box = text.getBBox();
  const block = document.createElementNS(svg.namespaceURI, "rect");
  for (const side of ["x", "y", "width", "height"]) block.setAttribute(side, box[side]);
  for (const name of ["transform", "opacity"]) if (text.hasAttribute(name)) block.setAttribute(name, text.getAttribute(name));
  const { fill, fillOpacity } = getComputedStyle(text);
  Object.assign(block.style, { fill, fillOpacity, stroke: "none" });
  block.classList.add("probe");
  text.after(block);
})"""
CLEAN_UP = "svg => svg.querySelectorAll('.probe').forEach(probe => probe.remove())"


def picture(chart: Locator) -> Image.Image:
    return Image.open(io.BytesIO(chart.screenshot())).convert("RGB")


def usual(image: Image.Image) -> tuple[int, ...]:
    """The colour of most pixels."""
    return max(image.getcolors(image.width * image.height))[1]


def faint(chart: Locator) -> list[str]:
    """The words of one chart that stand out too little."""
    words = chart.evaluate(WORDS)
    behind = picture(chart)
    chart.evaluate(PAINT_WORDS)
    painted = picture(chart)
    chart.evaluate(CLEAN_UP)
    found = []
    for word, *box in words:
        left, top, right, bottom = map(round, box)
        colours = painted.getpixel(((left + right) // 2, (top + bottom) // 2)), usual(behind.crop((left, top, right, bottom)))
        ratio = contrast(*np.array(colours) / 255)
        if ratio < TEXT:
            found.append(f"{word} ({ratio:.2f})")
    return found


@each(DRAWN)
@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.pages), "dark"])
def test_charts_stand_out(opened: Opened, path: str, scheme: str) -> None:
    visit = opened(path)
    visit.change_scheme(scheme)
    visit.resize(DESK)
    style = visit.page.add_style_tag(content=BARE)
    charts = visit.page.locator(CHARTS).all()
    found = [f"chart {number}: {what}" for number, chart in enumerate(charts, 1) for what in faint(chart)]
    style.evaluate("style => style.remove()")
    assert found == []
