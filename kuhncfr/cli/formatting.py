"""Numbers as text."""

from fractions import Fraction

_ROUNDING = 1e-12  # about what sums of floats leave where everything should cancel


def format_number(number: Fraction | float) -> str:
    """Format a number of chips: fractions exactly, floats to six decimals."""
    return str(number) if isinstance(number, Fraction) else f"{round(number, 6) + 0.0:.6f}"  # no -0


def format_exact(number: Fraction | float) -> str:
    """Format a number of chips in a sentence: a fraction exactly and as a decimal.

    Examples
    --------
    >>> format_exact(Fraction(-1, 18)), format_exact(Fraction(2)), format_exact(0.25)
    ('-1/18 (-0.055556)', '2', '0.250000')
    """
    exact = isinstance(number, Fraction) and number.denominator > 1
    return f"{number} ({float(number):.6f})" if exact else format_number(number)


def format_distance(number: Fraction | float) -> str:
    """Format a distance from an equilibrium: floats to three digits."""
    if isinstance(number, Fraction):
        return format_exact(number)
    return f"{number:.3g}" if abs(number) > _ROUNDING else "less than 1e-12"


def format_signed(number: Fraction | float) -> str:
    """Format chips won, with their sign."""
    return f"+{number}" if number > 0 else str(number)


def format_probability(number: Fraction | float) -> str:
    """Format a probability: fractions exactly, floats to four decimals."""
    return str(number) if isinstance(number, Fraction) else f"{number:.4f}"


def plural(number: int, what: str) -> str:
    """Format a count with its noun.

    Examples
    --------
    >>> plural(1, "hand"), plural(10_000, "hand")
    ('1 hand', '10,000 hands')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")
