"""Numbers as they are typed and as they are shown."""

from fractions import Fraction

from kuhncfr._support.fractions_from_text import fraction_in
from kuhncfr.cli.errors import BadInput

LONGEST = 70  # characters of a number that is typed: such chips still fit a float, whatever is done with them

# Floats in which everything should cancel leave about this much.
_ROUNDING = 1e-12


def fraction(name: str, text: str) -> Fraction:
    """Read a number such as ``2``, ``0.5``, ``1/2`` or ``1e-9``, exactly.

    Examples
    --------
    >>> fraction("--ante", "0.1")
    Fraction(1, 10)
    >>> fraction("--target", "2.5e-3")
    Fraction(1, 400)
    """
    try:
        if len(text) <= LONGEST:
            return fraction_in(text)
    except ValueError:
        pass
    raise BadInput(f"{name} must be a number such as 2, 0.5, 1/2 or 1e-9, got {text!r}")


def shown(number: Fraction | float) -> str:
    """Show a number of chips: fractions exactly, floats to six decimals."""
    return str(number) if isinstance(number, Fraction) else f"{round(number, 6) + 0.0:.6f}"  # no -0


def both(number: Fraction | float) -> str:
    """Show a number of chips in a sentence: a fraction with its decimals.

    Examples
    --------
    >>> both(Fraction(-1, 18)), both(Fraction(2)), both(0.25)
    ('-1/18 (-0.055556)', '2', '0.250000')
    """
    exact = isinstance(number, Fraction) and number.denominator > 1
    return f"{number} ({float(number):.6f})" if exact else shown(number)


def distance(number: Fraction | float) -> str:
    """Show a distance from an equilibrium, of which the size matters."""
    if isinstance(number, Fraction):
        return both(number)
    return f"{number:.3g}" if abs(number) > _ROUNDING else "less than 1e-12"


def chips(number: Fraction | float) -> str:
    """Show what was won, with its sign."""
    return f"+{number}" if number > 0 else str(number)


def probability(number: Fraction | float) -> str:
    """Show a probability: fractions exactly, floats to four decimals."""
    return str(number) if isinstance(number, Fraction) else f"{number:.4f}"


def counted(number: int, what: str) -> str:
    """Show how many there are of something.

    Examples
    --------
    >>> counted(1, "hand"), counted(10_000, "hand")
    ('1 hand', '10,000 hands')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")
