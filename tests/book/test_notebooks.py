"""Every chapter was executed as a reader would execute it.

nbval compares outputs but passes a cell that has none, so the rules here insist that every cell was run.
"""

import copy
import re
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.execute import KERNEL, LANGUAGE, fold, leave_out_machine

LONGEST = 15  # lines of a code cell
TAGS = {"nbval-ignore-output", "raises-exception", "whole-algorithm", "guess", "checked", "hide-input", "hide-output", "remove-input"}


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", []))


def complaints(notebook: NotebookNode) -> list[str]:
    """All that is wrong with a chapter's structure, in words."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    found = [f"code cell {number}: {what}" for number, cell in enumerate(cells, 1) for what in cell_complaints(cell)]
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        found.append("code cells were not executed once each, in order")
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        if "nbval-ignore-output" in tags(cell) and (following is None or "nbval-ignore-output" in tags(following)):
            found.append("an ignored output is not followed by one that is compared")
    if not notebook.cells or not re.match(r"# \S", notebook.cells[0].source):
        found.append("the first cell does not begin with a title")
    if not notebook.metadata.get("myst", {}).get("html_meta", {}).get("description", "").strip():
        found.append("no description")
    if folded(notebook) != notebook:
        found.append("cells are not folded as tools/execute.py folds them")
    if (notebook.metadata.get("kernelspec"), notebook.metadata.get("language_info")) != (KERNEL, LANGUAGE):
        found.append("its metadata is not what tools/execute.py writes")
    return found


def folded(notebook: NotebookNode) -> NotebookNode:
    folded = copy.deepcopy(notebook)
    fold(folded)
    return folded


def cell_complaints(cell: NotebookNode) -> list[str]:
    """All that is wrong with one code cell."""
    found = []
    if not cell.source.strip():
        found.append("empty")
    if len(cell.source.strip().splitlines()) > LONGEST and "whole-algorithm" not in tags(cell):
        found.append(f"longer than {LONGEST} lines")
    if cell.source.rstrip().endswith(";"):
        found.append("ends in ';', which the comparison does not see; assign the value instead")
    if any(output.output_type == "error" for output in cell.outputs) and "raises-exception" not in tags(cell):
        found.append("ends in an error")
    if unknown := tags(cell) - TAGS:
        found.append(f"unknown tags {sorted(unknown)}")
    if re.search(r"#\s*(NBVAL|PYTEST_VALIDATE)_", cell.source):
        found.append("comments hide its output from the comparison; use a tag")
    return found


@pytest.mark.parametrize(("folder", "lacks"), [("book", []), ("assignments", ["no description"])])
def test_every_notebook_obeys_the_rules(root: Path, folder: str, lacks: list[str]) -> None:
    """No assignment is a page, so none has a description."""
    found = {path.name: complaints(nbformat.read(path, as_version=4)) for path in sorted((root / folder).glob("*.ipynb"))}
    assert len(found) >= 3
    assert {name: wrong for name, wrong in found.items() if wrong != lacks} == {}


def test_solutions_are_folded_from_their_start_to_their_end() -> None:
    """Both their code and their outputs; of an output that a page hides, the output."""
    gates = [new_markdown_cell(f"```{{solution-{side}}} ex-trial\n```") for side in ("start", "end")]
    shown, solved, hidden = new_code_cell("1"), new_code_cell("2"), new_code_cell("3", metadata={"tags": ["hide-output"]})
    fold(new_notebook(cells=[shown, gates[0], new_markdown_cell("Two."), solved, gates[1], hidden]))
    found = [dict(cell.metadata.get("jupyter", {})) for cell in (shown, solved, hidden)]
    both = {"source_hidden": True, "outputs_hidden": True}
    assert found == [{"source_hidden": True}, both, {"outputs_hidden": True}]  # the first cell is the set-up


def test_code_that_is_not_the_subject_is_folded() -> None:
    """The set-up, a chart, a check that prints nothing; not what defines, prints, or is to be guessed. A tag of the author's stays."""
    picture = new_output("display_data", {"image/svg+xml": ""})
    cells = [
        new_code_cell("import math"),
        new_code_cell("draw()", outputs=[picture]),
        new_code_cell("one = 1\nassert one"),
        new_code_cell("two = 2", metadata={"tags": ["hide-input"]}),
        new_code_cell("two"),
        new_code_cell("def three():\n    assert one"),
        new_code_cell("draw()", outputs=[picture], metadata={"tags": ["guess"]}),
        new_code_cell("print(4)\nassert one", outputs=[new_output("stream", text="4")]),
    ]
    fold(new_notebook(cells=cells))
    assert ["hide-input" in tags(cell) for cell in cells] == [True] * 4 + [False] * 4
    assert [cell.metadata.get("jupyter", {}).get("source_hidden", False) for cell in cells] == [True] * 4 + [False] * 4
    assert ["checked" in tags(cell) for cell in cells] == [False, False, True] + [False] * 5


def test_what_labml_tells_about_git_and_the_machine_is_left_out() -> None:
    """In HTML, as in a notebook, and in text."""
    told = 'name\n[clean]: <b>""</b>\n<b>~/labml/configs.yaml</b> does not exist. Creating <i>/me/.labml/configs.yaml</i>\nCFR'
    cell = new_code_cell("", outputs=[new_output("stream", text=told), new_output("display_data", {"text/html": told})])
    leave_out_machine(cell)
    assert [cell.outputs[0].text, cell.outputs[1].data["text/html"]] == ["name\nCFR"] * 2
