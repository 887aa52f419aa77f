"""Random numbers drawn ahead, for compiled loops, which read arrays and cannot call a generator."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Rolls

Position = tuple[dict[str, Any], int]  # the state of a generator, and how many numbers were used since

_FIRST, _LATER = 4096, 32768  # numbers at a time: a short run should not wait for many, nor a long one come back often


class RandomStream:
    """The numbers that a generator would return one by one, in blocks.

    Parameters
    ----------
    rng : numpy.random.Generator
        Where they come from.
    most : int
        How many one iteration may need.
    """

    def __init__(self, rng: np.random.Generator, most: int) -> None:
        self._rng = rng
        self._most = most
        self._begin: dict[str, Any] = dict(rng.bit_generator.state)
        self._block = Rolls(numbers=np.empty(0), used=np.zeros(1, dtype=np.uint64), last=np.uint64(0)), 0  # and how many came before it

    def rolls(self) -> Rolls:
        """Return numbers that last for an iteration at least."""
        block, before = self._block
        used, size = int(block.used[0]), len(block.numbers)
        if used + self._most > size:
            longer = min(2 * size, max(size, _LATER)) if size else 2 * self._most + _FIRST
            numbers = np.concatenate([block.numbers[used:], self._rng.random(longer - (size - used))])
            block = Rolls(numbers=numbers, used=np.zeros(1, dtype=np.uint64), last=np.uint64(longer - self._most))
            self._block = block, before + used  # one assignment: Ctrl-C finds the old block or the new one
        return block

    @property
    def position(self) -> Position:
        """Where the loops are in the stream, whatever was drawn ahead."""
        block, before = self._block
        return self._begin, before + int(block.used[0])
