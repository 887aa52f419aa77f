"""Checks of arguments: every error names the argument, the value and what is allowed."""

import math
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

Number = int | float | Fraction


def rational(name: str, value: Any) -> Fraction:
    """Return `value` as an exact fraction; a float stands for the decimal it prints as (0.1 is 1/10)."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {value!r} of type {type(value).__name__}")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return Fraction(repr(float(value)))


def positive(name: str, value: Any) -> Fraction:
    """Return `value` as an exact fraction greater than 0."""
    number = rational(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be greater than 0, got {value!r}")
    return number


def count(name: str, value: Any, minimum: int = 0) -> int:
    """Return `value` as a whole number of at least `minimum`."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be a whole number, got {value!r} of type {type(value).__name__}")
    if value < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {value!r}")
    return int(value)


def generator(name: str, seed: Any) -> np.random.Generator:
    """Return the random numbers of a seed; a generator is returned as it is, and None gives new numbers each time."""
    allowed = f"{name} must be a whole number of at least 0, a numpy Generator or None, got {seed!r}"
    if isinstance(seed, bool):
        raise TypeError(allowed)
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise type(error)(allowed) from error
