"""The chapters as JupyterLab can show them, in the folder ``lab`` beside the finished pages.

JupyterLab knows one notebook at a time, and jupyterlab-myst renders boxes, labels and formulas there. What needs the whole book, Sphinx
resolves: references, their numbers and citations become words and links. A solution becomes a heading that is folded.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
from ipykernel.ipkernel import IPythonKernel
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from sphinx.application import Sphinx

from kuhnbook.figures.style import CHART

from .charts import told
from .lab_roles import Words

WIDGETS = ("play", "stepper")
OTHERS = {"index": "START.md"} | {name: f"{name}.ipynb" for name in WIDGETS}
OTHERS |= {name: f"{name}.md" for name in ("bibliography", "glossary", "notation")}

# JupyterLab draws a chart that has no picture beside it as one, and then takes the notebook for changed: a pixel, which nobody sees.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4nGNgYAAAAAMAAbitOmMAAAAASUVORK5CYII="

# As JupyterLab writes it when the kernel is there: if it said anything else, to open a notebook would change it.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": IPythonKernel.language_info,
}

NOT_FOR_CHAPTERS = shutil.ignore_patterns("__pycache__", "sphinx")

FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CHAPTERS = re.compile(r"^## The chapters\n.*?(?=^To look things up)", re.DOTALL | re.MULTILINE)
CARDS = re.compile(r"^```\{chapter-cards\}\n(?P<listed>.*?)^```\n", re.DOTALL | re.MULTILINE)
GATE = re.compile(r"```\{(?P<kind>exercise|solution)-(?P<side>start|end)\} ?(?P<title>.*)\n(?::label: (?P<label>.+))?")
BOX = re.compile(r"^(?P<fence>:{3,}|`{3,})\{prf:(?P<kind>\w+)\} ?(?P<title>.*)\n(?::label: (?P<label>.+)\n)?", re.MULTILINE)
FORMULA = re.compile(r"^(?P<indent> *)\$\$\n(?P<tex>(?:(?!\$\$).)*?)\n *\$\$(?: \((?P<label>[\w-]+)\))?$", re.DOTALL | re.MULTILINE)
WIDGET = re.compile(r"^```\{kuhn-\w+\}\n.*?^```$\n?", re.DOTALL | re.MULTILINE)
PROLOG = re.compile(r"\A<\?xml.*?(?=<svg)", re.DOTALL)  # of an SVG file; nothing may precede it
PYTHON_BOX = re.compile(r"\n*^```\{(?:write-it-here|try-it)\} .*?^```$", re.DOTALL | re.MULTILINE)  # JupyterLab has cells
BIBLIOGRAPHY = re.compile(r"^```\{bibliography\}\n.*?^```\n", re.DOTALL | re.MULTILINE)


class Page:
    """One page on its way from the book to JupyterLab."""

    def __init__(self, words: Words, folder: Path, name: str) -> None:
        self.words, self.folder, self.name = words, folder, name

    def source(self) -> str:
        """The text of a page without code."""
        return FRONT_MATTER.sub("", (self.folder / f"{self.name}.md").read_text(encoding="utf-8"))

    def markdown(self, text: str) -> str:
        """Return `text` in what jupyterlab-myst understands, with the numbers that the pages show; a sentence says where a widget is."""
        text = BOX.sub(self.box, FORMULA.sub(self.formula, PYTHON_BOX.sub("", WIDGET.sub("*The book's page has a widget here.*\n", text))))
        return self.words.replaced(text.replace(":::{container}", ":::{div}"), self.name)

    def formula(self, match: re.Match[str]) -> str:
        """A formula has the number of the page, or none; jupyterlab-myst would count those without a label too."""
        label, indent = match["label"], match["indent"]
        options = [f":label: {label}", f":enumerator: {self.words.of('eq', label).text[1:-1]}"] if label else [":enumerated: false"]
        return "\n".join([*(f"{indent}{line}" for line in ("~~~{math}", *options)), match["tex"], f"{indent}~~~"])

    def box(self, match: re.Match[str]) -> str:
        """A theorem keeps the number of the page; a proof has none, and jupyterlab-myst would count proofs."""
        label = match["label"]
        if not label:
            return f"{match['fence']}{{admonition}} {match['kind'].capitalize()}\n"
        number = self.words.of("prf:ref", label).text.rpartition(" ")[2]
        return f"{match[0]}:enumerator: {number}\n"

    def notebook(self) -> NotebookNode:
        """A chapter."""
        notebook = nbformat.read(self.folder / f"{self.name}.ipynb", as_version=4)
        notebook.metadata.update(METADATA)
        notebook.cells = [shown for cell in with_answers_apart(notebook.cells) for shown in self.cells(cell)]
        return notebook

    def cells(self, cell: NotebookNode) -> list[NotebookNode]:
        """What becomes of one cell: nothing, the cell, or the cell and the caption of its figure."""
        if cell.cell_type == "markdown":
            if gate := GATE.match(cell.source):
                return self.heading(cell, gate)
            return [NotebookNode(cell, source=text)] if (text := self.markdown(cell.source)) else []
        folded = cell.metadata.get("jupyter", {}).get("outputs_hidden")
        to_guess = "guess" in cell.metadata.get("tags", [])
        outputs = [with_description(output, told(cell, "image", "alt")) for output in cell.outputs]
        cell.outputs = [with_hint(output, to_guess) if folded else output for output in outputs]
        figure = cell.metadata.get("mystnb", {}).get("figure")
        if not figure:
            return [cell]
        name, caption = figure["name"], self.markdown(figure["caption"])
        words = f"({name})=\n**Fig. {self.words.counted('figure', name, self.name)}.** {caption}"
        return [cell, new_markdown_cell(words, id=f"{cell.id}-caption")]

    def heading(self, cell: NotebookNode, gate: re.Match[str]) -> list[NotebookNode]:
        """Where an exercise or its solution begins."""
        if gate["side"] == "end":
            return []
        if gate["kind"] == "solution":
            cell.metadata["jp-MarkdownHeadingCollapsed"] = True
            return [NotebookNode(cell, source="#### Solution")]
        number = self.words.counted("exercise", gate["label"], self.name)
        return [NotebookNode(cell, source=f"({gate['label']})=\n### Exercise {number}: {self.markdown(gate['title'])}")]

    def widget(self) -> NotebookNode:
        """A page with a widget, which a cell shows."""
        before, after = WIDGET.split(self.source())
        shown = f"widgets.{self.name}(kc.OneBetKuhn())    # press Shift+Enter"
        code = new_code_cell(f"import kuhncfr as kc\nfrom kuhnbook import widgets\n\n{shown}", id="widget")
        texts = [new_markdown_cell(self.markdown(text.strip()), id=name) for name, text in (("before", before), ("after", after))]
        return new_notebook(cells=[texts[0], code, texts[1]], metadata=METADATA)


def with_answers_apart(cells: list[NotebookNode]) -> Iterator[NotebookNode]:
    """Fold the paragraph after a cell to guess, as the pages do, in a cell of its own."""
    guessed = False
    for cell in cells:
        answer, _, rest = cell.source.partition("\n\n")
        if guessed and cell.cell_type == "markdown" and not answer.startswith(("(", "#", ":", "`")):
            folded = {"jupyter": {"source_hidden": True}}
            yield new_markdown_cell(f"\n{answer}", id=f"{cell.id}-answer", metadata=folded)  # JupyterLab shows the first line
            cell.source = rest
        guessed = "guess" in cell.metadata.get("tags", [])
        if cell.source:
            yield cell


def with_description(output: NotebookNode, words: str) -> NotebookNode:
    """Give JupyterLab, which draws a chart itself, its description, and a blank pixel in place of the picture."""
    spec = output.get("data", {}).get(CHART)
    if not spec:
        return output
    data = {CHART: {**spec, "description": words}, "image/png": PIXEL, "text/plain": f"<chart: {words}>"}
    return new_output(**{**output, "data": data})


def with_hint(output: NotebookNode, to_guess: bool) -> NotebookNode:
    """Begin what is folded with a blank, if it is HTML or to be guessed: JupyterLab shows its first line in its place."""
    if to_guess and "text" in output:
        return new_output(**{**output, "text": f" \n{output['text']}"})
    kinds = ("image/svg+xml", "text/html", "text/plain") if to_guess else ("text/html",)
    blank = {kind: f" \n{PROLOG.sub('', words)}" for kind, words in output.get("data", {}).items() if kind in kinds}
    return new_output(**{**output, "data": {**output["data"], **blank}}) if blank else output


def made(page: Page, home: str) -> NotebookNode | str:
    """What a page becomes: a notebook, or text."""
    if page.name in WIDGETS:
        return page.widget()
    if home.endswith(".ipynb"):
        return page.notebook()
    if page.name == "index":
        welcome = (page.folder / "_templates" / home).read_text(encoding="utf-8")
        return page.markdown(welcome.replace("CHAPTERS\n", CARDS.sub(r"\g<listed>", CHAPTERS.search(page.source())[0])))
    return page.markdown(BIBLIOGRAPHY.sub(lambda _: page.words.references(), page.source()))


def write(app: Sphinx) -> None:
    book, lab = Path(app.srcdir, "book"), Path(app.outdir).parent / "lab"
    homes = {path.stem: path.name for path in sorted(book.glob("*.ipynb"))} | OTHERS
    words = Words(app, homes)
    pages = {home: Page(words, book, name) for name, home in homes.items()}
    for home, page in pages.items():  # only to learn which words are asked for
        made(page, home)
    words.resolve()
    lab.mkdir(exist_ok=True)
    for home, page in pages.items():
        result = made(page, home)
        text = result if isinstance(result, str) else nbformat.writes(result) + "\n"
        (lab / home).write_text(text, encoding="utf-8")
    shutil.copytree(book / "kuhnbook", lab / "kuhnbook", ignore=NOT_FOR_CHAPTERS, dirs_exist_ok=True)
