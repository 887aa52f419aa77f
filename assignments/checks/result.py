"""The result of a check."""

import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from kuhncfr.diagnosis.answers import Failure, FatalFailure

from .naming import MILD, NAMED
from .program import Complaint, FatalComplaint, Program

Tasks = dict[str, Callable[[], object]]  # by name, for the messages

ASSUMED = "These points assume correct functions in the parts before; with your own there would be fewer."
WIDTH = 88  # characters of a line of a message


@dataclass(frozen=True)
class Result:
    """Points out of `most`, messages to the student, and the known mistake that explains them, if there is one."""

    points: float
    most: float
    messages: tuple[str, ...] = ()
    mistake: str = ""


def show(result: Result) -> float:
    """Print the messages and return the points, as a plain float: nbgrader takes ``np.float64(0.5)`` for full marks."""
    print(text(result), end="")
    return float(result.points)


def text(result: Result) -> str:
    """Return the messages, and a line with the points."""
    lines = [textwrap.fill(paragraph, WIDTH) for message in result.messages for paragraph in message.splitlines()]
    lines.append(f"{result.points:g} of {result.most:g} points" + (": all right." if result.points == result.most else "."))
    return "\n".join(lines) + "\n"


Check = Callable[..., Result]
Earlier = tuple[Collection[Check], Callable[..., Any]]  # the checks of a function that later ones may call, and a correct one


def check(most: float, alone: bool = True, uses: Mapping[str, Earlier] | None = None) -> Callable[[Callable[..., Tasks]], Check]:
    """Make a check of a function that returns the tasks: the functions of the student become programs of their own.

    If a task fails and an earlier function is wrong by its own checks, all tasks are run again with correct functions in place of the
    earlier ones, and the better result counts: a mistake costs points once.

    Parameters
    ----------
    most : float
        Points; all tasks have the same share.
    alone : bool
        Whether the games are all that may be used of the package.
    uses : mapping, optional
        Earlier functions that the student's may call, by name; the correct ones are as in :attr:`Program.given`.
    """
    earlier = uses or {}

    def make(tasks: Callable[..., Tasks]) -> Check:
        @wraps(tasks)
        def run(*functions: Any) -> Result:
            with ExitStack() as stack:
                programs = [f if isinstance(f, Program) else stack.enter_context(Program(f, alone)) for f in functions]
                wanted = tasks(*programs)
                failed = [failures(wanted)]
                refused: set[str] = set().union(*(program.refused() for program in programs))
                if harm := sorted(what for what in refused if not what.startswith("use ")):  # what it may not use has raised an error
                    return Result(0, most, (f"No points for this part: its code tried to {', to '.join(harm)}.",))
                if failed[0] and not all(_right(functions[0], name, checks) for name, (checks, _) in earlier.items()):
                    programs[0].given = {name: correct for name, (_, correct) in earlier.items()}
                    failed.append(failures(wanted))
                    programs[0].given = {}
                    programs[0].forget()  # what the correct functions returned, which would answer other checks
                    programs[0].refused()
                if not failed[-1]:
                    return Result(most, most, (ASSUMED,) if failed[0] else ())
                own, *mended = (summed(each, len(wanted), most) for each in failed)
            better = [result for result in mended if result.points > own.points]
            return replace(better[0], messages=(ASSUMED, *better[0].messages)) if better else own

        run.alone = alone  # type: ignore[attr-defined]
        return run

    return make


def _right(function: Any, name: str, checks: Collection[Check]) -> bool:
    """Whether another function of the same notebook is right."""
    other = (getattr(function, "beside", None) or getattr(function, "__globals__", {}).get)(name)
    return other is not None and all(result.points == result.most for result in (each(other) for each in checks))


def failures(tasks: Tasks) -> dict[str, Complaint]:
    """Run all tasks and return the complaints by task; after a fatal complaint no other task runs, and it counts for all of them."""
    failed: dict[str, Complaint] = {}
    for place, (name, task) in enumerate(tasks.items()):
        try:
            task()
        except FatalComplaint as complaint:
            complaint.costs = float(len(tasks) - place)
            return {**failed, "": complaint}
        except Complaint as complaint:
            failed[name] = complaint
        except FatalFailure as failure:
            return {**failed, "": FatalComplaint(f"It {failure}.", costs=float(len(tasks) - place))}
        except Failure as failure:
            failed[name] = Complaint(f"it {failure}.")
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
            failed[name] = Complaint(f"the answer has another form than the one asked for ({type(error).__name__}: {error}).")
    return failed


def summed(failed: Mapping[str, Complaint], tasks: int, most: float) -> Result:
    """Return the points that are left, each task having the same share, and the messages."""
    mistake = _common(failed.values())
    mild = [complaint for complaint in failed.values() if mistake in MILD and mistake in complaint.mistakes]
    lost = sum(complaint.costs for complaint in failed.values()) - sum(complaint.costs for complaint in mild) / 2
    explanation = (f"This is the mistake “{mistake}”. {NAMED[mistake].hint}",) if mistake else ()
    return Result(most * (1 - lost / tasks), most, (*_messages(failed), *explanation), mistake)


def _common(failed: Collection[Complaint]) -> str:
    """Return the known mistake that explains all answers that a known mistake explains, if these are more than half; else an empty name."""
    explained = [complaint.mistakes for complaint in failed if complaint.mistakes]
    if 2 * len(explained) <= len(failed):
        return ""
    return next((mistake for mistake in explained[0] if all(mistake in others for others in explained)), "")


def _messages(failed: Mapping[str, Complaint]) -> Iterator[str]:
    """Yield each message once, with the first task that it is about."""
    for message in dict.fromkeys(map(str, failed.values())):
        first, *others = [name for name, complaint in failed.items() if str(complaint) == message]
        more = f" The same in {len(others)} more case{'s' if len(others) > 1 else ''}." if others else ""
        yield (f"{first}: " if first else "") + message + more
