"""Numbers in text: of a file, of a command line, of a form on a page."""

import re
from fractions import Fraction

_NUMBER = re.compile(
    r"[+-]?([0-9]{1,4000}/[0-9]{1,4000}|([0-9]{1,4000}\.?|[0-9]{0,4000}\.[0-9]{1,4000})(e[+-]?[0-9]{1,2})?)", re.IGNORECASE
)


def fraction_in(text: str) -> Fraction:
    """Return the number that a text says, exactly; what would take long to build is refused before.

    Raises
    ------
    ValueError
        If it is no number, divides by 0, has more than 4,000 digits in a row, or an exponent of more than two digits.

    Examples
    --------
    >>> fraction_in("0.1"), fraction_in(" 1/3 "), fraction_in("2.5e-3")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 400))
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text) or re.search("/0+$", text):
        told = repr(text) if len(text) <= 40 else f"{text[:40]!r} ..."
        raise ValueError(f"a number is written as in 2, 0.5, 1/2 or 1e-9, got {told}")
    return Fraction(text)


def plain_fractions(text: str) -> str:
    """Write the fractions in the text of a repr or of an error as people write them.

    Examples
    --------
    >>> plain_fractions("OneBetKuhn(ante=Fraction(-1, 2)), not OneBetKuhn(ante=Fraction(2, 1))")
    'OneBetKuhn(ante=-1/2), not OneBetKuhn(ante=2)'
    """
    return re.sub(r"Fraction\((-?\d+), (\d+)\)", lambda match: match[1] if match[2] == "1" else f"{match[1]}/{match[2]}", text)
