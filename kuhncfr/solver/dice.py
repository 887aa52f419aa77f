"""Random numbers drawn ahead, for loops that read arrays and cannot call a generator."""

import numpy as np

from kuhncfr.solver.arrays import Array, Rolls

_FIRST, _LATER = 4096, 32768  # numbers at a time, at least: a short run should not wait for many, nor a long one come back often


class Dice:
    """The numbers that a generator would return one by one, in blocks.

    Parameters
    ----------
    rng : numpy.random.Generator
        Where they come from.
    most : int
        How many one iteration may need.
    drawn : ndarray, optional
        Numbers that the generator returned already and that come first.
    """

    def __init__(self, rng: np.random.Generator, most: int, drawn: Array | None = None) -> None:
        self.rng = rng
        self._most = most
        left = np.empty(0) if drawn is None else drawn
        self._numbers = np.empty(max(2 * most + _FIRST, len(left)))
        self._used = np.array([len(self._numbers) - len(left)], dtype=np.uint64)
        self._numbers[self._used[0] :] = left

    @property
    def drawn(self) -> Array:
        """The numbers that were drawn ahead and not yet used: together with the generator's state, all that is still to come."""
        return self._numbers[int(self._used[0]) :].copy()

    def rolls(self) -> Rolls:
        """Return numbers that last for an iteration at least."""
        used, size = int(self._used[0]), len(self._numbers)
        if used + self._most > size:
            left = self._numbers[used:].copy()
            if used < size < _LATER:  # not the first block
                self._numbers = np.empty(2 * size)
            self._numbers[: len(left)] = left
            self.rng.random(out=self._numbers[len(left) :])
            self._used[0] = 0
        return Rolls(numbers=self._numbers, used=self._used, last=np.uint64(len(self._numbers) - self._most))
