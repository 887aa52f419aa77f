"""Every page, served and opened as a file, light and dark: nothing comes from outside, nothing complains, everything is drawn, quickly."""

import functools
import gzip
from pathlib import Path

from visiting import EVERY_PAGE, PAGES, PHONE, Open, Opened, Visit, each

# Of the pages that make test looks at, these are opened from disk, too: with formulas, charts, and what has scripts of its own.
ON_DISK = {"book/index.html", "book/idea.html", "book/nash_equilibrium.html", "book/river.html"}
LONG = "book/nash_equilibrium.html"  # its formulas are on fewer lines where there is room
LINES = "formulas => formulas.reduce((lines, one) => lines + one.querySelectorAll('mjx-itable > *').length, 0)"
WIDE = "formulas => formulas.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.closest('[id]').id)"
WRITTEN = "mjx-container[display=true]:not(.cell_output *, dl.py *)"  # what a program prints may scroll, and so may the reference
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


def missing(visit: Visit) -> dict[str, list[str]]:
    what = "things => things.filter({}).map(thing => thing.outerHTML.slice(0, 150))"
    found = {name: visit.page.locator(things).evaluate_all(what.format(wrong)) for name, (things, wrong) in MISSING.items()}
    return {name: things for name, things in found.items() if things}


@EVERY_PAGE
def test_everything_is_there_and_small_and_nothing_comes_from_another_host(opened: Opened, path: str) -> None:
    """Compressed, as servers send it, a page and all that it loads reach a phone on a slow line in a few seconds."""
    visit = opened(path)
    assert visit.outside + visit.complaints == []
    assert missing(visit) == {}
    assert sum(map(compressed, visit.files())) < 1.5e6


@each(PAGES, shown=ON_DISK)
def test_everything_is_there_from_disk_and_formulas_are_whole_on_a_phone(open_page: Open, opened: Opened, path: str) -> None:
    visit = open_page(path, by="file", color_scheme="dark", viewport=PHONE)
    assert missing(visit) == {}
    assert visit.page.locator(WRITTEN).evaluate_all(WIDE) == []
    if path == LONG:
        assert visit.page.locator(WRITTEN).evaluate_all(LINES) > opened(path).page.locator(WRITTEN).evaluate_all(LINES)


@EVERY_PAGE
def test_no_formula_stands_in_the_text_as_it_was_typed(opened: Opened, path: str) -> None:
    words = (
        opened(path)
        .page.locator("main")
        .evaluate("""main => {
      const text = (node) => node.nodeType === Node.TEXT_NODE ? node.data
        : node.nodeType === Node.ELEMENT_NODE && !node.matches("pre, code, script, style, mjx-container")
        ? [...node.childNodes].map(text).join("") : "";
      return text(main);
    }""")
    )
    assert [mark for mark in ("$", r"\(", r"\[", r"\frac", r"\pi", r"\sigma", "{eq}", "{numref}", "{cite") if mark in words] == []
