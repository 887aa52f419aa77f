"""The command ``kuhncfr``, also as ``python -m kuhncfr``."""

import os
import signal
from contextlib import suppress
from typing import Any, NoReturn

INTERRUPTED = 130  # what kuhncfr.cli.errors says as well, from where nothing is imported before Ctrl-C is taken care of


def main() -> None:
    """Run the command line; Ctrl-C ends it with one line, also while libraries are being imported, and after the last line is printed."""
    try:
        _let_ctrl_c(_end)
        from kuhncfr.cli import streams
        from kuhncfr.cli.app import app

        streams.prepare()
        _let_ctrl_c(signal.default_int_handler)
        try:
            app(prog_name="kuhncfr")
        finally:
            _let_ctrl_c(_end)
    except KeyboardInterrupt:
        _end()


def _let_ctrl_c(do: Any) -> None:
    """Say what Ctrl-C does, unless this process was started to ignore it."""
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _end):
        signal.signal(signal.SIGINT, do)


def _end(*_: Any) -> NoReturn:
    """End at once. An exception would be told by whatever is being imported, or be lost there."""
    with suppress(OSError):
        os.write(2, b"Interrupted.\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
