"""The concept map: the chapters below each other, and a line from each to those that need it.

A line leaves a chapter's box at the bottom of its left edge and runs down beside the boxes. Where another chapter needs it there is a dot
on it, and from the dots of a chapter an arrow leads into the top of its box. So the drawing is narrow enough for a phone, however many
chapters there are, and lines that cross without a dot have nothing to do with each other.
"""

import textwrap
from collections.abc import Iterator
from html import escape

from .chapters import Chapter

SAID = "Concept map: {} chapters from top to bottom, with lines from each to those that need it. The list below says the same."
WIDTH = 360
LANE = 14  # from one line to the next
LETTER = 7.7  # a generous width, for the drawing must do in any typeface
TEXT = 17  # from one line of text to the next
SMALLEST, AROUND, BETWEEN = 42, 10, 10  # height of a box; around its text; between boxes
IN, OUT = -9, 9  # where arrows enter a box, and lines leave it, from its middle
ROUND = 7


class Map:
    """The drawing; `lanes` has, for each chapter that others need, the lane of its line and the row where it ends."""

    def __init__(self, book: list[Chapter]) -> None:
        self.book = book
        self.lanes = lanes(book)
        self.left = LANE * (1 + max(lane for lane, _ in self.lanes.values())) + 22
        letters = int((WIDTH - self.left - 16) / LETTER)
        self.titles = [textwrap.wrap(title(chapter, number), letters) for number, chapter in enumerate(book, 1)]
        self.heights = [max(SMALLEST, TEXT * len(lines) + AROUND) for lines in self.titles]

    def svg(self) -> str:
        shapes = [*self.arrows(), *self.lines(), *self.dots(), *self.boxes()]
        height = sum(self.heights) + BETWEEN * len(self.book)
        said = SAID.format(len(self.book))
        return f'<svg class="concept-map" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">\n' + "\n".join(shapes) + "\n</svg>"

    def middle(self, row: int) -> int:
        return sum(self.heights[:row]) + BETWEEN * row + (self.heights[row] + BETWEEN) // 2

    def x(self, name: str) -> int:
        """Where the line of a chapter runs down."""
        return LANE * self.lanes[name][0] + 8

    def arrows(self) -> Iterator[str]:
        """From the leftmost dot of each chapter into its box."""
        for row, chapter in enumerate(self.book):
            if chapter.needs:
                start, y = min(map(self.x, chapter.needs)), self.middle(row) + IN
                yield f'<path d="M{start} {y}H{self.left - 5}"/><path class="tip" d="M{self.left} {y}l-8 -4v8z"/>'

    def lines(self) -> Iterator[str]:
        """From each chapter's box down to the last chapter that needs it; the wider line below it parts it from what it crosses."""
        for row, chapter in enumerate(self.book):
            if chapter.name in self.lanes:
                x, y, end = self.x(chapter.name), self.middle(row) + OUT, self.middle(self.lanes[chapter.name][1]) + IN
                path = f"M{self.left} {y}H{x + ROUND}Q{x} {y} {x} {y + ROUND}V{end}"
                yield f'<path class="gap" d="{path}"/><path class="line" data-chapter="{chapter.name}" d="{path}"/>'

    def dots(self) -> Iterator[str]:
        for row, chapter in enumerate(self.book):
            for need in chapter.needs:
                place = f'cx="{self.x(need)}" cy="{self.middle(row) + IN}"'
                yield f'<circle data-chapter="{chapter.name}" data-needs="{need}" {place} r="4.5"/>'

    def boxes(self) -> Iterator[str]:
        """Each chapter's number and title; the box of an optional one is dashed, and says so."""
        for row, (chapter, lines, height) in enumerate(zip(self.book, self.titles, self.heights, strict=True)):
            top = self.middle(row) + 5 - TEXT * (len(lines) - 1) / 2
            texts = [f'<text x="{self.left + 9}" y="{top + TEXT * number}">{escape(words)}</text>' for number, words in enumerate(lines)]
            place = f'x="{self.left}" y="{self.middle(row) - height // 2}" width="{WIDTH - self.left - 1}" height="{height}"'
            kind = "is-optional" if chapter.optional else "is-core"
            yield f'<g class="{kind}" data-chapter="{chapter.name}"><rect {place} rx="5"/>{"".join(texts)}</g>'


def title(chapter: Chapter, number: int) -> str:
    return f"{number}. {chapter.title}" + (" (optional)" if chapter.optional else "")


def lanes(book: list[Chapter]) -> dict[str, tuple[int, int]]:
    """Give each chapter that others need the first lane that is free, and the row where its line ends."""
    ends = {need: row for row, chapter in enumerate(book) for need in chapter.needs}
    free: list[int] = []  # the row from which on each lane is free
    found = {}
    for row, chapter in enumerate(book):
        if chapter.name in ends:
            lane = next((lane for lane, since in enumerate(free) if since <= row), len(free))
            free[lane : lane + 1] = [ends[chapter.name]]
            found[chapter.name] = lane, ends[chapter.name]
    return found
