"""The pages on which make test checks what must hold on every page have every kind of component of the whole book."""

import re

from built import HTML
from lxml import html as parser
from visiting import PAGES, SHOWN

BLOCKS = "article button caption details div dl figcaption figure img input ol pre section select svg table ul"
CONTROL = re.compile(r'"bind":\{"input":"(\w+)"')  # of a chart, which draws it when the page is open
ALIKE = re.compile(r"\.(?:highlight-.*|tag_.*)")  # the language of a listing; tags of cells, whose folds have classes of their own


def components(path: str) -> set[str]:
    """The blocks of an article with each of their classes, its widgets, and the controls of its charts."""
    text = (HTML / path).read_text(encoding="utf-8")
    scripts = HTML.glob(f"_static/charts/{path.rpartition('/')[2].replace('html', 'js')}")  # one, or none
    found = {f"control {kind}" for script in scripts for kind in CONTROL.findall(script.read_text(encoding="utf-8"))}
    for article in parser.document_fromstring(text).iter("article"):
        for block in article.iter(*BLOCKS.split()):
            found |= {f"{block.tag}.{name}" for name in block.get("class", "").split()}
            found |= {f"widget {block.get('data-widget')}"} if block.get("data-widget") else {block.tag}
    return {kind for kind in found if not ALIKE.search(kind)}


def test_every_kind_of_component_is_shown() -> None:
    everywhere = {(kind, path) for path in PAGES for kind in components(path)}
    shown = {kind for path in SHOWN for kind in components(path)}
    assert {"details.sd-dropdown", "div.exercise", "div.theorem", "table.dataframe", "widget play", "control range"} <= shown
    assert {(kind, path) for kind, path in everywhere if kind not in shown} == set()
