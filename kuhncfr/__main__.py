"""The command ``kuhncfr``, also as ``python -m kuhncfr``."""

import sys

from kuhncfr.cli.errors import INTERRUPTED


def main() -> None:
    """Run the command line; Ctrl-C ends it with one line, also while it loads its libraries."""
    try:
        from kuhncfr.cli.app import app

        app(prog_name="kuhncfr")
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
