"""The style sheets of others without what no page uses: what a page or a script does use is there."""

import re
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kuhnbook.sphinx.unused_rules import ICON, cut, used

SHEET = """
/* a remark */ a:hover, .used > .unused { color: red }
.used:not(.unused) [class~=".unused"] { color: blue }
:is(.used, .unused) { color: green }
@media print { .unused { color: red } .used { color: white } }
@supports (display: grid) { .unused { color: red } }
@font-face { font-family: "One" }
"""


def test_rules_for_other_classes_are_dropped() -> None:
    assert used(SHEET, {"used"}) == (
        'a:hover{color: red}.used:not(.unused) [class~=".unused"]{color: blue}:is(.used, .unused){color: green}'
        '@media print {.used{color: white}}@font-face { font-family: "One" }'
    )


def test_every_icon_is_in_the_font_and_no_other(html: Path) -> None:
    fonts = list(html.glob("_static/vendor/fontawesome/*/webfonts/*"))
    (icons,) = html.glob("_static/vendor/fontawesome/*/css/all.min.css")
    rules = icons.read_text(encoding="utf-8")
    shown = {name for path in html.rglob("*.html") for name in re.findall(r"fa-solid (fa-[\w-]+)", path.read_text(encoding="utf-8"))}
    assert len(shown) > 5
    drawn = {code for font in fonts for code in TTFont(font).getBestCmap()}
    assert [name for name in shown if not re.search(rf"\.{name}:{{1,2}}before", rules)] == []
    assert {ord(icon) for icon in ICON.findall(rules)} <= drawn
    assert len(drawn) < 100
    assert [path.name for path in html.glob("_static/**/*.css") if re.search("Awesome.{,2}[56]", path.read_text(encoding="utf-8"))] == []


def test_cutting_a_font_reports_nothing(html: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = shutil.copy(next(html.glob("_static/vendor/fontawesome/*/webfonts/fa-solid*")), tmp_path / "font.ttf")
    caplog.set_level("INFO")
    cut(whole, {ord("a")})
    assert (tmp_path / "font.woff").exists()
    assert caplog.messages == []


def test_what_a_script_makes_has_its_rules(html: Path) -> None:
    rules = "".join(path.read_text(encoding="utf-8") for path in html.glob("_static/styles/*.css"))
    made = (".bs-tooltip-auto", ".tooltip-inner", ".dropdown-menu.show", ".search-button__wrapper.show")
    assert [name for name in made if name not in rules] == []
