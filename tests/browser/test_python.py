"""Python in its pages: programs are written, run, stopped and stored, in a page that is served and in one opened from disk."""

import json
from pathlib import Path

import pytest
import written_here
from axe import complaints
from playwright.sync_api import Locator, Page, expect
from visiting import DESK, PHONE, TOO_SMALL, Open, Visit

PAGE, UNFOLDED = "book/subgames.html", "book/cfr.html"
MINUTE = 60_000
RUNTIME = "python/runtime.js"
AFTER_A_RUN = """box => {
  const [status, output] = box.querySelectorAll("[role=status], pre");
  Object.assign(status, { textContent: "All checks passed.", className: "passed" });
  Object.assign(output, { textContent: "x".repeat(200), hidden: false });
}"""


class Box:
    """A box in which readers write Python."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.locator(".kuhncfr-python").filter(has=page.get_by_text("Write it here"))
        self.editor, self.output = self.box.get_by_role("textbox"), self.box.get_by_role("group", name="Output")

    def open(self) -> "Box":
        if self.box.locator("details[open]").count() == 0:
            self.box.locator("summary").click()
        expect(self.editor).to_be_visible()
        return self

    def write(self, program: str) -> None:
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(program)

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name, exact=True).click()

    def status(self) -> Locator:
        return self.box.get_by_role("status")

    def checked(self, program: str) -> str:
        """Run a program; return what is said of it and printed."""
        self.write(program)
        self.press("Run checks")
        expect(self.status()).to_contain_text("s)", timeout=MINUTE)
        return f"{self.status().inner_text()}\n{self.output.text_content()}"


def written(page: Page) -> Box:
    return Box(page).open()


def fetched(visit: Visit, name: str) -> bool:
    return any(address.partition("?")[0].endswith(name) for address in visit.requests)


def test_a_program_is_written_checked_and_stopped(open_page: Open) -> None:
    visit = open_page(UNFOLDED, drawn=False)
    box = written(visit.page)
    assert not fetched(visit, RUNTIME)
    assert box.checked(written_here.CFR).startswith("All checks passed")
    assert fetched(visit, RUNTIME)
    box.write("while True:\n    print(1)")
    box.press("Run checks")
    expect(box.status()).to_have_text("Running ...")
    box.press("Stop")
    expect(box.status()).to_have_text("Stopped.")
    expect(box.box.get_by_role("button", name="Run checks")).to_be_focused()


@pytest.mark.pages
@pytest.mark.parametrize("by", ["http", "file"])
@pytest.mark.parametrize("chapter", ["regret_matching", "exploitability", "sampling", "three_players"])
def test_the_solutions_of_the_book_pass(open_page: Open, chapter: str, by: str) -> None:
    box = written(open_page(f"book/{chapter}.html", by=by).page)
    assert box.checked(written_here.RIGHT[chapter]).startswith("All checks passed")


@pytest.mark.pages
def test_a_program_that_does_not_end_is_stopped_after_a_minute(open_page: Open) -> None:
    page = open_page(UNFOLDED, drawn=False).page
    page.clock.install()
    box = written(page)
    box.write("while True:\n    print(1)")
    box.press("Run checks")
    expect(box.status()).to_have_text("Running ...", timeout=MINUTE)
    page.clock.run_for(59_000)
    expect(box.status()).to_have_text("Running ...")
    page.clock.run_for(1_500)
    expect(box.status()).to_have_text("Stopped after 60 seconds. Does it end?")


def test_the_keyboard_opens_writes_and_leaves(shared: Open) -> None:
    visit = shared("http", drawn=False)
    page = visit.page
    box = Box(page)
    assert not fetched(visit, "codemirror.js")
    box.box.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(box.editor).to_be_visible()
    page.keyboard.press("Tab")
    expect(box.editor).to_be_focused()
    assert "Escape, then Tab, leaves the editor" in str(box.editor.get_attribute("aria-label"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("for k in 1, 2:")
    page.keyboard.press("Enter")
    page.keyboard.type("print(k)")
    expect(box.editor.locator(".cm-line").last).to_have_text("    print(k)")  # indented by itself
    page.keyboard.press("Tab")
    expect(box.editor).to_be_focused()
    expect(box.editor.locator(".cm-line").last).to_have_text("        print(k)")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(box.box.get_by_role("button", name="Run checks")).to_be_focused()
    page.emulate_media(media="print")
    expect(box.box).to_be_hidden()  # on paper, the exercise alone
    page.emulate_media(media="screen")


def test_what_was_written_stays_and_can_be_reset_and_saved(shared: Open, tmp_path: Path) -> None:
    visit = shared("http", drawn=False)
    box = written(visit.page)
    box.write("print('mine')  # <b> & \\")
    visit.load(PAGE, drawn=False)
    box = written(visit.page)
    expect(box.editor).to_have_text("print('mine')  # <b> & \\")
    with visit.page.expect_download() as download:
        box.press("Save as .py")
    download.value.save_as(tmp_path / "mine.py")
    assert download.value.suggested_filename == "gadget.py"
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == "print('mine')  # <b> & \\"
    box.press("Reset")
    begun = json.loads(box.box.locator("script").text_content() or "")["code"].split("\n")
    assert box.editor.locator(".cm-line").all_text_contents()[:20] == begun[:20]  # the editor draws what is in view
    box.editor.click()
    visit.page.keyboard.press("ControlOrMeta+Z")
    expect(box.editor).to_have_text("print('mine')  # <b> & \\")


def test_an_open_box_fits_and_everybody_can_use_it(shared: Open) -> None:
    visit = shared("http", drawn=False)
    page = visit.page
    box = written(page)
    box.write(written_here.CFR + '\nx = 1.5  # a number\ny = "text"')
    box.box.evaluate(AFTER_A_RUN)
    for viewport in (DESK, PHONE):
        visit.resize(viewport)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert box.box.get_by_role("button").evaluate_all(TOO_SMALL) == []
    assert complaints(visit, box.box) == []
