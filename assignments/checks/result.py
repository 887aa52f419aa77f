"""The result of a check."""

import textwrap
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from .naming import cost, named
from .program import Complaint, FatalComplaint, Program

Tasks = dict[str, Callable[[], None]]  # by name, for the messages

WIDTH = 88  # characters of a line of a message


@dataclass(frozen=True)
class Result:
    """Points out of `most`, messages to the student, and the known mistake that explains them, if there is one."""

    points: float
    most: float
    messages: tuple[str, ...] = ()
    mistake: str = ""


class Wrong(Complaint):
    """A wrong answer.

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
        self.mistakes = tuple(mistakes)
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

    With `mended`, the function returns tasks in which correct functions replace the student's earlier ones. The better result counts: a mistake
    costs points once.

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
    failed: dict[str, Complaint] = {}
    last: tuple[str, ...] = ()
    unchecked = 0
    for place, (name, task) in enumerate(tasks.items()):
        try:
            task()
        except FatalComplaint as complaint:
            last, unchecked = (str(complaint),), len(tasks) - place
            break
        except Complaint as complaint:
            failed[name] = complaint
    mistake = _common(failed.values())
    lost = unchecked + sum(complaint.costs * (cost(mistake) if mistake in complaint.mistakes else 1) for complaint in failed.values())
    explanation = (named(mistake),) if mistake else ()
    return Result(most * (1 - lost / len(tasks)), most, (*_messages(failed), *last, *explanation), mistake)


def _common(failed: Iterable[Complaint]) -> str:
    """Return the known mistake that explains all wrong answers that a known mistake explains; an empty name if none does."""
    explained = [complaint.mistakes for complaint in failed if complaint.mistakes]
    return next((mistake for mistake in explained[0] if all(mistake in others for others in explained)), "") if explained else ""


def _messages(failed: Mapping[str, Complaint]) -> list[str]:
    """Return each message once, with the first task that it is about."""
    names: dict[str, list[str]] = {}
    for name, complaint in failed.items():
        names.setdefault(str(complaint), []).append(name)
    return [f"{first}: {message}" + (f" The same {len(more)} times more." if more else "") for message, (first, *more) in names.items()]
