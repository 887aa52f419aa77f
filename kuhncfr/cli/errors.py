"""Errors of the input, each reported in one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from kuhncfr._support.fractions_from_text import plain_fractions

BAD_INPUT = 2  # exit codes
INTERRUPTED = 130  # as shells count: 128 and the number of the signal that Ctrl-C sends

LONGEST = 400  # characters; a profile that does not fit its game would otherwise list all information sets


class BadInput(Exception):
    """An argument, an option or a file cannot be used."""


@contextmanager
def errors_as_bad_input() -> Iterator[None]:
    """Raise the errors of the package about arguments and files as :class:`BadInput`."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from error
    except (ValueError, TypeError, ModuleNotFoundError) as error:
        raise BadInput(str(error)) from error
    except MemoryError as error:
        raise BadInput(f"not enough memory: {error}") from error


def printable(text: str) -> str:
    r"""Replace each character that is not printable, and might control a terminal, by its code.

    Examples
    --------
    >>> print(printable("a\tb\x1b[2J\u202e"))
    a\tb\x1b[2J\u202e
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_line(message: str) -> str:
    """Return a message on one line, with fractions as people write them, and cut off if it is long.

    Examples
    --------
    >>> one_line("ante must be greater than 0,\\n got Fraction(-1, 2)")
    'ante must be greater than 0, got -1/2'
    """
    message = " ".join(plain_fractions(message).split())
    return message if len(message) <= LONGEST else f"{message[:LONGEST]} ..."
