"""Random numbers drawn ahead, for loops that read arrays and cannot call a generator."""

import numpy as np

from kuhncfr.solver.arrays import Rolls

_FIRST, _LATER = 4096, 32768  # numbers at a time, at least: a short run should not wait for many, nor a long one come back often


class Dice:
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
        self._numbers = np.empty(2 * most + _FIRST)
        self._used = np.array([len(self._numbers)], dtype=np.uint64)  # none is left

    def rolls(self) -> Rolls:
        """Return numbers that last for an iteration at least."""
        used, size = int(self._used[0]), len(self._numbers)
        if used + self._most > size:
            left = self._numbers[used:].copy()
            if used < size < _LATER:  # not the first block
                self._numbers = np.empty(2 * size)
            self._numbers[: len(left)] = left
            self._rng.random(out=self._numbers[len(left) :])
            self._used[0] = 0
        return Rolls(numbers=self._numbers, used=self._used, last=np.uint64(len(self._numbers) - self._most))
