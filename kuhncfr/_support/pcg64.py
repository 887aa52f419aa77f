"""Saved states of PCG64, NumPy's default random generator, which can skip numbers already used."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def generator_from(state: Mapping[str, Any], used: int = 0) -> np.random.Generator:
    """Return a generator whose ``bit_generator`` has this state, advanced by `used` numbers between 0 and 1.

    Raises
    ------
    ValueError
        If the state is of another generator, or incomplete, or out of range.
    """
    if state["bit_generator"] != "PCG64":
        raise ValueError(f"a random generator must be PCG64, NumPy's default, to be saved or continued, got {state['bit_generator']}")
    generator = np.random.PCG64(0)
    generator.state = dict(state)  # type: ignore[assignment]  # NumPy checks it
    return np.random.Generator(generator.advance(used) if used else generator)
