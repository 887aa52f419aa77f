"""Guesses: the output that the reader guesses is folded with the paragraph that discusses it, and a box or buttons take the guess.

So are the top-level assertions of the cell, which often state the answer. Those within a loop or a function stay in sight.

A cell that the reader should guess has the tag ``guess``. Its metadata may contain a question that the page can judge: ``{"guess":
{"answer": "1/11"}}`` for a number, or ``{"guess": {"choices": ["two", "ten"], "answer": "ten"}}``; ``"ask"`` says what is asked for.
The script ``answers.js`` shows the box, and also marks the answers to the questions at the end of a chapter.
"""

import ast
from html import escape

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform


class FoldAnswers(SphinxPostTransform):
    """Move a cell's assertions and the paragraph after it into the fold of its output, and put the box for the guess before the fold."""

    default_priority = 200  # after MyST-NB has made the folds
    formats = ("html",)

    def run(self, **options: object) -> None:
        for cell in list(self.document.findall(nodes.container)):
            metadata = cell.get("cell_metadata", {})
            if "guess" not in metadata.get("tags", []):
                continue
            fold = next(cell.findall(HideCodeCellNode))
            block = next(cell.findall(nodes.literal_block))
            shown, checks = (nodes.literal_block(text, text, **block.attributes) for text in parted(block.astext()))
            if shown.children and checks.children:
                block.replace_self(shown)
                fold.append(nodes.container("", checks, classes=["cell_input"]))
            following = cell.next_node(nodes.Element, descend=False, siblings=True)
            if isinstance(following, nodes.paragraph):
                following.parent.remove(following)
                fold.append(following)
            if "guess" in metadata:
                fold.parent.insert(fold.parent.index(fold), nodes.raw("", box(**metadata["guess"]), format="html"))


def parted(source: str) -> tuple[str, str]:
    """Return the source of a cell without its top-level assertions, and these, both with the comments before each statement."""
    lines, begun = source.splitlines(), 0
    parts: tuple[list[str], list[str]] = [], []
    for statement in ast.parse(source).body:
        parts[isinstance(statement, ast.Assert)].extend(lines[begun : statement.end_lineno])
        begun = statement.end_lineno or begun
    parts[0].extend(lines[begun:])
    return "\n".join(parts[0]).strip("\n"), "\n".join(parts[1]).strip("\n")


def box(answer: str, choices: tuple[str, ...] = (), ask: str = "Your guess") -> str:
    """Return the form that takes a guess; the script shows it."""
    if choices:
        buttons = "".join(f'<button type="button">{escape(choice)}</button>' for choice in choices)
        fields = f"<fieldset><legend>{escape(ask)}</legend>{buttons}</fieldset>"
    else:
        fields = f'<label>{escape(ask)} <input inputmode="text" autocomplete="off" size="8"></label><button>Compare</button>'
    return f'<form class="guess" data-answer="{escape(answer)}" hidden>{fields}<output></output></form>'


def setup(app: Sphinx) -> None:
    app.add_post_transform(FoldAnswers)
