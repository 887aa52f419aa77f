"""What goes wrong because of what was typed is told in one line."""

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

from kuhncfr._support.wording import plain_fractions

BAD_INPUT = 2  # exit codes
INTERRUPTED = 130  # as shells count: 128 and the number of the signal that Ctrl-C sends

LONGEST = 400  # characters; a profile that does not fit its game would otherwise list all information sets


_WORDS = {  # what Typer says, and what we do
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be greater than or equal to": "it must be at least",
}


class BadInput(Exception):
    """Something that was typed, or a file that was named, cannot be used."""


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Turn the errors that the package raises for bad arguments and files into :class:`BadInput`."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from error
    except (ValueError, TypeError, ModuleNotFoundError) as error:
        raise BadInput(str(error)) from error


def one_line(message: str) -> str:
    """Return the message on one line, with fractions as people write them.

    Examples
    --------
    >>> one_line("ante must be greater than 0,\\n got Fraction(-1, 2)")
    'ante must be greater than 0, got -1/2'
    """
    for theirs, ours in _WORDS.items():
        message = message.replace(theirs, ours)
    return textwrap.shorten(plain_fractions(message), LONGEST, placeholder=" ...")
