"""The process in which a student's function runs: it reads requests, one a line, and answers each with a line.

Whatever the function prints goes nowhere. Answers are plain JSON, so that nothing of the function's comes back alive.
"""

import base64
import importlib
import json
import os
import pickle
import random
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

import numpy as np

from kuhncfr._support.arguments import shown
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.strategy import StrategyProfile


def main() -> None:
    """Load the function, then answer until nobody asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    os.dup2(nowhere, 0)  # a function that waits for input gets the end of a file
    loaded: list[Callable[..., Any]] = []
    _tell(answers, lambda: loaded.append(load(json.loads(requests.readline()))))
    for number, line in enumerate(requests):
        random.seed(number)  # the same diagnosis each time, even of a function that draws; but no two draws alike
        np.random.seed(number)
        request = json.loads(line)
        _tell(answers, lambda request=request: _called(loaded[0], request))  # type: ignore[misc]


def _tell(answers: TextIO, work: Callable[[], Any]) -> None:
    """Do something, and say what came of it."""
    try:
        said = json.dumps({"answer": work()})
    except SystemExit:
        said = json.dumps({"failed": "called exit()"})
    except BaseException as error:
        told = str(error).strip() or "no message"
        said = json.dumps({"failed": str(error) if isinstance(error, NoAnswer) else f"raised {type(error).__name__}: {told[:300]}"})
    answers.write(said + "\n")
    answers.flush()


def load(sent: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the function that was sent: pickled, or by the names of its module and of itself."""
    sys.path[:] = sent["path"]
    if "function" in sent:
        function = pickle.loads(base64.b64decode(sent["function"]))
    else:
        function = getattr(importlib.import_module(sent["module"]), sent["name"])
    if not callable(function):
        raise NoAnswer(f"is no function, but of type {type(function).__name__}")
    found: Callable[..., Any] = function
    return found


def _called(function: Callable[..., Any], request: Mapping[str, Any]) -> Any:
    game = GAMES[request["game"]]
    if "profile" in request:
        measured = function(game, StrategyProfile(request["profile"]))
        return _number(measured, "a number")
    answer = function(game, request["iterations"])
    if isinstance(answer, tuple) and len(answer) == 2:
        return [_rows(part) for part in answer]
    return [_rows(answer), None]


def _rows(answer: Any) -> dict[str, dict[str, float]]:
    """Return a strategy as plain numbers."""
    if not isinstance(answer, Mapping) or not all(isinstance(row, Mapping) for row in answer.values()):
        shown = repr(answer)
        shown = shown if len(shown) < 80 else shown[:77] + "..."
        raise NoAnswer(
            f"returned {shown}, which is no strategy: return a dict with a row, {{action: probability}}, for each information set"
        )
    return {str(key): {str(action): _number(p, "a probability") for action, p in row.items()} for key, row in answer.items()}


def _number(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise NoAnswer(f"returned {shown(value)} where {what} belongs") from None


class NoAnswer(Exception):
    """What was returned cannot be used."""


if __name__ == "__main__":
    main()
