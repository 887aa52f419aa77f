"""What goes wrong because of what was typed is told in one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from kuhncfr._support.fractions_from_text import plain_fractions

BAD_INPUT = 2  # exit codes
INTERRUPTED = 130  # as shells count: 128 and the number of the signal that Ctrl-C sends
OUTPUT_LOST = 1  # the result could not be printed; also Typer's code for a closed pipe

LONGEST = 400  # characters; a profile that does not fit its game would otherwise list all information sets


_WORDS = {  # what Typer says, and what we do
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
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
    except MemoryError as error:
        raise BadInput(f"there is not so much memory: {error}") from error


def printable(text: str) -> str:
    r"""Return the text with a code in place of each character that is not one to look at, and might give a terminal orders.

    Examples
    --------
    >>> print(printable("a\tb\x1b[2J\u202e"))
    a\tb\x1b[2J\u202e
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_line(message: str) -> str:
    """Return the message on one line, with fractions as people write them, and of a long one its beginning.

    Examples
    --------
    >>> one_line("ante must be greater than 0,\\n got Fraction(-1, 2)")
    'ante must be greater than 0, got -1/2'
    """
    for theirs, ours in _WORDS.items():
        message = message.replace(theirs, ours)
    message = " ".join(plain_fractions(message).split())
    return message if len(message) <= LONGEST else f"{message[:LONGEST]} ..."
