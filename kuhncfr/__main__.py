"""The command ``kuhncfr``, also as ``python -m kuhncfr``."""

from kuhncfr.cli.app import app


def main() -> None:
    """Run the command line."""
    app(prog_name="kuhncfr")


if __name__ == "__main__":
    main()
