"""Fractions in text: in a file, on a command line, in the repr of a game."""

import re
from fractions import Fraction

_NUMBER = re.compile(
    r"[+-]?([0-9]{1,4000}/[0-9]{1,4000}|([0-9]{1,4000}\.?|[0-9]{0,4000}\.[0-9]{1,4000})(e[+-]?[0-9]{1,2})?)", re.IGNORECASE
)


def fraction_in(text: str) -> Fraction:
    """Parse a number exactly; numbers that would take long to build are refused.

    Raises
    ------
    ValueError
        If the text is not a number, divides by 0, or has more than 4,000 consecutive digits or an exponent of more than two digits.

    Examples
    --------
    >>> fraction_in("0.1"), fraction_in(" 1/3 "), fraction_in("2.5e-3")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 400))
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text) or re.search("/0+$", text):
        short = repr(text) if len(text) <= 40 else f"{text[:40]!r} ..."
        raise ValueError(f"a number is written as in 2, 0.5, 1/2 or 1e-9, got {short}")
    return Fraction(text)


def plain_fractions(text: str) -> str:
    """Replace each ``Fraction(1, 2)`` in a text, such as a repr or an error message, by ``1/2``.

    Examples
    --------
    >>> plain_fractions("OneBetKuhn(ante=Fraction(-1, 2)), not OneBetKuhn(ante=Fraction(2, 1))")
    'OneBetKuhn(ante=-1/2), not OneBetKuhn(ante=2)'
    """
    return re.sub(r"Fraction\((-?\d+), (\d+)\)", lambda match: match[1] if match[2] == "1" else f"{match[1]}/{match[2]}", text)
