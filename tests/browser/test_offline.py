"""Every page, served and opened as a file, light and dark: nothing comes from outside, nothing complains, everything is drawn, quickly."""

import functools
import gzip
from pathlib import Path

import pytest
from browsing import WAYS
from visiting import DESK, EVERY_PAGE, Opened, Visit

pytestmark = [EVERY_PAGE, pytest.mark.parametrize("way", WAYS)]


@functools.cache
def compressed(file: Path) -> int:
    """Bytes; most files are loaded by every page."""
    return len(gzip.compress(file.read_bytes()))


@pytest.fixture
def visit(opened: Opened, path: str, way: str) -> Visit:
    visit = opened(path, way)
    visit.resize(DESK)
    return visit


def test_nothing_is_asked_of_another_host_or_stands_on_the_console(visit: Visit) -> None:
    assert visit.outside + visit.complaints == []


def test_the_page_and_all_that_it_loads_are_small(visit: Visit) -> None:
    """Compressed, as servers send it; a phone on a slow line gets it in a few seconds."""
    assert sum(map(compressed, visit.files())) < 1.5e6


def test_formulas_are_typeset(visit: Visit) -> None:
    raw = "formulas => formulas.filter(formula => !formula.querySelector('mjx-math')).map(formula => formula.textContent)"
    assert visit.page.locator(".math.notranslate").evaluate_all(raw) == []
    assert visit.page.locator("mjx-merror, [data-mjx-error]").all_text_contents() == []


def test_no_formula_stands_in_the_text_as_it_was_typed(visit: Visit) -> None:
    words = visit.page.locator("main").evaluate("""main => {
      const text = (node) => node.nodeType === Node.TEXT_NODE ? node.data
        : node.nodeType === Node.ELEMENT_NODE && !node.matches("pre, code, script, style, mjx-container")
        ? [...node.childNodes].map(text).join("") : "";
      return text(main);
    }""")
    assert [mark for mark in ("$", r"\(", r"\[", r"\frac", r"\pi", r"\sigma", "{eq}", "{numref}", "{cite") if mark in words] == []


def test_charts_are_drawn(visit: Visit) -> None:
    charts = visit.page.locator(".chart-box")
    sizes = charts.evaluate_all("""charts => charts.map(chart => {
      const drawing = chart.querySelector("svg.marks")?.getBoundingClientRect();
      return drawing ? [drawing.width, drawing.height] : [chart.textContent];
    })""")
    assert [size for size in sizes if len(size) != 2 or min(size) < 100] == []
    marks = charts.evaluate_all("""charts => charts.map(chart =>
      chart.querySelectorAll("g[class*=mark-][class*=role-mark] :is(path, line, text, image)").length)""")
    assert [number for number in marks if number < 2] == []


def test_images_are_there(visit: Visit) -> None:
    missing = "images => images.filter(image => !(image.complete && image.naturalWidth)).map(image => image.currentSrc)"
    assert visit.page.locator("img:not([loading=lazy])").evaluate_all(missing) == []
