"""Random numbers, drawn ahead in blocks for compiled loops, which read arrays and cannot call a generator."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Rolls

Position = tuple[dict[str, Any], int]  # the initial state of a generator, and how many numbers have been used since

_FIRST, _LATER = 4096, 32768  # block sizes: a short run should not wait for many numbers, nor a long one ask often


def no_rolls() -> Rolls:
    """Return an empty block."""
    return Rolls(numbers=np.empty(0), used=np.zeros(1, dtype=np.uint64), last=np.uint64(0))


class RandomStream:
    """The numbers that a generator would return one by one, in blocks.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of the numbers.
    most : int
        Largest number that one iteration may need.
    """

    def __init__(self, rng: np.random.Generator, most: int) -> None:
        self._rng = rng
        self._most = most
        self._begin: dict[str, Any] = dict(rng.bit_generator.state)
        self._block = no_rolls(), 0  # and the numbers used before it

    def rolls(self) -> Rolls:
        """Return a block with enough numbers for at least one iteration."""
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
        """Position of the loops in the stream, not counting numbers drawn ahead."""
        block, before = self._block
        return self._begin, before + int(block.used[0])
