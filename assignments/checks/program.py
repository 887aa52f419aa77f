"""A student's program, in a process of its own: every failure becomes a message.

The process gets questions as text, and answers as text: no result that a check compares with is within its reach.
"""

import base64
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import cloudpickle

from .games import examples

SECONDS = 20.0  # of processor time, for one call or one cell
PATIENCE = 30  # so many times longer may it take by the clock: only who sleeps or waits for something does
WORKER = Path(__file__).parent / "apart"

Given = Mapping[str, Callable[..., Any]]


class Complaint(Exception):
    """What is wrong, in words for the student."""

    mistakes: tuple[str, ...] = ()  # known ones that explain it
    costs = 1.0  # share of the points


class FatalComplaint(Complaint):
    """A complaint after which no other task is checked; it concerns all of them."""


class Ended(FatalComplaint):
    """The process has ended, or waits for something."""

    def __init__(self, message: str, waited: bool = False) -> None:
        super().__init__(message)
        self.waited = waited


class Process:
    """A process that runs a student's program.

    Parameters
    ----------
    function : callable, optional
        The only function of the program; without one, the program is a notebook, whose cells are sent one after the other.
    alone : bool
        Whether of the package no more than its games is allowed.
    seconds : float
        Limit of processor time for each request.
    """

    def __init__(self, function: Callable[..., Any] | None = None, *, alone: bool = True, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lines: queue.Queue[str] = queue.Queue()
        self.refused: set[str] = set()
        sent = None if function is None else _pickled(function)
        path = [path or str(Path.cwd()) for path in sys.path]
        self._process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            cwd=tempfile.gettempdir(),  # nbgrader changes that of the grader
            start_new_session=True,  # so that what it starts ends with it
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._send({"path": path, "function": sent, "alone": alone, "examples": examples()})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def request(self, given: Given | None = None, **message: Any) -> dict[str, Any]:
        """Send a request and return the answer; on the way, answer what the program asks of the functions that it is given."""
        self._send({**message, "seconds": self._seconds, "given": list(given or ())})
        while True:
            reply = self._receive()
            if "ask" in reply:
                self._send(_served(given or {}, reply))
            elif "failed" in reply:
                raise Complaint(str(reply["failed"]))
            elif "unwritten" in reply:
                raise FatalComplaint("This is not written yet.")
            else:
                return reply

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # if the process has ended, the missing answer says more
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        while True:
            try:
                line = self._lines.get(timeout=self._seconds * PATIENCE)
            except queue.Empty:
                raise Ended(f"It waited for {self._seconds * PATIENCE:g} seconds. What for?", waited=True) from None
            if not line:
                raise Ended(self._ending())
            try:
                reply = json.loads(line)
                reply.keys()
            except (ValueError, AttributeError):
                raise Ended("Its answer cannot be read.") from None
            if "refused" not in reply:
                return dict(reply)
            self.refused.add(str(reply["refused"])[:80])

    def _ending(self) -> str:
        code = self._process.wait()
        if os.name == "posix" and code == -signal.SIGXCPU:
            return f"It was stopped after {self._seconds:g} seconds of processor time. Does a loop never end?"
        return f"It ended its process, with the code {code}. Does it call exit?"

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put("")  # the process has ended


def _pickled(function: Callable[..., Any]) -> str:
    try:
        return base64.b64encode(cloudpickle.dumps(function)).decode()
    except Exception as error:
        raise FatalComplaint(f"It uses something that cannot be sent to a process of its own: {error}") from None


def _served(given: Given, reply: Mapping[str, Any]) -> dict[str, Any]:
    try:
        arguments = list(reply["arguments"])
        return {"returned": given[reply["ask"]](*arguments), "arguments": arguments}
    except Exception as error:
        return {"failed": f"{reply['ask']} cannot be called so: {error}"}


class Program:
    """One of the student's functions."""

    name = ""  # in a notebook

    def __init__(self, function: Callable[..., Any] | None, seconds: float = SECONDS) -> None:
        self._function = function
        self._seconds = seconds
        self._running: dict[bool, Process] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.forget()

    def forget(self) -> None:
        """End all processes of the program, and with them all that it noted."""
        for alone in list(self._running):
            self.end(alone)

    def end(self, alone: bool) -> set[str]:
        """End a process and return what was refused in it."""
        process = self._running.pop(alone)
        process.__exit__()
        return process.refused

    def prepare(self, process: Process) -> None:
        """Make a new process ready for requests."""

    def request(self, alone: bool, given: Given | None, **message: Any) -> dict[str, Any]:
        """Send a request to the running process, or to a new one if there is none."""
        try:
            if alone not in self._running:
                self._running[alone] = Process(self._function, alone=alone, seconds=self._seconds)
                self.prepare(self._running[alone])
            return self._running[alone].request(given, **message)
        except Ended:
            self.end(alone)
            raise

    def call(self, *arguments: Any, alone: bool = True, given: Given | None = None, tabulate: bool = False) -> Any:
        """Return what the function returns, and its arguments as it leaves them.

        Parameters
        ----------
        *arguments
        alone : bool
            Whether of the package no more than its games is allowed.
        given : mapping, optional
            Correct functions, which it finds in the place of the student's own.
        tabulate : bool
            Whether it returns a game, which is sent as a table.

        Raises
        ------
        Complaint
            If the function raises, is not written yet, does not end, or uses what is not allowed.
        """
        return self.request(alone, given, name=self.name, arguments=list(arguments), tabulate=tabulate)


def returned(program: Program, *arguments: Any, **options: Any) -> Any:
    """Return what the student's function returns."""
    return program.call(*arguments, **options).get("returned")
