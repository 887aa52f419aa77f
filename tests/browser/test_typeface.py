"""The pages' own typeface is what every reader sees: it holds every character and every weight, and nothing comes from the system."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from test_stepper import CLASHES_OF_MANY
from test_stepper import PAGE as STEPPER
from visiting import EVERY_PAGE, HTML_FILES, Visit

Open = Callable[..., Visit]
Runs = dict[str, str]  # "family|style|weight" -> the characters that are set in it

FONTS = Path("book", "vendor", "fonts")
SANS, MONO = "Inter", "Fira Code"
FILES = {SANS: "Inter Variable", MONO: "Fira Code Light"}  # what the fonts call themselves
INDEX = "book/index.html"
ENOUGH = 250_000  # bytes, all fonts together

# What each font is asked for, by texts and by what style sheets put before and after elements. Formulas and icons have their own fonts.
RUNS = r"""() => {
  const runs = new Map();
  const add = ({ fontFamily, fontStyle, fontWeight }, text) => {
    const name = [fontFamily, fontStyle, fontWeight].join("|");
    if (!runs.has(name)) runs.set(name, new Set());
    for (const character of text) if (!/\s/.test(character)) runs.get(name).add(character);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const others = "script, style, noscript, mjx-container, .fa-solid, .fa-brands";
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (textContent.trim() && !parentElement.closest(others)) add(getComputedStyle(parentElement), textContent);
  }
  for (const element of document.querySelectorAll("body *:not(mjx-container *)")) {
    for (const side of ["::before", "::after"]) {
      const style = getComputedStyle(element, side);
      if (/^".+"$/.test(style.content) && !/^"?Icons /.test(style.fontFamily)) add(style, style.content.slice(1, -1));
    }
  }
  const some = [...runs].filter(([, characters]) => characters.size);
  return Object.fromEntries(some.map(([name, characters]) => [name, [...characters].join("")]));
}"""
# The same characters again, in one element for each font, so that the browser can be asked which files it took them from.
SPECIMENS = """(runs) => {
  const specimens = document.createElement("div");
  for (const [name, characters] of Object.entries(runs)) {
    const [fontFamily, fontStyle, fontWeight] = name.split("|");
    const specimen = document.createElement("p");
    specimen.className = "specimen";
    Object.assign(specimen.style, { fontFamily, fontStyle, fontWeight });
    specimen.textContent = characters;
    specimens.append(specimen);
  }
  document.body.append(specimens);
  return specimens;
}"""


@pytest.fixture(scope="module")
def covered(root: Path) -> dict[tuple[str, str], set[str]]:
    """The characters of each font: its rule for style sheets names them, which is written when it is cut."""
    fonts = {}
    for sheet in (root / FONTS).glob("*.css"):
        rule = sheet.read_text(encoding="utf-8")
        values = dict(re.findall(r"([\w-]+): (.+);", rule))
        bounds = [[int(code, 16) for code in span.removeprefix("U+").split("-")] for span in values["unicode-range"].split(", ")]
        characters = {chr(code) for first, *last in bounds for code in range(first, (last or [first])[0] + 1)}
        fonts[values["font-family"].strip('"'), values["font-style"]] = characters
    return fonts


def test_the_fonts_are_small(root: Path) -> None:
    assert sum(file.stat().st_size for file in (root / FONTS).glob("*.woff2")) <= ENOUGH


@EVERY_PAGE
def test_every_character_comes_from_our_fonts(opened: Callable[[str, str], Visit], path: str) -> None:
    visit = opened(path, "http")  # the browser's own tools load a page from disk again, and complain of it on the console
    runs: Runs = visit.page.evaluate(RUNS)
    assert [name for name in runs if not 400 <= float(name.rpartition("|")[2]) <= 700] == []
    assert used(visit, runs) <= set(FILES.values())


def used(visit: Visit, runs: Runs) -> set[str]:
    """The fonts that the browser really draws these characters with; one of the system does not count as ours if it has the same name."""
    specimens = visit.page.evaluate_handle(SPECIMENS, runs)
    with visit.devtools() as devtools:
        for domain in ("DOM", "CSS"):
            devtools.send(f"{domain}.enable")
        root = devtools.send("DOM.getDocument")["root"]["nodeId"]
        nodes = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": ".specimen"})["nodeIds"]
        fonts = [font for node in nodes for font in devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]
    specimens.evaluate("specimens => specimens.remove()")
    assert len(nodes) == len(runs)
    return {font["familyName"] if font["isCustomFont"] else f"the system's {font['familyName']}" for font in fonts}


def test_what_pages_may_yet_say_is_covered_too(covered: dict[tuple[str, str], set[str]], root: Path) -> None:
    """Tooltips and widgets say more than they show at first; what they may say stands in the pages and in the scripts."""
    sources = [*HTML_FILES, *(root / "book" / "assets").glob("*.[jc]s*"), *(root / "book" / "kuhnbook" / "widgets").rglob("*.[jc]s*")]
    said = {character for source in sources for character in source.read_text(encoding="utf-8") if not character.isspace()}
    assert said - covered[SANS, "normal"] - covered[MONO, "normal"] == set()
    assert said - covered[SANS, "normal"] <= {chr(code) for code in range(0x2500, 0x2580)}  # frames of tables, in code


def test_without_the_fonts_the_tree_can_be_read(open_page: Open) -> None:
    """Where a reader's browser refuses fonts, the tree measures what stands in for them."""
    visit = open_page(INDEX)
    visit.page.route("**/*.woff2", lambda route: route.abort())
    visit.load(STEPPER)
    assert visit.page.get_by_role("button", name="Next iteration", exact=True).evaluate(CLASHES_OF_MANY, 10) == []
    assert not visit.page.evaluate("[...document.fonts].some(({ family, status }) => /Inter/.test(family) && status === 'loaded')")
    visit.complaints.clear()  # about the fonts that did not come
