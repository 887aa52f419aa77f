"""Every page, served and opened as a file, light and dark: nothing comes from outside, nothing complains, everything is drawn, quickly."""

import functools
import gzip
from pathlib import Path

import pytest
from visiting import PAGES, SHOWN, Opened, Visit

# Of the pages that make test looks at, these are opened from disk, too: with formulas, charts, and what has scripts of its own.
ON_DISK = {"book/index.html", "book/idea.html", "book/nash_equilibrium.html", "book/river.html"}
pytestmark = pytest.mark.parametrize(
    ("path", "way"),
    [
        pytest.param(page, way, id=f"{page.removeprefix('book/')}-{way}", marks=[] if page in shown else pytest.mark.pages)
        for way, shown in (("http", SHOWN), ("file", ON_DISK))
        for page in PAGES
    ],
)


# What of the page is not there: which elements, and whether one of them is.
MISSING = {
    "formulas": (".math.notranslate", "formula => !formula.querySelector('mjx-math')"),
    "right formulas": ("mjx-merror, [data-mjx-error]", "() => true"),
    "charts": (".chart-box", "chart => !(chart.querySelector('svg.marks')?.clientWidth >= 100)"),
    "marks": (".chart-box", "chart => chart.querySelectorAll('.role-mark :is(path, line, text, image)').length < 2"),
    "images": ("img:not([loading=lazy])", "image => !(image.complete && image.naturalWidth)"),
}


@functools.cache
def compressed(file: Path) -> int:
    """Bytes; most files are loaded by every page."""
    return len(gzip.compress(file.read_bytes()))


@pytest.fixture
def visit(opened: Opened, path: str, way: str) -> Visit:
    return opened(path, way)


def test_nothing_is_asked_of_another_host_or_stands_on_the_console(visit: Visit) -> None:
    assert visit.outside + visit.complaints == []


def test_the_page_and_all_that_it_loads_are_small(visit: Visit) -> None:
    """Compressed, as servers send it; a phone on a slow line gets it in a few seconds."""
    assert sum(map(compressed, visit.files())) < 1.5e6


def test_everything_is_drawn(visit: Visit) -> None:
    what = "things => things.filter({}).map(thing => thing.outerHTML.slice(0, 150))"
    found = {name: visit.page.locator(things).evaluate_all(what.format(wrong)) for name, (things, wrong) in MISSING.items()}
    assert {name: things for name, things in found.items() if things} == {}


def test_no_formula_stands_in_the_text_as_it_was_typed(visit: Visit) -> None:
    words = visit.page.locator("main").evaluate("""main => {
      const text = (node) => node.nodeType === Node.TEXT_NODE ? node.data
        : node.nodeType === Node.ELEMENT_NODE && !node.matches("pre, code, script, style, mjx-container")
        ? [...node.childNodes].map(text).join("") : "";
      return text(main);
    }""")
    assert [mark for mark in ("$", r"\(", r"\[", r"\frac", r"\pi", r"\sigma", "{eq}", "{numref}", "{cite") if mark in words] == []
