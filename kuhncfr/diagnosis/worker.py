"""The process in which a student's function runs: it reads one request a line, and answers each on a line.

The output of the function is discarded. Answers are plain JSON, so that no object of the function reaches the parent process.
"""

import base64
import json
import os
import pickle
import random
import sys
from collections.abc import Callable, Mapping, Set
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from kuhncfr._support.arguments import shown
from kuhncfr._support.guard import guard
from kuhncfr._support.importing import import_object
from kuhncfr.diagnosis.answers import KEYS, Failure
from kuhncfr.diagnosis.games import ALL
from kuhncfr.games.game import Game, histories, information_sets
from kuhncfr.strategy import StrategyProfile, strategy_of


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
    for number, line in enumerate(requests):
        random.seed(number)  # reproducible, also for a function that samples, but different for each request
        np.random.seed(number)
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
    if hasattr(function, "evaluate_and_update_policy"):
        return partial(_run_of, function)
    if not callable(function):
        raise Failure(f"it is not a function, but of type {type(function).__name__}")
    found: Callable[..., Any] = function
    return found


def _run_of(solver: Callable[[Game], Any], game: Game, iterations: int) -> Any:
    """Run a solver that has the methods of OpenSpiel's."""
    run = solver(game)
    for _ in range(iterations):
        run.evaluate_and_update_policy()
    return run


def _called(function: Callable[..., Any], request: Mapping[str, Any]) -> Any:
    game = ALL[request["game"]]
    if "profile" in request:
        measured = function(game, StrategyProfile(request["profile"]))
        return _number(measured, "a number")
    return _rows(game, function(game, request["iterations"]))


def _rows(game: Game, answer: Any) -> dict[str, dict[str, float]]:
    """Return a strategy as plain numbers: that of a run, a mapping or pairs of rows, or the first of two strategies.

    A row that is for no information set of the game is left empty; its key shows that the program may play another game.
    """
    answer = _plain(answer)
    if isinstance(answer, (tuple, list)) and len(answer) == 2 and isinstance(_plain(answer[0]), Mapping):
        answer = _plain(answer[0])
    try:
        rows = dict(answer)
        actions = information_sets(game)
        if rows.keys().isdisjoint(actions):
            _check_keys(rows.keys(), game)
        return {str(key): _row(actions[key].actions, row) if key in actions else {} for key, row in rows.items()}
    except (TypeError, ValueError):
        returned = shown(answer)
    raise Failure(
        f"returned {returned}, which is not a strategy: return a dict with a row, {{action: probability}}, for each information set"
    )


def _plain(answer: Any) -> Any:
    """Return the rows of a run, of a solver or of a policy with the methods of OpenSpiel's; anything else as it is."""
    answer = strategy_of(answer)
    if hasattr(answer, "average_policy"):
        answer = answer.average_policy()
    if hasattr(answer, "to_dict"):
        return answer.to_dict()
    return answer() if callable(answer) else answer


def _check_keys(keys: Set[Any], game: Game) -> None:
    """Check that rows, of which none is for an information set, are not for something more or less than one."""
    if keys & {key[1:] for key in information_sets(game)}:
        raise Failure("returned rows whose keys lack what the player holds, the first letter", KEYS[0])
    if keys & set(histories(game)):
        text = "returned rows for histories in place of information sets: its keys contain what the player cannot see"
        raise Failure(text, KEYS[1])


def _row(actions: tuple[str, ...], row: Any) -> dict[str, float]:
    """Return a row of a strategy: a mapping, pairs, or probabilities in the order of the actions."""
    if not isinstance(row, Mapping):
        row = list(row)
        row = dict(row if all(isinstance(entry, tuple) for entry in row) else zip(actions, row, strict=True))
    if set(row) == set(range(len(actions))):  # actions by number
        row = {action: row[k] for k, action in enumerate(actions)}
    return {str(action): _number(p, "a probability") for action, p in row.items()}


def _number(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise Failure(f"returned {shown(value)} where {what} belongs") from None


if __name__ == "__main__":
    main()
