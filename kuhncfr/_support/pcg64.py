"""NumPy's default generator of random numbers, PCG64: its state is plain numbers, and it can skip those that were used."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def generator_from(state: Mapping[str, Any], used: int = 0) -> np.random.Generator:
    """Return a generator in this state of its ``bit_generator``, after so many more numbers between 0 and 1 were used.

    Raises
    ------
    ValueError
        If it is another kind of generator, or something is missing or out of range.
    """
    if state["bit_generator"] != "PCG64":
        raise ValueError(f"random numbers can be continued if they come from PCG64, NumPy's default, not from {state['bit_generator']}")
    generator = np.random.PCG64(0)
    generator.state = dict(state)  # type: ignore[assignment]  # NumPy checks it
    return np.random.Generator(generator.advance(used) if used else generator)
