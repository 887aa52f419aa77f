"""What the engines of all kinds of games have in common: the state of a solve that can be saved and resumed."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

import numpy as np

from kuhncfr.cfr.update import TIE
from kuhncfr.solver.arrays import Array, Rule
from kuhncfr.solver.settings import Settings


class ResumableEngine(ABC):
    """The state of a solve, and the methods that advance it.

    Parameters
    ----------
    settings : Settings
        The settings of the solve.
    learnt : mapping of str to ndarray
        The arrays that determine all later iterations.
    recorded : collection of str
        Names of the arrays to record.
    iterations : int
        Number of iterations for whose records to allocate memory.
    largest : float
        The largest utility, in chips.
    """

    PARAMETERS: ClassVar[Collection[str]]  # of an Algorithm, that the loops implement

    def __init__(self, settings: Settings, learnt: Mapping[str, Array], recorded: Iterable[str], iterations: int, largest: float) -> None:
        self.settings = settings
        settings.algorithm.check_parameters(self.PARAMETERS, "the compiled solver of this kind of game")
        self.rule = Rule(settings.alternating, settings.algorithm.numbers, TIE * largest)
        self.record_every = settings.record_every or 0
        self._learnt = dict(learnt)
        rows = iterations // self.record_every if self.record_every else 0
        self._records = {name: np.empty((rows, *learnt[name].shape)) for name in recorded}
        self._clock = np.zeros(1, dtype=np.int64)
        self._due = np.ones(1, dtype=np.int64)  # the iteration after which to check the target next

    @property
    def done(self) -> int:
        """Number of iterations run; the compiled loops count them, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    def snapshot(self) -> dict[str, Array]:
        """Return copies of the learnt arrays, and the complete records, which no loop writes to again."""
        return {name: array.copy() for name, array in self._learnt.items()} | self._recorded()

    def restore(self, iterations: int, arrays: Mapping[str, Array]) -> None:
        """Continue from the arrays of another engine; the target is checked at the same iterations as in one long run.

        Raises
        ------
        ValueError, KeyError
            If an array is missing, has another shape, or has a number that is not finite.
        """
        self._clock[0] = iterations
        for name, own in (self._learnt | self._recorded()).items():
            array = arrays[name]
            if array.shape != own.shape or array.dtype != own.dtype or not np.isfinite(array).all():
                raise ValueError(f"its array {name!r} must have shape {own.shape} and hold finite numbers")
            own[...] = array
        while self._due[0] < iterations:  # if both are equal, that check is still to come
            self._due[0] += self._due[0] // 16 + 1

    def _recorded(self) -> dict[str, Array]:
        rows = self.done // self.record_every if self.record_every else 0
        return {f"recorded_{name}": records[:rows] for name, records in self._records.items()}

    @abstractmethod
    def compile(self, target: float | None) -> None:
        """Compile the loops by running zero iterations; the first time this may take some seconds."""

    @abstractmethod
    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is at most `target`; return whether the target is reached."""
