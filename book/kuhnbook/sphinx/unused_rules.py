"""Take the rules that no page uses out of the style sheets of themes and extensions, and the icons that none shows out of their fonts."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import tinycss2  # a dependency of nbconvert
from fontTools import subset  # a dependency of Matplotlib
from sphinx.application import Sphinx

BOOK = Path(__file__).parents[2]
OURS = {path.name for folder in ("assets", "vendor", "kuhnbook") for path in (BOOK / folder).rglob("*.css")} | {"kuhncfr.css"}
ICONS = "vendor/fontawesome/*/webfonts/*.ttf"
FAMILY = re.compile(r'"Font Awesome [56] (\w+)"|Font Awesome\\ [56] (\w+)|(?<=font-family:)FontAwesome')
NEVER_DROPPED = {"bs-tooltip-auto"}  # put together by a script

ATTRIBUTE = re.compile(r'class="([^"]*)"')
WORD = re.compile(r"[\w-]+")
SELECTORS = re.compile(r"(?:[^,(\[]|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])+")  # between commas outside of brackets
INNER = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
ICON = re.compile(r"[\ue000-\uf8ff]")  # characters for private use

logging.getLogger("fontTools").setLevel(logging.WARNING)  # the theme's accessible-pygments prints all that is reported


def names(site: Path) -> set[str]:
    """The classes in the pages, and all words of the scripts, which may add others."""
    pages = (path.read_text(encoding="utf-8") for path in site.rglob("*.html") if "_static" not in path.parts)
    scripts = (path.read_text(encoding="utf-8") for folder in ("_static", "_static/scripts") for path in (site / folder).glob("*.js"))
    classes = {name for page in pages for attribute in ATTRIBUTE.findall(page) for name in attribute.split()}
    return classes.union(NEVER_DROPPED, *(WORD.findall(script) for script in scripts))


def used(sheet: str, classes: set[str]) -> str:
    """Return the rules of a style sheet that ask for no other classes than these, and its licence.

    Examples
    --------
    >>> used("/*! MIT */ a.one, a.two { color: red } @media print { .two { color: blue } }", {"one"})
    '/*! MIT */a.one{color: red}'
    """
    return "".join(kept(tinycss2.parse_stylesheet(sheet, skip_whitespace=True), classes))


def kept(rules: list[tinycss2.ast.Node], classes: set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [one for one in SELECTORS.findall(written(rule.prelude)) if classes.issuperset(CLASS.findall(INNER.sub("", one)))]
            yield f"{','.join(map(str.strip, selectors))}{{{written(rule.content)}}}" if selectors else ""
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(kept(tinycss2.parse_rule_list(rule.content, skip_whitespace=True), classes))
            yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}" if inner else ""
        elif rule.type != "comment" or rule.value.startswith("!"):
            yield rule.serialize()


def written(tokens: list[tinycss2.ast.Node]) -> str:
    return tinycss2.serialize(tokens).strip()


def drop_unused_rules(app: Sphinx) -> None:
    static = Path(app.outdir, "_static")
    classes = names(Path(app.outdir))
    sheets = [path for path in static.rglob("*.css") if path.name not in OURS]
    for sheet in sheets:
        # The licence reserves the fonts' name, so a reduced font needs another.
        text = FAMILY.sub(r'"Icons \1\2"', used(sheet.read_text(encoding="utf-8"), classes))
        sheet.write_text(text.replace('.woff2) format("woff2")', '.woff) format("woff")'), encoding="utf-8")
    shown = {ord(icon) for sheet in sheets for icon in ICON.findall(sheet.read_text(encoding="utf-8"))}
    for font in static.glob(ICONS):
        cut(font, shown)


def cut(file: Path, codes: set[int]) -> None:
    """Write a font with these characters beside the one in `file`."""
    options = subset.Options(name_IDs=[], hinting=False, flavor="woff")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    with subset.load_font(str(file), options) as font:
        subsetter.subset(font)
        subset.save_font(font, str(file.with_suffix(".woff")), options)
