"""A student's program, in a process of its own: every failure becomes a message.

The process gets questions as text, and answers as text: no result that a check compares with is within its reach.
"""

import os
import signal
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

from kuhncfr.diagnosis.process import Process as Worker
from kuhncfr.diagnosis.process import confines
from kuhncfr.diagnosis.sandbox import sent

from .apart.table import Table
from .games import examples, games

SECONDS = 20.0  # of processor time, for one call or one cell
PATIENCE = 30  # so many times longer may it take by the clock: only who sleeps or waits for something does
WORKER = Path(__file__).parent / "apart"

Given = Mapping[str, Callable[..., Any]]


class Complaint(Exception):
    """What is wrong, in words for the student.

    Parameters
    ----------
    message : str
    mistakes : iterable of str
        The known mistakes that give the same answer.
    costs : float
        Share of the points of its task that it costs.
    """

    def __init__(self, message: str, mistakes: Iterable[str] = (), costs: float = 1.0) -> None:
        super().__init__(message)
        self._mistakes = mistakes
        self.costs = costs

    @cached_property
    def mistakes(self) -> tuple[str, ...]:
        """The known mistakes, which takes long to find: only if it is asked for."""
        return tuple(self._mistakes)


class FatalComplaint(Complaint):
    """A complaint after which no other task is checked; it concerns all of them."""


class Ended(FatalComplaint):
    """The process has ended, or cannot be used any longer."""


class Waited(Ended):
    """The process waits for something."""


class Process(Worker):
    """A process that runs a student's program.

    Parameters
    ----------
    function : callable, optional
        The only function of the program; without one, the program is a notebook, whose cells are sent one after the other.
    alone : bool
        Whether the games are all that may be used of the package.
    seconds : float
        Limit of processor time for each request.

    Raises
    ------
    FatalFailure
        If the function cannot be sent.
    """

    def __init__(self, function: Callable[..., Any] | None, *, alone: bool, seconds: float) -> None:
        program = sent(function or "")
        super().__init__(str(WORKER))
        self._seconds = seconds
        shown = {**examples(), "GAMES": {name: vars(game) for name, game in games().items()}}
        self.send({**program, "alone": alone, "confined": confines(), "examples": shown})

    def request(self, given: Given, **message: Any) -> dict[str, Any]:
        """Send a request and return the answer; on the way, answer what the program asks of the functions that it is given."""
        self.send({**message, "seconds": self._seconds, "given": list(given)})
        while True:
            reply = self._answer()
            if "ask" in reply:
                self.send(_served(given, reply))
            elif "failed" in reply:
                raise Complaint(str(reply["failed"]))
            elif "fatal" in reply:
                raise FatalComplaint(str(reply["fatal"]))
            else:
                return reply

    def _answer(self) -> dict[str, Any]:
        try:
            return self.receive(self._seconds * PATIENCE)
        except TimeoutError:
            raise Waited(f"It waited for {self._seconds * PATIENCE:g} seconds. What for?") from None
        except EOFError:
            raise Ended(self._ending()) from None
        except ValueError:
            raise Ended("Its answer cannot be read.") from None

    def _ending(self) -> str:
        code = self.exit_code()
        if os.name == "posix" and code == -signal.SIGXCPU:
            return f"It was stopped after {self._seconds:g} seconds of processor time. Does a loop never end?"
        return f"It ended its process, with the code {code}. Does it call exit?"


def _served(given: Given, reply: Mapping[str, Any]) -> dict[str, Any]:
    try:
        arguments = list(reply["arguments"])
        return {"returned": given[reply["ask"]](*arguments), "arguments": arguments}
    except Exception as error:
        return {"failed": f"{reply['ask']} cannot be called so: {error}"}


class Program:
    """One of the student's functions.

    Parameters
    ----------
    function : callable, optional
        The function; without one, the program is a function of a notebook.
    alone : bool
        Whether the games are all that may be used of the package.
    seconds : float
        Limit of processor time for each request.

    Attributes
    ----------
    cells : list of str
        Of a notebook, the cells that have run; a new process runs them first.
    given : mapping
        Correct functions, which the program finds in the place of the student's own. Each gets the first argument of the check's call, and
        then what the program calls it with.
    """

    name = ""  # in a notebook

    def __init__(self, function: Callable[..., Any] | None, alone: bool = True, seconds: float = SECONDS) -> None:
        self._function = function
        self._seconds = seconds
        self.alone = alone
        self.cells: list[str] = []
        self.given: Given = {}
        self._running: dict[bool, Process] = {}
        self._refused: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.forget()

    def forget(self) -> None:
        """End all processes of the program, and with them all that it noted."""
        while self._running:
            self._running.popitem()[1].__exit__()

    def refused(self) -> set[str]:
        """Return what was refused since the last call of this method."""
        refused = set(self._refused)
        self._refused.clear()
        return refused

    def request(self, given: Given, **message: Any) -> dict[str, Any]:
        """Send a request to the running process, or to a new one if there is none."""
        begins = self.alone not in self._running
        if begins:
            self._running[self.alone] = Process(self._function, alone=self.alone, seconds=self._seconds)
        running = self._running[self.alone]
        try:
            if begins:
                for cell in self.cells:
                    running.request({}, cell=cell)
                running.refused = self._refused  # only now: what these cells tried is known
            return running.request(given, **message)
        except Ended:
            self.forget()
            raise

    def call(self, *arguments: Any) -> dict[str, Any]:
        """Return what the function returns, and its arguments as it leaves them; a game that it returns comes as a table.

        Raises
        ------
        Complaint
            If the function raises, is not written yet, does not end, or uses what is not allowed.
        """
        sent = [vars(argument) if isinstance(argument, Table) else argument for argument in arguments]
        given = {name: partial(function, *arguments[:1]) for name, function in self.given.items()}
        return self.request(given, name=self.name, arguments=sent)
