"""The result of a check."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from .student_call import Complaint, FatalComplaint

WIDTH = 88  # characters of a line of a message


@dataclass(frozen=True)
class Result:
    """Points out of `most`, and messages to the student."""

    points: float
    most: float
    messages: tuple[str, ...] = ()


def show(result: Result) -> float:
    """Print the messages and return the points, as a plain float: nbgrader takes ``np.float64(0.5)`` for full marks."""
    for message in result.messages:
        for paragraph in message.splitlines():
            print(textwrap.fill(paragraph, WIDTH))
    points = float(result.points)
    print(f"{points:g} of {result.most:g} points" + (": all right." if points == result.most else "."))
    return points


def added(tasks: dict[str, Callable[[], None]], most: float) -> Result:
    """Run all `tasks`, each with the same points; a task fails if it raises :class:`Complaint`, and a fatal complaint ends the check."""
    messages: list[str] = []
    right = 0
    for name, task in tasks.items():
        try:
            task()
            right += 1
        except Complaint as complaint:
            message = str(complaint)
            if message not in messages:
                messages.append(f"{name}: {message}" if complaint.names_task else message)
            if isinstance(complaint, FatalComplaint):
                break
    return Result(most * right / len(tasks), most, tuple(messages))
