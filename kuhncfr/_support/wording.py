"""How things are put into words."""

import re


def plain_fractions(text: str) -> str:
    """Write the fractions in the text of a repr or of an error as people write them.

    Examples
    --------
    >>> plain_fractions("OneBetKuhn(ante=Fraction(-1, 2)), not OneBetKuhn(ante=Fraction(2, 1))")
    'OneBetKuhn(ante=-1/2), not OneBetKuhn(ante=2)'
    """
    return re.sub(r"Fraction\((-?\d+), (\d+)\)", lambda match: match[1] if match[2] == "1" else f"{match[1]}/{match[2]}", text)
