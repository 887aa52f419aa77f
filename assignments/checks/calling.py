"""Call a function of a student's: whatever it does becomes a message, and it must do its work itself.

What it prints is swallowed: nbgrader gives no points to a cell with anything on stderr, be it a warning.
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
# What of the package a student's function may use: games, and profiles. The rest would do the work for it.
ALLOWED = ("kuhncfr.games", "kuhncfr.strategy", "kuhncfr._support", "kuhncfr.diagnosis.games")


class Complaint(Exception):
    """What is wrong, in words for the student; `of_one`: of one task, whose name should stand before it."""

    def __init__(self, message: str, of_one: bool = True) -> None:
        super().__init__(message)
        self.of_one = of_one


class GaveUp(Complaint):
    """There is no use in going on."""

    def __init__(self, message: str) -> None:
        super().__init__(message, of_one=False)


class _OutOfTime(BaseException):
    """No Exception, for students write `except Exception`."""


class _Borrowed(BaseException):
    pass


def call(function: Callable[..., Any], *arguments: Any, alone: bool = True, seconds: float = SECONDS) -> Any:
    """Return what a student's function returns.

    Parameters
    ----------
    function : callable
    *arguments
    alone : bool
        Whether it must do without the parts of the package that would do its work.
    seconds : float
        How long it may take.

    Raises
    ------
    Complaint
        If it raises something, is not written yet, borrows from the package, or takes too long.
    """
    borrowed: list[str] = []
    try:
        with _silence(), _time_limit(seconds), _watch(borrowed) if alone else contextlib.nullcontext():
            returned = function(*arguments)
    except NotImplementedError:
        raise GaveUp("This is not written yet.") from None
    except _OutOfTime:
        raise GaveUp(f"It was stopped after {seconds:g} seconds. Does a loop never end?") from None
    except (Exception, _Borrowed, SystemExit) as error:
        if not borrowed:
            raise Complaint(f"it raised {type(error).__name__}: {error}{_where(error)}") from error
    if borrowed:
        raise GaveUp(f"It calls {borrowed[0]}, which does the work: this exercise is to do it yourself.")
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
    """Where the system has no alarm (Windows) only the grader's own limit holds."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again and again, should it catch everything
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _watch(borrowed: list[str]) -> Iterator[None]:
    """Stop at a call into what is not allowed, however it was imported."""

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
            borrowed.append("sys.setprofile, so that nobody sees")
        sys.setprofile(before[0])
        threading.setprofile(before[1])
