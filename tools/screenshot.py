"""Take the README's screenshot of the built book, and store the names of its chapters in the file: ``python tools/screenshot.py``."""

from io import BytesIO
from pathlib import Path

from browser import driver, start
from PIL import Image
from PIL.PngImagePlugin import PngInfo

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / ".github" / "page.png"
PAGE = "book/convergence.html"
FIGURE = "#fig-conv-spiral"
SIZE = {"width": 1280, "height": 1150}  # high enough for all chapters
CHAPTERS = """() => [...document.querySelectorAll("nav.bd-links .caption-number, nav.bd-links a.reference")]
  .map((link) => link.textContent.trim()).filter((title) => /^\\d+\\. /.test(title))"""


def main() -> None:
    with driver() as playwright, start(playwright) as browser:
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto((ROOT / "_build" / "html" / PAGE).as_uri(), wait_until="networkidle")
        page.locator(FIGURE).evaluate("(figure) => figure.scrollIntoView({ block: 'center', behavior: 'instant' })")
        page.locator(f"{FIGURE} svg, {FIGURE} img").first.wait_for()
        page.evaluate("() => { document.querySelector('.bd-sidebar-primary').scrollTop = 0; return document.fonts.ready; }")
        shown = PngInfo()
        shown.add_text("chapters", "\n".join(page.evaluate(CHAPTERS)))
        Image.open(BytesIO(page.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE).save(PICTURE, optimize=True, pnginfo=shown)


if __name__ == "__main__":
    main()
