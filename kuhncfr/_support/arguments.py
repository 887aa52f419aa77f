"""Validation of arguments: every error names the argument, the allowed values and the value."""

import math
import os
import reprlib
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational, Real
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

Number = int | float | Fraction
T = TypeVar("T")

LARGEST = 2**63 - 1  # the compiled loops count in 64 bits

_SHORT = reprlib.Repr()
_SHORT.maxlong = _SHORT.maxstring = 60
_SHORT.maxother = 160
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = 8


def shown(value: Any) -> str:
    """Return a short ``repr`` of a value for an error message, on one line."""
    return " ".join(_SHORT.repr(value).split())


def listed(names: Collection[str], most: int = 12) -> str:
    """Return the first names, quoted, for an error message; an ellipsis replaces the others."""
    return ", ".join(map(repr, islice(names, most))) + (", …" if len(names) > most else "")


def rational(name: str, value: Any) -> Fraction:
    """Return `value` as an exact fraction; a float is read as the decimal number that it prints (0.1 is 1/10)."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {shown(value)} of type {type(value).__name__}")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {shown(value)}")
    return Fraction(repr(float(value)))


def positive(name: str, value: Any) -> Fraction:
    """Return `value` as an exact fraction greater than 0."""
    number = rational(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be greater than 0, got {shown(value)}")
    return number


def within(name: str, value: Any, least: Number, most: Number) -> Fraction:
    """Return `value` as an exact fraction between `least` and `most`, inclusive."""
    number = rational(name, value)
    if not least <= number <= most:
        raise ValueError(f"{name} must lie between {least} and {most}, got {shown(value)}")
    return number


def count(name: str, value: Any, minimum: int = 0, maximum: int = LARGEST) -> int:
    """Return `value` as a whole number of at least `minimum`, and at most `maximum`."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be a whole number, got {shown(value)} of type {type(value).__name__}")
    if int(value) < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {shown(value)}")
    if int(value) > maximum:
        raise ValueError(f"{name} must be at most {maximum:,}, got {shown(value)}")
    return int(value)


def flag(name: str, value: Any) -> bool:
    """Return `value` if it is True or False."""
    if type(value).__name__ not in ("bool", "bool_"):  # bool_ is NumPy's
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


def text(name: str, value: Any) -> str:
    """Return `value` if it is a string."""
    return instance(name, value, str, what="text")


def choice(name: str, value: Any, allowed: Collection[T]) -> T:
    """Return `value` if it is one of those allowed; True does not count as 1."""
    for one in allowed:
        if type(value) is type(one) and value == one:
            return one
    written = [repr(one) for one in allowed]
    among = " or ".join(written) if len(written) == 2 else f"one of {', '.join(written)}"
    raise ValueError(f"{name} must be {among}, got {shown(value)}")


def instance(name: str, value: Any, kind: type[T] | tuple[type[Any], ...], *, what: str) -> T:
    """Return `value` if it is an instance of `kind`, which the error describes as `what`."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {what}, got {shown(value)} of type {type(value).__name__}")
    return value


def mapping(name: str, value: Any) -> Mapping[Any, Any]:
    """Return `value` if it is a mapping with strings as keys."""
    found: Mapping[Any, Any] = instance(name, value, Mapping, what="a mapping, such as a dict")
    for key in found:
        text(f"each name in {name}", key)
    return found


def sequence(name: str, value: Any, *, what: str) -> Sequence[Any]:
    """Return `value` if it is a sequence, but not a string; the error describes its entries as `what`."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise TypeError(f"{name} must be a sequence of {what}, got {shown(value)} of type {type(value).__name__}")
    return value


def names(name: str, value: Any, *, size: int | None = None) -> list[str]:
    """Return a collection of strings as a list; a single string counts as its letters if `size` is given, and is refused otherwise."""
    if isinstance(value, bytes) or (isinstance(value, str) and size is None) or not isinstance(value, Collection):
        raise TypeError(f"{name} must be a sequence of texts, got {shown(value)} of type {type(value).__name__}")
    found = [text(f"each of {name}", one) for one in value]
    if size is not None and len(found) != size:
        raise ValueError(f"{name} must have {size} entries, got {shown(value)}")
    return found


def game(name: str, value: Any) -> Any:
    """Return `value` if it has the members of a :class:`~kuhncfr.games.Game`; return the original game of a compiled one."""
    if isinstance(value, Compiled):
        value = value.game
    if isinstance(value, str):
        raise TypeError(f"{name} must be a game, got {value!r}: write kc.KuhnPoker() or kc.LeducPoker(), for example")
    missing = [part for part in GAME if not hasattr(value, part)]
    if missing and (isinstance(value, (list, tuple)) or hasattr(value, "tolist")):
        raise TypeError(f"{name} must be a game, got {shown(value)}: write kc.MatrixGame(payoffs)")
    if isinstance(value, (type, FunctionType)):
        kind = "class" if isinstance(value, type) else "function"
        raise TypeError(f"{name} must be a game, got the {kind} {value.__name__}: call it, {value.__name__}()")
    if isinstance(value, Public):
        public = "a public game has solve, expected_utilities, best_response, nash_conv and exploitability only"
        raise TypeError(f"{name} must be a game with single histories, got {shown(value)}: {public}")
    if missing:
        lacks = "a run has one: write run.game" if hasattr(value, "average_strategy") else f"{shown(value)} lacks {', '.join(missing)}"
        raise TypeError(f"a {name} has {', '.join(GAME)}; {lacks}")
    if not isinstance(value.players, int) or isinstance(value.players, bool) or value.players < 1:
        raise ValueError(f"players must be a whole number of at least 1, got {value.players!r}")
    return value


class Compiled:
    """The base class of compiled games, each of which has the game that was compiled as its `game`."""

    game: Any


class Public:
    """The base class of games that are not walked history by history; their own methods evaluate strategies."""


GAME = ("players", "is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset")


def path(name: str, value: Any) -> Path:
    """Return `value`, a string or a path-like object, as a path."""
    return Path(instance(name, value, (str, os.PathLike), what="a path"))
