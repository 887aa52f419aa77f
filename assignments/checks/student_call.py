"""Call a student's function: every failure becomes a message, and the function must not let the package do its work.

Its output is discarded: nbgrader gives no points to a cell with output on stderr, not even for a warning.
"""

import contextlib
import io
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

SECONDS = 10.0  # for one call
# A student's function may use the games and profiles of the package. The rest would do the work for it.
ALLOWED = ("kuhncfr.games", "kuhncfr.strategy", "kuhncfr._support", "kuhncfr.diagnosis.games")


class Complaint(Exception):
    """What is wrong, in words for the student; with `names_task` the name of the task precedes the message."""

    def __init__(self, message: str, names_task: bool = True) -> None:
        super().__init__(message)
        self.names_task = names_task


class FatalComplaint(Complaint):
    """A complaint after which no other task is checked."""

    def __init__(self, message: str) -> None:
        super().__init__(message, names_task=False)


class _OutOfTime(BaseException):
    """Not an Exception, since students write `except Exception`."""


class _Borrowed(BaseException):
    pass


def call(function: Callable[..., Any], *arguments: Any, alone: bool = True, seconds: float = SECONDS) -> Any:
    """Return what a student's function returns.

    Parameters
    ----------
    function : callable
    *arguments
    alone : bool
        Whether the function must not call the parts of the package that would do its work.
    seconds : float
        Time limit.

    Raises
    ------
    Complaint
        If the function raises, is not written yet, calls a forbidden part of the package, or exceeds the time limit.
    """
    borrowed: list[str] = []
    try:
        with _silence(), _time_limit(seconds), _watch(borrowed) if alone else contextlib.nullcontext():
            returned = function(*arguments)
    except NotImplementedError:
        raise FatalComplaint("This is not written yet.") from None
    except _OutOfTime:
        raise FatalComplaint(f"It was stopped after {seconds:g} seconds. Does a loop never end?") from None
    except (Exception, _Borrowed, SystemExit) as error:
        if not borrowed:
            raise Complaint(f"it raised {type(error).__name__}: {error}{_where(error)}") from error
    if borrowed:
        raise FatalComplaint(f"It calls {borrowed[0]}, which does the work: in this exercise, do it yourself.")
    return returned


def _where(error: BaseException) -> str:
    lines = traceback.extract_tb(error.__traceback__)
    return f" (in {lines[-1].name}: {lines[-1].line})" if lines and lines[-1].line else ""


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Limit the time where the system has an alarm; on Windows only the grader's own limit applies."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # repeated, in case the function catches the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _watch(borrowed: list[str]) -> Iterator[None]:
    """Stop at a call of a forbidden part of the package, however it was imported."""

    def look(frame: FrameType, event: str, argument: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("kuhncfr.") and not module.startswith(ALLOWED):
            borrowed.append(f"{module}.{frame.f_code.co_qualname}")
            raise _Borrowed

    before = sys.getprofile(), threading.getprofile()
    sys.setprofile(look)
    threading.setprofile(look)
    try:
        yield
    finally:
        if sys.getprofile() is not look:
            borrowed.append("sys.setprofile, which hides other calls")
        sys.setprofile(before[0])
        threading.setprofile(before[1])
