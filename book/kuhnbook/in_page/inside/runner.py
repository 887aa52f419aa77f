"""Run what a reader has written: its output as it comes, its exceptions in its own lines, and the checks of the exercise."""

import ast
import io
import linecache
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from time import monotonic
from typing import Any

from .program import PROGRAM

LINES, CHARACTERS = 1_000, 100_000  # of output that is shown at first
PIECES = 20  # that are shown at the end; print writes a text and its new line one after the other
PAUSE = 0.1  # seconds between two messages to the page

Post = Callable[[str], None]
NO_NUMPY = "This page has neither NumPy nor the parts of kuhncfr that need it: use lists, sum and max. JupyterLab has both."


class Printed(io.TextIOBase):
    """Standard output: posts what is printed now and then; of many lines, the first and the last."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._waiting: list[str] = []
        self._posted = monotonic()
        self._lines, self._characters = LINES, CHARACTERS  # that may still be shown
        self._dropped = 0
        self._last: deque[str] = deque(maxlen=PIECES)

    def write(self, text: str) -> int:
        shown = "".join(text.splitlines(keepends=True)[: self._lines])[: self._characters]
        self._lines -= shown.count("\n")
        self._characters -= len(shown)
        self._waiting.append(shown)
        if rest := text[len(shown) :]:
            self._dropped += rest.count("\n")
            self._last.append(rest[-CHARACTERS // PIECES :])
        if monotonic() - self._posted > PAUSE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        said = "".join(self._waiting)
        self._waiting.clear()
        self._posted = monotonic()
        if said:
            self._post(said)

    def end(self) -> None:
        if last := "".join(self._last):
            ended = last.count("\n")
            self._waiting += [f"\n... {self._dropped - ended:,} more lines, and at the end:\n", last]
        self.flush()


def run(program: str, checks: str, calls: list[str], post: Post) -> bool:
    """Run a program, then the calls of its checks; whether all of them are passed."""
    printed = Printed(post)
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            return _run(program, checks, calls)
        except BaseException as error:
            print(explained(error), end="")
            return False
        finally:
            printed.end()


def _run(program: str, checks: str, calls: list[str]) -> bool:
    linecache.cache[PROGRAM] = len(program), None, program.splitlines(keepends=True), PROGRAM
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(program, PROGRAM, "exec"), names)
    given: dict[str, Any] = {}
    exec(checks, given)
    begun = {node.name for node in ast.parse(program).body if isinstance(node, ast.FunctionDef) and _only_described(node)}
    passed = [_passed(call, given, names, begun) for call in calls]  # all of them, whatever the first says
    return bool(passed) and all(passed)


def _only_described(function: ast.FunctionDef) -> bool:
    return len(function.body) == 1 and ast.get_docstring(function) is not None


def _passed(call: str, given: dict[str, Any], names: dict[str, Any], begun: set[str]) -> bool:
    """Call a check of the chapter with a function of the reader."""
    (name,) = [node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name) and node.id not in given]
    if not callable(names.get(name)):
        what = "is not a function" if name in names else "is missing: the checks look for a function with this name"
        print(f"{name} {what}.")
        return False
    try:
        verdict = eval(call, given | {name: names[name]})
    except Exception as error:
        print(f"{name}: Not written yet." if name in begun else f"{name}: {explained(error).rstrip()}")
        return False
    if isinstance(verdict, str):
        print(f"{name}: {verdict}")
        return verdict.startswith("Right")
    return bool(verdict)


def explained(error: BaseException) -> str:
    """Return the traceback without what is not the reader's."""
    shown = traceback.TracebackException.from_exception(error)
    linked: traceback.TracebackException | None = shown
    while linked is not None:
        own = [frame for frame in linked.stack if frame.filename == PROGRAM]
        linked.stack = traceback.StackSummary.from_list(own)
        linked = linked.__cause__ or linked.__context__
    said = "".join(shown.format())
    if not isinstance(error, SyntaxError) and not shown.stack:
        said = f"A check could not use what your program returned.\n{said}"
    if isinstance(error, ModuleNotFoundError) and str(error.name).startswith(("numpy", "kuhncfr.")):
        said += f"{NO_NUMPY}\n"
    return said
