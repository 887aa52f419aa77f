"""Random numbers drawn ahead, for loops that read arrays and cannot call a generator."""

import numpy as np

from kuhncfr.solver.arrays import Rolls

_AHEAD = 4096  # numbers at a time, at least


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
        self._numbers = np.zeros(2 * most + _AHEAD)
        self._used = np.array([len(self._numbers)], dtype=np.uint64)  # none is left
        self._last = np.uint64(len(self._numbers) - most)

    def rolls(self) -> Rolls:
        """Return numbers that last for an iteration at least."""
        if self._used[0] > self._last:
            left = self._numbers[int(self._used[0]) :].copy()
            self._numbers[: len(left)] = left
            self._rng.random(out=self._numbers[len(left) :])
            self._used[0] = 0
        return Rolls(self._numbers, self._used, self._last)
