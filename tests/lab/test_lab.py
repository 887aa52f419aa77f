"""Whoever opens a chapter in JupyterLab sees a chapter: no markup, folded solutions, live charts and widgets, all offline."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from live import Lab, Server
from nbformat import NotebookNode
from playwright.sync_api import expect

from tools.browser import NoBrowser, driver, start
from tools.lab import BUILT, MISSING, installed

FILES = sorted(path.name for path in BUILT.glob("*") if path.is_file()) or ["not built"]
NOTEBOOKS = [name for name in FILES if name.endswith(".ipynb")]
QUICK = "one_bet_kuhn.ipynb"
# Together they have every kind of component; make test-pages looks at the others.
SHOWN = {QUICK, "nash_equilibrium.ipynb", "subgames.ipynb", "notation.md"}
EVERY_FILE = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.pages) for name in FILES]
CHART = "application/vnd.vegalite.v5+json"

RAW = re.compile(
    r"\{[a-z]+(?::[a-z]+)?\}`"  # a role
    r"|:::|```|~~~|\$\$"  # a directive or a formula
    r"|^\([a-z]+-[\w-]+\)=|^:(?:label|class|name):"  # a label or an option
    r"|\b(?:sec|eq|fig|ex|sol|thm|tab|def)-[a-z]+-?[a-z]",  # the name of a label
    re.MULTILINE,
)
DIRECTIVE = re.compile(r"^[`:~]{3,}\{([\w:-]+)\}", re.MULTILINE)
ADDRESS = re.compile(r"https?://\S+")  # in the list of references; what stands in one is no label
TEXT = """() => [...shown.node.querySelectorAll(".myst")].map((text) => {
  const copy = text.cloneNode(true);
  for (const element of copy.querySelectorAll("code, .katex, .katex-display")) element.remove();
  return copy.textContent;
}).join("\\n")"""
SEEN = """() => shown.content.widgets.map((cell) => ({
  id: cell.model.id,
  hidden: cell.isHidden,
  folded: [cell.inputHidden, cell.outputHidden ?? true],
  text: cell.node.textContent,
  charts: cell.node.querySelectorAll(".vega-embed svg.marks").length,
}))"""
BROKEN = """() => [...shown.node.querySelectorAll('.myst a.hover-link[href^="#"]')].map((link) => link.hash.slice(1))
  .filter((name) => ![...shown.node.querySelectorAll("[id]")].some((element) => element.id === name))"""
HINTS = """() => shown.content.widgets.map((cell) => cell.outputHidden && cell.getOutputPlaceholderText() || "")"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, html: Path) -> Iterator[Lab]:
    if not installed():
        pytest.fail(MISSING, pytrace=False)
    server = Server(tmp_path_factory.mktemp("jupyter"))
    try:
        with driver() as playwright, start(playwright) as browser:
            yield Lab.begin(browser, server.address, viewport={"width": 1280, "height": 1000}).welcome()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    finally:
        server.stop()


@pytest.fixture(autouse=True)
def nothing_from_outside(lab: Lab) -> Iterator[None]:
    yield
    assert lab.outside == []


def built(name: str) -> NotebookNode:
    return nbformat.read(BUILT / name, as_version=4)


def test_it_opens_on_a_page_whose_chapters_open_on_click(lab: Lab, root: Path) -> None:
    links = lab.page.locator(".jp-MarkdownViewer a")
    assert links.count() >= len(list((root / "book").glob("*.ipynb")))
    lab.page.locator(".jp-MarkdownViewer").get_by_role("link", name="Solving a part").click()
    assert lab.page.locator(".jp-NotebookPanel h1").text_content().startswith("Solving a part")
    assert set(lab.page.locator(".jp-DirListing-itemText").all_inner_texts()) == {*FILES, "kuhnbook"}


@pytest.mark.parametrize("name", EVERY_FILE)
def test_what_is_shown_is_no_markup(lab: Lab, name: str) -> None:
    """Nor the name of a label or of a citation; solutions are folded; each stored chart is drawn; links within the file lead somewhere.

    To look is not to change: who closes a chapter is not asked to save it.
    """
    lab.open(name)
    text = ADDRESS.sub("", lab.ask(TEXT))
    assert [match[0] for match in RAW.finditer(text)] == []
    keys = re.findall(r"^@\w+\{(\w+),", (BUILT.parent.parent / "book" / "references.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert [key for key in keys if re.search(rf"\b{key}\b", text)] == []
    assert lab.ask(BROKEN) == []
    if name not in NOTEBOOKS:
        return
    hints = lab.ask(HINTS)
    assert "<div" not in "".join(hints)
    to_guess = [number for number, cell in enumerate(built(name).cells) if "guess" in cell.metadata.get("tags", [])]
    assert [hints[number].strip() for number in to_guess] == [""] * len(to_guess)
    answers = sum(cell.id.endswith("-answer") for cell in built(name).cells)
    assert lab.ask("() => shown.node.querySelectorAll('.jp-MarkdownCell .jp-InputPlaceholder').length") == answers
    cells = {cell["id"]: cell for cell in lab.ask(SEEN)}
    inside = False
    for cell in built(name).cells:
        seen = cells[cell.id]
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            inside = cell.source == "#### Solution"
        elif cell.cell_type == "markdown" and re.match(r"\([\w-]+\)=\n#", cell.source):
            inside = False
        elif inside:
            assert seen["hidden"], cell.source
            assert cell.cell_type == "markdown" or seen["folded"] == [True, True]
        elif cell.cell_type == "code" and not seen["folded"][1]:
            assert seen["charts"] == sum(CHART in output.get("data", {}) for output in cell.outputs)
    assert not lab.ask("() => shown.context.model.dirty")


def components(name: str) -> set[str]:
    """The directives of a file's text, and the kinds of its outputs."""
    if name not in NOTEBOOKS:
        return {"text alone"}
    cells = built(name).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return {kind for output in outputs for kind in output.get("data", [output.output_type])} | set(DIRECTIVE.findall(text))


def test_a_widget_that_is_not_there_is_not_spoken_of() -> None:
    assert [name for name in FILES if "{kuhn-" in (BUILT / name).read_text(encoding="utf-8")] == []
    text = "\n".join(cell.source for cell in built("flows.ipynb").cells)
    assert "Click in the square" not in text
    assert "Let CFR play only the two choices that mix" in text  # which comes next


def test_every_kind_of_component_is_shown() -> None:
    everywhere = {(kind, name) for name in FILES for kind in components(name)}
    shown = {kind for name in SHOWN for kind in components(name)}
    assert {CHART, "image/png", "text/html", "prf:theorem", "dropdown"} <= shown
    assert {(kind, name) for kind, name in everywhere if kind not in shown} == set()


def test_every_reference_is_told_once() -> None:
    text = (BUILT / "bibliography.md").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^\*\*\[(.+)\]\*\* (.+)$", text, re.MULTILINE))
    assert len(entries) > 20
    assert [label for label, words in entries.items() if re.search(rf"\b{re.escape(label)}(?!\w)", words)] == []


@pytest.mark.parametrize(
    ("name", "button"), [pytest.param("play.ipynb", "Bet", marks=pytest.mark.pages), ("stepper.ipynb", "Next iteration")]
)
def test_widgets_are_alive(lab: Lab, name: str, button: str) -> None:
    """Once its cell is run, a widget answers a click."""
    lab.open(name, start=True)
    lab.run_all()
    status = lab.page.locator(".jp-OutputArea").get_by_role("status")
    expect(status).to_be_visible()
    before = status.inner_text()
    lab.page.locator(".jp-OutputArea").get_by_role("button", name=button).first.click()
    expect(status).not_to_have_text(before)
