"""A command may be asked to end: by Ctrl-C, or by SIGTERM, which a scheduler or a shutdown sends."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

import typer

from kuhncfr.cli.errors import INTERRUPTED

TERMINATED = 143  # as shells count: 128 and the number of the signal


@dataclass
class Ending:
    """How a command ends if it is interrupted."""

    code: int = INTERRUPTED


@contextmanager
def sigterm_like_ctrl_c() -> Iterator[Ending]:
    """Let SIGTERM interrupt like Ctrl-C, with an exit code of its own.

    Raises
    ------
    typer.Exit
        With that code, if SIGTERM interrupts the block and nothing in it takes care of that.
    """
    ending = Ending()

    def interrupt(*_: Any) -> NoReturn:
        ending.code = TERMINATED
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield ending  # somebody else takes care of it
        return
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield ending
    except KeyboardInterrupt:
        if ending.code == INTERRUPTED:
            raise
        raise typer.Exit(TERMINATED) from None
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
