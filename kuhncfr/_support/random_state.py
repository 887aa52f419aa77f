"""The state of a random generator as plain numbers, and back again.

NumPy's setters trust what they are given: a position beyond the end of a buffer crashes the interpreter. So whatever comes from a file
is checked here, number by number, before NumPy sees it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Check = Callable[[str, Any], Any]


def _whole(limit: int) -> Check:
    """Accept whole numbers from 0 to below a limit."""

    def check(name: str, value: Any) -> int:
        if type(value) is not int or not 0 <= value < limit:  # a bool is no number here
            raise ValueError(f"the random generator's {name} must be a whole number from 0 to {limit - 1}")
        return value

    return check


def _words(size: int, bits: int) -> Check:
    """Accept so many unsigned numbers of so many bits."""
    word = _whole(2**bits)

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, list) or len(value) != size:
            raise ValueError(f"the random generator's {name} must be a list of {size} numbers")
        return np.array([word(name, entry) for entry in value], dtype=f"uint{bits}")

    return check


_HALF: dict[str, Check] = {"has_uint32": _whole(2), "uinteger": _whole(2**32)}  # what is left of a number of which half was used
_KINDS: dict[str, dict[str, Any]] = {
    "PCG64": {"state": {"state": _whole(2**128), "inc": _whole(2**128)}, **_HALF},
    "PCG64DXSM": {"state": {"state": _whole(2**128), "inc": _whole(2**128)}, **_HALF},
    "MT19937": {"state": {"key": _words(624, 32), "pos": _whole(625)}},
    "Philox": {"state": {"counter": _words(4, 64), "key": _words(2, 64)}, "buffer": _words(4, 64), "buffer_pos": _whole(5), **_HALF},
    "SFC64": {"state": {"state": _words(4, 64)}, **_HALF},
}


def to_plain(rng: np.random.Generator) -> dict[str, Any]:
    """Return the state of a generator as what JSON can hold.

    Raises
    ------
    ValueError
        If it is not one of NumPy's own kinds.
    """
    state = rng.bit_generator.state
    kind = state["bit_generator"]
    if kind not in _KINDS or type(rng.bit_generator) is not getattr(np.random, kind):
        raise ValueError(f"a run with a random generator of kind {type(rng.bit_generator).__name__} cannot be saved; {_allowed()}")
    return dict(_plain(state))


def from_plain(entry: Any) -> np.random.Generator:
    """Return the generator whose state :func:`to_plain` gave.

    Raises
    ------
    ValueError
        If anything is missing, of the wrong kind or out of range.
    """
    kind = entry.get("bit_generator") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"there is no random generator of kind {kind!r}; {_allowed()}")
    state = _checked("state", {name: value for name, value in entry.items() if name != "bit_generator"}, _KINDS[kind])
    bit_generator = getattr(np.random, kind)()
    bit_generator.state = {"bit_generator": kind, **state}
    return np.random.Generator(bit_generator)


def _allowed() -> str:
    return f"allowed are {', '.join(_KINDS)}"


def _checked(name: str, entry: Any, wanted: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(entry, dict) or set(entry) != set(wanted):
        raise ValueError(f"the random generator's {name} must hold {', '.join(wanted)}, and nothing else")
    return {
        key: _checked(key, entry[key], check) if isinstance(check, Mapping) else check(key, entry[key]) for key, check in wanted.items()
    }


def _plain(state: Any) -> Any:
    if isinstance(state, dict):
        return {key: _plain(value) for key, value in state.items()}
    return state.tolist() if isinstance(state, np.ndarray) else state
