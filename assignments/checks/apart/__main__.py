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


class Channel:
    """The lines between this process and the grader; the program's own input and output lead nowhere."""

    def __init__(self) -> None:
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)

    def send(self, **message: Any) -> None:
        self._answers.write(json.dumps(message) + "\n")
        self._answers.flush()

    def receive(self) -> Plain:
        line = self._requests.readline()
        if not line:
            raise EOFError
        request: Plain = json.loads(line)
        return request


def main() -> None:
    channel = Channel()
    start = channel.receive()
    sys.path[:] = start["path"]
    sys.dont_write_bytecode = True
    warnings.simplefilter("ignore")
    sys.modules["checks"] = examples(start["examples"])
    cells = None if "function" in start else Cells()
    functions = Pickled(start["function"]) if cells is None else cells.functions

    def report(what: str) -> None:
        channel.send(refused=what)

    if start["alone"]:
        restrict(report, start["confined"])
    import_module("kuhncfr._support.guard").guard(Path.cwd(), report)
    with suppress(EOFError):
        while True:
            request = channel.receive()
            limit(request["seconds"])
            work = cells.run if cells and "cell" in request else partial(called, channel, functions)
            answer(channel, partial(work, request))


def examples(given: Plain) -> ModuleType:
    """What a notebook shows of the checks: their examples alone."""
    module = ModuleType("checks")
    vars(module).update(given, GAMES={name: Table(**game) for name, game in given["GAMES"].items()})
    return module


def limit(seconds: float) -> None:
    """Let the system end this process if it computes for longer; Windows cannot."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, most))


class Pickled(dict[str, Callable[..., Any]]):
    """One function, sent from a notebook, by any name; it is loaded when it is first called."""

    def __init__(self, sent: str) -> None:
        self._sent = sent

    def __missing__(self, name: str) -> Callable[..., Any]:
        return self.setdefault(name, pickle.loads(base64.b64decode(self._sent)))


class Cells:
    """The cells of a notebook, run as in Jupyter."""

    def __init__(self) -> None:
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        self._shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
        self.functions: dict[str, Any] = self._shell.user_ns

    def run(self, request: Plain) -> Plain:
        from IPython.utils.capture import capture_output

        with capture_output() as captured:
            result = self._shell.run_cell(request["cell"])
        error = result.error_before_exec or result.error_in_exec
        shown = [str(output.data.get("text/plain", "")) for output in captured.outputs]
        return {"output": "\n".join([captured.stdout + captured.stderr, *shown]), "error": described(error) if error else ""}


def described(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"has a syntax error in line {error.lineno}: {error.msg}"
    return f"raises {type(error).__name__}: {error}"


def answer(channel: Channel, work: Callable[[], Plain]) -> None:
    """Send what the work returns, or why it failed."""
    try:
        reply = work()
    except Refused as error:
        reply = {"failed": f"{error}."}
    except NotImplementedError:
        reply = {"unwritten": True}
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
        return {"undefined": True}
    arguments = [Table(**argument) if is_game(argument) else argument for argument in request["arguments"]]
    with replaced(function, request["given"], channel):
        returned = function(*arguments)
    if request["tabulate"]:
        modules = [base.__module__ for base in type(returned).__mro__ if base.__name__ != "Game"]
        return {"returned": {"modules": modules, "game": tabulated(returned)}}
    return {"returned": plain(returned), "arguments": [plain(argument) for argument in arguments]}


def is_game(argument: Any) -> bool:
    return isinstance(argument, dict) and "histories" in argument


def plain(value: Any) -> Any:
    """Return a value as plain numbers, lists and dicts; anything else as text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Table):
        return None  # the grader knows the game
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
    reply = channel.receive()
    if "failed" in reply:
        raise TypeError(reply["failed"])
    for argument, changed in zip(arguments, reply["arguments"], strict=True):
        if isinstance(argument, dict):
            for key, value in changed.items():
                argument[key].update(value) if isinstance(value, dict) else argument.update({key: value})
    return reply["returned"]


if __name__ == "__main__":
    main()
