"""The pages' own typeface is what every reader sees: it holds every character and every weight, and nothing comes from the system."""

import re
from pathlib import Path

import pytest
from lxml import html as parser
from visiting import EVERY_PAGE, HTML_FILES, Opened

FONTS = Path("book", "vendor", "fonts")
SANS, MONO = "Inter", "Fira Code"

# The families and weights that texts are set in. Formulas and icons have their own fonts.
LOOKS = """() => {
  const others = "script, style, noscript, mjx-container *, .fa-solid, .fa-brands";
  const written = (box) => [...box.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const looks = [...document.querySelectorAll(`body *:not(${others})`)].filter(written).map((box) => getComputedStyle(box));
  return looks.map(({ fontFamily, fontWeight }) => [fontFamily.split(",")[0].replaceAll('"', ""), Number(fontWeight)]);
}"""
LOADED = "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('\"', ''))"


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


@EVERY_PAGE
def test_every_text_is_set_in_our_fonts(opened: Opened, path: str) -> None:
    """That a font is missing, the console says (test_offline.py); which are there depends on what is in a menu."""
    page = opened(path).page
    families, weights = map(set, zip(*page.evaluate(LOOKS), strict=True))
    assert SANS in page.evaluate(LOADED)
    assert families <= {SANS, MONO}
    assert 400 <= min(weights) <= max(weights) <= 700


def test_what_pages_may_yet_say_is_covered_too(covered: dict[tuple[str, str], set[str]], root: Path) -> None:
    """Tooltips and widgets say more than they show at first; what they may say stands in the pages and in the scripts."""
    sources = [*HTML_FILES, *(root / "book" / "assets").glob("*.[jc]s*"), *(root / "book" / "kuhnbook" / "widgets").rglob("*.[jc]s*")]
    said = {character for source in sources for character in source.read_text(encoding="utf-8") if not character.isspace()}
    assert said - covered[SANS, "normal"] <= {chr(code) for code in range(0x2500, 0x2580)}  # frames of tables, in code
    assert covered[SANS, "normal"] == covered[SANS, "italic"]
    pages = (parser.document_fromstring(path.read_bytes(), parser=parser.HTMLParser(encoding="utf-8")) for path in HTML_FILES)
    code = {character for page in pages for listing in page.iter("code", "pre", "kbd") for character in listing.text_content()}
    assert code - covered[MONO, "normal"] <= {"\n", "\t"}
