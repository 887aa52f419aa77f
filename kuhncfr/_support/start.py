"""Ctrl-C while the command ``kuhncfr`` starts: to import libraries takes a second, and a traceback out of one tells nobody anything.

It is imported before anything else of the package. Whoever imports the package into a program of their own keeps Python's own ways.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import Any, NoReturn

INTERRUPTED = 130  # exit code, as shells count: 128 and the number of the signal that Ctrl-C sends


def let_ctrl_c(do: Any) -> None:
    """Say what Ctrl-C does, unless this process was started to ignore it."""
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, end):
        signal.signal(signal.SIGINT, do)


def end(*_: Any) -> NoReturn:
    """End at once. An exception would be told by whatever is being imported, or be lost there."""
    with suppress(OSError):
        os.write(2, b"Interrupted.\n")
    os._exit(INTERRUPTED)


def _is_command(started: str) -> bool:
    """Whether this is ``python -m kuhncfr``, as it looks while the package is imported, or the script of that name."""
    return started == "-m" or os.path.splitext(os.path.basename(started))[0] == "kuhncfr"  # noqa: PTH119, PTH122 (pathlib takes long)


if _is_command(getattr(sys, "argv", [""])[0]):
    let_ctrl_c(end)
