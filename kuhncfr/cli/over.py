"""What a sweep varies, as it is typed: ``ante=1/2,1,2``."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cli.errors import BadInput
from kuhncfr.cli.numbers import fraction
from kuhncfr.cli.registry import GameName, make, to_json

SAMPLING: dict[str, str | None] = {"none": None, "chance": "chance", "external": "external", "outcome": "outcome"}
LISTS = ("raises", "sizes")  # numbers of a game that are lists themselves

Typed = Mapping[str, Sequence[str]]


def typed(options: Sequence[str]) -> dict[str, list[str]]:
    """Take apart what stands behind each ``--over``.

    Raises
    ------
    BadInput
        If it is not a name and values, or a name comes twice.

    Examples
    --------
    >>> typed(["ante=1/2,1", "sizes=1,2;1,3"])
    {'ante': ['1/2', '1'], 'sizes': ['1,2', '1,3']}
    """
    found: dict[str, list[str]] = {}
    for option in options:
        name, sign, values = option.partition("=")
        if not sign or not values:
            raise BadInput(f"--over must be a name and values such as ante=1/2,1,2, got {option!r}")
        if name in found:
            raise BadInput(f"--over {name} is given twice: put all its values into one")
        found[name] = [value.strip() for value in values.split(";" if name in LISTS else ",")]
    return found


def factory(name: GameName, fixed: Mapping[str, Any], varied: Typed) -> Callable[..., Any]:
    """Return what makes the games of a sweep; each is made once, to see whether it can be.

    Raises
    ------
    BadInput
        If the game has no such number, or a combination of numbers is out of range or too large.
    """
    own = [option for option in to_json(make(name, {})) if option != "name"]
    for option in varied:
        if option not in own and option not in READ:
            raise BadInput(f"--over {option}: {name} has {', '.join(own)}, and solving {', '.join(READ)}")
    numbers = {option: values for option, values in varied.items() if option not in READ}
    for values in product(*numbers.values()):
        make(name, {**fixed, **{option: _value(option, value) for option, value in zip(numbers, values, strict=True)}}, "--over ")
    kind: Callable[..., Any] = type(make(name, {}))
    return partial(kind, **{option: _of_game(name, option, value) for option, value in fixed.items()})


def values(name: GameName, varied: Typed) -> dict[str, list[Any]]:
    """Return the values that were typed, as the package takes them."""
    return {option: [_read(name, option, value) for value in found] for option, found in varied.items()}


def _read(name: GameName, option: str, value: str) -> Any:
    return READ[option](option, value) if option in READ else _of_game(name, option, _value(option, value))


def _of_game(name: GameName, option: str, value: Any) -> Any:
    """Let the game read the number."""
    return getattr(make(name, {option: value}, "--over "), option)


def _value(option: str, value: str) -> Any:
    return _whole(option, value) if option in ("players", "cards") else value


def _whole(option: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= 18):
        raise BadInput(f"--over {option} must be whole numbers, got {value!r}")
    return int(value)


def _one_of(allowed: Mapping[str, Any], option: str, value: str) -> Any:
    if value not in allowed:
        raise BadInput(f"--over {option} must be of {', '.join(allowed)}, got {value!r}")
    return allowed[value]


def _chips(option: str, value: str) -> float:
    return float(fraction(f"--over {option}", value))


READ: dict[str, Callable[[str, str], Any]] = {
    "algorithm": partial(_one_of, {name: name for name in ALGORITHMS}),
    "sampling": partial(_one_of, SAMPLING),
    "alternating": partial(_one_of, {"true": True, "false": False}),
    "iterations": _whole,
    "target": _chips,
    "exploration": _chips,
}
