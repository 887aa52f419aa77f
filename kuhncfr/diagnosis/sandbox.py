"""Run a function that may hang, crash or exit in a process of its own.

Cloudpickle sends the function to a new interpreter: by value if it was defined in a notebook or a script, whose module another process
cannot import. Forking would not need this, but exists only on Unix, and is not safe beside the threads of a notebook's kernel.
"""

import base64
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import cloudpickle

from kuhncfr.diagnosis.answers import Failure, FatalFailure

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
        self._lines: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Self:
        sent = _sent(self._function)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kuhncfr.diagnosis.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # so that the processes which it starts end with it
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._send(sent)
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def load(self) -> None:
        """Wait until the function is loaded.

        Raises
        ------
        Failure
            If the function cannot be loaded.
        """
        self._receive(STARTING, "did not finish loading")
        self._deadline = time.monotonic() + self._total

    def call(self, seconds: float, **request: Any) -> Any:
        """Call the function and return its answer in plain numbers, if it takes no longer than `seconds`.

        Raises
        ------
        Failure
            If the function raised, or returned something else.
        FatalFailure
            If the function did not return in time, or its process ended.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise FatalFailure("took longer than the time limit of all calls together")
        self._send(request)
        times = request.get("iterations", 0)
        asked = f"{times:,} iteration{'s' if times > 1 else ''} of " if times else ""
        return self._receive(min(seconds, left), f"gave no answer for {asked}the game {request['game']!r}")

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # if the process has ended, the missing answer says more
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def _receive(self, seconds: float, failure: str) -> Any:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._kill()
            raise FatalFailure(f"{failure} within {seconds:.3g} seconds (does a loop never end?)") from None
        if not line:
            raise FatalFailure(f"ended its process, with {_exit_code(self._process.wait())}")
        reply = json.loads(line)
        if "failed" in reply:
            raise Failure(reply["failed"], reply.get("mistake"))
        return reply["answer"]

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put("")  # the process has ended

    def _kill(self) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


def _sent(function: Callable[..., Any] | str) -> dict[str, Any]:
    """Return what the worker needs to load the function."""
    path = [path or str(Path.cwd()) for path in sys.path]
    if isinstance(function, str):
        return {"path": path, "name": function}
    try:
        return {"path": path, "function": base64.b64encode(cloudpickle.dumps(function)).decode()}
    except Exception as error:
        raise FatalFailure(f"cannot be sent to a process of its own, since something that it uses cannot be pickled: {error}") from error


def _exit_code(code: int) -> str:
    if code < 0:
        with suppress(ValueError):
            return f"the signal {signal.Signals(-code).name}"
    return f"the exit code {code}"
