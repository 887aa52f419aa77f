"""The process in which a student's function runs: it reads one request a line, and answers each on a line.

The output of the function is discarded. Answers are plain JSON, so that no object of the function reaches the parent process.
"""

import base64
import json
import os
import pickle
import random
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from kuhncfr._support.guard import guard
from kuhncfr._support.importing import import_object
from kuhncfr.diagnosis.answers import Failure, number, rows_of
from kuhncfr.diagnosis.games import remembered
from kuhncfr.interop.open_spiel import run_solver
from kuhncfr.strategy import StrategyProfile


def main() -> None:
    """Load the function, then answer requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    os.dup2(nowhere, 0)  # a function that reads input reaches the end of a file
    sys.dont_write_bytecode = True
    guard(Path.cwd(), lambda what: _write(answers, {"refused": what}))
    loaded: list[Callable[..., Any]] = []
    _reply(answers, lambda: loaded.append(load(json.loads(requests.readline()))))
    for seed, line in enumerate(requests):
        random.seed(seed)  # reproducible, also for a function that samples, but different for each request
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed)
        request = json.loads(line)
        _reply(answers, lambda request=request: _called(loaded[0], request))  # type: ignore[misc]


def _reply(answers: TextIO, work: Callable[[], Any]) -> None:
    """Write the result of some work, or why it failed."""
    try:
        reply = {"answer": work()}
    except SystemExit:
        reply = {"failed": "called exit()"}
    except Failure as error:
        reply = {"failed": str(error), "mistake": error.mistake}
    except BaseException as error:
        message = str(error).strip() or "no message"
        reply = {"failed": f"raised {type(error).__name__}: {message[:300]}"}
    _write(answers, reply)


def _write(answers: TextIO, reply: Mapping[str, Any]) -> None:
    answers.write(json.dumps(reply) + "\n")
    answers.flush()


def load(sent: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the function that was sent, either pickled or as ``module:function``."""
    sys.path[:] = sent["path"]
    if "function" in sent:
        function = pickle.loads(base64.b64decode(sent["function"]))
    else:
        try:
            function = import_object(sent["name"], sent["folder"])
        except ValueError as error:
            raise Failure(str(error)) from error
    if not callable(function):
        raise Failure(f"it is not a function, but of type {type(function).__name__}")
    found: Callable[..., Any] = function
    return found


def _called(function: Callable[..., Any], request: Mapping[str, Any]) -> Any:
    game = remembered(request["game"])
    if "profile" in request:
        return number(function(game, StrategyProfile(request["profile"])), "a number")
    run = partial(run_solver, function) if hasattr(function, "evaluate_and_update_policy") else function
    return rows_of(game, run(game, request["iterations"]))


if __name__ == "__main__":
    main()
