"""The result of a check."""

import textwrap
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from .program import Complaint, FatalComplaint, Program

Tasks = dict[str, Callable[[], None]]  # by name, for the messages

WIDTH = 88  # characters of a line of a message


@dataclass(frozen=True)
class Result:
    """Points out of `most`, messages to the student, and the names of the mistakes that explain them."""

    points: float
    most: float
    messages: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


class Wrong(Complaint):
    """A wrong answer that a known mistake explains; a mild one costs a share of the points alone."""

    def __init__(self, message: str, mistake: str = "", costs: float = 1.0) -> None:
        super().__init__(message)
        self.mistake = mistake
        self.costs = costs


def show(result: Result) -> float:
    """Print the messages and return the points, as a plain float: nbgrader takes ``np.float64(0.5)`` for full marks."""
    print(text(result), end="")
    return float(result.points)


def text(result: Result) -> str:
    """Return the messages, and a line with the points."""
    lines = [textwrap.fill(paragraph, WIDTH) for message in result.messages for paragraph in message.splitlines()]
    lines.append(f"{result.points:g} of {result.most:g} points" + (": all right." if result.points == result.most else "."))
    return "\n".join(lines) + "\n"


def check(most: float, alone: bool = True) -> Callable[[Callable[..., Tasks]], Callable[..., Result]]:
    """Make a check of a function that returns the tasks: the functions of the student become programs of their own.

    With `mended`, the function returns tasks in which correct functions replace the student's earlier ones. The better result counts, so that
    a mistake costs points once.

    Parameters
    ----------
    most : float
        Points; all tasks have the same share.
    alone : bool
        Whether of the package no more than its games is allowed.
    """

    def make(tasks: Callable[..., Tasks]) -> Callable[..., Result]:
        @wraps(tasks)
        def run(*functions: Any) -> Result:
            with ExitStack() as stack:
                programs = [f if isinstance(f, Program) else stack.enter_context(Program(f)) for f in functions]
                own = added(tasks(*programs, mended=False), most)
                if own.points == most:
                    return own
                mended = added(tasks(*programs, mended=True), most)
            if mended.points <= own.points:
                return own
            message = "These points assume correct functions in the parts before; with your own there would be fewer."
            return replace(mended, messages=(message, *mended.messages))

        run.alone = alone  # type: ignore[attr-defined]
        return run

    return make


def added(tasks: Tasks, most: float) -> Result:
    """Run all `tasks`, each with the same points; a task fails if it raises :class:`Complaint`, and a fatal complaint ends the check."""
    messages: list[str] = []
    mistakes: list[str] = []
    lost = 0.0
    for place, (name, task) in enumerate(tasks.items()):
        try:
            task()
        except FatalComplaint as complaint:
            messages.append(str(complaint))
            lost += len(tasks) - place
            break
        except Complaint as complaint:
            lost += getattr(complaint, "costs", 1.0)
            mistakes.append(getattr(complaint, "mistake", ""))
            messages.append(f"{name}: {complaint}")
    found = tuple(dict.fromkeys(mistake for mistake in mistakes if mistake))
    return Result(most * (1 - lost / len(tasks)), most, tuple(messages), found)
