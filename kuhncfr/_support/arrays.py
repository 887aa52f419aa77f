"""Validation of arrays and random generators; :mod:`kuhncfr._support.arguments` is a separate file because it needs no NumPy."""

from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments


def generator(name: str, value: Any) -> np.random.Generator:
    """Return the random generator of a seed; return a generator unchanged; for None, return a generator with a new seed."""
    allowed = f"{name} must be a whole number of at least 0, a numpy Generator or None, got {arguments.shown(value)}"
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole and not isinstance(value, (np.random.Generator, np.random.BitGenerator, np.random.SeedSequence, type(None))):
        raise TypeError(allowed)
    if whole and int(value) < 0:
        raise ValueError(allowed)
    return np.random.default_rng(int(value) if whole else value)


def array(name: str, value: Any, shape: tuple[int | str, ...], *, least: float = -1e100, most: float = 1e100) -> NDArray[np.float64]:
    """Return `value` as an array of finite numbers.

    Parameters
    ----------
    name : str
        Name of the argument.
    value : array_like
        Numbers; bools are refused.
    shape : tuple
        The length of each axis: a number, or a name for any length; axes of the same name have the same length. A leading ``"..."``
        allows any further axes.
    least, most : float
        Bounds of all numbers.
    """
    try:
        found = np.asarray(value)
    except (ValueError, TypeError) as error:
        rows = f"rows of different lengths: {arguments.shown(value)}"
        raise ValueError(f"{name} must have shape {_written(shape)}, got {rows}") from error
    if not (found.dtype.kind in "iuf" or found.size == 0 or (found.dtype.kind == "O" and all(map(_is_number, found.flat)))):
        raise TypeError(f"{name} must be numbers, got {arguments.shown(value)} of type {type(value).__name__}")
    if not _fits(found.shape, shape):
        raise ValueError(f"{name} must have shape {_written(shape)}, got shape {found.shape}")
    # Compare exact numbers before rounding them.
    if found.size and not ((least <= found) & (found <= most)).all():
        where = "finite" if (least, most) == (-1e100, 1e100) else f"between {least:g} and {most:g}"
        raise ValueError(f"{name} must be {where}, got {arguments.shown(value)}")
    return found.astype(float)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _fits(found: tuple[int, ...], shape: tuple[int | str, ...]) -> bool:
    if shape[:1] == ("...",) and len(found) >= len(shape) - 1:
        shape = shape[1:]
        found = found[len(found) - len(shape) :]
    lengths: dict[int | str, int] = dict(zip(shape, found, strict=False))
    return len(found) == len(shape) and all(lengths.get(str(wanted), wanted) == n for wanted, n in zip(shape, found, strict=True))


def _written(shape: tuple[int | str, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
