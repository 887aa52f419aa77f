"""The concept map: the chapters below each other, and a line from each to those that need it.

A line leaves a chapter's box at the bottom of its left edge and runs down beside the boxes. Where another chapter needs it there is a dot
on it, and from the dots of a chapter an arrow leads into the top of its box. So the drawing is narrow enough for a phone, however many
chapters there are, and lines that cross without a dot have nothing to do with each other.
"""

import textwrap
from html import escape

from .chapters import Chapter

WIDTH = 360
ROW, BOX = 52, 42  # the height of a row, and of the box in it
LANE = 15  # from one line to the next
IN, OUT = -9, 9  # where arrows enter a box, and lines leave it, from its middle
LETTER = 7.8  # a generous width, for the drawing must do in any typeface
ROUND = 7


def lanes(book: list[Chapter]) -> dict[str, tuple[int, int]]:
    """For each chapter that others need, the lane of its line and the row where it ends."""
    ends = {need: row for row, chapter in enumerate(book) for need in chapter.needs}
    taken: list[int] = []  # the row where each lane is free again
    found = {}
    for row, chapter in enumerate(book):
        if chapter.name in ends:
            lane = next((lane for lane, free in enumerate(taken) if free <= row), len(taken))
            taken[lane : lane + 1] = [ends[chapter.name]]
            found[chapter.name] = lane, ends[chapter.name]
    return found


def drawing(book: list[Chapter]) -> str:
    """Return the map as SVG."""
    found = lanes(book)
    left = LANE * (1 + max(lane for lane, _ in found.values())) + 22
    shapes = [shape for row, chapter in enumerate(book) for shape in arrow(chapter, row, found, left)]
    shapes += [line(chapter.name, row, found[chapter.name], left) for row, chapter in enumerate(book) if chapter.name in found]
    shapes += [dot(chapter.name, need, row, found[need][0]) for row, chapter in enumerate(book) for need in chapter.needs]
    shapes += [box(chapter, row, left) for row, chapter in enumerate(book)]
    said = f"Concept map: {len(book)} chapters below each other, and lines from each to those that need it. The list below says the same."
    height = ROW * len(book)
    return f'<svg class="concept-map" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">\n' + "\n".join(shapes) + "\n</svg>"


def middle(row: int) -> int:
    return ROW * row + ROW // 2


def place(lane: int) -> int:
    return LANE * lane + 8


def arrow(chapter: Chapter, row: int, found: dict[str, tuple[int, int]], left: int) -> list[str]:
    """From the leftmost dot of a chapter into its box; nothing, if it needs none."""
    if not chapter.needs:
        return []
    start, y = min(place(found[need][0]) for need in chapter.needs), middle(row) + IN
    return [f'<path class="need" d="M{start} {y}H{left - 5}"/><path class="tip" d="M{left} {y}l-8 -4v8z"/>']


def line(name: str, row: int, lane: tuple[int, int], left: int) -> str:
    """From a chapter's box down to the last chapter that needs it; the wider line below it parts it from what it crosses."""
    x, y, end = place(lane[0]), middle(row) + OUT, middle(lane[1]) + IN
    path = f"M{left} {y}H{x + ROUND}Q{x} {y} {x} {y + ROUND}V{end}"
    return f'<path class="gap" d="{path}"/><path class="line" data-chapter="{name}" d="{path}"/>'


def dot(name: str, need: str, row: int, lane: int) -> str:
    return f'<circle data-chapter="{name}" data-needs="{need}" cx="{place(lane)}" cy="{middle(row) + IN}" r="4.5"/>'


def box(chapter: Chapter, row: int, left: int) -> str:
    """A chapter's number and title; the box of an optional one is dashed, and says so."""
    words = f"{row + 1}. {chapter.title}" + (" (optional)" if chapter.optional else "")
    lines = textwrap.wrap(words, int((WIDTH - left - 16) / LETTER))
    top = middle(row) + 4.5 - 8 * (len(lines) - 1)
    texts = [f'<text x="{left + 9}" y="{top + 16 * number}">{escape(words)}</text>' for number, words in enumerate(lines)]
    kind = "optional" if chapter.optional else "core"
    frame = f'<rect x="{left}" y="{middle(row) - BOX // 2}" width="{WIDTH - left - 1}" height="{BOX}" rx="5"/>'
    return f'<g class="{kind}" data-chapter="{chapter.name}">{frame}{"".join(texts)}</g>'
