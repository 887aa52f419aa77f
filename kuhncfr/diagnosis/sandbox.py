"""Run a function that may hang, crash or exit in a process of its own.

Cloudpickle sends the function to a new interpreter: by value if it was defined in a notebook or a script, whose module another process
cannot import. Forking would not need this, but exists only on Unix, and is not safe beside the threads of a notebook's kernel.
"""

import base64
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import cloudpickle

from kuhncfr.diagnosis.answers import KEYS, Failure, FatalFailure, OutOfTime
from kuhncfr.diagnosis.process import Process

STARTING = 60.0  # seconds for a new interpreter to load the package on a busy machine


class Sandbox:
    """A context manager that runs one function in a process of its own.

    Parameters
    ----------
    function : callable or str
        The function, or ``"module:function"``, which only the other process imports.
    total_seconds : float
        Time limit of all calls, and of the work between them.
    """

    def __init__(self, function: Callable[..., Any] | str, total_seconds: float) -> None:
        self._function = function
        self._total = total_seconds

    def __enter__(self) -> Self:
        self._process = Process("-m", "kuhncfr.diagnosis.worker")
        return self

    def __exit__(self, *error: object) -> None:
        self._process.__exit__(*error)

    @property
    def refused(self) -> tuple[str, ...]:
        """What the function tried to do and was not allowed to."""
        return tuple(sorted(self._process.refused))

    def load(self) -> None:
        """Wait until the function is loaded.

        Raises
        ------
        Failure
            If the function cannot be loaded.
        """
        self._process.send(sent(self._function))
        self._receive(STARTING, "did not finish loading")
        self._deadline = time.monotonic() + self._total

    def call(self, seconds: float, **request: Any) -> Any:
        """Call the function and return its answer in plain numbers, if it takes no longer than `seconds`.

        Raises
        ------
        Failure
            If the function raised, or returned something else.
        OutOfTime
            If the function did not return in time.
        FatalFailure
            If its process ended, or its answer cannot be read.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime("took longer than the time limit of all calls together")
        self._process.send(request)
        times = request.get("iterations", 0)
        asked = f"{times:,} iteration{'s' if times > 1 else ''} of " if times else ""
        answer = self._receive(min(seconds, left), f"gave no answer for {asked}the game {request['game']!r}")
        if not _is_strategy(answer) if times else not isinstance(answer, float):
            raise FatalFailure(_UNREADABLE)
        return answer

    def _receive(self, seconds: float, failure: str) -> Any:
        try:
            reply = self._process.receive(seconds)
        except TimeoutError:
            raise OutOfTime(f"{failure} within {seconds:.3g} seconds (does a loop never end? A slow one needs more)") from None
        except EOFError:
            raise FatalFailure(f"ended its process, with {_named(self._process.exit_code())}") from None
        except ValueError:
            raise FatalFailure(_UNREADABLE) from None
        if "failed" in reply:
            mistake = reply.get("mistake")
            raise Failure(str(reply["failed"]), mistake if mistake in KEYS else None)
        return reply.get("answer")


_UNREADABLE = "wrote something unreadable to the channel that carries its answers"


def _is_strategy(answer: Any) -> bool:
    return isinstance(answer, dict) and all(
        isinstance(row, dict) and all(isinstance(probability, float) for probability in row.values()) for row in answer.values()
    )


def sent(function: Callable[..., Any] | str) -> dict[str, Any]:
    """Return what the worker needs to load the function.

    Raises
    ------
    FatalFailure
        If the function cannot be sent.
    """
    here = str(Path.cwd())
    path = [str(path) or here for path in sys.path]
    if isinstance(function, str):
        return {"path": path, "name": function, "folder": here}
    try:
        return {"path": path, "function": base64.b64encode(cloudpickle.dumps(function)).decode()}
    except Exception as error:
        raise FatalFailure(f"cannot be sent to a process of its own, since something that it uses cannot be pickled: {error}") from error


def _named(code: int) -> str:
    if code < 0:
        with suppress(ValueError):
            return f"the signal {signal.Signals(-code).name}"
    return f"the exit code {code}"
