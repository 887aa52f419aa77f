"""Errors of the input, each reported in one line."""

from kuhncfr._support.fractions_from_text import plain_fractions

BAD_INPUT = 2  # exit codes
INTERRUPTED = 130  # as shells count: 128 and the number of the signal that Ctrl-C sends

LONGEST = 400  # characters; a profile that does not fit its game would otherwise list all information sets


# What the package raises if an argument, an option or a file cannot be used.
OF_THE_INPUT = (OSError, ValueError, TypeError, ModuleNotFoundError, MemoryError)


def printable(text: str) -> str:
    r"""Replace each character that is not printable, and might control a terminal, by its code.

    Examples
    --------
    >>> print(printable("a\tb\x1b[2J\u202e"))
    a\tb\x1b[2J\u202e
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_line(error: BaseException) -> str:
    """Return the message of an error on one line, with fractions as people write them, and cut off if it is long.

    Examples
    --------
    >>> one_line(ValueError("ante must be greater than 0,\\n got Fraction(-1, 2)"))
    'ante must be greater than 0, got -1/2'
    """
    message = f"not enough memory: {error}" if isinstance(error, MemoryError) else str(error)
    if isinstance(error, OSError) and error.filename:
        message = f"{error.filename}: {error.strerror}"
    message = " ".join(plain_fractions(message).split())
    return message if len(message) <= LONGEST else f"{message[:LONGEST]} ..."
