"""Readers who make the text half as large again, in their browser's settings, can read and use every page."""

from visiting import DESK, DRAWN, EVERY_PAGE, PHONE, Opened

LARGE, USUAL = {"standard": 24, "fixed": 20}, {"standard": 16, "fixed": 13}  # pixels

# What does not fit: a page that scrolls sideways, buttons outside of it, words that are cut off where nothing scrolls,
# and notes that stick out of what they belong to: the captions of widgets, above tables that scroll.
CUT_OFF = """() => {
  const wide = innerWidth + 1;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length;
  const scrolls = (box) => box && (["auto", "scroll"].includes(getComputedStyle(box).overflowX) || scrolls(box.parentElement));
  const name = (element) => `${element.localName}.${element.getAttribute("class") ?? ""}: ${element.textContent.trim().slice(0, 30)}`;
  const controls = [...document.querySelectorAll("main :is(button, select, input, summary)")];
  const buttons = controls.filter((control) => seen(control) && !scrolls(control));
  const out = buttons.filter((button) => { const { left, right } = button.getBoundingClientRect(); return left < -1 || right > wide; });
  const burst = buttons.filter((button) => button.localName === "button" && button.scrollWidth > button.clientWidth + 1);
  const clips = [...document.querySelectorAll("article *")].filter((box) => ["hidden", "clip"].includes(getComputedStyle(box).overflowX));
  const cut = clips.filter((box) => seen(box) && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1 && !scrolls(box));
  const notes = [...document.querySelectorAll(".kuhncfr-widget caption, .search-button__kbd-shortcut")].filter(seen).filter((note) => {
    const [{ left, right }, room] = [note.getBoundingClientRect(), note.parentElement.closest(":not(table)").getBoundingClientRect()];
    return left < room.left - 1 || right > room.right + 1;
  });
  const page = document.documentElement.scrollWidth > wide ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  return [...page, ...[...out, ...burst, ...cut, ...notes].map(name)];
}"""


@EVERY_PAGE
def test_nothing_is_cut_off(opened: Opened, path: str) -> None:
    visit, found = opened(path), {}
    with visit.devtools() as devtools:
        devtools.send("Page.setFontSizes", {"fontSizes": LARGE})
        visit.page.evaluate(DRAWN)
        assert visit.page.evaluate("parseFloat(getComputedStyle(document.querySelector('p, a')).fontSize)") > 20
        for viewport in (DESK, PHONE):
            visit.resize(viewport)
            found[viewport["width"]] = visit.page.evaluate(CUT_OFF)
        devtools.send("Page.setFontSizes", {"fontSizes": USUAL})  # or the next test would find them large until it changes the window
    assert found == {DESK["width"]: [], PHONE["width"]: []}
