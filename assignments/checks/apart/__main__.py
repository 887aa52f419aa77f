"""The process of a student's program: it reads requests, one a line, and answers each on a line.

A program is a pickled function or the cells of a notebook. Answers are plain JSON, so that no object of the program reaches the grader.
"""

import base64
import json
import os
import pickle
import sys
import time
import traceback
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

del sys.path[0]  # the folder of this file, of which a student's program needs nothing
sys.path.append(str(Path(__file__).parent))
from guard import Refused, restrict  # noqa: E402
from table import Table, tabulated  # noqa: E402

sys.path.pop()

Plain = dict[str, Any]

UNDEFINED = "Does its cell show an error? Is the function still called that? It is graded on its own, even if nothing calls it."


class Channel:
    """The lines between this process and the grader; the program's own input and output lead nowhere."""

    def __init__(self) -> None:
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self.requests: Iterator[Plain] = map(received, os.fdopen(os.dup(0), "r", encoding="utf-8"))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)

    def send(self, **message: Any) -> None:
        self._answers.write(json.dumps(message) + "\n")
        self._answers.flush()


def received(line: str) -> Plain:
    """Read a message; the games in it become tables."""
    message: Plain = json.loads(line, object_hook=lambda found: Table(**found) if "histories" in found else found)
    return message


def main() -> None:
    channel = Channel()
    start = next(channel.requests)
    sys.path[:] = start["path"]
    sys.dont_write_bytecode = True
    warnings.simplefilter("ignore")
    sys.modules["checks"] = ModuleType("checks")  # what a notebook shows of the checks: their games and examples alone
    vars(sys.modules["checks"]).update(start["examples"])
    shell = None if "function" in start else notebook()
    # A single function that was sent answers to any name, and is loaded at its first call.
    functions = shell.user_ns if shell else defaultdict(partial(pickle.loads, base64.b64decode(start["function"])))

    def report(what: str) -> None:
        channel.send(refused=what)

    if start["alone"]:
        restrict(report, start["confined"])
    import_module("kuhncfr._support.guard").guard(Path.cwd(), report)
    for request in channel.requests:
        limit(request["seconds"])
        work = partial(run, shell) if "cell" in request else partial(called, channel, functions)
        answer(channel, partial(work, request))


def limit(seconds: float) -> None:
    """Let the system end this process if it computes for longer; Windows cannot."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, most))


def notebook() -> Any:
    """Return what runs cells as in Jupyter."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    return InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))


def run(shell: Any, request: Plain) -> Plain:
    """Run a cell, and return its output."""
    from IPython.utils.capture import capture_output

    with capture_output() as captured:
        shell.run_cell(request["cell"])
    shown = [str(output.data.get("text/plain", "")) for output in captured.outputs]
    return {"output": "\n".join([captured.stdout + captured.stderr, *shown])}


def answer(channel: Channel, work: Callable[[], Plain]) -> None:
    """Send what the work returns, or why it failed."""
    try:
        reply = work()
    except Refused as error:
        reply = {"failed": f"{error}."}
    except NotImplementedError:
        reply = {"fatal": "This is not written yet."}
    except BaseException as error:
        reply = {"failed": f"it raised {type(error).__name__}: {str(error)[:300]}{where(error)}"}
    channel.send(**reply)


def where(error: BaseException) -> str:
    lines = [line for line in traceback.extract_tb(error.__traceback__) if line.filename != __file__]
    return f" (in {lines[-1].name}: {lines[-1].line})" if lines and lines[-1].line else ""


def called(channel: Channel, functions: Mapping[str, Callable[..., Any]], request: Plain) -> Plain:
    """Call a function; the answer has what it returned, and its arguments as it left them."""
    try:
        function = functions[request["name"]]
    except KeyError:
        return {"fatal": f"{request['name']} is not defined. {UNDEFINED}"}
    arguments = request["arguments"]
    with replaced(function, request["given"], channel):
        returned = function(*arguments)
    if hasattr(returned, "is_terminal"):
        modules = [base.__module__ for base in type(returned).__mro__ if base.__name__ != "Game"]
        return {"returned": {"modules": modules, "game": tabulated(returned)}}
    return {"returned": plain(returned), "arguments": [plain(argument) for argument in arguments]}


def plain(value: Any) -> Any:
    """Return a value as plain numbers, lists and dicts; anything else as text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    with suppress(TypeError, ValueError):
        return float(value)
    with suppress(TypeError):
        return [plain(item) for item in value]
    return repr(value)


@contextmanager
def replaced(function: Callable[..., Any], names: list[str], channel: Channel) -> Iterator[None]:
    """Let the function find other functions under these names, which ask the grader for their results."""
    known = getattr(function, "__globals__", {})
    before = {name: known[name] for name in names if name in known}
    known.update({name: partial(ask, channel, name) for name in names})
    try:
        yield
    finally:
        for name in names:
            known.pop(name)
        known.update(before)


def ask(channel: Channel, name: str, *arguments: Any) -> Any:
    """Return what the grader's function returns, and change the arguments as it changes them."""
    channel.send(ask=name, arguments=[plain(argument) for argument in arguments])
    reply = next(channel.requests)
    if "failed" in reply:
        raise TypeError(reply["failed"])
    for argument, changed in zip(arguments, reply["arguments"], strict=True):
        if isinstance(argument, dict):
            for key, value in changed.items():
                argument[key].update(value) if isinstance(value, dict) else argument.update({key: value})
    return reply["returned"]


if __name__ == "__main__":
    main()
