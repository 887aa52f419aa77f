"""Run notebooks in a fresh kernel and store their outputs: ``python tools/execute.py [notebook ...]``.

By default all of ``book/`` and ``assignments/``.
Running an unchanged chapter again changes no byte of it: no timings are stored, the metadata do not depend on this machine, and an output
that differs between runs (tagged ``nbval-ignore-output``) is replaced only if another output changes, too. Of such an
output, two lines of labml are removed: its empty line about git and, on its first run, the one about its settings.
"""

import ast
import copy
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}  # the kernel would add its Python version
QUIET = ["--log-level=ERROR"]  # otherwise ipykernel warns about its local socket
UNSTABLE = "nbval-ignore-output"
GUESSED = {"code_prompt_show": "Have you guessed? Open the answer", "code_prompt_hide": "Fold the answer again"}
CHECKED = {"code_prompt_show": "✓ checked", "code_prompt_hide": "✓ checked"}
MACHINE = re.compile(r"(?:\[clean\]: |.*configs\.yaml).*\n")  # labml has no setting that omits it


def execute(path: Path) -> None:
    """Execute one notebook in its own folder and write it back."""
    stored = nbformat.read(path, as_version=4)
    notebook = copy.deepcopy(stored)
    run(notebook, path.parent)
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if UNSTABLE in cell.metadata.get("tags", []):
            leave_out_machine(cell)
    fold(notebook)
    if compared(notebook) != compared(stored):
        nbformat.write(notebook, path)


def run(notebook: NotebookNode, folder: Path) -> None:
    """Run all cells of a notebook in a fresh kernel, in a folder."""
    here = {"metadata": {"path": str(folder)}}
    options = {"timeout": 600, "kernel_name": "python3", "record_timing": False, "extra_arguments": QUIET, "resources": here}
    # The output of a cell arrives in one piece for each second: join the pieces, or they would differ between runs.
    NotebookClient(notebook, coalesce_streams=True, **options).execute()


def fold(notebook: NotebookNode) -> None:
    """Fold the same cells in JupyterLab and VS Code as on a page: solutions, inputs and outputs tagged to be hidden; label those to guess.

    The tag ``hide-input`` goes to every cell whose code is not the subject: the set-up, a chart, and a check that prints nothing; an
    author may add it to others. A check is not announced as code, but by a mark.
    """
    solution, begun = False, False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            solution = "{solution-start}" in cell.source or (solution and "{solution-end}" not in cell.source)
            continue
        tags = cell.metadata.get("tags", [])
        as_it_is = solution or "nbgrader" in cell.metadata or {"guess", "hide-input"} & set(tags)
        if not as_it_is and (not begun or is_chart(cell) or is_silent_check(cell)):
            cell.metadata["tags"] = tags = [*tags, "hide-input"]
        begun = True
        hidden = "hide-output" in tags
        if "guess" in tags:
            cell.metadata["mystnb"] = {**cell.metadata.get("mystnb", {}), **GUESSED}
        if "hide-input" in tags and is_silent_check(cell):
            cell.metadata["tags"] = [*tags, *{"checked"} - set(tags)]
            cell.metadata["mystnb"] = CHECKED
        folds = {"source_hidden": solution or "hide-input" in tags, "outputs_hidden": solution or hidden}
        cell.metadata["jupyter"] = {name: True for name, folded in folds.items() if folded}
        if not cell.metadata["jupyter"]:
            del cell.metadata["jupyter"]


def is_chart(cell: NotebookNode) -> bool:
    """Whether a cell shows nothing but a chart."""
    return bool(cell.outputs) and all("image/svg+xml" in output.get("data", {}) for output in cell.outputs)


def is_silent_check(cell: NotebookNode) -> bool:
    """Whether a cell only checks: it asserts, prints nothing, and defines no function or class."""
    statements = ast.parse(cell.source).body
    defines = any(isinstance(statement, ast.FunctionDef | ast.ClassDef) for statement in statements)
    return not cell.outputs and not defines and any(isinstance(node, ast.Assert) for node in ast.walk(ast.Module(statements, [])))


def leave_out_machine(cell: NotebookNode) -> None:
    """Remove the lines about git and the home folder from the output of labml."""
    for output in cell.outputs:
        texts = output.get("data", output)
        for kind in {"text", "text/html", "text/plain"} & set(texts):
            texts[kind] = MACHINE.sub("", texts[kind])


def compared(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook without the outputs that are not compared."""
    rest = copy.deepcopy(notebook)
    for cell in rest.cells:
        if UNSTABLE in cell.metadata.get("tags", []):
            cell.outputs = []
    return rest


def main(arguments: list[str]) -> None:
    for path in map(Path, arguments or sorted(str(path) for folder in ("assignments", "book") for path in (ROOT / folder).glob("*.ipynb"))):
        print(path, flush=True)
        execute(path.resolve())


if __name__ == "__main__":
    main(sys.argv[1:])
