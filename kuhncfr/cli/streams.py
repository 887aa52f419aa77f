"""What a process reads and prints, whatever it was given: nothing, a full disk, a closed pipe, a terminal that knows few characters.

It sets up its streams once, at its beginning, and no command need think of them: a result that cannot be printed ends it, and what it
cannot say on standard error is left unsaid, since nothing may be lost for that.
"""

import errno
import io
import os
import sys
from typing import Any

from kuhncfr.cli.errors import BROKEN_PIPE, OUTPUT_LOST

NARROWEST = 20  # columns; whoever says that there are fewer, or none, does not know


class OutputLost(Exception):
    """A result could not be printed. It is no OSError, so that nobody takes it for trouble with a file."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(f"standard output: {reason.strerror}")
        self.code = BROKEN_PIPE if reason.errno == errno.EPIPE else OUTPUT_LOST


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OutputLost(error) from error


class _Remarks(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def prepare() -> None:
    """Set up standard input, output and error; whatever else has taken their place is left alone."""
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):  # what is closed: empty, not to be written, swallowed
        _open_if_closed(descriptor, mode)
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 (it is open as long as the process)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(_Output, 1, sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(_Remarks, 2, sys.stderr)
    for name in ("COLUMNS", "LINES"):
        told = os.environ.get(name, "")
        if not (told.isascii() and told.isdecimal() and int(told) >= NARROWEST):
            os.environ.pop(name, None)


def finish(code: int) -> int:
    """Print what is left; return the exit code, which is another one if that does not succeed."""
    try:
        sys.stdout.flush()
    except OutputLost as lost:
        return give_up(lost)
    return code


def give_up(lost: OutputLost) -> int:
    """Say that a result was lost, unless whoever read it had enough; return the exit code."""
    if lost.code != BROKEN_PIPE:
        print(f"kuhncfr: {lost}", file=sys.stderr)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # Python tries once more when it ends
    os.close(nowhere)
    return lost.code


def _open_if_closed(descriptor: int, mode: int) -> None:
    """Without this, the next file to be opened would take the place, and get what is meant for a terminal."""
    try:
        os.fstat(descriptor)
    except OSError:
        opened = os.open(os.devnull, mode)
        if opened != descriptor:
            os.dup2(opened, descriptor)
            os.close(opened)


def _text(raw: type[io.FileIO], descriptor: int, before: Any) -> Any:
    """Return a stream like the one before that loses no result for a character that its encoding does not have."""
    if os.name == "nt" and before is not None and before.isatty():
        before.reconfigure(errors="backslashreplace")  # a console of Windows takes more than bytes, and is never full
        return before
    file = io.BufferedWriter(raw(descriptor, "w", closefd=False))
    encoding = "utf-8" if before is None else before.encoding
    return io.TextIOWrapper(file, encoding, errors="backslashreplace", line_buffering=descriptor == 2 or file.isatty())
