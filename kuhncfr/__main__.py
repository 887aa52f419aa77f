"""The command ``kuhncfr``, also as ``python -m kuhncfr``."""

import signal

from kuhncfr._support.start import end, let_ctrl_c


def main() -> None:
    """Run the command line; Ctrl-C ends it with one line, also while libraries are being imported, and after the last line is printed."""
    try:
        let_ctrl_c(end)
        from kuhncfr.cli import streams
        from kuhncfr.cli.app import app

        streams.prepare()
        let_ctrl_c(signal.default_int_handler)
        try:
            app(prog_name="kuhncfr")
        finally:
            let_ctrl_c(end)
    except KeyboardInterrupt:
        end()


if __name__ == "__main__":
    main()
